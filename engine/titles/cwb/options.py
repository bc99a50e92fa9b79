"""The optional rules of the family (sections 20-23) as switches of a game; any combination is legal."""

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

RULES = (RECON, IRREGULARS, FIRE_CONTROL)


def on(state: State, option: OptionInfo) -> bool:
    """Whether a game is played with an optional rule."""
    return state.setup.options.get(option.id) == "yes"
