"""Who stands where, and zones of control (section 8)."""

from __future__ import annotations

from engine.titles.cwb.data import Book, Map, Unit
from engine.titles.cwb.irregulars import IRREGULAR, SECURITY
from engine.titles.cwb.options import IRREGULARS, on
from engine.titles.cwb.state import Piece, State


class Field:
    """Positions and zones of control of one state, computed once. Never outlives a change of that state."""

    def __init__(self, state: State, book: Book, terrain: Map | None = None) -> None:
        self.book = book
        self.map = terrain or book.map
        self.pieces = state.pieces
        self.at: dict[str, list[str]] = {}
        self.holder: dict[str, str] = {}
        for pid, piece in state.pieces.items():
            if piece.on_map:
                self.at.setdefault(piece.at, []).append(pid)
                self.holder[piece.at] = piece.side
        self.irregulars = on(state, IRREGULARS)
        self._zoc: dict[tuple[str, bool], int] = {}
        self._held: dict[str, int] = {}

    def unit(self, pid: str) -> Unit:
        """The printed facts of a piece: only for code that resolves, or for what its owner may know."""
        return self.book.units[self.pieces[pid].unit]

    def units_at(self, hex_id: str) -> list[Unit]:
        """The printed facts of the pieces in a hex."""
        return [self.unit(p) for p in self.at.get(hex_id, ())]

    def held(self, side: str) -> int:
        """The bit set of the hexes where a side has pieces."""
        if side not in self._held:
            self._held[side] = self.map.grid.bits(h for h, s in self.holder.items() if s == side)
        return self._held[side]

    def irregular(self, pid: str) -> bool:
        """Whether a piece moves and fights as an irregular (22): public where the rule is in force."""
        return self.irregulars and self.unit(pid).type in IRREGULAR

    def zoc(self, side: str, on: Unit | None = None) -> int:
        """The bit set of hexes in the zones of control of a side's pieces (8.1-8.3): none of suppressed ones, none into objectives.

        `on`: for the unit that they would affect; by default any that is no irregular (22.2, 22.3).
        """
        key = side, self.irregulars and on is not None and on.type in IRREGULAR
        if key not in self._zoc:
            out = 0
            for hex_id, pids in self.at.items():
                if self.holder[hex_id] == side and any(self._exerts(p, key[1]) for p in pids):
                    out |= self.map.reach(hex_id)
            self._zoc[key] = out & ~self.map.no_zoc
        return self._zoc[key]

    def _exerts(self, pid: str, on_irregulars: bool) -> bool:
        """Whether a piece has a zone of control: on irregulars special forces and police, on others all but irregulars (22.2, 22.3)."""
        if self.pieces[pid].suppressed:
            return False
        if on_irregulars:
            return self.unit(pid).type in SECURITY
        return not self.irregular(pid)

    def in_zoc(self, hex_id: str, of_side: str, on: Unit | None = None) -> bool:
        """Whether a hex lies in a side's zones of control, for the unit that they would affect."""
        return bool(self.zoc(of_side, on) >> self.map.grid.index[hex_id] & 1)

    def exerts_on(self, pid: str, hex_id: str, on: Unit | None = None) -> bool:
        """Whether one piece exerts its zone of control on an adjacent hex (8.1-8.3), for the unit affected: by default no irregular."""
        if (
            not self._exerts(pid, self.irregulars and on is not None and on.type in IRREGULAR)
            or self.map.no_zoc >> self.map.grid.index[hex_id] & 1
        ):
            return False
        return bool(self.map.reach(self.pieces[pid].at) >> self.map.grid.index[hex_id] & 1)

    def enemies_next_to(self, hex_id: str, side: str) -> list[str]:
        """Enemy pieces of a side in the hexes adjacent to a hex, across any side."""
        return [p for n in self.map.neighbours[hex_id] if self.holder.get(n, side) != side for p in self.at[n]]

    def pieces_of(self, side: str) -> list[tuple[str, Piece]]:
        """A side's pieces on the map, in internal order."""
        return [(pid, p) for pid, p in self.pieces.items() if p.side == side and p.on_map]
