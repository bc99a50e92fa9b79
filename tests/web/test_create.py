"""The create page explains each option of Cold War Battles, on a desktop and on a phone; the table repeats what was chosen."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import expect

from tests.app.harness import Server
from tests.web.browser import Person, chromium


def test_options_are_explained(serve: Callable[..., Server]) -> None:
    server = serve()
    titles = {t["id"]: t for t in httpx.get(f"{server.base}/api/titles").json()["titles"]}
    with chromium() as browser:
        for person in (Person(browser, server.base), Person(browser, server.base, 390, 844, phone=True)):
            page = person.page
            person.open("create")
            for title in ("budapest56", "angola87"):
                options = titles[title]["scenarios"][0]["options"]
                assert {"recon", "air_recon", "screening", "irregulars", "fire_control", "paratroops"} <= {o["id"] for o in options}
                page.locator("select[name=title]").select_option(title)
                for option in options:
                    label = page.locator("label", has=page.locator(f"[name={option['id']}]"))
                    expect(label).to_contain_text(option["name"])
                    note = label.locator("small")
                    expect(note).to_have_text(option["note"])
                    size = note.evaluate("e => [parseFloat(getComputedStyle(e).fontSize), e.scrollWidth - e.clientWidth]")
                    assert size[0] >= 13 and size[1] <= 0, (option["id"], size)
                assert page.evaluate("document.documentElement.scrollWidth") <= (390 if person.phone else 1440)
            page.locator("input[name=screening]").check()
            page.get_by_role("button", name="Create the game").click()
            chosen = page.locator(".card .line", has_text="Screening")
            expect(chosen).to_contain_text("the defender chooses between the Assault and the Mobile CRT")
            person.fine()


def test_actions_and_secret_stages_have_limits_of_their_own(serve: Callable[..., Server]) -> None:
    server = serve()
    with chromium() as browser:
        person = Person(browser, server.base)
        page = person.page
        person.open("create")
        page.locator("select[name=title]").select_option("budapest56")
        expect(page.locator("select[name=stage-clock]")).to_have_count(0)
        page.locator("select[name=title]").select_option("cityfight")
        page.locator("select[name=clock]").select_option("7")
        expect(page.locator("select[name=stage-clock]")).to_have_value("")
        page.locator("select[name=stage-clock]").select_option("900")
        page.locator("select[name=seat-ussr]").select_option("me")
        page.locator("select[name=seat-us]").select_option("bot:random")
        page.get_by_role("button", name="Create the game").click()
        words = "7 seconds · 15 minutes a stage"
        expect(page.locator(".policy")).to_contain_text(f"Time limit: {words}.")
        page.get_by_role("button", name="Start the game").click()
        expect(page.locator(".time-limit")).to_have_text(words)
        expect(page.locator(".prompt .due b")).to_have_text(re.compile(r"^(15:00|14:\d\d)$"))
        person.fine()
