"""Who may sit where: taking and leaving seats, bots, invitations, umpires and spectators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from app.accounts.model import Caller, hashed
from app.base import tables as t
from app.base.errors import Problem, conflict, forbidden
from app.lobby.creating import check_bot
from app.play.model import Holder, Member
from app.play.table import Table
from app.play.turn import Turn
from engine.title import UMPIRE

if TYPE_CHECKING:
    from app.services import Services

MEMBERS = 40


def no_seat() -> Problem:
    """No seat of this name."""
    return Problem(404, "no_such_seat", "this game has no such seat")


def _holder(table: Table, seat: str) -> Holder:
    holder = table.roster.seats.get(seat)
    if holder is None:
        raise no_seat()
    return holder


def _not_over(table: Table) -> None:
    if table.status == "ended":
        raise conflict("game_over", "the game has ended")


def take(turn: Turn, caller: Caller, seat: str, invited: bool = False) -> None:
    """Sit down. Raises Problem: taken, reserved, or the caller has held another side."""
    table, holder = turn.table, _holder(turn.table, seat)
    if holder.account == caller.account:
        return
    _not_over(table)
    if not holder.vacant:
        raise conflict("seat_taken", "this seat is taken")
    host = caller.account == table.facts.creator
    if table.facts.solo and not host:
        raise forbidden("this is a solo game")
    if (holder.reserved or table.facts.private) and not invited and not host:
        raise forbidden("this seat is by invitation", "by_invitation")
    side = table.facts.side(seat)
    others = [s for s in table.roster.held.get(caller.account, []) if s != side]
    if UMPIRE in others or (others and not table.facts.solo):
        raise forbidden("you have had another part in this game", "other_side")
    if any(m.account == caller.account and m.role == "asking" for m in table.roster.members):
        raise forbidden("you are asking to umpire this game", "other_side")
    turn.seat(seat, Holder(account=caller.account, name=caller.name))
    _told(turn, seat, f"{caller.name} plays {_seat_name(table, seat)}.")


def give_to_bot(turn: Turn, caller: Caller, seat: str, bot: str) -> None:
    """Let a bot play a vacant seat (the host), or one's own."""
    table, holder = turn.table, _holder(turn.table, seat)
    check_bot(table.facts.title, bot)
    _not_over(table)
    mine = holder.account == caller.account
    if not mine and caller.account != table.facts.creator:
        raise forbidden("only the host gives seats to bots")
    if holder.account is not None and not mine:
        raise conflict("seat_taken", "this seat is taken")
    turn.seat(seat, Holder(bot=bot, name=bot))
    _told(turn, seat, f"The computer plays {_seat_name(table, seat)}.")


def leave(turn: Turn, caller: Caller, seat: str) -> None:
    """Leave a seat or a role; the host may clear a seat before the start, and a bot's seat at any time."""
    table = turn.table
    if seat in (UMPIRE, "spectator"):
        roles = (UMPIRE, "asking") if seat == UMPIRE else (seat,)
        member = next((m for m in table.roster.members if m.account == caller.account and m.role in roles), None)
        if member is None:
            raise no_seat()
        turn.member(None, gone=member)
        if member.role == UMPIRE:
            turn.umpire_left()
        if member.role != "spectator":
            turn.announce("umpire-left", f"{member.name} no longer umpires.", {"name": member.name})
        return
    holder = _holder(table, seat)
    host = caller.account == table.facts.creator
    if holder.vacant:
        raise conflict("seat_vacant", "nobody holds this seat")
    if holder.account != caller.account and not (host and (table.status == "open" or holder.bot)):
        raise forbidden("this seat is not yours")
    turn.seat(seat, Holder(reserved=table.status != "open" or holder.reserved))
    _told(turn, seat, f"{_seat_name(table, seat)} is vacant.")


async def invite(service: Services, turn: Turn, caller: Caller, seat: str | None, role: str | None) -> str:
    """An invitation's code, shown this once: for a seat (by the host), or as umpire or spectator (by the host or a player)."""
    table = turn.table
    host = caller.account == table.facts.creator
    if seat is not None:
        holder = _holder(table, seat)
        if not host:
            raise forbidden("only the host gives seats")
        _not_over(table)
        if not holder.vacant:
            raise conflict("seat_taken", "this seat is taken")
        if not holder.reserved:
            turn.seat(seat, Holder(reserved=True))
    elif not host and not table.roster.seats_of(caller.account):
        raise forbidden("only the host and players invite")
    elif role == "spectator" and table.facts.spectators == "none":
        raise conflict("no_spectators", "this game has no spectators")
    code = service.ids.secret("invitation")
    values = {"hash": hashed(code), "game": table.facts.game, "role": role or "seat", "seat": seat or ""}
    turn.row(insert(t.invitations).values(**values))
    return code


