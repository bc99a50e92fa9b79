"""Sighting in the umpire's hands: he is asked at every search what it finds (49 to 10.0).

The other side hears of the search and that it is answered, the searcher alone of the result, by the same events whether the dice
decided or the umpire; and since he is asked whether or not anybody is there, his pause tells nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.decisions import Decision, Option, Walk
from engine.titles.cityfight import sighting
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import Search, State

PROMPT = ("What does this search find?", "10.0")
DICE, OWN = "dice", "decide"


def sighters(play: Play, search: Search) -> list[str]:
    """Those of the searching units that still stand where they searched."""
    return [u for u in search.units if u in play.s.units and play.s.units[u].on_map]


def by_dice(play: Play, search: Search) -> sighting.Found:
    """What the rules and the dice would name."""
    units = sighters(play, search)
    return sighting.resolve(play, units, search.megahex, search.total, search.relay) if units else []


class SearchWalk(Walk):
    """`["dice", "go"]`: as the dice have it; `["decide", hex..., "go"]`: these hexes, and whatever stands in plain sight."""

    def __init__(self, state: State, decision: Decision) -> None:
        super().__init__(decision)
        assert state.search is not None
        self.play, self.search = Play(state), state.search
        self.units = sighters(self.play, self.search)

    def _values(self) -> list[str]:
        if not self.picks:
            return [DICE, OWN] if self.units else [DICE]
        return ["go"] if self.picks[0] == DICE else [*(h for h in hidden(self.play, self.search) if h not in self.picks), "go"]

    def _take(self, value: str) -> None:
        self.ready = value == "go"

    def _option(self, value: str) -> Option:
        if value == DICE:
            return Option(value, label="As the dice have it", note=sighting.answer(by_dice(self.play, self.search)))
        if value == OWN:
            return Option(value, label="Decide it", note="what stands in the open is seen in any case")
        if value == "go":
            return Option(value, label="Tell the searcher")
        side = self.play.s.units[self.units[0]].side
        names = [self.play.name(u) for u in self.play.at(value, self.play.enemy(side))]
        return Option(value, hex=value, note=f"{', '.join(names)}: seen, if you pick it")

    def _preview(self) -> Mapping[str, Any]:
        search, total = self.search, self.search.total
        names = ", ".join(self.play.name(u) for u in self.units) or "nobody is left"
        lines = [{"label": f"Search of {search.megahex}", "value": names, "rule": "10.1"}]
        if total is not None:
            needed = sighting.rating(self.play, self.units, search.megahex) if self.units else self.play.book.town.rating[search.megahex]
            lines.append({"label": "Total", "value": str(total), "rule": "10.32"})
            lines.append({"label": "Search rating", "value": str(needed), "rule": "10.32"})
        return {"title": "Search", "lines": lines, "hexes": self.play.book.town.hexes_of[search.megahex]}


def hidden(play: Play, search: Search) -> list[str]:
    """The hexes of the megahex where enemies are in cover: those that the umpire may let be seen or not."""
    first = play.s.units[sighters(play, search)[0]]
    hexes = play.book.town.hexes_of[search.megahex]
    return [h for h in hexes if play.at(h, play.enemy(first.side)) and not sighting.open_to(play, h, first.at[:2])]


def take(play: Play, walk: SearchWalk) -> None:
    """Tell the searcher what he sees, and open the pause for immediate fire."""
    search, units = walk.search, sighters(play, walk.search)
    play.s.search = None
    found = by_dice(play, search)
    if walk.picks[0] == OWN:
        found = chosen(play, search, units, walk.picks[1:-1])
    text = f"Seen in {search.megahex}: {sighting.answer(found)}"
    play.aloud("answer", "10.0", f"The umpire has answered the search of {search.megahex}", megahex=search.megahex)
    play.tell("sighted", "49", [search.seat], text, hexes=[h for h, _, _ in found])
    sighting.seen(play, search.seat, units, search.megahex, found)


def chosen(play: Play, search: Search, units: Sequence[str], hexes: Sequence[str]) -> sighting.Found:
    """What is seen by the umpire's word: all in plain sight, and everybody in the hexes that he names."""
    first = play.s.units[units[0]]
    out = []
    for h in play.book.town.hexes_of[search.megahex]:
        there = play.at(h, play.enemy(first.side))
        if there and (h in hexes or sighting.open_to(play, h, first.at[:2])):
            out.append((h, sighting.words(play, h, units, there), there))
    return out
