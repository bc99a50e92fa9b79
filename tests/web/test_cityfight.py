"""Cityfight at browsers: two people and an umpire play scenario 52 to its end, each seeing only his map; a game against the computer."""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, expect

from engine import bots, packs
from engine.decisions import Decision
from engine.flow import act
from engine.title import UMPIRE, Setup
from engine.title import title as title_of
from tests.app.harness import Server, wait_for
from tests.web.browser import Person, R, chromium
from tests.web.conftest import ROOT, FixedIds
from tests.web.opening import Rest, seed_of

GAME = "5ca1ab1e-0000-4000-8000-000000000052"
SEATS = ("ussr", "us")
Act = tuple[str, str, list[str]]


def plan(seed: str) -> tuple[list[Act], dict[str, Any]]:
    """A whole game of two staff bots, as (seat, kind of decision, picks), and its outcome."""
    title, rng = title_of("cityfight"), random.Random(52)
    pack = packs.load(title.family)
    scenario = next(s for s in title.scenarios() if s.id == "52")
    options = {o.id: o.default for o in scenario.options}
    state, _ = title.begin(Setup(GAME, title.id, "52", options, title.seats("52", options), seed, pack.hash, "test"))
    acts: list[Act] = []
    while due := [d for d in title.decisions(state) if not d.optional]:
        decision: Decision = due[0]
        walk = lambda s=state, d=decision: title.walk(s, d)  # noqa: E731
        picks = bots.choose("staff", title.id, decision.seat, title.view(state, decision.seat), decision, walk, rng, pack)
        acts.append((decision.seat, decision.kind, picks))
        state, _, _ = act(title, state, decision, picks)
    outcome = title.outcome(state)
    assert outcome
    return acts, outcome.view()


def deed(kind: str, picks: list[str]) -> str:
    """What an action is, as far as the test wants to see one of each by real clicks."""
    if kind == "action":
        return next((v for v in ("sight", "fire", "move") if v in picks), "")
    return kind if kind == "set-up" or (kind == "immediate-fire" and len(picks) > 1) else ""


def find() -> tuple[str, list[Act], dict[str, Any]]:
    """The first seed whose game has a search, a move and a fire to click."""
    for n in range(1, 12):
        acts, outcome = plan(seed_of(n))
        if {"sight", "move"} <= (deeds := {deed(kind, picks) for _, kind, picks in acts}) and deeds & {"fire", "immediate-fire"}:
            return seed_of(n), acts, outcome
    raise AssertionError("no game with a search, a move and a fire")


def town_centre(base: str) -> Callable[[str], tuple[float, float]]:
    """Where the hexes of the town plan lie in the map's own units, as the client draws it."""
    board = httpx.get(f"{base}/api/titles/cityfight/maps/gerlafingen-52").json()
    a, b, c, d = (v * R for v in board["layout"]["matrix"])
    plane = {h: (a * x + c * y, b * x + d * y) for h, row in board["hexes"].items() for x, y in [row["at"]]}
    x0, y0 = min(x for x, _ in plane.values()) - R, min(y for _, y in plane.values()) - R
    return lambda h: (plane[h][0] - x0 + 10, plane[h][1] - y0 + 10)


def gather(browser: Browser, base: str, mode: str = "rulebook") -> dict[str, Person]:
    """Both sides and an umpire at one table, by the create page and its invitations."""
    people = {viewer: Person(browser, base) for viewer in (*SEATS, UMPIRE)}
    host = people["ussr"]
    host.open("create")
    host.page.locator("select[name=title]").select_option("cityfight")
    host.page.locator("select[name=scenario]").select_option("52")
    host.page.locator("select[name=mode]").select_option(mode)
    host.page.locator("select[name=seat-ussr]").select_option("me")
    host.page.locator("select[name=seat-us]").select_option("friend")
    host.page.locator("select[name=clock]").select_option("86400")
    host.page.locator("input[name=umpire]").check()
    host.page.get_by_role("button", name="Create the game").click()
    seat = host.page.locator("li[data-seat=us]")
    seat.get_by_role("button", name="Invite by link").click()
    links = {"us": seat.locator(".invite-link input").input_value()}
    host.page.get_by_role("button", name="Invite an umpire").click()
    links[UMPIRE] = host.page.locator(".card > .invite-link input").input_value()
    for viewer, url in links.items():
        people[viewer].open(url)
        people[viewer].page.get_by_role("button", name="Go on as a guest").click()
        expect(people[viewer].page.locator("li[data-seat=ussr]")).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    where = town_centre(base)
    for person in people.values():
        person.centre = where
        expect(person.page.locator("#map")).to_be_visible()
    return people


