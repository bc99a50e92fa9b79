"""One person against the computer: a whole player turn by clicks and keys on a desktop, and a game on a phone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.app.harness import Server
from tests.web.browser import Person, chromium

LONG = 120_000


def play_now(person: Person, seat: str) -> None:
    """From the front page into a game, in one click."""
    person.open()
    expect(person.page.locator(".play-now [data-seat]").first).to_be_visible()
    title = person.page.locator(".play-now .titles button", has_text="Budapest '56")
    if title.count():
        title.click()
    person.page.locator(f".play-now [data-seat={seat}]").click()
    expect(person.page.locator("#map")).to_be_visible()


def mine(page: Page) -> None:
    """Wait for the own decision: the title says it, the bar says it."""
    expect(page.locator(".whose.mine")).to_be_visible(timeout=LONG)
    expect(page).to_have_title("● Your decision · Budapest '56 · Hexfog")


def test_a_turn_against_the_computer(serve: Callable[..., Server]) -> None:
    server = serve()
    with chromium() as browser:
        person = Person(browser, server.base)
        page = person.page
        play_now(person, "soviet")
        mine(page)
        person.asked("Choose a unit to move")
        hand = page.locator(".off-map .box-piece.is-open")
        expect(hand.first).to_be_visible()
        before = hand.count()

        # With the mouse: a counter and a hex near the edge. With the keyboard alone: the same for another.
        hand.first.click()
        person.asked("Choose a hex")
        person.idle()
        page.keyboard.press("Escape")
        person.asked("Choose a unit to move")
        hand.first.click()
        person.asked("Choose a hex")
        person.idle()
        person.click_hex("0120")
        finish(person)
        expect(hand).to_have_count(before - 1)
        hand.first.focus()
        page.keyboard.press("Enter")
        person.asked("Choose a hex")
        person.idle()
        page.locator("#map").focus()
        page.keyboard.press("n")
        expect(page.locator(".hexline b").first).to_have_text("0121")
        page.keyboard.press("ArrowDown")
        expect(page.locator(".hexline b").first).to_have_text("0122")
        page.keyboard.press("Enter")
        finish(person)
        expect(hand).to_have_count(before - 2)

        # A take-back, and the help page by its key.
        page.keyboard.press("u")
        expect(hand).to_have_count(before - 1)
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("c")
        expect(page.get_by_role("dialog", name="Charts").locator("table.chart")).to_be_visible()
        person.shot("charts")
        page.keyboard.press("Escape")
        person.idle()

        page.keyboard.press("d")
        person.asked("end combat")
        person.idle()
        page.keyboard.press("d")
        expect(page.locator(".whose")).not_to_have_class("mine", timeout=LONG)
        expect(page.locator(".bar-turn")).to_contain_text("5 November 1956", timeout=LONG)
        expect(page.locator(".log")).to_contain_text("Hungarian movement phase", timeout=LONG)
        mine(page)
        person.shot("second-turn")
        person.fine()


def finish(person: Person) -> None:
    """Where a pick left more to choose, stop there."""
    person.idle()
    if person.page.locator(".prompt .option.go", has_text="Stop here").count():
        person.page.keyboard.press("g")
    person.asked("Choose a unit to move")
    person.idle()


def test_on_a_phone(serve: Callable[..., Server]) -> None:
    server = serve()
    with chromium() as browser:
        person = Person(browser, server.base, 390, 844, phone=True)
        page = person.page
        person.open()
        expect(page.locator(".play-now h2")).to_be_visible()
        person.shot("phone-home")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        play_now(person, "hungarian")
        mine(page)
        person.asked("25 units to place")
        page.locator(".off-map .box-piece").first.tap()
        person.asked("Choose a hex")
        person.idle()
        person.shot("phone-place")
        person.click_hex("1416")
        person.asked("24 units to place")
        page.locator(".option", has_text="Place the rest for me").tap()
        page.locator(".option", has_text="Place them").tap()
        person.asked("0 units to place")
        page.locator(".option", has_text="End the set-up").tap()
        mine(page)
        person.shot("phone-turn")
        page.locator(".handle").tap()
        expect(page.locator(".game[data-sheet=full]")).to_be_visible()
        page.get_by_role("tab", name="Score").tap()
        expect(page.locator(".panel-ledger")).to_be_visible()
        person.shot("phone-score")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        small = page.locator(".prompt .option:visible").evaluate_all(
            "list => list.filter(e => e.getBoundingClientRect().height < 44).length"
        )
        assert small == 0, "a finger needs 44 px"
        person.fine()