async def invitation(service: Services, code: str) -> dict[str, str]:
    """What a code is for: game, role, seat. Raises `no_such_invitation`."""
    i = t.invitations.c
    async with service.db.read() as c:
        row = (await c.execute(select(i.game, i.role, i.seat).where(i.hash == hashed(code)))).first()
    if row is None:
        raise Problem(404, "no_such_invitation", "there is no such invitation")
    return {"game": row.game, "role": row.role, "seat": row.seat}


async def accept(turn: Turn, caller: Caller, code: str, role: str, seat: str) -> None:
    """Use an invitation; the one who used it may repeat. Raises Problem."""
    i = t.invitations.c
    used = (await turn.connection.execute(select(i.used_by).where(i.hash == hashed(code)))).scalar()
    if used == caller.account:
        return
    if used is not None:
        raise conflict("invitation_used", "this invitation was used")
    if role == "seat":
        take(turn, caller, seat, invited=True)
    elif role == "spectator":
        if not turn.table.roster.has_role(caller.account, role):
            _room(turn.table)
            turn.member(Member(caller.account, role, caller.name))
    else:
        become_umpire(turn, caller)
    turn.row(update(t.invitations).where(i.hash == hashed(code)).values(used_by=caller.account))


def become_umpire(turn: Turn, caller: Caller) -> None:
    """Join as umpire: at once before the start of a game that announced one; later only with every side's consent."""
    table = turn.table
    _not_over(table)
    if [s for s in table.roster.held.get(caller.account, []) if s != UMPIRE]:
        raise forbidden("you have had a seat in this game", "other_side")
    if table.roster.has_role(caller.account, UMPIRE) or table.roster.has_role(caller.account, "asking"):
        return
    _room(table)
    asking = Member(caller.account, "asking", caller.name)
    if table.facts.umpire and table.status == "open":
        _appoint(turn, asking)
        return
    turn.member(asking)
    turn.announce("umpire-asked", f"{caller.name} asks to umpire this game: every side must agree.", {"name": caller.name})
    _settle_umpire(turn, asking)


def consent_to_umpire(turn: Turn, caller: Caller, agree: bool) -> None:
    """A side's word on whoever asks to umpire."""
    table = turn.table
    _not_over(table)
    sides = {table.facts.side(s) for s in table.roster.seats_of(caller.account)}
    if not sides:
        raise forbidden("only players agree to an umpire")
    asking = next((m for m in table.roster.members if m.role == "asking"), None)
    if asking is None:
        raise conflict("not_asked", "nobody asks to umpire")
    if not agree:
        turn.member(None, gone=asking)
        turn.announce("umpire-declined", f"{asking.name} does not umpire.", {"name": asking.name})
        return
    agreed = Member(asking.account, "asking", asking.name, tuple(sorted({*asking.consents, *sides})))
    turn.member(agreed, gone=asking)
    new = sorted(sides - set(asking.consents))
    turn.announce("umpire-agreed", f"{', '.join(new) or 'A side'} agrees to {asking.name} as umpire.", {"sides": new, "name": asking.name})
    _settle_umpire(turn, agreed)


def _settle_umpire(turn: Turn, asking: Member) -> None:
    """Appoint whoever asks once every side with a person on it has agreed."""
    table = turn.table
    people = {table.facts.side(s) for s, h in table.roster.seats.items() if h.account is not None}
    if table.status == "open" and any(h.vacant for h in table.roster.seats.values()):
        return
    if people <= set(asking.consents):
        turn.member(None, gone=asking)
        _appoint(turn, asking)


def _appoint(turn: Turn, member: Member) -> None:
    turn.member(Member(member.account, UMPIRE, member.name))
    turn.remember(member.account, UMPIRE)
    turn.announce("umpire-joined", f"{member.name} umpires this game.", {"name": member.name})


def _room(table: Table) -> None:
    if len(table.roster.members) >= MEMBERS:
        raise conflict("full", "this game has no room for more people")


def _seat_name(table: Table, seat: str) -> str:
    return next(s.name for s in table.facts.seats if s.id == seat)


def _told(turn: Turn, seat: str, text: str) -> None:
    holder = turn.table.roster.seats[seat]
    who = {"bot": holder.bot} if holder.bot else {"player": holder.name} if holder.account else {}
    turn.announce("seat", text, {"seat": seat, "side": turn.table.facts.side(seat), **who})
