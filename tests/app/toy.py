"""A small title for the service's tests: hidden strengths, dice, a secret simultaneous stage, sticky standing orders, an umpire.

Each round all seats plan in secret, then act in turn: move (public), attack (a die; both are revealed), scout (a secret die), hide
(a secret mark), pass. The highest score after the last round wins.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine import dice, flow, packs
from engine.bots import register_bot
from engine.decisions import Decision, Option, Refusal, Walk, fallback
from engine.title import PUBLIC, UMPIRE, Counters, Event, OptionInfo, Outcome, Reading, ScenarioInfo, Seat, Setup, register

MAP = "toyland"


class Token(msgspec.Struct):
    """A piece; `strength` is its owner's secret until it is shown."""

    seat: str
    hex: str
    strength: int
    shown: bool = False


class Toy(msgspec.Struct):
    """The state."""

    setup: Setup
    counters: Counters
    tokens: dict[str, Token]
    aliases: dict[str, dict[str, str]]
    open: list[Decision] = []
    round: int = 1
    active: int = -1
    """-1: all plan; else the index of the seat that plays."""
    plans: dict[str, int] = {}
    ready: list[str] = []
    orders: dict[str, str] = {}
    hidden: dict[str, int] = {}
    scouted: dict[str, list[int]] = {}
    points: dict[str, int] = {}
    winner: str | None = None

    @property
    def seats(self) -> list[str]:
        return [s.id for s in self.setup.seats]

    def side(self, seat: str) -> str:
        return next(s.side for s in self.setup.seats if s.id == seat)

    def alias(self, viewer: str, token: str) -> str:
        return self.aliases[viewer][token]

    def token(self, viewer: str, alias: str) -> str:
        return next(t for t, a in self.aliases[viewer].items() if a == alias)

    def draw(self, stream: str, purpose: Any) -> bytes:
        k = self.counters.dice.get(stream, 0) + 1
        self.counters.dice[stream] = k
        return dice.digest(self.setup.seed, self.setup.game, stream, k, purpose)


class ToyWalk(Walk):
    """Picks by decision kind."""

    def __init__(self, state: Toy, decision: Decision) -> None:
        super().__init__(decision)
        self.state = state

    def _values(self) -> list[str]:
        p, s, seat = self.picks, self.state, self.decision.seat
        hexes = sorted(packs.get(s.setup.pack).files["board"]["hexes"])
        own = sorted(s.alias(seat, t) for t, x in s.tokens.items() if x.seat == seat)
        others = sorted(s.alias(seat, t) for t, x in s.tokens.items() if seat != UMPIRE and s.side(x.seat) != s.side(seat))
        if self.decision.kind == "plan":
            return [["0", "1", "2", "3"], ["go", "more"]][len(p)]
        if self.decision.kind == "orders":
            return [["charge", "hold"], ["go"]][len(p)]
        if self.decision.kind == "ruling":
            steps = {
                "message": [["all", *s.seats], ["go"]],
                "place": [sorted(s.aliases[UMPIRE].values()), hexes, ["go"]],
                "reveal": [sorted(s.aliases[UMPIRE].values()), ["go"]],
                "end": [["", *sorted({x.side for x in s.setup.seats})][1:], ["go"]],
            }
            verbs = [*steps, "re-roll", *(["pass-for"] if s.active >= 0 else [])]
            return verbs if not p else steps.get(p[0], [["go"]])[len(p) - 1]
        if not p:
            return ["attack", "give-up", "hide", "move", "pass", "scout"]
        return {"move": [own, hexes, ["go"]], "attack": [own, others, ["go"]]}.get(p[0], [["go"]])[len(p) - 1]

    def _take(self, value: str) -> None:
        self.ready = value in ("go", "pass", "more")

    def _option(self, value: str) -> Option:
        if value in self.state.aliases.get(self.decision.seat, {}).values():
            return Option(value, piece=value)
        return Option(value, hex=value if value[:2].isdigit() and len(value) == 4 else "")

    def _blocked(self) -> list[Option]:
        if self.decision.kind == "play" and not self.picks:
            return [Option("fly", blocked=Refusal("no_wings", "tokens cannot fly", "2.9"))]
        return []


