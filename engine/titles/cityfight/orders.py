"""Standing orders of a seat: what may be ordered, and how it reads to the seat itself and to the umpire (4.1, 49)."""

from __future__ import annotations

from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import Orders

UNDERSTATE = ("0", "10", "20", "30")
ORDERS = {
    "understate": "Understate search totals (10.32)",
    "claim": "Claiming suppression (11.56)",
    "relay": "Say that an earlier spotter is near (10.37)",
    "heir": "Who takes the company over among equals (6.54)",
}
CLAIMS = {"open": "Say that a stack is suppressed in the open only, where you must", "always": "Say it in cover too"}


def heirs(play: Play, seat: str) -> list[str]:
    """A seat's platoon leaders on the map who share their rating with another of their company (6.54)."""
    able = {uid: u for uid, u in play.s.units.items() if u.on_map and u.rank == "plt_ldr" and play.seat_of(uid) == seat}
    key = {uid: (company, u.rating) for uid, u in able.items() if (company := play.s.formations[u.formation].parent)}
    return [uid for uid in key if sum(k == key[uid] for k in key.values()) > 1]


def standing(play: Play, seat: str) -> dict[str, dict[str, str]]:
    """What a seat has ordered, by subject; what cannot matter in this game, or not yet, is left out."""
    given = play.s.orders.get(seat, Orders())
    out = {
        "understate": {"label": "Search totals understated by", "value": str(given.understate), "rule": "10.32"},
        "claim": {"label": "Suppression is claimed", "value": given.claim, "rule": "11.56"},
    }
    if play.option("relay"):
        out["relay"] = {"label": "Says that an earlier spotter is near", "value": "yes" if given.relay else "no", "rule": "10.37"}
    named = play.s.units.get(given.heir)
    if named is not None and named.on_map and named.rank == "plt_ldr":
        out["heir"] = {"label": "Takes the company over among equals", "value": play.name(given.heir), "rule": "6.54"}
    elif heirs(play, seat):
        out["heir"] = {"label": "Takes the company over among equals", "value": "nobody named", "rule": "6.54"}
    return out