def click(person: Person, pieces: dict[str, Any], picks: list[str], what: str = "") -> None:
    """Carry an action out with the mouse: counters and hexes on the map, the rest by its button; a confirmation at its end."""
    page = person.page
    expect(page.locator(".whose.mine")).to_be_visible()
    page.locator("#map").focus()
    while page.locator(".show").count():
        page.keyboard.press("Escape")
    for n, value in enumerate(picks):
        person.idle()
        if value in pieces and pieces[value].get("hex"):
            person.click_hex(pieces[value]["hex"])
            page.wait_for_timeout(120)
            counter = page.locator(f'.fan:not(.peek) [data-value="{value}"]')
            if counter.count():
                counter.click()
            expect(page.locator(f'.piece.is-picked[data-piece="{value}"]')).to_have_count(1)
        elif value in pieces:
            page.locator(f'.off-map [data-value="{value}"]').click()
            expect(page.locator(".picked-row")).to_be_visible()
        elif re.fullmatch(r"\d[A-Z]", value) and n + 1 < len(picks) and re.fullmatch(r"\d[A-Z]\d", picks[n + 1]):
            continue  # the click on the hex picks its megahex too
        elif re.fullmatch(r"\d[A-Z]\d?", value):
            person.click_hex(value.ljust(3, "7"))  # a megahex by its centre
        else:
            page.locator(f'.prompt [data-value="{value}"]').click()
    confirm = page.locator(".prompt .option.go", has_text="Confirm")
    if what in ("sight", "fire", "immediate-fire"):
        expect(confirm).to_be_visible()
        expect(page.locator(".preview .line").nth(1)).to_be_visible()
        person.shot(f"cityfight-{what}")
        page.keyboard.press("Enter")


def views(person: Person) -> Iterator[dict[str, Any]]:
    """Every object of pieces that the person's page was sent, in whole views and in patches."""
    for text in person.heard:
        try:
            body = json.loads(text)
        except ValueError:
            continue
        for part in (body, body.get("view"), body.get("patch")) if isinstance(body, dict) else ():
            if isinstance(part, dict) and isinstance(part.get("pieces"), dict):
                yield part["pieces"]


def secrets(truth: dict[str, Any], side: str) -> set[str]:
    """Words that only the owner of a side's units may read: the names of its leaders, what its units are."""
    mine = [p for p in truth.values() if p["side"] == side]
    return {p["name"] for p in mine if "rating" in p or p["symbol"] in ("plt_ldr", "plt_sgt", "co_cdr")} | {p["note"] for p in mine}


def keeps_to_his_map(person: Person, seat: str, hidden: set[str]) -> None:
    """Neither what the page was sent nor what it shows holds more than its own side's knowledge."""
    seen = 0
    for pieces in views(person):
        for piece in pieces.values():
            seen += 1
            if piece and piece.get("side") not in (None, seat):
                assert piece["untried"] and piece["style"] == "contact" and "symbol" not in piece and "factors" not in piece, piece
    assert seen > 20
    page = person.page.content()
    for word in hidden:
        pattern = re.compile(rf"\b{re.escape(word)}")
        assert not pattern.search(page), word
        assert not any(pattern.search(text) for text in person.heard), word
    enemies = person.page.locator(".pieces .piece").evaluate_all("list => list.map(e => e.getAttribute('aria-label'))")
    own = {p["name"] for p in view_of(person, seat)["pieces"].values() if p["side"] == seat}
    assert all("untried" in text or any(name in text for name in own) for text in enemies), enemies


def view_of(person: Person, viewer: str) -> dict[str, Any]:
    """A view as the person may ask for it."""
    with person.rest() as client:
        found: dict[str, Any] = client.get(f"/api/games/{GAME}/view", params={"as": viewer}).json()
    return found


