"""Games in full swing: two staff bots play on, and the page shows what the view holds. The README's pictures are of them."""

from __future__ import annotations

import os
import random
import uuid
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from tests.app.harness import Server
from tests.samples import sample
from tests.web.browser import Person, chromium
from tests.web.conftest import ROOT, FixedIds
from tests.web.opening import GAME, Bare, Rest, seed_of

SEED = seed_of(5)
GAMES = [("budapest56", "soviet", "hungarian", 2, 6), ("angola87", "south_african", "communist", 3, 5)]
CLOSER = {"budapest56": 3, "angola87": 1}
"""How many turns of the wheel the picture is taken from: Angola's armies stand far apart."""


def until_an_attack(title: str, attacker: str, turn: int, size: int) -> list[tuple[str, list[str]]]:
    """All actions until, from a turn on, a side's staff wants to attack with so many picks."""
    bare, rng, done = Bare(SEED, title), random.Random(56), []
    while True:
        seat, picks = bare.staff(rng)
        if bare.view(seat)["turn"]["n"] >= turn and seat == attacker and picks[0] == "attack" and len(picks) >= size:
            return done
        bare.act(seat, picks)
        done.append((seat, picks))


@pytest.mark.parametrize(
    ("title", "attacker", "defender", "turn", "size"),
    GAMES if os.environ.get("HEXFOG_PICTURES") else sample(GAMES[:1], GAMES),
)
def test_a_game_in_full_swing(serve: Callable[..., Server], title: str, attacker: str, defender: str, turn: int, size: int) -> None:
    if not os.environ.get("HEXFOG_PICTURES"):
        turn = sample(1, turn)
    acts = until_an_attack(title, attacker, turn, size)
    server = serve(FixedIds(GAME, SEED))
    with chromium() as browser:
        person = Person(browser, server.base)
        page = person.page
        host = person.context.request
        assert host.post(f"{server.base}/api/accounts", data={"guest": True}).status == 201
        new = {"id": str(uuid.uuid4()), "title": title, "scenario": "standard", "seat": attacker, "private": True}
        assert host.post(f"{server.base}/api/games", data=new).status == 201
        code = host.post(f"{server.base}/api/games/{GAME}/invitations", data={"seat": defender}).json()["code"]
        friend = httpx.Client(base_url=server.base, timeout=30)
        friend.post("/api/accounts", json={"guest": True}).raise_for_status()
        friend.post(f"/api/invitations/{code}").raise_for_status()
        assert host.post(f"{server.base}/api/games/{GAME}/start").status == 200
        rest = Rest(GAME, {attacker: person.rest(), defender: friend})
        for seat, picks in acts:
            rest.act(seat, picks)

        person.open(f"games/{GAME}")
        person.asked("Attack, bombard, or end combat")
        view = rest.view(attacker)
        drawn = page.locator(".pieces .piece").evaluate_all("list => list.map(e => e.dataset.piece)")
        assert sorted(drawn) == sorted(u for u, p in view["pieces"].items() if "hex" in p)
        assert page.locator(".marks > g").count() == sum(len(h.get("marks", [])) for h in view["board"]["hexes"].values())

        picks = declaration(attacker, rest)
        for n, _ in enumerate(picks[:-1]):
            if picks[n] == "attack":
                continue
            click(person, rest, attacker, picks[: n + 1])
        expect(page.locator(".preview .column-cells .on").first).to_be_visible()
        look(person, picks[1], title)
        person.fine()


def declaration(seat: str, rest: Rest) -> list[str]:
    """A whole attack: the first target, every attacker and gun that the menus offer, the Assault CRT."""
    picks = ["attack"]
    while True:
        menu = rest.menu(seat, picks)
        if menu["ready"]:
            return picks
        open_ = [o["value"] for o in menu["options"] if not o.get("blocked")]
        pieces = [o["value"] for o in menu["options"] if o.get("piece") and not o.get("blocked")]
        ways = (pieces, [v for v in open_ if v in ("assault", "mobile", "go")], open_)
        picks.append(next(values[0] for values in ways if values))


def click(person: Person, rest: Rest, seat: str, picks: list[str]) -> None:
    """Make the last pick on the map where it lies there, else by its button."""
    person.idle()
    before = person.page.locator(".picked-row li").count()
    value = picks[-1]
    option = next(o for o in rest.menu(seat, picks[:-1])["options"] if o["value"] == value)
    if option.get("piece") or option.get("hex"):
        person.click_hex(option["hex"])
        fan = person.page.locator(".fan:not(.peek) .fan-piece.is-open")
        person.page.wait_for_timeout(150)
        if fan.count():
            fan.first.click()
    else:
        person.page.locator(f'.prompt [data-value="{value}"]').click()
    expect(person.page.locator(".picked-row li")).not_to_have_count(before)
    person.idle()


def look(person: Person, place: str, title: str) -> None:
    """Closer to the place of the attack, and the picture."""
    page = person.page
    page.get_by_role("button", name="Whole map").click()
    page.wait_for_timeout(100)
    for _ in range(CLOSER[title]):
        page.mouse.move(*person.at(place))
        page.mouse.wheel(0, -260)
        page.wait_for_timeout(80)
    x, y = person.at(place)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(400, 330, steps=4)
    page.mouse.up()
    page.wait_for_timeout(900)
    person.shot(f"full-swing-{title}")
    if os.environ.get("HEXFOG_PICTURES"):
        (ROOT / "docs" / "img").mkdir(exist_ok=True)
        page.screenshot(path=ROOT / "docs" / "img" / f"{title}.jpg", type="jpeg", quality=72)
