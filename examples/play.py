#!/usr/bin/env python3
"""A program that plays a game of Hexfog: it creates one against a bot, follows the live stream and acts when it is asked.

    python examples/play.py http://127.0.0.1:8000 [--title budapest56] [--bot staff] [--actions 30]

It needs httpx and websockets. It knows no rules: the menus say what is legal, `choose` decides. See docs/programs.md.
"""

from __future__ import annotations

import argparse
import json
import random
import uuid
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

FINISHING = ("go", "done", "pass")


def choose(options: list[dict[str, Any]], picked: int) -> str:
    """The player's brain: one of the options. This one picks at random and finishes now and then."""
    finish = [o["value"] for o in options if o["value"] in FINISHING]
    if finish and (picked > 20 or random.random() < 0.3):
        return str(finish[0])
    return str(random.choice(options)["value"])


def merge(target: Any, patch: Any) -> Any:
    """A JSON merge patch (RFC 7396): null removes, objects merge, everything else replaces."""
    if not isinstance(patch, dict):
        return patch
    out = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        else:
            out[key] = merge(out.get(key), value)
    return out


def sign_in(http: httpx.Client) -> str:
    """A guest's account and its API token; a program with an account of its own would sign in with POST /api/sessions."""
    http.post("/api/accounts", json={"guest": True}).raise_for_status()
    answer = http.post("/api/tokens", json={"label": "example", "scopes": ["play"]}).raise_for_status()
    return str(answer.json()["token"])


def new_game(http: httpx.Client, title: str, bot: str) -> tuple[str, str]:
    """Create and start a game on the first seat, with a bot on every other; returns the game and the seat."""
    titles = http.get("/api/titles").raise_for_status().json()["titles"]
    scenario = next(t for t in titles if t["id"] == title)["scenarios"][0]
    seat = scenario["seats"][0]["id"]
    body = {"id": str(uuid.uuid4()), "title": title, "scenario": scenario["id"], "seat": seat, "bots": bot, "start": True}
    answer = http.post("/api/games", json=body)
    if answer.is_error:
        raise SystemExit(f"the game was refused: {answer.text}")
    return answer.json()["game"], seat


def build(http: httpx.Client, game: str, decision: str) -> list[str]:
    """Complete picks for a decision, menu by menu."""
    picks: list[str] = []
    while True:
        menu = http.post(f"/api/games/{game}/menu", json={"decision": decision, "picks": picks}).raise_for_status().json()
        if menu["ready"]:
            return picks
        picks.append(choose([o for o in menu["options"] if "blocked" not in o], len(picks)))


class Table:
    """The live stream and the view that it keeps up to date."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}
        self.version = -1

    def read(self) -> dict[str, Any]:
        """The next message, after its effect on the view; prints the events in it."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=120))
        if message["type"] == "snapshot":
            self.view, self.version = message["view"], message["version"]
        elif message["type"] == "patch" and message["from"] == self.version:
            self.view, self.version = merge(self.view, message["patch"]), message["version"]
            for event in message["events"]:
                print(f"  {event['text']}" + (f" [{event['rule']}]" if "rule" in event else ""))
        elif message["type"] == "patch":
            self.socket.send(json.dumps({"type": "resync"}))
        return message

    def decision(self) -> dict[str, Any] | None:
        """The first decision that waits for us, if any."""
        return next((d for d in self.view["decisions"] if not d.get("optional")), None)

    def act(self, decision: str, picks: list[str]) -> bool:
        """Send an action; True when it was accepted. A refused or outdated one changes nothing: look at the view again."""
        action = {"type": "act", "id": str(uuid.uuid4()), "decision": decision, "picks": picks}
        self.socket.send(json.dumps(action))
        accepted = None
        while accepted is None or (accepted and (self.decision() or {}).get("id") == decision):
            message = self.read()
            if message.get("id") == action["id"]:
                accepted = message["type"] == "ack"
                if not accepted:
                    print(f"  refused: {message['code']}: {message['detail']}")
        return accepted


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", help="where the service is, such as http://127.0.0.1:8000")
    parser.add_argument("--title", default="budapest56")
    parser.add_argument("--bot", default="staff", help="who plays the other seats")
    parser.add_argument("--actions", type=int, default=0, help="stop after so many actions (0: play to the end)")
    given = parser.parse_args()
    with httpx.Client(base_url=given.base, timeout=60) as http:
        token = sign_in(http)
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=given.base, timeout=60, headers=headers) as http:
        game, seat = new_game(http, given.title, given.bot)
        print(f"{given.base}/#/games/{game} as {seat}")
        address = f"{given.base.replace('http', 'ws', 1)}/api/games/{game}/live?as={seat}"
        with connect(address, additional_headers=headers, compression=None, max_size=None) as socket:
            table, acted = Table(socket), 0
            table.read()
            while table.view["status"] == "running" and not (given.actions and acted >= given.actions):
                decision = table.decision()
                if decision is None:
                    table.read()
                    continue
                picks = build(http, game, decision["id"])
                print(f"{decision['prompt']}: {' '.join(picks)}")
                acted += table.act(decision["id"], picks)
            print(f"{acted} actions", table.view.get("outcome", ""))


if __name__ == "__main__":
    main()
