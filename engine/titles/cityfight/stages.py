"""The stages of a game-turn (4.1): what runs by itself, and which seats must decide what now.

Suppression recovery (F) and the command decision of the next turn (A) are both secret, simultaneous and without effect on each
other's side; a seat does them in one pause, rallies first, so that the two pauses of the printed order tell nothing more.
"""

from __future__ import annotations

from engine.decisions import Decision, Walk
from engine.flow import Ask
from engine.title import PUBLIC, UMPIRE
from engine.titles.cityfight import (
    accord,
    action,
    assault,
    commands,
    control,
    morale,
    movement,
    recovery,
    roster,
    supervised,
    talk,
    victory,
)
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import State

PROMPTS = {
    "set-up": ("Place your forces in secret, then commit", "7.0"),
    "command": ("Rally, give commands in secret, then commit", "4.1"),
    "action": ("Your action", "4.1"),
    "immediate-fire": ("Fire at once at what was just spotted, or not", "10.6"),
}

SECRET = ("set-up", "command")
"""Stages that all seats play at the same time and in secret."""


def run(play: Play) -> list[Ask]:
    """Carry the game on until somebody has to decide, and say who."""
    s = play.s
    while s.over is None:
        if accord.carried(play):
            continue
        if s.stage in SECRET:
            waiting = [seat for seat in play.seats if seat not in s.committed]
            if waiting:
                kind = s.stage
                return [Ask(seat, kind, *PROMPTS[kind], sticky=True) for seat in waiting]
            s.committed = []
            if s.stage == "set-up":
                roster.reveal_posts(play)
                begin_turn(play)
            else:
                begin_action_stage(play)
                talk.deliver(play)
        elif s.search is not None:
            return [Ask(UMPIRE, "sighting", *supervised.PROMPT)]
        elif s.window is not None:
            return [Ask(s.window.seat, "immediate-fire", *PROMPTS["immediate-fire"])]
        elif stage_over(play):
            end_action_stage(play)
        else:
            seat = play.turn_seat(s.side)
            call(play, seat)
            return [Ask(seat, "action", *PROMPTS["action"])]
    return []


def call(play: Play, seat: str) -> None:
    """Tell one of several players of a side that it is his turn, and why: whose platoons have no points left is passed over (48.23, A-52).

    So what the question gives away of the others' points stands in his log and is nothing that only a program would notice.
    """
    if not play.crowd or any(d.seat == seat and d.kind == "action" for d in play.s.open):
        return
    due = play.due(play.s.side)
    why = f"{play.book.formation_name(due)} is to act" if due else "no platoon of your side has action points left; leaders may act"
    play.tell("due", "48.23", [seat], f"Your turn: {why}", formation=due)


def walk(state: State, decision: Decision) -> Walk:
    """The walk of an open decision of a stage."""
    if decision.kind == "set-up":
        return roster.SetUpWalk(state, decision)
    if decision.kind == "command":
        return commands.CommandWalk(state, decision)
    if decision.kind == "sighting":
        return supervised.SearchWalk(state, decision)
    if decision.kind == "immediate-fire":
        return action.FireWalk(state, decision)
    return action.ActionWalk(state, decision)


def take(play: Play, done: Walk) -> None:
    """Carry a finished walk out; after an action and its pauses the turn passes to the other side."""
    s = play.s
    if isinstance(done, roster.SetUpWalk):
        roster.take(play, done)
    elif isinstance(done, commands.CommandWalk):
        commands.take(play, done)
    else:
        side = s.side
        if isinstance(done, action.ActionWalk):
            shoots = done.verb in ("fire", "automatic")
            if not shoots:
                s.alert.pop(side, None)
            action.take(play, done)
            if shoots:
                s.alert.pop(side, None)
        elif isinstance(done, action.FireWalk):
            action.take_fire(play, done)
        elif isinstance(done, supervised.SearchWalk):
            supervised.take(play, done)
        assault.disengage(play)
        talk.deliver(play)
        if s.window is None and s.search is None:
            announce_exhaustion(play, side)
            s.side = play.enemy(side)


