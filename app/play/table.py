"""A table: one game as a worker holds it in memory, and the projections of it. Never changed in place once it is shared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.base.wire import encode
from app.play.model import Facts, Live, Roster
from engine.decisions import Decision
from engine.dice import commitment
from engine.title import PUBLIC, UMPIRE, GovernsTalk, HoldsStages, Setup, Title
from engine.title import title as title_of

RECENT = 60
CHAT_LIMIT = 1000


def talked(viewer: str, period: str) -> str:
    """Under what `Live.said` keeps the characters that a viewer has spoken in a period."""
    return f"{viewer} in {period}"


class Table:
    """A game at one revision. `state` is the title's; None before the start."""

    def __init__(self, facts: Facts, status: str, rev: int, epoch: int, n: int, live: Live, roster: Roster) -> None:
        self.facts, self.status, self.rev, self.epoch, self.n = facts, status, rev, epoch, n
        self.live, self.roster = live, roster
        self.setup: Setup | None = None
        self.state: Any = None
        self.recent: dict[str, list[tuple[int, bytes]]] = {}
        """The newest (version, payload) of each viewer, as far as this worker has seen them."""
        self._views: dict[str, dict[str, Any]] = {}
        self._raw: dict[str, bytes] = {}

    @property
    def title(self) -> Title:
        """The rules of this game."""
        return title_of(self.facts.title)

    @property
    def clock(self) -> int:
        """Seconds for each required decision now, 0 for none."""
        return self.facts.clock if self.live.clock is None else self.live.clock

    @property
    def stage_clock(self) -> int:
        """Seconds for a secret stage as a whole now, 0 for none."""
        own = self.facts.stage_clock if self.live.clock is None else self.live.stage_clock
        return self.clock if own is None else own

    def clock_view(self) -> dict[str, int]:
        """The time limits as everybody is shown them: `stage_clock` where a secret stage has another than a decision."""
        clock = {"clock": self.clock} if self.clock else {}
        return clock if self.stage_clock == self.clock else {**clock, "stage_clock": self.stage_clock}

    def viewers(self) -> list[str]:
        """All viewers: the seats, the umpire, the public."""
        return [*(s.id for s in self.facts.seats), UMPIRE, PUBLIC]

    def version(self, viewer: str) -> int:
        """The viewer's own version."""
        return self.live.versions.get(viewer, 0)

    def decisions(self, viewer: str) -> list[Decision]:
        """The open decisions of one viewer."""
        if self.status != "running":
            return []
        return [d for d in self.title.decisions(self.state) if d.seat == viewer]

    def required(self) -> list[Decision]:
        """All open decisions that somebody must make: for the service's own use."""
        if self.status != "running":
            return []
        return [d for d in self.title.decisions(self.state) if not d.optional]

    def find(self, decision_id: str) -> Decision | None:
        """An open decision by id."""
        if self.status != "running":
            return None
        return next((d for d in self.title.decisions(self.state) if d.id == decision_id), None)

    def was_open(self, decision_id: str) -> bool:
        """Whether an id was given out before, as far as its own seat's numbers tell."""
        seat, _, k = decision_id.rpartition("-")
        known = self.state.counters.decisions.get(seat, 0) if self.state is not None else 0
        return k.isascii() and k.isdigit() and len(k) < 10 and str(int(k)) == k and 1 <= int(k) <= known

    def secret_stage(self, decision: Decision) -> str:
        """The secret stage that an open decision belongs to, "" for none."""
        title = self.title
        return title.secret_stage(self.state, decision) if isinstance(title, HoldsStages) else ""

    def view(self, viewer: str) -> dict[str, Any]:
        """The viewer's view. Not to be changed: it is shared."""
        found = self._views.get(viewer)
        if found is None:
            found = self._views[viewer] = self._project(viewer)
        return found

    def raw_view(self, viewer: str) -> bytes:
        """The viewer's view as JSON, encoded once."""
        found = self._raw.get(viewer)
        if found is None:
            found = self._raw[viewer] = encode(self.view(viewer))
        return found

    def inherit(self, old: Table) -> None:
        """Take over the projections that cannot have changed: same version, same open decisions."""
        for viewer, view in old._views.items():
            if self.shows_same(view):
                self._views[viewer] = view
                if viewer in old._raw:
                    self._raw[viewer] = old._raw[viewer]

    def shows_same(self, view: dict[str, Any]) -> bool:
        """Whether a view shown before still holds: its viewer has heard nothing since, and the same decisions are open."""
        viewer = view["viewer"]
        return bool(
            view["version"] == self.version(viewer) and view["status"] == self.status and view["decisions"] == self._decision_views(viewer)
        )

    def _project(self, viewer: str) -> dict[str, Any]:
        view: dict[str, Any] = dict(self.title.view(self.state, viewer)) if self.state is not None else {"waiting_for": []}
        view["version"] = self.version(viewer)
        view["status"] = self.status
        view["viewer"] = viewer
        view["decisions"] = self._decision_views(viewer)
        channels = self.channels(viewer)
        if channels:
            view["channels"] = channels
        take_back = self.take_back_view(viewer)
        if take_back:
            view["take_back"] = take_back
        view |= self.clock_view()
        if self.setup is not None:
            view["seed_hash"] = commitment(self.setup.seed)
        return view

    def _decision_views(self, viewer: str) -> list[dict[str, Any]]:
        out = []
        for decision in self.decisions(viewer):
            shown = decision.view()
            if decision.id in self.live.due:
                shown["due"] = int(self.live.due[decision.id])
            out.append(shown)
        return out

    def take_back_view(self, viewer: str) -> dict[str, Any]:
        """What this viewer may know of take-backs: `free`, its own right; `asked`, the side whose request waits for consent."""
        out: dict[str, Any] = {}
        if self.status == "running" and self.live.offers.get(viewer):
            out["free"] = True
        asked = self.live.asked
        if asked is not None and self.status == "running" and viewer != PUBLIC:
            out["asked"] = {"by": self.facts.side(asked.seat), "consents": sorted(asked.consents)}
        return out

    def channels(self, viewer: str) -> list[dict[str, Any]]:
        """Where a viewer may write now: `all`, its own side where that is a team, the umpire; the umpire to each seat.

        Where the title governs talk, what it allows takes the place of `all` and the side for the seats of a team under way.
        """
        if viewer == PUBLIC:
            return []
        rows: list[dict[str, Any]] = [{"id": "all", "to": "Everybody"}]
        if viewer == UMPIRE:
            rows += [{"id": f"umpire-{s.id}", "to": s.name} for s in self.facts.seats]
        else:
            side = self.facts.side(viewer)
            if sum(s.side == side for s in self.facts.seats) > 1:
                title = self.title
                if self.status == "running" and isinstance(title, GovernsTalk):
                    rows = [self._measured(viewer, row) for row in title.channels(self.state, viewer)]
                else:
                    rows.append({"id": f"side-{side}", "to": "Own side"})
            if self.facts.umpire or self.roster_has_umpire():
                rows.append({"id": f"umpire-{viewer}", "to": "Umpire"})
        return [{**row, "left": CHAT_LIMIT - self.live.said.get(f"{viewer} {row['id']}", 0)} for row in rows]

    def _measured(self, viewer: str, row: dict[str, Any]) -> dict[str, Any]:
        if "characters" not in row:
            return row
        return {**row, "characters": max(row["characters"] - self.live.said.get(talked(viewer, row["period"]), 0), 0)}

    def audience(self, channel: str, speaker: str) -> list[str]:
        """Who hears a channel in which a viewer speaks."""
        if channel == "all":
            return self.viewers()
        kind, _, rest = channel.partition("-")
        if kind == "side":
            return [s.id for s in self.facts.seats if s.side == rest] + [UMPIRE]
        return [rest, UMPIRE] if kind == "umpire" else [speaker, rest, UMPIRE]

    def roster_has_umpire(self) -> bool:
        """Whether somebody umpires."""
        return any(m.role == "umpire" for m in self.roster.members)

    def recent_after(self, viewer: str, version: int) -> Sequence[bytes] | None:
        """The payloads after a version, or None when this worker has not got all of them."""
        rows = self.recent.get(viewer, [])
        wanted = self.version(viewer) - version
        if wanted <= 0:
            return []
        return [payload for _, payload in rows[-wanted:]] if len(rows) >= wanted else None
