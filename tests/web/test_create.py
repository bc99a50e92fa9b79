"""The create page explains every option of Cold War Battles, on a desktop and on a phone; the table repeats those that were chosen."""

from __future__ import annotations

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
