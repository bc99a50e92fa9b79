"""Two people and an umpire, each at a browser: set-up, entries, a combat with support, a retreat, an advance, a reload in the middle."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, expect

from tests.app.harness import Server
from tests.web.browser import Person, chromium
from tests.web.conftest import FixedIds
from tests.web.opening import BESIDE, GAME, GUNS, TARGET, Rest, enter, find_seed, forces


def gather(browser: Browser, base: str) -> tuple[Person, Person, Person]:
    """Soviet, Hungarian and umpire at one table; the host has created the game and invited the others by link."""
    soviet, hungarian, umpire = Person(browser, base), Person(browser, base), Person(browser, base)
    soviet.open("create")
    soviet.page.locator("select[name=title]").select_option("budapest56")
    soviet.page.locator("select[name=seat-soviet]").select_option("me")
    soviet.page.locator("select[name=seat-hungarian]").select_option("friend")
    soviet.page.locator("input[name=umpire]").check()
    soviet.page.get_by_role("button", name="Create the game").click()
    seat = soviet.page.locator("li[data-seat=hungarian]")
    seat.get_by_role("button", name="Invite by link").click()
    link = seat.locator(".invite-link input").input_value()
    soviet.page.get_by_role("button", name="Invite an umpire").click()
    umpire_link = soviet.page.locator(".card > .invite-link input").input_value()
    for person, url in ((hungarian, link), (umpire, umpire_link)):
        person.open(url)
        person.page.get_by_role("button", name="Go on as a guest").click()
        expect(person.page.locator("li[data-seat=soviet]")).to_be_visible()
    soviet.shot("table")
    soviet.page.get_by_role("button", name="Start the game").click()
    for person in (soviet, hungarian, umpire):
        expect(person.page.locator("#map")).to_be_visible()
    return soviet, hungarian, umpire


def place(hungarian: Person) -> None:
    """The Hungarian set-up, by clicks."""
    hungarian.asked("25 units to place")
    hand = hungarian.rest().get(f"/api/games/{GAME}/view").json()["pieces"]
    rebel = min(u for u, p in hand.items() if p["style"] == "REB" and p["symbol"] == "infantry")
    hungarian.page.locator(f'.off-map [data-value="{rebel}"]').click()
    hungarian.asked("Choose a hex")
    hungarian.click_hex(TARGET)
    hungarian.asked("24 units to place")
    hungarian.option("Place the rest for me")
    hungarian.option("Place them")
    hungarian.asked("0 units to place")
    hungarian.option("End the set-up")


def enter_by_clicks(soviet: Person, unit: str, to: str) -> None:
    """One unit comes on: the counter, then the hex to go to."""
    soviet.page.locator(f'.off-map [data-value="{unit}"]').click()
    soviet.asked("Choose a hex")
    expect(soviet.page.locator(".glow .reach").first).to_be_attached()
    soviet.shot("reach")
    soviet.click_hex(to)
    expect(soviet.page.locator(f'[data-piece="{unit}"]')).to_be_visible()
    soviet.asked("Choose a unit to move")


def declare(soviet: Person, mech: list[str]) -> None:
    """The attack with its support, by clicks on the map and the options."""
    page = soviet.page
    soviet.asked("Attack, bombard, or end combat")
    soviet.click_hex(TARGET)
    soviet.asked("Choose attackers")
    soviet.idle()
    soviet.click_hex(BESIDE[0])
    page.locator(".fan .fan-piece.is-open").first.click()
    expect(page.locator(".piece.is-picked")).to_have_count(1)
    soviet.click_hex(BESIDE[0])
    expect(page.locator(".piece.is-picked")).to_have_count(2)
    soviet.click_hex(BESIDE[2])
    expect(page.locator(".piece.is-picked")).to_have_count(len(mech))
    expect(page.locator(".preview")).to_contain_text("Attackers (3 untried)")
    soviet.shot("attack")
    soviet.option("Mobile CRT")
    soviet.asked("Add supporting artillery")
    soviet.idle()
    soviet.click_hex(GUNS)
    expect(page.locator(".preview")).to_contain_text("Artillery (1 untried)")
    expect(page.locator(".preview .column-cells .on").first).to_be_visible()


def names_of(person: Person, style: str) -> set[str]:
    """The names that a viewer's view shows of a formation."""
    pieces = person.rest().get(f"/api/games/{GAME}/view").json()["pieces"]
    return {p["name"] for p in pieces.values() if p.get("style") == style and "name" in p}


def said(person: Person, name: str) -> bool:
    """Whether a counter's name was in anything that the person's page was sent."""
    return any(re.search(rf'"name":"{re.escape(name)}"|\b33rd Guards {re.escape(name)}\b', text) for text in person.heard)


