"""The optional rules of the family (sections 19-23) and NATO's intervention as options of a game; any combination is legal."""

from __future__ import annotations

from engine.title import OptionInfo
from engine.titles.cwb.state import State

YES_NO = {"no": "No", "yes": "Yes"}


def switch(name: str, label: str, note: str) -> OptionInfo:
    """An option that is off by default and can be on."""
    return OptionInfo(name, label, ("no", "yes"), "no", YES_NO, note)


IRREGULARS = switch(
    "irregulars",
    "Special forces and guerrillas",
    "They move a point a hex, have no zones of control, attack only if they want to and cannot be bombarded; "
    "everybody sees which untried counters are such units or police (22)",
)

RECON = switch(
    "recon",
    "Recon",
    "Special forces, armored cavalry and police look at untried enemies next to them; only their owner learns what he has seen (20)",
)
FIRE_CONTROL = switch(
    "fire_control",
    "Fire control",
    "Soviet, UNITA, MPLA and Cuban artillery and air plot all their fire as the combat phase begins (23)",
)

PARATROOPS = switch(
    "paratroops",
    "Paratroop landings",
    "The airborne drop out of Mavinga takes the landing table: the unit may scatter, or come down suppressed (17.28, 19)",
)
PARATROOPS_BUDAPEST = switch(
    "paratroops",
    "Paratroop landings",
    "Nothing changes: the US 82nd, which alone lands here, always takes the landing table (16.15, 16.29, 19)",
)
NATO = OptionInfo(
    "nato",
    "NATO intervention",
    ("none", "covert", "overt"),
    "none",
    {"none": "None", "covert": "Covert: special forces", "overt": "Overt: airborne division and air power"},
    "Covert: 77SF and CIA, one more pick a turn, 10 VP for the Soviet side. Overt: also the US 82nd by airborne landing and NATO air, "
    "a die for Soviet air, embassies and bridges count, 20 VP for the Soviet side. World War III may end the game (16.15, 16.16)",
)

AIR_RECON = switch(
    "air_recon",
    "Aerial recon",
    "TAC and helicopter markers, in Budapest NATO's alone, are spent to look at the untried enemies of a hex (20.3)",
)
SCREENING = switch(
    "screening",
    "Screening",
    "Where armored cavalry, special forces and guerrillas defend alone, the defender chooses between the Assault and the Mobile CRT (21)",
)

RULES = (RECON, AIR_RECON, SCREENING, IRREGULARS, FIRE_CONTROL)


def on(state: State, option: OptionInfo) -> bool:
    """Whether a game is played with an optional rule."""
    return state.setup.options.get(option.id) == "yes"


def in_force(state: State) -> dict[str, dict[str, str]]:
    """The optional rules of a game as rows of a panel."""
    rows = {o.id: {"label": o.name, "value": "", "note": o.note} for o in RULES if on(state, o)}
    if on(state, PARATROOPS):
        rows[PARATROOPS.id] = {"label": PARATROOPS.name, "value": "", "note": "Airborne landings roll on the landing table (19)"}
    level = state.setup.options.get(NATO.id, NATO.default)
    if level != NATO.default:
        rows[NATO.id] = {"label": NATO.name, "value": level, "note": NATO.note}
    return rows