def test_two_people_and_an_umpire_to_the_end(serve: Callable[..., Server]) -> None:
    seed, acts, outcome = find()
    server = serve(FixedIds(GAME, seed))
    with chromium() as browser:
        people = gather(browser, server.base)
        umpire_keeps_time(people[UMPIRE], people["us"])
        rest = Rest(GAME, {seat: people[seat].rest() for seat in SEATS})
        wanted, hidden, committed = {"set-up", "sight", "fire", "move", "immediate-fire"}, {}, 0
        for n, (seat, kind, picks) in enumerate(acts):
            what = deed(kind, picks)
            if kind == "command" and not committed and seat == "us":
                command(people["us"], picks, rest)
                committed += picks == ["done"]
            elif what in wanted:
                wanted.remove(what)
                now = rest.view(seat)
                click(people[seat], now["pieces"], picks, what)
                through(rest, seat, now["version"])
            else:
                rest.act(seat, picks)
            if what and n and kind != "set-up" and UMPIRE not in hidden:
                truth = view_of(people[UMPIRE], UMPIRE)["pieces"]
                hidden = {side: secrets(truth, side) for side in SEATS} | {UMPIRE: set()}
                umpire_sees(people[UMPIRE], truth)
                picture(people[seat])
        assert len(wanted) <= 1, f"not clicked: {wanted}"
        for viewer, person in people.items():
            expect(person.page.locator(".whose.ended")).to_be_visible()
            expect(person.page.locator(".outcome-how")).to_contain_text(outcome["reason"].split(";")[0])
            if viewer != UMPIRE:
                enemy = next(s for s in SEATS if s != viewer)
                keeps_to_his_map(person, viewer, hidden[enemy] - hidden[viewer])
            person.fine()
        assert view_of(people[UMPIRE], UMPIRE)["outcome"]["points"] == outcome["points"]
        people["us"].shot("cityfight-end")


def through(rest: Rest, seat: str, before: int) -> None:
    """Wait until what was clicked has reached the game: its seat's version rises."""
    wait_for(lambda: rest.view(seat)["version"] > before, 15)


def command(person: Person, picks: list[str], rest: Rest) -> None:
    """Commands of the first game-turn: counters by click, the command by its key, the commitment by Enter."""
    page = person.page
    expect(page.locator(".whose.mine")).to_be_visible()
    person.asked("Choose units or a platoon")
    person.idle()
    before = rest.view("us")["version"]
    if picks == ["done"]:
        page.locator("#map").focus()
        person.shot("cityfight-commands")
        page.keyboard.press("Enter")
    elif picks[-1] in ("cautious", "bold", "fire", "search"):
        click(person, rest.view("us")["pieces"], picks[:-1])
        person.asked("Give a command")
        person.idle()
        page.keyboard.press(picks[-1][0])
    else:
        rest.act("us", picks)
    through(rest, "us", before)


def umpire_keeps_time(umpire: Person, player: Person) -> None:
    """A limit for each action, another for the secret stages; the one does not change the other."""
    shown = player.page.locator(".time-limit")
    expect(shown).to_have_text("1 day")
    for name, seconds, text, heard in (
        ("stage-clock", "900", "1 day · 15 minutes a stage", "86400 seconds for each action, 900 seconds for a secret stage."),
        ("clock", "0", "no time limit · 15 minutes a stage", "no limit for each action, 900 seconds for a secret stage."),
        ("stage-clock", "86400", "no time limit · 1 day a stage", "no limit for each action, 86400 seconds for a secret stage."),
        ("clock", "86400", "1 day", "The umpire gives 86400 seconds for each decision."),
    ):
        umpire.page.locator(f"select[name={name}]").select_option(seconds)
        expect(shown).to_have_text(text)
        expect(umpire.page.locator(".log")).to_contain_text(heard)
        if seconds == "0":
            expect(player.page.locator(".prompt .due b")).to_have_text(re.compile(r"^1[45]:\d\d$"))


