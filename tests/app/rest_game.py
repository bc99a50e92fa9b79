#!/usr/bin/env python3
"""Play one whole game of Hexfog over its public REST interface, choosing at random, and check what can be checked from outside.

    python rest_game.py http://127.0.0.1:8000 --title budapest56 [--scenario ID] [--option k=v] [--seed N] [--max-actions N]

It signs up one account a seat and one for an umpire, creates a game, seats everybody, starts, and then plays: for every open
decision it walks the menu with random picks and sends the action. It fails (exit 1) when the server answers a legal action
with an error, offers an empty menu that is not ready, never ends, or breaks a rule of the wire that needs no knowledge of
the game: a repeated action id gets the first answer again, a stale decision gets 409, another's decision gets 404, versions rise.
Needs httpx only. It knows nothing of any title: the menus say it all.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
import uuid

import httpx


class Failure(Exception):
    pass


def check(answer: httpx.Response, *wanted: int) -> dict:
    if answer.status_code not in wanted:
        raise Failure(f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text[:600]}")
    return answer.json() if answer.content else {}


class Player:
    """One account with its own API token; remembers every byte that it was sent, for whoever wants to look for leaks."""

    def __init__(self, base: str, role: str) -> None:
        self.name = f"{role}-{uuid.uuid4().hex[:8]}"
        self.http = httpx.Client(base_url=base, timeout=60)
        password = uuid.uuid4().hex
        check(self.http.post("/api/accounts", json={"name": self.name, "password": password}), 201)
        check(self.http.post("/api/sessions", json={"name": self.name, "password": password}), 200, 201)
        token = check(self.http.post("/api/tokens", json={"label": "rest_game", "scopes": ["play"]}), 201)["token"]
        self.http.close()
        self.http = httpx.Client(base_url=base, timeout=60, headers={"Authorization": f"Bearer {token}"})
        self.heard = None  # a file, with --out: one JSON string a line

    def call(self, method: str, path: str, *wanted: int, **kw) -> dict:
        for _ in range(20):
            answer = self.http.request(method, path, **kw)
            if answer.status_code != 429:
                break
            time.sleep(float(answer.headers.get("Retry-After", "1")))
        if self.heard:
            self.heard.write(json.dumps(answer.text) + "\n")
        return check(answer, *wanted)


def choose(player: Player, game: str, decision: dict, rng: random.Random, longest: int = 60) -> list[str]:
    """A complete random action for this decision, built from the menus alone."""
    picks: list[str] = []
    for _ in range(longest):
        menu = player.call("POST", f"/api/games/{game}/menu", 200, json={"decision": decision["id"], "picks": picks})
        options = [o for o in menu["options"] if not o.get("blocked")]
        if menu["ready"] and (not options or rng.random() < 0.35):
            return picks
        if not options:
            raise Failure(f"dead end: no option and not ready after {picks} for {decision}")
        picks.append(rng.choice(options)["value"])
    while True:  # a long walk: take the shortest way out
        menu = player.call("POST", f"/api/games/{game}/menu", 200, json={"decision": decision["id"], "picks": picks})
        if menu["ready"]:
            return picks
        options = [o["value"] for o in menu["options"] if not o.get("blocked")]
        ends = [v for v in options if v in ("go", "done", "pass")]
        picks.append(ends[0] if ends else rng.choice(options))
        if len(picks) > 4 * longest:
            raise Failure(f"an action that never ends: {picks[:8]}...")


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("base")
    ap.add_argument("--title", required=True)
    ap.add_argument("--scenario")
    ap.add_argument("--option", action="append", default=[])
    ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("--max-actions", type=int, default=20000)
    ap.add_argument("--out", help="a folder: what every seat heard (one file a seat), the audit and the figures")
    a = ap.parse_args()
    rng = random.Random(a.seed)
    host = Player(a.base, "host")
    titles = {t["id"]: t for t in host.call("GET", "/api/titles", 200)["titles"]}
    title = titles[a.title]
    scenario = next(s for s in title["scenarios"] if a.scenario in (None, s["id"]))
    made = host.call(
        "POST",
        "/api/games",
        201,
        json={
            "id": str(uuid.uuid4()),
            "title": a.title,
            "scenario": scenario["id"],
            "options": dict(o.split("=", 1) for o in a.option),
            "umpire": True,
        },
    )
    game = made["game"]
    seats = {s["id"]: Player(a.base, s["id"]) for s in made["seats"]}
    umpire = Player(a.base, "umpire")
    if a.out:
        os.makedirs(a.out, exist_ok=True)
        for seat, player in seats.items():
            player.heard = open(os.path.join(a.out, f"heard-{seat}.jsonl"), "w")  # noqa: SIM115
    for seat, player in seats.items():
        code = host.call("POST", f"/api/games/{game}/invitations", 201, json={"seat": seat})["code"]
        player.call("POST", f"/api/invitations/{code}", 200)
    code = host.call("POST", f"/api/games/{game}/invitations", 201, json={"role": "umpire"})["code"]
    umpire.call("POST", f"/api/invitations/{code}", 200)
    host.call("POST", f"/api/games/{game}/start", 200)
    acted, versions, began, spent, idle = 0, dict.fromkeys(seats, -1), time.perf_counter(), [], 0.0
    while acted < a.max_actions:
        progress = False
        for seat, player in {**seats, "umpire": umpire}.items():
            view = player.call("GET", f"/api/games/{game}/view", 200)
            if view["version"] < versions.get(seat, -1):
                raise Failure(f"{seat}: version fell from {versions[seat]} to {view['version']}")
            versions[seat] = view["version"]
            if view["status"] == "ended":
                spent.sort()
                figures = {
                    "actions": acted,
                    "seconds": round(time.perf_counter() - began, 2),
                    "outcome": view.get("outcome"),
                    "action_ms_median": round(1000 * spent[len(spent) // 2], 1) if spent else None,
                }
                audit = umpire.call("GET", f"/api/games/{game}/audit", 200)
                if a.out:
                    with open(os.path.join(a.out, "audit.json"), "w") as f:
                        json.dump({"figures": figures, "audit": audit}, f)
                print(json.dumps(figures))
                return 0
            for decision in [d for d in view["decisions"] if not d.get("optional")][:1]:
                picks = choose(player, game, decision, rng)
                body = {"id": str(uuid.uuid4()), "decision": decision["id"], "picks": picks}
                probe = acted % 50 == 0
                for other in [p for s, p in seats.items() if s != seat][:1] if probe else []:
                    other.call("POST", f"/api/games/{game}/menu", 404, json={"decision": decision["id"], "picks": []})
                t = time.perf_counter()
                first = player.call("POST", f"/api/games/{game}/actions", 200, json=body)
                spent.append(time.perf_counter() - t)
                acted, progress = acted + 1, True
                if probe:  # the rules of the wire
                    if player.call("POST", f"/api/games/{game}/actions", 200, json=body) != first:
                        raise Failure("a repeated action id got another answer")
                    player.call("POST", f"/api/games/{game}/actions", 409, json={**body, "id": str(uuid.uuid4())})
        idle = 0.0 if progress else idle + 0.1
        if idle > 10:
            raise Failure("nobody has had a decision for 10 s and the game has not ended")
        if not progress:
            time.sleep(0.1)  # a bot or a clock may be at work
    raise Failure(f"not ended after {acted} actions")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as e:
        print(f"FAILED: {e}", file=sys.stderr)
        sys.exit(1)
