"""Through whose eyes a caller may look."""

from __future__ import annotations

from app.base.errors import Problem, forbidden
from app.play.table import Table
from engine.title import PUBLIC, UMPIRE


def viewer_for(table: Table, account: str | None, wanted: str | None) -> str:
    """The viewer that a caller looks as: `wanted` where he may, else his seat, umpire, or public. Raises Problem."""
    own = table.roster.seats_of(account) if account else []
    umpire = bool(account) and table.roster.has_role(account or "", UMPIRE)
    if wanted is None:
        wanted = own[0] if own else UMPIRE if umpire else PUBLIC
    if wanted not in table.viewers():
        raise Problem(404, "no_such_viewer", "this game has no such viewer")
    if may_watch(table, account, wanted):
        return wanted
    raise forbidden("you may not look as this viewer", "not_your_view")


def may_watch(table: Table, account: str | None, viewer: str) -> bool:
    """Whether a caller may look as a viewer now. After the end all is open to whoever took part, and to all if spectators were let in."""
    roster, watched = table.roster, table.facts.spectators == "public"
    part = bool(account) and (account in roster.held or any(m.account == account and m.role != "asking" for m in roster.members))
    if table.status == "ended" and (part or watched or account == table.facts.creator):
        return True
    if account and (viewer in roster.seats_of(account) or roster.has_role(account, UMPIRE)):
        return True
    return viewer == PUBLIC and (watched or part)