def umpire_sees(umpire: Person, truth: dict[str, Any]) -> None:
    """Everything, and at the switch what each side knows."""
    page = umpire.page
    on_map = sum("hex" in p for p in truth.values())
    expect(page.locator(".pieces .piece")).to_have_count(on_map)
    umpire.shot("cityfight-umpire")
    for seat in SEATS:
        page.locator(".viewers select").select_option(seat)
        expect(page.locator(".viewers select")).to_have_value(seat)
        known = view_of(umpire, seat)["pieces"]
        expect(page.locator(".pieces .piece")).to_have_count(sum("hex" in p for p in known.values()))
    page.locator(".viewers select").select_option(UMPIRE)
    expect(page.locator(".pieces .piece")).to_have_count(on_map)


def picture(person: Person) -> None:
    """The README's picture, where it is asked for."""
    person.page.get_by_role("button", name="Whole map").click()
    person.page.wait_for_timeout(700)
    person.shot("cityfight")
    if os.environ.get("HEXFOG_PICTURES"):
        person.page.screenshot(path=ROOT / "docs" / "img" / "cityfight.jpg", type="jpeg", quality=70)


def test_an_umpire_takes_sighting_over(serve: Callable[..., Server]) -> None:
    """49: he is asked what a search finds; the searcher hears his word, the other side that he has answered."""
    server = serve(FixedIds(GAME, seed_of(4)))
    with chromium() as browser:
        people = gather(browser, server.base, "umpired")
        page = people[UMPIRE].page
        rest = Rest(GAME, {seat: people[seat].rest() for seat in SEATS})
        for seat, picks in product(SEATS, (["rest", "go"], ["done"])):
            rest.act(seat, picks)
        for seat, picks in (("ussr", ["platoon S1", "search"]), ("us", ["platoon U1", "search"])):
            rest.act(seat, picks)
            rest.act(seat, ["done"])
        page.locator(".more summary").click()
        page.locator(".more .other", has_text="ruling").click()
        people[UMPIRE].asked("Make a ruling")
        for value in ("sighting", "take", "go"):
            page.locator(f'.prompt [data-value="{value}"]').click()
            people[UMPIRE].idle()
        expect(people["us"].page.locator(".log")).to_contain_text("The umpire decides what searches find")
        (seat,) = rest.view("us")["waiting_for"]
        searcher, other = people[seat], next(people[s] for s in SEATS if s != seat)
        unit = rest.menu(seat, [])["options"][0]["value"]
        megahex = rest.menu(seat, [unit, "sight"])["options"][0]["value"]
        rest.act(seat, [unit, "sight", megahex])
        people[UMPIRE].asked("What does this search find?")
        expect(searcher.page.locator(".whose")).to_contain_text("Waiting for the umpire")
        expect(page.locator(".prompt [data-value=dice] .option-note")).to_have_text("nothing")
        people[UMPIRE].option("Decide it")
        expect(page.locator(".preview .line").first).to_contain_text(megahex)
        people[UMPIRE].shot("cityfight-sighting")
        people[UMPIRE].option("Tell the searcher")
        expect(searcher.page.locator(".log")).to_contain_text(f"Seen in {megahex}: nothing")
        expect(other.page.locator(".log")).to_contain_text(f"The umpire has answered the search of {megahex}")
        assert not any("Seen in" in text for text in other.heard)
        for person in people.values():
            person.fine()


def test_a_stage_and_an_action_against_the_computer(serve: Callable[..., Server]) -> None:
    server = serve(FixedIds(f"{GAME[:-3]}352", seed_of(3)))
    with chromium() as browser:
        person = Person(browser, server.base, 390, 844, phone=True)
        page = person.page
        person.open()
        page.locator(".play-now .titles button", has_text="Cityfight").click()
        scenario = page.locator(".play-now select, .play-now .scenarios button", has_text="Stauffenbergallee").first
        if scenario.count() and scenario.evaluate("e => e.tagName") == "SELECT":
            scenario.select_option("52")
        elif scenario.count():
            scenario.click()
        page.locator(".play-now [data-seat=us]").click()
        person.asked("Place your forces")
        expect(page.locator(".whose.mine")).to_be_visible()
        person.option("Place the rest for me")
        person.option("Place them")
        person.option("Commit the set-up")
        person.asked("Choose units or a platoon")
        person.idle()
        page.locator(".prompt [data-value^=platoon]").first.tap()
        person.asked("Give a command")
        person.option("Search")
        person.asked("Choose units or a platoon")
        expect(page.locator(".prompt .option.go .option-note")).to_have_text("1 unit without a command")
        person.shot("cityfight-phone")
        person.option("Commit commands")
        expect(page.locator(".whose.mine")).to_contain_text("Your action")
        expect(page.locator(".points-track .is-due")).to_be_attached()
        expect(page.locator(".on-map .small")).to_have_count(2)
        tops = page.locator(".on-map .small").evaluate_all("list => list.map(e => Math.round(e.getBoundingClientRect().top))")
        assert len(set(tops)) == 1, "the buttons share a line"
        person.shot("cityfight-phone-action")
        person.option("Pass")
        expect(page.locator(".log")).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        person.fine()