def begin_turn(play: Play, skipped: bool = False) -> None:
    """The next game-turn: leaders fall due, all per-turn facts are cleared, reinforcements may enter (4.1 G, 6.55).

    After a skipped turn the attempts to recover that its pause allowed are still open: its own stage F was not played (4.2, A-58).
    """
    s = play.s
    for u in s.units.values():
        if skipped and u.cover == s.turn:
            u.cover, u.suppressed = 0, False
        u.last = "" if skipped else u.command
        u.command, u.moves, u.sights, u.fires, u.group = "", 0, 0, 0, ""
        u.stopped = u.fired = u.assaulted = False
        u.tried, u.helped = u.tried and skipped, u.helped if skipped else 0
        u.seen = []
    s.turn += 1
    s.stage = "command"
    s.marks = {k: v for k, v in s.marks.items() if k.startswith(LASTING)}
    s.talk, s.agree, s.committed = {}, [], []
    morale.replace_leaders(play)
    play.aloud("turn", "4.1", f"Game-turn {s.turn}: recovery and commands", turn=s.turn)


LASTING = ("exited ", "split ")
"""Marks that outlive a game-turn."""


def begin_action_stage(play: Play) -> None:
    """Command control, then the first action: the side with advantage, else the higher die (4.1 B, 16.21, A-01)."""
    s = play.s
    s.stage = "action"
    s.passes, s.window, s.alert = 0, None, {}
    group_stacks(play)
    control.command_control(play)
    for side in play.book.sides:
        s.marks[f"start {side}"] = points(play, side)
    first, second = play.book.sides
    if len(play.book.advantage) == 1:
        s.side = next(iter(play.book.advantage))
    else:
        while True:
            a, b = (play.roll(PUBLIC, "first action", s.turn, side) for side in (first, second))
            if a != b:
                break
        s.side = first if a > b else second
        play.aloud("first", "16.21", f"{play.book.side_name(s.side)} acts first (dice {a} and {b})", side=s.side, dice=[a, b])
    play.aloud("stage", "4.1", f"Action stage of game-turn {s.turn}", turn=s.turn)


def group_stacks(play: Play) -> None:
    """Note who may act together, units of a platoon that begin stacked with the same command (9.21), and what is engaged (13.37, 10.41)."""
    for uid, u in play.s.units.items():
        u.began = u.at
        u.group = f"{u.at} {u.formation} {u.command}" if u.on_map and u.command and play.platoon(uid) is not None else ""
    play.s.marks.update({f"engaged {hex_id}": 1 for hex_id in play.s.engaged})
    for hex_id in play.s.engaged:
        movement.mutually_spotted(play, hex_id)


def points(play: Play, side: str) -> int:
    """Action points that a side has left."""
    return sum(f.ap for f in play.s.formations.values() if f.side == side)


def stage_over(play: Play) -> bool:
    """Whether the action stage ends (4.1 C): the side without advantage, or either where both or neither have it, has spent its points.

    A side that began with none has spent none: it waits for the other's last point, or two free passes in a row (A-04, A-52).
    """
    s = play.s
    sides = play.book.sides
    if s.passes >= 2:
        return True
    left = {side: points(play, side) for side in sides}
    had = {side: s.marks.get(f"start {side}", 0) for side in sides}
    if not any(left.values()):
        return True
    ending = [x for x in sides if x not in play.book.advantage] if len(play.book.advantage) == 1 else list(sides)
    return any(had[side] > 0 and left[side] == 0 for side in ending)


def announce_exhaustion(play: Play, side: str) -> None:
    """A side whose last point is spent says so, but never the one that alone has advantage (4.1 C)."""
    s = play.s
    for x in (side, play.enemy(side)):
        if len(play.book.advantage) == 1 and x in play.book.advantage:
            continue
        if s.marks.get(f"start {x}", 0) > 0 and points(play, x) == 0 and f"said {x}" not in s.marks:
            s.marks[f"said {x}"] = 1
            play.aloud("exhausted", "4.1", f"{play.book.side_name(x)} has no action points left", side=x)


def end_action_stage(play: Play) -> None:
    """Ammunition, engagement, end of the game-turn (4.1 D-G).

    The printed order has engagement first. Neither touches the other, and what all hear (13.31) then comes after what a seat hears alone
    (14.32), so that nobody's own events begin differently by what others have.
    """
    s = play.s
    play.aloud("stage_end", "4.1", f"The action stage of game-turn {s.turn} is over", turn=s.turn)
    recovery.recover_ammunition(play)
    assault.determine_engaged(play)
    play.forget(8)
    next_turn(play)


def next_turn(play: Play, skipped: bool = False) -> None:
    """End the game if it is time, else begin the next game-turn (4.1 G)."""
    if not victory.ended(play):
        begin_turn(play, skipped)
