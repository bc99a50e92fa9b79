"""Victory points, random events and the end of Angola '87 (15.2, 17.3-17.7, 18.5)."""

from __future__ import annotations

from engine.titles.cwb.play import Play
from engine.titles.cwb.state import DEAD, POOL
from engine.titles.cwb.verdict import roll_event, totals

COMMUNIST, SOUTH_AFRICAN = "communist", "south_african"
PRICES = {"UNITA": "unita", "SADF": "sadf", "MPLA": "mpla", "CUBA": "cuba", "DDR": "ddr", "USSR": "ussr"}


def eliminated(play: Play, pid: str) -> str:
    """Score an eliminated piece for the enemy and name its box: UNITA goes back to its pool (17.3, 17.5, 17.24)."""
    unit, side = play.unit(pid), play.s.pieces[pid].side
    enemy = play.enemy(side)
    key, rule = ("vp_communist", "17.3") if enemy == COMMUNIST else ("vp_south_african", "17.5")
    play.score(enemy, play.book.special[key][PRICES[unit.cmd]], f"{play.scenario.command_name(unit.cmd)} units eliminated", rule)
    if play.s.special.get("un") == play.s.turn:
        play.score(enemy, play.book.special["events"]["un_vp_per_unit"], "Units eliminated under UN attention", "18.5")
    return POOL if unit.cmd == "UNITA" else DEAD


def score_holding(play: Play) -> None:
    """Points for places and edge trails held at the end, where no enemy ZOC reaches (17.4, 17.6, 17.7)."""
    field, book = play.field, play.book
    cuito, mavinga = book.map.places["Cuito Cuanavale"], book.map.places["Mavinga"]
    for side, key, rule in ((COMMUNIST, "vp_communist", "17.4"), (SOUTH_AFRICAN, "vp_south_african", "17.6")):
        prices = book.special[key]
        edges = {h for name in prices["edges"] for h in book.map.entry[name]}
        for h in book.map.grid.ids:
            if field.holder.get(h) != side or field.in_zoc(h, play.enemy(side)):
                continue
            if h == cuito:
                play.score(side, prices["cuito"], "Cuito Cuanavale held", rule)
            elif h == mavinga:
                play.score(side, prices["mavinga"], "Mavinga held", rule)
            elif book.map.terrain[h] in ("town", "village"):
                play.score(side, prices["town_or_village"], "Other towns and villages held", rule)
            if h in edges:
                play.score(side, prices["edge_trail"], "Edge trail hexes held", rule)


def random_event(play: Play) -> None:
    """One roll a game turn on the events chart (5.1, 5.2, 18.5)."""
    s, chart = play.s, play.book.special["events"]
    event = roll_event(play, "18.5", {"none": "no event", "bonus": "bonus for the leading side", "un": "UN attention"})
    if event == "un":
        s.special["un"] = s.turn
    elif event == "bonus":
        scores = totals(play)
        lead = scores[COMMUNIST] - scores[SOUTH_AFRICAN]
        if abs(lead) >= chart["bonus_lead"]:
            side = COMMUNIST if lead > 0 else SOUTH_AFRICAN
            s.special[f"bonus {side}"] = s.turn
            play.say("bonus", "18.5", f"{play.scenario.side_name(side)} adjacent attacks get one column this turn", side=side)