class ToyTitle:
    """The title. A hex of any other terrain than open and hill has to be prepared: see `prepare`."""

    id, name, family = "toy", "Toy", "toy-family"

    def __init__(self) -> None:
        self.prepared: list[bytes] = []

    def to_prepare(self, pack: packs.Pack, scenario: str) -> bytes | None:
        found = sorted(set(pack.files["board"]["hexes"].values()) - {"open", "hill"})
        job = " ".join(found).encode()
        return job if found and job not in self.prepared else None

    def prepare(self, job: bytes) -> bytes:
        """A terrain is "slow" (it takes a second), or the path of a file that is made and fails, and is there the next time and works."""
        if job == b"slow":
            time.sleep(1)
        elif not Path(job.decode()).exists():
            Path(job.decode()).touch()
            raise ValueError("this fails once")
        return job[::-1]

    def take(self, job: bytes, made: bytes) -> None:
        assert made == job[::-1]
        self.prepared.append(job)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        options = (
            OptionInfo("length", "Rounds", ("1", "3", "20"), "3"),
            OptionInfo("team", "A second Blue player", ("no", "yes"), "no", {"no": "No", "yes": "Yes"}),
        )
        return (ScenarioInfo("field", "The field", self.seats("field", {}), options, "Two sides in a field"),)

    def seats(self, scenario: str, options: Mapping[str, str]) -> tuple[Seat, ...]:
        blue = (Seat("blue-2", "blue", "Blue's second"),) if options.get("team") == "yes" else ()
        return (Seat("red", "red", "Red"), Seat("blue", "blue", "Blue"), *blue)

    def begin(self, setup: Setup) -> tuple[Toy, list[Event]]:
        s = Toy(setup, Counters(), {}, {v: {} for v in [*(x.id for x in setup.seats), UMPIRE, PUBLIC]})
        for x in setup.seats:
            for i in range(packs.get(setup.pack).files["board"]["tokens"]):
                strength = dice.number_of(s.draw(x.id, ["strength", i]), 6) + 1
                s.tokens[f"{x.id}{i}"] = Token(x.id, "0101" if x.side == "red" else "0401", strength)
        for viewer, met in s.aliases.items():
            for n, token in enumerate(sorted(s.tokens, key=lambda t: (s.tokens[t].seat != viewer, t))):
                met[token] = f"t{n + 1}"
        s.points = {x.side: 0 for x in setup.seats}
        s.open = flow.reopen(s.counters, [], self._asks(s))
        return s, [self._public(s, "begin", "The field is set.", "1.1")]

    def _asks(self, s: Toy) -> list[flow.Ask]:
        if s.winner is not None:
            return []
        asks = [flow.Ask(x, "orders", "Standing orders", "3.1", optional=True, sticky=True) for x in s.seats]
        asks.append(flow.Ask(UMPIRE, "ruling", "Rule", optional=True))
        if s.active < 0:
            asks += [flow.Ask(x, "plan", "Plan in secret", "1.2", sticky=True) for x in s.seats if x not in s.ready]
        else:
            asks.append(flow.Ask(s.seats[s.active], "play", "Play", "2.1"))
        return asks

    def decisions(self, s: Toy) -> list[Decision]:
        return s.open

    def walk(self, s: Toy, decision: Decision) -> Walk:
        return ToyWalk(s, decision)

    def secret_stage(self, s: Toy, decision: Decision) -> str:
        return f"plan {s.round}" if decision.kind == "plan" else ""

    def _public(self, s: Toy, kind: str, text: str, rule: str, discloses: bool = False, tokens: Sequence[str] = (), **data: Any) -> Event:
        readings = {}
        for viewer in s.aliases:
            pieces = {"pieces": [s.alias(viewer, t) for t in tokens]} if tokens else {}
            readings[viewer] = Reading(text, {**data, **pieces})
        return Event(kind, rule, readings, discloses)

    def _secret(self, seat: str, kind: str, text: str, rule: str, discloses: bool = False, **data: Any) -> Event:
        return Event(kind, rule, {v: Reading(text, dict(data)) for v in dict.fromkeys((seat, UMPIRE))}, discloses)

    def apply(self, state: Toy, walk: Walk, note: str = "") -> tuple[Toy, list[Event]]:
        s: Toy = self.decode(self.encode(state))
        seat, p = walk.decision.seat, walk.picks
        events = getattr(self, f"_{walk.decision.kind}")(s, seat, p, note)
        if s.winner is None and s.active >= len(s.seats):
            s.round, s.active, s.plans, s.ready = s.round + 1, -1, {}, []
            if s.round > int(s.setup.options["length"]):
                best = max(s.points.values())
                leaders = [side for side, n in s.points.items() if n == best]
                s.winner = leaders[0] if len(leaders) == 1 else ""
            events.append(self._public(s, "round", f"Round {s.round}.", "1.1"))
        asks = self._asks(s)
        if walk.decision.kind == "orders" or walk.picks[0] == "message":  # nobody else's menus change: their ids stay
            asks = [msgspec.structs.replace(a, sticky=True) for a in asks]
        s.open = flow.reopen(s.counters, s.open, asks, walk.decision.id)
        return s, events

    def _plan(self, s: Toy, seat: str, p: list[str], _: str) -> list[Event]:
        s.plans[seat] = int(p[0])
        events = [self._secret(seat, "planned", f"You plan {p[0]}.", "1.2", plan=p[0])]
        if p[1] == "go":
            s.ready.append(seat)
            events.append(self._public(s, "ready", f"{s.side(seat)} is ready.", "1.2", side=s.side(seat)))
        if len(s.ready) == len(s.seats):
            for x in s.seats:
                s.points[s.side(x)] += s.plans[x]
            s.active = 0
            events.append(self._public(s, "plans", "The plans are open.", "1.3", True, plans=dict(s.plans)))
        return events

    def _orders(self, s: Toy, seat: str, p: list[str], _: str) -> list[Event]:
        s.orders[seat] = p[0]
        return [self._secret(seat, "ordered", f"Your orders: {p[0]}.", "3.1", order=p[0])]

    def _play(self, s: Toy, seat: str, p: list[str], _: str) -> list[Event]:
        if p[0] == "pass":
            s.active += 1
            return [self._public(s, "passed", f"{seat} passes.", "2.8", seat=s.side(seat))]
        if p[0] == "give-up":
            s.winner = next(side for side in s.points if side != s.side(seat))
            return [self._public(s, "given-up", f"{s.side(seat)} gives up.", "2.7")]
        if p[0] == "move":
            token = s.token(seat, p[1])
            s.tokens[token].hex = p[2]
            return [self._public(s, "moved", f"A token moves to {p[2]}.", "2.2", tokens=[token], hex=p[2])]
        if p[0] == "hide":
            s.hidden[seat] = s.hidden.get(seat, 0) + 1
            return [self._secret(seat, "hid", "You hide.", "2.4", times=s.hidden[seat])]
        if p[0] == "scout":
            die = dice.die_of(s.draw(seat, "scout"))
            s.scouted.setdefault(seat, []).append(die)
            return [self._secret(seat, "scouted", f"You scout: {die}.", "2.5", True, die=die)]
        mine, theirs = s.token(seat, p[1]), s.token(seat, p[2])
        die = dice.die_of(s.draw(PUBLIC, ["attack"]))
        for token in (mine, theirs):
            s.tokens[token].shown = True
        won = s.tokens[mine].strength + die > s.tokens[theirs].strength + 3
        if won:
            s.points[s.side(seat)] += 1
        strengths = [s.tokens[t].strength for t in (mine, theirs)]
        return [self._public(s, "attacked", f"An attack: {die}.", "2.3", True, [mine, theirs], die=die, won=won, strengths=strengths)]

    def _ruling(self, s: Toy, seat: str, p: list[str], note: str) -> list[Event]:
        if p[0] == "message":
            heard = s.seats if p[1] == "all" else [p[1]]
            return [Event("message", "", {v: Reading(note) for v in [*heard, UMPIRE]})]
        if p[0] == "place":
            token = s.token(UMPIRE, p[1])
            s.tokens[token].hex = p[2]
            return [self._public(s, "placed", "The umpire places a token.", "", tokens=[token], hex=p[2])]
        if p[0] == "reveal":
            token = s.token(UMPIRE, p[1])
            s.tokens[token].shown = True
            return [self._public(s, "revealed", "The umpire reveals a token.", "", True, [token], strength=s.tokens[token].strength)]
        if p[0] == "pass-for":
            s.active += 1
            return [self._public(s, "passed", "The umpire passes for an absent player.", "")]
        s.winner = p[1]
        return [self._public(s, "ended-by-umpire", "The umpire ends the game.", "")]

    def view(self, s: Toy, viewer: str) -> dict[str, Any]:
        pieces: dict[str, Any] = {}
        for token, alias in s.aliases[viewer].items():
            x = s.tokens[token]
            known = x.shown or x.seat == viewer or viewer == UMPIRE
            pieces[alias] = {"side": s.side(x.seat), "style": s.side(x.seat), "hex": x.hex} | (
                {"factors": str(x.strength)} if known else {}
            )
        panels: dict[str, Any] = {"score": {"kind": "ledger", "name": "Score", "order": 1, "totals": dict(s.points), "rows": {}}}
        rows = {}
        for seat in s.seats:
            if viewer in (seat, UMPIRE):
                notes = {
                    "plan": s.plans.get(seat),
                    "orders": s.orders.get(seat),
                    "hidden": s.hidden.get(seat),
                    "scouted": s.scouted.get(seat),
                }
                rows |= {f"{seat}-{k}": {"label": k, "value": str(v)} for k, v in notes.items() if v is not None}
        if rows:
            panels["notes"] = {"kind": "list", "name": "Notes", "order": 2, "rows": rows}
        waiting = sorted({s.side(d.seat) for d in s.open if not d.optional})
        out: dict[str, Any] = {
            "turn": {"n": s.round, "of": int(s.setup.options["length"]), "label": f"Round {s.round}"},
            "phase": {"id": "plan", "name": "Planning"}
            if s.active < 0
            else {"id": "play", "name": "Play", "side": s.side(s.seats[s.active])}
            if s.active < len(s.seats)
            else {"id": "end", "name": "End"},
            "board": {"map": MAP, "hexes": {}},
            "pieces": pieces,
            "panels": panels,
            "waiting_for": waiting if s.winner is None else [],
        }
        if (end := self.outcome(s)) is not None:
            out["outcome"] = end.view()
        return out

    def resample(self, s: Toy, viewer: str, rng: random.Random) -> Toy:
        out: Toy = self.decode(self.encode(s))
        if viewer == UMPIRE:
            return out
        for token in out.tokens.values():
            if not token.shown and token.seat != viewer:
                token.strength = rng.randint(1, 6)
        for seat in out.seats:
            if seat != viewer:
                out.orders[seat] = rng.choice(["charge", "hold"])
                out.hidden[seat] = rng.randint(1, 3)
                if out.active < 0 and seat in out.plans:
                    out.plans[seat] = rng.randint(0, 3)
        return out

    def outcome(self, s: Toy) -> Outcome | None:
        return None if s.winner is None else Outcome(s.winner, "win" if s.winner else "draw", dict(s.points))

    def encode(self, s: Toy) -> bytes:
        return msgspec.json.encode(s)

    def decode(self, raw: bytes) -> Toy:
        return msgspec.json.decode(raw, type=Toy)

    def about(self, pack: packs.Pack) -> dict[str, Any]:
        return {
            "sides": {
                "red": {"name": "Red", "color": "#c00", "shape": "square"},
                "blue": {"name": "Blue", "color": "#00c", "shape": "circle"},
            }
        }

    def board(self, pack: packs.Pack, map_id: str) -> dict[str, Any]:
        if map_id != MAP:
            raise KeyError(map_id)
        hexes = {h: {"t": t} for h, t in pack.files["board"]["hexes"].items()}
        return {"id": MAP, "name": "Toyland", "cols": 4, "rows": 1, "grid": "flat-top, even columns low", "hexes": hexes}

    def disclosures(self) -> Mapping[str, Sequence[str]]:
        return {"plans": ["plans"], "attacked": ["die", "won", "strengths"], "revealed": ["strength"]}


def staff(bot: Any) -> list[str]:
    """The toy's own bot: attacks once in a while, else finishes."""
    return fallback(bot.walk()) if bot.rng.random() < 0.7 else ["pass"] if bot.decision.kind == "play" else ["1", "go"]


def broken(bot: Any) -> list[str]:
    """A bot that fails."""
    raise RuntimeError("this bot is broken")


TITLE = ToyTitle()
register(TITLE)
register_bot("toy", "staff", staff)
register_bot("toy", "broken", broken)
