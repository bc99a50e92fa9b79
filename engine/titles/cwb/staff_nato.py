"""The staff bot's part of NATO intervention in Budapest: where the 82nd lands, and which air points are taken (16.15, 16.16, 16.30)."""

from __future__ import annotations

from collections.abc import Sequence

from engine import hexgrid
from engine.bots import BotView
from engine.titles.cwb.budapest_nato import US
from engine.titles.cwb.budapest_points import SOVIET
from engine.titles.cwb.staff_assault import Mover
from engine.titles.cwb.staff_budapest import Budapest

OPEN = ("clear", "square")
"""Terrain that is safest to land on (19.6)."""
NEAR = 3
"""Hexes from a landing to the objectives that it is to save."""
APART = 2.0
"""What a landed unit nearby takes from a place: the division spreads over the town."""
SOVIET_MIX = ("HELI_TRANSPORT", *["TAC"] * 6)
NATO_MIX = (*["SAC"] * 5, *["TAC"] * 5)
FIGHTING = ("HELI_GUNSHIP", "TAC")
"""What NATO takes first while its units are in contact: support."""


def mix(bot: BotView, p: Budapest) -> list[str]:
    """Air markers: one transport and bombers for the Soviet side; bombers for NATO, and strikes in support where its units fight."""
    walk = bot.walk()
    fights = any(c.cmd == US and p.contact >> p.board.grid.index[c.hex] & 1 for c in p.own)
    nato = (*(FIGHTING if fights else ()), *NATO_MIX)
    for kind in SOVIET_MIX if p.seat == SOVIET else nato:
        if kind in walk.values():
            walk.pick(kind)
    return list(walk.follow(["go"]).picks)


def land(bot: BotView, p: Budapest, units: Sequence[Mover]) -> list[str]:
    """Picks that land the next unit in the open near objectives, with no enemy next to it; none where there is nobody to land (16.20)."""
    able = [m.c for m in units if not m.c.hex]
    if not able:
        return []
    terrain, flags = p.board.map.terrain, p.board.map.flags
    spots = [
        h for h in p.board.grid.hexes(p.board.all & ~p.contact & ~p.enemy & ~p.held) if terrain[h] in OPEN and "objective" not in flags[h]
    ]
    for h in sorted(spots, key=lambda h: (-_merit(p, h), h)):
        walk = bot.walk().follow([able[0].id])
        for value in ("drop", f"column {h[:2]}", h):
            if value not in walk.values():
                break
            walk.pick(value)
        if walk.ready:
            return list(walk.picks)
    return []


def _merit(p: Budapest, hex_id: str) -> float:
    near = p.board.grid.hexes(p.board.grid.within(hex_id, NEAR) & p.board.objectives)
    out = sum(p.value(h) / (1 + hexgrid.distance(hex_id, h)) for h in near)
    landed = sum(c.cmd == US and hexgrid.distance(c.hex, hex_id) <= NEAR for c in p.own)
    return out - APART * landed - 0.5 * (p.board.grid.within(hex_id, 2) & p.enemy).bit_count()