def test_two_people_and_an_umpire(serve: Callable[..., Server]) -> None:
    server = serve(FixedIds(GAME, find_seed()))
    with chromium() as browser:
        soviet, hungarian, umpire = gather(browser, server.base)
        people = (soviet, hungarian, umpire)
        place(hungarian)
        soviet.asked("Choose a unit to move")
        expect(hungarian.page.locator(".whose")).to_contain_text("Waiting for Soviet")
        rest = Rest(GAME, {"soviet": soviet.rest(), "hungarian": hungarian.rest()})
        mech, guns = forces(rest)
        enter_by_clicks(soviet, mech[0], BESIDE[0])
        for unit, to in zip([*mech[1:], guns], [*BESIDE[1:], GUNS], strict=True):
            enter(rest, unit, to)
        expect(hungarian.page.locator(".pieces .piece")).to_have_count(29)

        # Nobody but the umpire knows what has come: not the enemy, and by the rules not even the owner.
        truth = names_of(umpire, "33G")
        assert len(truth) == 9
        for person in (soviet, hungarian):
            assert names_of(person, "33G") == set()
            assert not any(said(person, name) for name in truth)
        assert all("mechanized infantry" in text.lower() and "untried" in text for text in soviet.sees(BESIDE[0]))
        assert all("infantry" not in text.lower() and "untried" in text for text in hungarian.sees(BESIDE[0]))
        assert all(any(name in text for name in truth) for text in umpire.sees(BESIDE[0]))

        soviet.page.reload()
        soviet.asked("Choose a unit to move")
        expect(soviet.page.locator(".pieces .piece")).to_have_count(29)
        soviet.page.locator("#map").focus()
        soviet.page.keyboard.press("d")
        declare(soviet, mech)
        soviet.option("Attack now")

        for person in people:
            expect(person.page.locator(".show").first).to_be_visible()
        expect(soviet.page.locator(".show-code").first).to_be_visible()
        soviet.shot("result")
        umpire.shot("umpire")

        hungarian.asked("Retreat")
        hungarian.idle()
        hungarian.shot("retreat")
        rebel = retreat(hungarian)
        soviet.asked("Advance")
        advance(soviet)
        assert hungarian.rest().get(f"/api/games/{GAME}/view").json()["pieces"][rebel]["hex"] != TARGET
        assert any(p.get("hex") == TARGET for p in soviet.rest().get(f"/api/games/{GAME}/view").json()["pieces"].values())

        revealed = names_of(hungarian, "33G")
        assert len(revealed) == 4, "three attackers and their guns are face up now"
        assert not any(said(hungarian, name) for name in truth - revealed)
        umpire_looks_as(umpire, truth)
        umpire_speaks(umpire, (soviet, hungarian))
        umpire_keeps_time(umpire, soviet)
        soviet.shot("game")
        for person in people:
            person.fine()


def retreat(hungarian: Person) -> str:
    """The Rebel retreats to the first hex at the full distance that the menu offers; returns its alias."""
    rest = Rest(GAME, {"hungarian": hungarian.rest()})
    rebel = str(rest.menu("hungarian", [])["options"][0]["value"])
    menu = rest.menu("hungarian", [rebel])
    full = next((h for h, (_, note) in menu.get("shortcuts", {}).items() if note), menu["options"][0]["value"])
    hungarian.click_hex(full)
    expect(hungarian.page.locator(".whose")).to_contain_text("Waiting for Soviet")
    return rebel


def advance(soviet: Person) -> None:
    """The single battalion follows into the vacated hex."""
    soviet.idle()
    soviet.click_hex(BESIDE[2])
    expect(soviet.page.locator(".glow .reach, .glow .option").first).to_be_attached()
    soviet.click_hex(TARGET)
    expect(soviet.page.locator(".log")).to_contain_text(f"advances to {TARGET}")


def umpire_looks_as(umpire: Person, truth: set[str]) -> None:
    """The umpire's switch: as the Hungarian he sees question marks."""
    umpire.page.locator(".viewers select").select_option("hungarian")
    expect(umpire.page.locator(".viewers select")).to_have_value("hungarian")
    expect(umpire.page.locator(".pieces .piece").first).to_be_attached()
    labels = umpire.page.locator(".pieces .piece").evaluate_all("list => list.map(e => e.getAttribute('aria-label'))")
    assert sum("untried" in text for text in labels) > 20
    umpire.page.locator(".viewers select").select_option("umpire")
    expect(umpire.page.locator(".game.as-umpire")).to_be_visible()
    umpire.shot("umpire-truth")


def umpire_keeps_time(umpire: Person, soviet: Person) -> None:
    """A time limit begins to run where a decision is open, and stops."""
    clock = umpire.page.locator("select[name=clock]")
    clock.select_option("300")
    expect(soviet.page.locator(".time-limit")).to_have_text("5 minutes")
    expect(soviet.page.locator(".prompt .due b")).to_have_text(re.compile(r"^(5:00|4:\d\d)$"))
    clock.select_option("0")
    expect(soviet.page.locator(".prompt .due")).to_have_count(0)


def umpire_speaks(umpire: Person, players: tuple[Person, ...]) -> None:
    """A ruling through its menus, with a note in the umpire's own words."""
    page = umpire.page
    page.locator(".more summary").click()
    page.locator(".more .other", has_text="ruling").click()
    umpire.asked("Make a ruling")
    umpire.option("Send a message")
    umpire.option("All")
    page.locator(".prompt textarea").fill("Five minutes, please.")
    umpire.shot("ruling")
    umpire.option("Rule so")
    for person in players:
        expect(person.page.locator(".log")).to_contain_text("Five minutes, please.")
