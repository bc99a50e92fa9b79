"""A game's public summary, built from its `public` view."""

from __future__ import annotations

from typing import Any

from app.accounts.model import Caller
from app.catalogue.routes import seat_views
from app.play.model import Holder
from app.play.table import Table
from engine.title import PUBLIC, UMPIRE

SHOWN = ("turn", "phase", "waiting_for", "outcome", "seed_hash")


def summary(table: Table, caller: Caller | None) -> dict[str, Any]:
    """What everybody may know of a game; `you` is the caller's own part in it."""
    facts, roster = table.facts, table.roster
    out: dict[str, Any] = {
        "game": facts.game,
        "title": facts.title,
        "scenario": facts.scenario,
        "options": facts.options,
        "solo": facts.solo,
        "umpire": facts.umpire,
        "spectators": facts.spectators,
        "private": facts.private,
        "status": table.status,
        "host": facts.host,
        "created": int(facts.created),
        "seats": [{**view, **_holder(roster.seats[view["id"]])} for view in seat_views(facts.seats)],
    }
    for role, key in ((UMPIRE, "umpires"), ("asking", "asking")):
        if names := [m.name for m in roster.members if m.role == role]:
            out[key] = names
    out |= table.clock_view()
    if table.setup is not None:
        out["pack"] = table.setup.pack
    public = table.view(PUBLIC)
    out |= {key: public[key] for key in SHOWN if key in public}
    if caller is not None and (you := _you(table, caller.account)):
        out["you"] = you
    return out


def _holder(holder: Holder) -> dict[str, Any]:
    if holder.bot:
        return {"bot": holder.bot}
    if holder.account:
        return {"player": holder.name}
    return {"reserved": True} if holder.reserved else {}


def _you(table: Table, account: str) -> dict[str, Any]:
    own = table.roster.seats_of(account)
    roles = sorted(m.role for m in table.roster.members if m.account == account)
    out: dict[str, Any] = {}
    if own:
        out["seats"] = own
    if any(not d.optional for viewer in (*own, *roles) for d in table.decisions(viewer)):
        out["to_move"] = True
    if roles:
        out["roles"] = roles
    if account == table.facts.creator:
        out["creator"] = True
    return out
