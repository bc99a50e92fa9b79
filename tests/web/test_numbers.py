"""Every title tells in its charts how many of its numbers are reconstructed, and lists each with its chart and source."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

from playwright.sync_api import expect

from tests.app.harness import Server
from tests.web.browser import Person, chromium

GAMES = {"budapest56": "standard", "angola87": "standard", "cityfight": "52"}


def test_reconstructed_numbers_are_counted_and_listed(serve: Callable[..., Server]) -> None:
    server = serve()
    with chromium() as browser:
        person = Person(browser, server.base)
        page, host = person.page, person.context.request
        assert host.post(f"{server.base}/api/accounts", data={"guest": True}).status == 201
        for title, scenario in GAMES.items():
            new = {"id": str(uuid.uuid4()), "title": title, "scenario": scenario, "solo": True, "private": True}
            game = host.post(f"{server.base}/api/games", data=new).json()["game"]
            assert host.post(f"{server.base}/api/games/{game}/start").status == 200
            sources = host.get(f"{server.base}/api/titles/{title}").json()["about"]["sources"]
            person.open(f"games/{game}")
            expect(page.locator("#map")).to_be_visible()
            page.get_by_role("button", name="Charts").click()
            listed = page.locator("dialog .numbers")
            expect(listed.locator("summary").first).to_have_text(f"{sources['reconstructed']} numbers are reconstructed")
            listed.locator("summary").first.click()
            parts = listed.locator(".numbers-part > summary")
            expect(parts.first).to_be_visible()
            assert sum(int(text.split()[-1]) for text in parts.all_inner_texts()) == sources["reconstructed"]
            crt = parts.filter(has_text=re.compile("CRT")).first
            count = int(crt.inner_text().split()[-1])
            crt.click()
            rows = crt.locator("xpath=..").locator("tr")
            expect(rows).to_have_count(count)
            assert all("reconstructed by us" in text for text in rows.all_inner_texts())
            page.keyboard.press("Escape")
        person.fine()
