"""Angola '87 at two browsers: a refit, a flight by helicopter and a recon by real clicks, each seen by the right seat only."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, expect

from engine.titles.cwb.angola import ANGOLA
from engine.titles.cwb.state import State
from tests.app.harness import Server
from tests.web.browser import Person, chromium
from tests.web.conftest import FixedIds
from tests.web.opening import Bare, Rest, seed_of

GAME = "5ca1ab1e-0000-4000-8000-000000001987"
COM, SA = "communist", "south_african"
Act = tuple[str, str, list[str]]


def least(bare: Bare, seat: str, kind: str) -> list[str]:
    """The shortest way through a decision."""
    if kind in ("set-up", "place"):
        placed = {"set-up": ["rest", "go"], "place": ["rest", "go"]}[kind]
        return placed if any(o["value"] == "rest" and "blocked" not in o for o in bare.menu(seat, [])["options"]) else ["done"]
    picks: list[str] = []
    while not (menu := bare.menu(seat, picks))["ready"]:
        free = [o["value"] for o in menu["options"] if "blocked" not in o]
        picks.append(next((v for v in ("done", "go", "pass") if v in free), free[0]))
    return picks


def flight(bare: Bare) -> list[str] | None:
    """A unit that can fly next to an untried Communist counter, out of reach of any air defence, as picks."""
    state = bare.state
    assert isinstance(state, State)
    field = ANGOLA.field(state)
    defended = 0
    for pid, piece in field.pieces_of(COM):
        if field.unit(pid).type == "air_defense":
            defended |= field.map.grid.within(piece.at, 2)
    known = state.aliases[SA]
    for pid, piece in field.pieces_of(SA):
        if field.unit(pid).type != "special_forces" or field.unit(pid).cmd != "SADF":
            continue
        picks = [known[pid], "air"]
        if "air" not in [o["value"] for o in bare.menu(SA, picks[:1])["options"]] or defended >> field.map.grid.index[piece.at] & 1:
            continue
        for column in bare.menu(SA, picks)["options"]:
            for h in column["hexes"]:
                near = field.enemies_next_to(h, SA)
                if near and h not in field.at and not defended >> field.map.grid.index[h] & 1:
                    return [*picks, column["value"], h]
    return None


def plan(seed: str) -> list[Act]:
    """The game up to a recon on turn 2; empty where the dice give no units back or no helicopter."""
    bare, acts = Bare(seed, "angola87", GAME, recon="yes"), []
    while True:
        seat, kind = bare.asked()[0]
        turn = bare.view(seat)["turn"]["n"]
        picks = least(bare, seat, kind)
        if (seat, kind, turn) == (SA, "muster", 1) and "refit" in [o["value"] for o in bare.menu(SA, [])["options"]]:
            picks = ["refit", "go"]
        elif (seat, kind, turn) == (SA, "replacements", 1):
            picks = ["UNITA", "UNITA", "go"]
            if "UNITA" not in [o["value"] for o in bare.menu(SA, picks[:1])["options"]]:
                return []
        elif (seat, kind, turn) == (SA, "mix", 2):
            picks = ["HELI_TRANSPORT", "go"]
        elif (seat, kind, turn) == (SA, "move", 2):
            found = flight(bare)
            if not found:
                return []
            acts.append((SA, "flight", found))
            bare.act(SA, found)
            if bare.menu(SA, ["recon"])["options"][0]["value"] != found[0]:
                return []
            return [*acts, (SA, "recon", ["recon", found[0]])]
        elif (seat, kind) == (SA, "muster") and turn == 2 and not any(a[1] == "replacements" for a in acts):
            return []
        acts.append((seat, kind, picks))
        bare.act(seat, picks)


def find() -> tuple[str, list[Act]]:
    """The first seed that is worth seeing."""
    for n in range(1, 60):
        if acts := plan(seed_of(n)):
            return seed_of(n), acts
    raise AssertionError("no seed gives a refit and a helicopter")


def gather(browser: Browser, base: str) -> dict[str, Person]:
    """Both sides at one table, with the optional recon chosen on the create page."""
    people = {COM: Person(browser, base), SA: Person(browser, base)}
    host = people[COM].page
    people[COM].open("create")
    host.locator("select[name=title]").select_option("angola87")
    host.locator("select[name=seat-communist]").select_option("me")
    host.locator("select[name=seat-south_african]").select_option("friend")
    recon = host.locator("label", has=host.locator("input[name=recon]"))
    expect(recon).to_contain_text("only their owner learns what he has seen")
    recon.locator("input").check()
    people[COM].shot("angola-create")
    host.get_by_role("button", name="Create the game").click()
    seat = host.locator(f"li[data-seat={SA}]")
    seat.get_by_role("button", name="Invite by link").click()
    people[SA].open(seat.locator(".invite-link input").input_value())
    people[SA].page.get_by_role("button", name="Go on as a guest").click()
    expect(people[SA].page.locator(f"li[data-seat={COM}]")).to_be_visible()
    expect(people[SA].page.locator(".policy + .lines")).to_contain_text("Recon")
    host.get_by_role("button", name="Start the game").click()
    for person in people.values():
        expect(person.page.locator("#map")).to_be_visible()
    return people


def pick_counter(person: Person, alias: str, hex_id: str) -> None:
    """Click a counter on the map, in the fan of its stack where it has one."""
    person.idle()
    person.click_hex(hex_id)
    person.page.wait_for_timeout(150)
    counter = person.page.locator(f'.fan:not(.peek) [data-value="{alias}"]')
    if counter.count():
        counter.click()


def refit(person: Person) -> None:
    """The refit is declared: its die is shown."""
    person.asked("refit, call, withdraw")
    person.option("Declare the refit")
    person.option("Do it")
    expect(person.page.locator(".log")).to_contain_text("South African refits: die")
    expect(person.page.locator(".signs")).to_contain_text("Refit")
    person.shot("angola-refit")


def take_back(person: Person) -> None:
    """Two UNITA units come back from the pool."""
    person.asked("Take back up to")
    for _ in range(2):
        person.idle()
        person.page.locator('.prompt [data-value="UNITA"]').click()
    person.idle()
    person.page.locator('.prompt [data-value="go"]').click()
    expect(person.page.locator(".log")).to_contain_text("takes back 2 units")
    expect(person.page.locator(".off-map .box-piece").first).to_be_visible()


def choose_helicopter(person: Person) -> None:
    """A transport helicopter is taken into the tray."""
    person.asked("air points")
    person.idle()
    person.page.locator('.prompt [data-value="HELI_TRANSPORT"]').click()
    person.idle()
    person.option("Take these markers")
    expect(person.page.locator(".signs .sign-air").first).to_be_visible()


def fly(person: Person, picks: list[str], pieces: dict[str, Any]) -> None:
    """The counter, the helicopter, and one click on the hex (which picks its column too)."""
    alias, _, _, goal = picks
    person.asked("Choose a unit to move")
    person.page.locator("#map").focus()
    while person.page.locator(".show").count():
        person.page.keyboard.press("Escape")
    pick_counter(person, alias, pieces[alias]["hex"])
    person.asked("Choose a hex")
    person.option("Fly by helicopter")
    person.asked("Choose where to fly")
    person.idle()
    expect(person.page.locator(".glow path").first).to_be_attached()
    expect(person.page.locator(".prompt .option")).to_have_count(0)
    person.shot("angola-flight")
    person.click_hex(goal)
    person.asked("Choose a unit to move")
    person.page.get_by_role("tab", name="Table").click()
    expect(person.page.locator(".panel-tray")).to_contain_text("0/1")
    expect(person.page.locator(".markers .used")).to_have_count(1)
    person.page.get_by_role("tab", name="Log").click()


def look(person: Person, alias: str, at: str) -> None:
    """The recon, by its button and the counter."""
    person.idle()
    person.option("Recon: look at untried enemies")
    person.asked("makes the recon")
    pick_counter(person, alias, at)
    expect(person.page.locator(".log")).to_contain_text("makes a recon from")
    person.shot("angola-recon")


def test_an_angola_turn_of_two_people(serve: Callable[..., Server]) -> None:
    seed, acts = find()
    server = serve(FixedIds(GAME, seed))
    with chromium() as browser:
        people = gather(browser, server.base)
        com, sa = people[COM], people[SA]
        rest = Rest(GAME, {seat: person.rest() for seat, person in people.items()})
        for seat, kind, picks in acts:
            if picks[0] == "refit":
                refit(sa)
            elif kind == "replacements":
                take_back(sa)
                enemy_hears_the_number_only(com, rest)
            elif picks[0] == "HELI_TRANSPORT":
                choose_helicopter(sa)
            elif kind == "flight":
                fly(sa, picks, rest.view(SA)["pieces"])
                assert rest.view(SA)["pieces"][picks[0]]["hex"] == picks[3]
            elif kind == "recon":
                look(sa, picks[1], rest.view(SA)["pieces"][picks[1]]["hex"])
            else:
                rest.act(seat, picks)
        only_the_looker_learns(sa, com, rest)
        for person in people.values():
            person.fine()


def enemy_hears_the_number_only(com: Person, rest: Rest) -> None:
    """The Communist player reads that two units come back; neither which they are nor their counters reach his page."""
    expect(com.page.locator(".log")).to_contain_text("South African takes back 2 units")
    expect(com.page.locator(".log")).to_contain_text("South African refits: die")
    hand = [p for p in rest.view(SA)["pieces"].values() if p.get("box") == "hand" and p["style"] == "UNITA"]
    assert len(hand) == 3 and all("symbol" in p for p in hand), "two that come back and the pick of the turn"
    seen = [p for p in rest.view(COM)["pieces"].values() if p["style"] == "UNITA"]
    assert not any("box" in p for p in seen) and not any("symbol" in p for p in seen if p.get("untried"))


def only_the_looker_learns(sa: Person, com: Person, rest: Rest) -> None:
    """Name and factors of what was looked at stand on the looker's page; the owner's page only knows that a recon was made."""
    looked = [p for p in rest.view(SA)["pieces"].values() if p["side"] == COM and p.get("untried") and "factors" in p]
    assert looked
    expect(com.page.locator(".log")).to_contain_text("makes a recon from")
    for piece in looked:
        assert any(piece["name"] in text and piece["factors"] in text and "untried" in text for text in sa.sees(piece["hex"]))
        secret = re.compile(rf'"name":"{re.escape(piece["name"])}"|\b{re.escape(piece["name"])}, ')
        assert any(secret.search(text) for text in sa.heard)
        assert not any(secret.search(text) for text in com.heard), piece["name"]
        assert not any(piece["factors"] in text for text in com.sees(piece["hex"]))
