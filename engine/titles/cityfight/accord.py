"""What both sides may agree to: to skip a game-turn (4.2), to end a game of open length (55.13).

Each seat says so in secret while commands are given; what all seats have agreed to in the same game-turn happens at once, and
nobody hears of an agreement that was not complete. It lapses with the game-turn.
"""

from __future__ import annotations

from engine.decisions import Decision, Option, Walk
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import State

LABELS = {"skip": "Skip this game-turn", "end": "End the game now"}


def subjects(play: Play) -> list[str]:
    """What may be agreed to now."""
    open_end = any("agree" in row.get("when", "") for row in play.book.scenario["length"]["ends"].values())
    return ["skip", "end"] if open_end else ["skip"]


class AccordWalk(Walk):
    """`[subject, "yes" or "no"]`: agree, or withdraw (4.2)."""

    def __init__(self, state: State, decision: Decision) -> None:
        super().__init__(decision)
        self.play = Play(state)
        self.seat = decision.seat

    def _given(self, subject: str) -> bool:
        return f"{subject} {self.seat}" in self.play.s.agree

    def _values(self) -> list[str]:
        if not self.picks:
            return subjects(self.play)
        return ["no"] if self._given(self.picks[0]) else ["yes"]

    def _take(self, value: str) -> None:
        self.ready = len(self.picks) == 2

    def _option(self, value: str) -> Option:
        if value in LABELS:
            return Option(value, label=LABELS[value], note="you have agreed" if self._given(value) else "")
        return Option(value, label="I agree, if all do in this game-turn" if value == "yes" else "I no longer agree")


def take(play: Play, walk: AccordWalk) -> None:
    """Note what a seat agrees to; it alone hears of it."""
    subject, yes = walk.picks[0], walk.picks[1] == "yes"
    entry = f"{subject} {walk.seat}"
    play.s.agree = sorted({*play.s.agree, entry}) if yes else [x for x in play.s.agree if x != entry]
    play.tell("agreement", "4.2", [walk.seat], f"{LABELS[subject]}: {'agreed' if yes else 'withdrawn'}", subject=subject)


def carried(play: Play) -> bool:
    """Carry out what all seats have agreed to while commands are given; whether there was anything."""
    from engine.titles.cityfight import stages, victory

    s = play.s
    if s.stage != "command":
        return False
    agreed = [x for x in LABELS if all(f"{x} {seat}" in s.agree for seat in play.seats)]
    if "end" in agreed:
        victory.finish(play, "Both sides agree to end the game")
    elif "skip" in agreed:
        play.aloud("skipped", "4.2", f"Game-turn {s.turn} is skipped by agreement", turn=s.turn)
        stages.next_turn(play, skipped=True)
    return bool(agreed)
