"""Air transport (13) and the air defences that close the sky (12.12, 13.3)."""

from __future__ import annotations

from engine.titles.cwb.data import Unit
from engine.titles.cwb.field import Field
from engine.titles.cwb.play import Play
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import State

TRANSPORT = "HELI_TRANSPORT"


def can_fly(state: State, scenario: Scenario, side: str, unit: Unit) -> bool:
    """Whether a side has an unused transport helicopter and the unit may use it (13.1, 13.2)."""
    pool = state.air.get(side, {}).get(TRANSPORT)
    return pool is not None and pool.left > 0 and scenario.airmobile(unit)


def known_air_defence(state: State, field: Field, side: str, reach: int = 0) -> int:
    """Hexes in the range of a side's unsuppressed air-defence units that its enemy knows: revealed, or seen by recon.

    `reach`: hexes, where the range of 12.12 and 13.3 is not meant.
    """
    return _air_defence(field, side, reach, known_only=True)


def air_defence(state: State, field: Field, side: str, reach: int = 0) -> int:
    """Hexes in the range of any unsuppressed air-defence unit of a side (12.12): resolution only."""
    return _air_defence(field, side, reach, known_only=False)


def _air_defence(field: Field, side: str, reach: int, known_only: bool) -> int:
    out, reach = 0, reach or int(field.map.tables["common"]["air_defence_range"])
    for pid, piece in field.pieces_of(side):
        if not piece.suppressed and (piece.revealed or piece.looked or not known_only) and field.unit(pid).type == "air_defense":
            out |= field.map.grid.within(piece.at, reach)
    return out


def fly(play: Play, pid: str, to: str) -> bool:
    """Spend a transport and fly a piece to a hex; True when it lands.

    An air defence that the flyer did not know of calls the flight off (13.3, I28); so a landing tells that there is none.
    """
    piece = play.s.pieces[pid]
    pool = play.s.air[piece.side][TRANSPORT]
    pool.left -= 1
    closed = air_defence(play.s, play.field, play.enemy(piece.side))
    index = play.field.map.grid.index
    ends = [h for h in (piece.at, to) if h in index]
    if any(closed >> index[h] & 1 for h in ends):
        play.say(
            "flight_off",
            "13.3",
            f"The flight of {{piece}} to {to} is called off: enemy air defence",
            who={"piece": pid},
            hex=to,
            discloses=True,
        )
        return False
    origin = piece.at
    play.place(pid, to)
    path, back = ([origin, to], None) if origin in index else ([to], str(play.unit(pid).m))
    play.say("flight", "13.1", f"{{piece}} is flown to {to}", who={"piece": pid}, path=path, back=back, discloses=True)
    return True
