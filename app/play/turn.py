"""A turn: everything that one transaction changes in one game, collected and then written at once."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base import tables as t
from app.base.wire import encode
from app.play.model import Holder, Member, Roster
from app.play.table import RECENT, Table
from engine.decisions import Decision
from engine.flow import Act, Entry, act, free_to_take_back
from engine.title import UMPIRE, Event, Setup

if TYPE_CHECKING:
    from app.play.store import Tables

SNAPSHOT_SOON = 10
SNAPSHOT_LATE = 30
OFFERS = 20

Told = dict[str, list[dict[str, Any]]]

_update = update(t.games)


def readings(events: Sequence[Event], viewers: Sequence[str]) -> Told:
    """The payloads of each viewer, in the events' order; viewers that learn nothing are left out."""
    out: Told = {}
    for viewer in viewers:
        seen = [p for e in events if (p := e.payload(viewer)) is not None]
        if seen:
            out[viewer] = seen
    return out


class NeedsStore(Exception):
    """A turn that is worked out in memory alone has come to something that it must look up."""


class Turn:
    """Changes to one table. `old` is as it was; `table` a copy that becomes the truth when the transaction commits."""

    def __init__(self, old: Table, now: float, tables: Tables, connection: AsyncConnection | None) -> None:
        self.old, self.now, self.tables, self._connection = old, now, tables, connection
        self.table = Table(old.facts, old.status, old.rev + 1, old.epoch, old.n, old.live.copy(), old.roster)
        self.table.setup, self.table.state = old.setup, old.state
        self.changed = False
        self._told: dict[str, list[tuple[int, int, list[dict[str, Any]]]]] = {}
        self.log_rows: list[dict[str, Any]] = []
        self.plain_answer: dict[str, Any] | None = None
        self._rows: list[Any] = []
        self._snapshot_due = False
        self._raw: bytes | None = None
        self._payloads: dict[str, list[tuple[int, int, bytes]]] | None = None

    @property
    def connection(self) -> AsyncConnection:
        """The turn's transaction. Raises NeedsStore where there is none."""
        if self._connection is None:
            raise NeedsStore
        return self._connection

    def tell(self, told: Told, n: int = 0) -> None:
        """Give viewers events of entry n (0: none of the log): each such viewer's version rises by exactly one for an entry."""
        self.changed = True
        for viewer, events in told.items():
            items = self._told.setdefault(viewer, [])
            if not items or items[-1][1] != n:
                self.table.live.versions[viewer] = self.table.version(viewer) + 1
                items.append((self.table.version(viewer), n, []))
            for event in events:
                items[-1][2].append({**event, "version": items[-1][0]})

    def announce(self, kind: str, text: str, data: Mapping[str, Any], viewers: Sequence[str] | None = None, n: int = 0) -> None:
        """One event of the service's own, the same for these viewers (all, by default)."""
        event = {"kind": kind, "text": text, "data": dict(data)}
        self.tell({v: [event] for v in (self.table.viewers() if viewers is None else viewers)}, n)

    def row(self, statement: Any) -> None:
        """One more statement for this transaction."""
        self.changed = True
        self._rows.append(statement)

    def answer(self, account: str, action_id: str, digest: str, body: bytes, status: int = 200) -> None:
        """Remember the answer to a request, so that a repeat gets it again."""
        self.changed = True
        self.plain_answer = {"account": account, "id": action_id, "digest": digest, "status": status, "body": body, "at": self.now}

    def begin(self, setup: Setup) -> None:
        """Start the game."""
        table = self.table
        table.setup, table.status = setup, "running"
        table.state, events = table.title.begin(setup)
        self.tell(readings(events, table.viewers()))
        self._snapshot_due = True
        self.settle([], 0)

    def act(self, decision: Decision, picks: Sequence[str], by: str, note: str = "") -> None:
        """Carry out picks on an open decision. Raises Refusal."""
        table = self.table
        before, decisions = table.state, table.title.decisions(table.state)
        after, events, walk = act(table.title, before, decision, picks, note)
        table.state = after
        n = self.log(Act(decision.seat, decision.id, list(walk.picks), note, by), before.counters.dice != after.counters.dice)
        told = readings(events, table.viewers())
        self._others_offers(decision, decisions, events, told)
        self._own_offers(decision.seat, n, free_to_take_back(before, after, events, decision.seat))
        self._lapse(told)
        self.tell(told, n)
        self.settle(decisions, n)

    def log(self, entry: Entry, dice: bool) -> int:
        """Append to the log and return the entry's number."""
        self.changed = True
        self.table.n += 1
        self.log_rows.append({"game": self.table.facts.game, "n": self.table.n, "entry": encode(entry), "dice": dice, "at": self.now})
        return self.table.n

    def _own_offers(self, seat: str, n: int, free: bool) -> None:
        offers = self.table.live.offers
        if free and seat != UMPIRE:
            offers[seat] = [*offers.get(seat, []), n][-OFFERS:]
        else:
            offers.pop(seat, None)

    def _others_offers(self, acted: Decision, before: Sequence[Decision], events: Sequence[Event], told: Told) -> None:
        """What an act does to the others' right to take back: it follows only from what each of them hears."""
        new = [d for d in self.table.required() if d not in before]
        moved_on = any(d.seat != acted.seat or d.kind != acted.kind for d in new)
        offers = self.table.live.offers
        for seat in [o for o in offers if o != acted.seat and o in told]:
            if moved_on or any(e.discloses and seat in e.readings for e in events):
                del offers[seat]

    def _lapse(self, told: Told) -> None:
        """A request for a take-back ends with the first entry that all seats hear of."""
        asked = self.table.live.asked
        if asked is None or not all(s.id in told for s in self.table.facts.seats):
            return
        self.table.live.asked = None
        by = self.table.facts.side(asked.seat)
        event = {"kind": "take-back-lapsed", "text": "The request to take back has lapsed.", "data": {"by": by}}
        for viewer in [*(s.id for s in self.table.facts.seats), UMPIRE]:
            told.setdefault(viewer, []).append(event)

    def settle(self, decisions: Sequence[Decision], n: int) -> None:
        """After entry n: deadlines, the end, whether a snapshot is due. `decisions`: those open before."""
        table = self.table
        outcome = table.title.outcome(table.state)
        if outcome is not None:
            table.status = "ended"
            table.live.offers, table.live.asked = {}, None
            self.announce("ended", "The game has ended.", {"outcome": outcome.view()}, n=n)
        required = table.required()
        self._deadlines(required)
        handed_over = {d.seat for d in required} != {d.seat for d in decisions if not d.optional}
        wait = SNAPSHOT_SOON if handed_over else SNAPSHOT_LATE
        if table.n - table.live.snapshot >= wait or table.status == "ended":
            self._snapshot_due = True

    def _deadlines(self, required: Sequence[Decision]) -> None:
        """Keep the deadlines of what is open. What an umpire must decide is late at once where nobody umpires."""
        table, due = self.table, self.table.live.due
        left = set() if table.roster_has_umpire() else {d.id for d in required if d.seat == UMPIRE}
        if not table.clock and not table.stage_clock and not due and not left:
            return
        wanted = self._wanted(required, left)
        gone = [d for d, at in due.items() if wanted.get(d) != at]
        for decision in gone:
            del due[decision]
        game, c = table.facts.game, t.deadlines.c
        if gone:
            self.row(delete(t.deadlines).where(c.game == game, c.decision.in_(gone)))
        for decision in sorted(wanted.keys() - due.keys()):
            due[decision] = wanted[decision]
            self.row(insert(t.deadlines).values(game=game, decision=decision, due=due[decision]))

    def _wanted(self, required: Sequence[Decision], left: set[str]) -> dict[str, float]:
        """When which decision is late. A secret stage has one deadline, set as it begins, for all seats and all that they do in it."""
        table, live = self.table, self.table.live
        stages = {d.id: table.secret_stage(d) for d in required}
        under_way = sorted({*stages.values()} - {""}) if table.stage_clock else []
        live.stages = {stage: live.stages.get(stage, self.now + table.stage_clock) for stage in under_way}
        anew = self.now + table.clock if table.clock else None
        wanted = {}
        for decision, stage in stages.items():
            own = live.due.get(decision, self.now if decision in left else anew)
            at = live.stages.get(stage) if stage else own
            if at is not None:
                wanted[decision] = at
        return wanted

    def umpire_left(self) -> None:
        """Let nothing wait for an umpire who is gone."""
        self._deadlines(self.table.required())

    def set_clock(self, seconds: int, stage_seconds: int | None = None) -> None:
        """From now on so many seconds for each required decision, the open ones included, and for a secret stage; 0 stops the clock."""
        table, live = self.table, self.table.live
        live.clock, live.stage_clock = seconds, stage_seconds
        self._deadlines([])
        self._deadlines(table.required())
        text = f"The umpire gives {seconds} seconds for each decision." if seconds else "The umpire has stopped the clock."
        data = {"seconds": seconds}
        if table.stage_clock != seconds:
            each, stage = (f"{n} seconds" if n else "no limit" for n in (seconds, table.stage_clock))
            text = f"The umpire sets the clock: {each} for each action, {stage} for a secret stage."
            data["stage_seconds"] = table.stage_clock
        self.announce("clock", text, data)

    def seat(self, seat: str, holder: Holder) -> None:
        """Put somebody on a seat, or nobody."""
        roster = self._own_roster()
        roster.seats[seat] = holder
        game = self.table.facts.game
        where = update(t.seats).where(t.seats.c.game == game, t.seats.c.seat == seat)
        self.row(where.values(account=holder.account, bot=holder.bot, name=holder.name, reserved=holder.reserved))
        if holder.account:
            self.remember(holder.account, self.table.facts.side(seat))

    def remember(self, account: str, side: str) -> None:
        """Note for good that an account has held a side, or has been umpire."""
        roster = self._own_roster()
        if side not in roster.held.get(account, []):
            roster.held.setdefault(account, []).append(side)
            self.row(insert(t.held).values(game=self.table.facts.game, account=account, side=side))

    def member(self, member: Member | None, gone: Member | None = None) -> None:
        """Add a member, take one away, or replace one."""
        roster, m, game = self._own_roster(), t.members.c, self.table.facts.game
        if gone is not None:
            roster.members.remove(gone)
            self.row(delete(t.members).where(m.game == game, m.account == gone.account, m.role == gone.role))
        if member is not None:
            roster.members.append(member)
            values = {"account": member.account, "role": member.role, "name": member.name, "consents": json.dumps(member.consents)}
            self.row(insert(t.members).values(game=game, **values))

    def _own_roster(self) -> Roster:
        if self.table.roster is self.old.roster:
            old = self.old.roster
            self.table.roster = Roster(dict(old.seats), list(old.members), {k: list(v) for k, v in old.held.items()})
            self.table.epoch += 1
        return self.table.roster

    @property
    def plain(self) -> bool:
        """Whether this is an ordinary action: log, events, state and answer, and nothing else."""
        table = self.table
        same = table.setup is self.old.setup and table.roster is self.old.roster
        return same and not self._rows and bool(self.log_rows) and self.plain_answer is not None

    @property
    def snapshot(self) -> bytes | None:
        """The compressed state, when a snapshot is due."""
        return zlib.compress(self._raw_state(), 1) if self._snapshot_due else None

    def _raw_state(self) -> bytes:
        if self._raw is None:
            self._raw = self.table.title.encode(self.table.state)
        return self._raw

    def values(self) -> dict[str, Any]:
        """What changes in the game's row."""
        table = self.table
        values: dict[str, Any] = {"rev": table.rev, "epoch": table.epoch, "n": table.n, "status": table.status}
        if table.state is not self.old.state:
            values["state"] = self._raw_state()
        if table.setup is not self.old.setup:
            values["setup"] = encode(table.setup)
        if self._snapshot_due:
            table.live.snapshot = table.n
        bots = {seat for seat, holder in table.roster.seats.items() if holder.bot}
        values["bot_due"] = bool(bots) and any(d.seat in bots for d in table.required())
        values["live"] = encode(table.live)
        return values

    def event_rows(self) -> list[dict[str, Any]]:
        """All viewers' events of this turn as rows."""
        return [
            {"game": self.table.facts.game, "viewer": viewer, "version": version, "n": n, "payload": payload}
            for viewer, items in self._encoded().items()
            for version, n, payload in items
        ]

    async def save(self, c: AsyncConnection) -> None:
        """Write everything in the turn's transaction. The games row comes last but for the commit."""
        game = self.table.facts.game
        if self.log_rows:
            await c.execute(insert(t.log), self.log_rows)
        if rows := self.event_rows():
            await c.execute(insert(t.viewer_events), rows)
        if self.plain_answer is not None:
            await c.execute(insert(t.answers), self.plain_answer)
        for statement in self._rows:
            await c.execute(statement)
        if (state := self.snapshot) is not None:
            await c.execute(insert(t.snapshots), {"game": game, "n": self.table.n, "state": state})
        await c.execute(_update.where(t.games.c.id == game).values(**self.values()))
        self.carry_over()

    def carry_over(self) -> None:
        """The new table keeps of the old what is still true."""
        self.table.recent = dict(self.old.recent)
        for viewer, items in self._encoded().items():
            self.table.recent[viewer] = [*self.old.recent.get(viewer, []), *((v, p) for v, _, p in items)][-RECENT:]
        self.table.inherit(self.old)

    def _encoded(self) -> dict[str, list[tuple[int, int, bytes]]]:
        if self._payloads is None:
            self._payloads = {viewer: [(v, n, encode(events)) for v, n, events in items] for viewer, items in self._told.items()}
        return self._payloads

    def events(self, viewer: str) -> list[dict[str, Any]]:
        """All events that this turn gives a viewer."""
        return [event for _, _, events in self._told.get(viewer, []) for event in events]