class Inputs:
    """A person's clicks and keys, counted, each waited for as a person waits for what it shows."""

    def __init__(self, person: Person) -> None:
        self.person, self.page, self.count = person, person.page, 0

    def click(self, where: Locator) -> None:
        """A click on a button."""
        self.count += 1
        where.click()
        self.person.idle()

    def hex(self, hex_id: str) -> None:
        """A click on the map."""
        self.count += 1
        self.page.mouse.click(*self.person.at(hex_id))
        self.person.idle()

    def key(self, key: str, then: str = "Choose units or a platoon") -> None:
        """A key, and the next question."""
        self.count += 1
        self.page.keyboard.press(key)
        self.person.asked(then)
        self.person.idle()


def mark(person: Person) -> None:
    """A mark on one's own map, with words, by one click on a hex; the question that is open stays open."""
    page = person.page
    page.locator("details.more summary").click()
    page.get_by_role("button", name="Mark your own map").click()
    person.asked("Which hex?")
    page.locator(".prompt textarea").fill("heard of by telephone")
    person.click_hex("4G7")
    person.asked("Your action")
    expect(page.locator(".pieces .piece[aria-label*=untried]")).to_have_count(1)
    expect(page.locator(".log")).to_contain_text("mark at 4G7: heard of by telephone")


def test_a_dozen_units_are_commanded_in_well_under_a_minute(serve: Callable[..., Server]) -> None:
    server = serve(FixedIds(f"{GAME[:-3]}353", seed_of(5)))
    with chromium() as browser:
        person = Person(browser, server.base)
        page = person.page
        person.centre = town_centre(server.base)
        person.open()
        page.locator(".play-now .titles button", has_text="Cityfight").click()
        page.locator(".play-now select").select_option("53")
        page.locator(".play-now [data-seat=us]").click()
        for text in ("Place the rest for me", "Place them", "Commit the set-up"):
            person.option(text)
        person.asked("Choose units or a platoon")
        person.idle()
        pieces = [p for p in person.rest().get(f"/api/games/{person.game}/view").json()["pieces"].values() if p["side"] == "us"]
        hexes = [p["hex"] for p in pieces if "hex" in p]
        alone = [p["hex"] for p in pieces if p.get("hex") and hexes.count(p["hex"]) == 1 and p["note"].endswith((", A.R3", ", A.R5"))]
        page.get_by_role("button", name="Whole map").click()
        page.wait_for_timeout(100)
        hand, began = Inputs(person), time.monotonic()
        for platoon, command in (("A.R1", "c"), ("A.W4", "s")):
            hand.click(page.locator(f'.prompt [data-value="platoon {platoon}"]'))
            person.asked("Give a command")
            hand.key(command)
        for hex_id in alone[:2]:
            hand.hex(hex_id)
            person.asked("Give a command")
            hand.key("f")
        groups = 2 + len(alone[:2])
        given = person.rest().get(f"/api/games/{person.game}/view").json()["pieces"].values()
        assert sum(bool({"cautious", "search", "fire"} & {*p.get("marks", ())}) for p in given) >= 12
        hand.key("Enter", "Your action")
        needed = time.monotonic() - began
        print(f"{hand.count} inputs for {groups} platoons and units, {needed:.1f} s")
        assert len(alone) >= 2 and hand.count <= 2 * groups + 1
        assert needed < 20
        mark(person)
        person.fine()
