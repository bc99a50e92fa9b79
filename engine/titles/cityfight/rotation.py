"""The order in which the platoons of a side act: agreed on before play begins, and then fixed (4.1 C, 48.22).

Both sides keep it secret. For a team its first seat sets what the players have agreed, and all of them hear it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.titles.cityfight.play import Play


def movable(play: Play, seat: str) -> list[str]:
    """The platoons, in their order, whose place a seat may set: all of its side for its first seat, if there are several."""
    side = next(x.side for x in play.s.setup.seats if x.id == seat)
    order = play.s.order[side]
    return list(order) if len(order) > 1 and seat == play.team(side)[0] else []


def named(value: str) -> str:
    """The formation of a pick `platoon <formation>`."""
    return value.removeprefix("platoon ")


def places(order: Sequence[str], fid: str) -> list[str]:
    """The places that a platoon may take: all but its own."""
    return [str(n) for n, other in enumerate(order, 1) if other != fid]


def put(play: Play, fid: str, place: int) -> None:
    """Give a platoon its place; those between its old and its new one move up or down. Only its own side hears of it."""
    side = play.s.formations[fid].side
    order = [x for x in play.s.order[side] if x != fid]
    order.insert(place - 1, fid)
    play.s.order[side] = order
    names = ", ".join(play.book.formation_name(x) for x in order)
    play.tell("rotation", "48.22", play.team(side), f"Order of rotation: {names}", formations=order)
