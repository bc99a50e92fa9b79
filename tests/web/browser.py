"""A person at a browser: one context of Chromium, with what its page was sent and the ways a test handles the map."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.conftest import ARGS, SHOTS

WAIT = 20_000
expect.set_options(timeout=WAIT)
R = 40
H = R * math.sqrt(3)


def centre(hex_id: str) -> tuple[float, float]:
    """The centre of a hex in the map's own units."""
    col, row = int(hex_id[:2]), int(hex_id[2:])
    return (col - 1) * 1.5 * R + R, (row - 1) * H + H / 2 + (H / 2 if col % 2 == 0 else 0)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path="/usr/bin/chromium", args=ARGS)
        yield browser
        browser.close()


class Person:
    """Somebody at a browser of his own."""

    def __init__(self, browser: Browser, base: str, width: int = 1440, height: int = 900, phone: bool = False) -> None:
        self.base = base
        more: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if phone else {}
        self.context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.phone = phone
        self.centre = centre
        self.errors: list[str] = []
        self.heard: list[str] = []
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.on("console", self._complaint)
        self.page.on("websocket", lambda ws: ws.on("framereceived", lambda frame: self.heard.append(str(frame))))
        self.page.on("response", self._note)

    def _complaint(self, message: Any) -> None:
        # 401: nobody is signed in yet. 409: a menu for a decision that the same account has meanwhile answered as a program.
        if message.type == "error" and not re.search(r"status of (401|409)", message.text):
            self.errors.append(message.text)

    def _note(self, response: Any) -> None:
        if "/api/" in response.url and "/api/titles" not in response.url and response.request.method != "DELETE":
            try:
                self.heard.append(response.text())
            except Exception:  # the page has gone on before the body was read
                self.heard.append("")

    def open(self, path: str = "") -> None:
        """Go to a route of the client, or to a whole address."""
        self.page.goto(path if path.startswith("http") else f"{self.base}/#/{path}")

    def rest(self) -> httpx.Client:
        """The same account as a program."""
        jar = {c["name"]: c["value"] for c in self.context.cookies()}
        return httpx.Client(base_url=self.base, cookies=jar, timeout=30)

    def at(self, hex_id: str) -> tuple[float, float]:
        """Where a hex is on the screen."""
        transform = self.page.locator("svg.overlay > g.world").get_attribute("transform") or ""
        x0, y0, k = (float(v) for v in re.findall(r"-?[\d.]+(?:e-?\d+)?", transform)[:3])
        box = self.page.locator("#map").bounding_box()
        assert box
        x, y = self.centre(hex_id)
        return box["x"] + x * k + x0, box["y"] + y * k + y0

    def click_hex(self, hex_id: str) -> None:
        """Click (or tap) in the middle of a hex; the whole map is shown first."""
        self.page.get_by_role("button", name="Whole map").click()
        self.page.wait_for_timeout(60)
        x, y = self.at(hex_id)
        if self.phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def asked(self, text: str) -> None:
        """Wait until the decision's prompt says this."""
        expect(self.page.locator(".prompt .ask")).to_contain_text(text)

    def idle(self) -> None:
        """Wait until no request of the decision is under way."""
        expect(self.page.locator(".prompt.busy")).to_have_count(0)

    def option(self, text: str) -> None:
        """Press an option's button by its words."""
        self.page.locator(".prompt .option:not(.blocked)", has_text=text).first.click()

    def shot(self, name: str) -> None:
        """A picture for people."""
        self.page.screenshot(path=SHOTS / f"{name}.png")

    def fine(self) -> None:
        """Nothing went wrong in the page."""
        assert self.errors == [], self.errors

    def sees(self, hex_id: str) -> list[str]:
        """What the counters in a hex are called, as a screen reader says them."""
        view = self.rest().get(f"/api/games/{self.game}/view").json()
        ids = [u for u, p in view["pieces"].items() if p.get("hex") == hex_id]
        return [self.page.locator(f'[data-piece="{u}"]').get_attribute("aria-label") or "" for u in ids]

    @property
    def game(self) -> str:
        """The game of the page."""
        return self.page.url.rsplit("/", 1)[-1]
