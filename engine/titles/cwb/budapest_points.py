"""Victory points, random events and the end of Budapest '56 (15.2, 16.3-16.9, 18.6)."""

from __future__ import annotations

from engine.titles.cwb.field import Field
from engine.titles.cwb.play import Play
from engine.titles.cwb.state import DEAD, POOL, Disband, Picks, State
from engine.titles.cwb.verdict import roll_event, totals

SOVIET, HUNGARIAN = "soviet", "hungarian"


def eliminated(play: Play, pid: str, army_intervention: bool) -> str:
    """Score an eliminated piece and name its box: Rebels but HQ go back to the pool (16.3, 16.5, 16.13)."""
    unit = play.unit(pid)
    special = play.book.special
    if play.s.pieces[pid].side == SOVIET:
        play.score(HUNGARIAN, special["vp_hungarian"]["soviet"], "Soviet units eliminated", "16.5")
        return DEAD
    prices = special["vp_soviet"]
    if unit.type == "hq":
        play.score(SOVIET, prices["hq_real" if unit.d else "hq_dummy"], "Rebel headquarters eliminated", "16.3")
        return DEAD
    if unit.cmd == "REB":
        play.score(SOVIET, prices["rebel"], "Rebel units eliminated", "16.3")
        return POOL
    if unit.cmd == "ARMY":
        play.score(SOVIET, prices["army_intervention" if army_intervention else "army"], "Army units eliminated", "16.3")
    else:
        play.score(SOVIET, prices["us"], "US units eliminated", "16.3")
    return DEAD


def overt(state: State) -> bool:
    """Whether NATO intervenes openly: embassies are objectives like others then (16.15, 16.33)."""
    return state.setup.options.get("nato") == "overt"


def objectives(field: Field, embassies: bool = False) -> list[str]:
    """All objective hexes, with or without the embassies (16.33)."""
    flags = field.map.flags
    return [h for h in field.map.grid.ids if "objective" in flags[h] and (embassies or "embassy" not in flags[h])]


def held_objectives(field: Field, side: str, embassies: bool = False) -> int:
    """Objectives with a unit of a side (15.4, 16.8)."""
    return sum(field.holder.get(h) == side for h in objectives(field, embassies))


def score_holding(play: Play) -> None:
    """Points for hexes held at the end of the game (16.4, 16.6, 16.8)."""
    field = play.field
    for side, key, rule in ((SOVIET, "vp_soviet", "16.4"), (HUNGARIAN, "vp_hungarian", "16.6")):
        prices = play.book.special[key]
        for hex_id in field.map.grid.ids:
            if field.holder.get(hex_id) != side:
                continue
            flags = field.map.flags[hex_id]
            if "radio" in flags:
                play.score(side, prices["radio"], "Radio Building held", rule)
            elif "objective" in flags and ("embassy" not in flags or overt(play.s)):
                play.score(side, prices["objective"], "Objectives held", rule)
            if "statue" in flags:
                play.score(side, prices["statue"], "Stalin Statue held", rule)
            if "tokol" in flags:
                play.score(side, prices["tokol"], "Road to Tokol Airport held", rule)
    if overt(play.s):
        score_bridges(play, field)


def score_bridges(play: Play, field: Field) -> None:
    """A point for each bridge with Hungarian or NATO units on it and no Soviet ones, with overt intervention (16.6, 16.8)."""
    for hexes in field.map.bridges.values():
        if {field.holder.get(h) for h in hexes} - {None} == {HUNGARIAN}:
            play.score(HUNGARIAN, play.book.special["vp_hungarian"]["bridge_overt"], "Bridges held", "16.6")


def quick_end(play: Play) -> bool:
    """Whether the quick game ends now: the Soviets hold all objectives but the embassies, whatever NATO does (16.9)."""
    if held_objectives(play.field, SOVIET) < len(objectives(play.field)):
        return False
    rows = play.book.special["quick_game"]
    row = rows[str(max(int(k) for k in rows if k.isdigit() and int(k) <= play.s.turn))]
    if row["vp"]:
        play.score(row["side"], row["vp"], "Quick game", "16.9")
    play.s.over = play.scenario.outcome(play, "All objectives are in Soviet hands")
    return True


def random_event(play: Play) -> None:
    """One roll a game turn on the events chart (5.1, 5.2, 18.6)."""
    event = roll_event(play, "18.6", {"ww3": "World War III", "none": "no event", "morale": "Morale Check", "un": "UN attention"})
    if event == "ww3":
        play.scenario.world_war(play)
    elif event == "morale":
        morale_check(play)
    elif event == "un":
        un_attention(play)


def morale_check(play: Play) -> None:
    """A lead of ten costs the Rebels two units or brings them two picks (18.6)."""
    chart, points = play.book.special["events"], totals(play)
    lead = points[SOVIET] - points[HUNGARIAN]
    if lead >= chart["morale_lead"]:
        play.s.stack.append(Disband(HUNGARIAN, chart["morale_units"]))
    elif -lead >= chart["morale_lead"]:
        play.s.stack.append(Picks(HUNGARIAN, chart["morale_picks"]))


def un_attention(play: Play) -> None:
    """Too few objectives in Soviet hands score for the Hungarians (18.6)."""
    chart, held = play.book.special["events"], held_objectives(play.field, SOVIET, overt(play.s))
    rows = chart["un_minimum"]
    minimum = rows[str(max(int(k) for k in rows if k.isdigit() and int(k) <= play.s.turn))]
    play.say("un", "18.6", f"The Soviet side holds {held} objectives of at least {minimum}", count=held, minimum=minimum)
    if held < minimum:
        play.score(HUNGARIAN, chart["un_vp"], "UN attention", "18.6")
