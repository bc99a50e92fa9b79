"""The sequence of play (section 4): what runs by itself, and who must decide what next."""

from __future__ import annotations

from engine.decisions import Decision, Walk
from engine.flow import Ask
from engine.titles.cwb import duties, recon
from engine.titles.cwb.advance import AdvanceWalk, run_advance, take_advance
from engine.titles.cwb.attack import CombatWalk
from engine.titles.cwb.bombard import run_bombard, take_order
from engine.titles.cwb.choice import PieceWalk
from engine.titles.cwb.combat import attack_walk, declare, run_attack, take_attack
from engine.titles.cwb.movement import MoveWalk, carry_out_move, overstacked
from engine.titles.cwb.muster import muster_walk, run_muster, take_any
from engine.titles.cwb.options import AIR_RECON, RECON, on
from engine.titles.cwb.placement import (
    PicksWalk,
    PlaceWalk,
    disbandable,
    run_disband,
    run_picks,
    run_place,
    run_set_up,
    take_disband,
    take_picks,
    take_place,
)
from engine.titles.cwb.play import Play
from engine.titles.cwb.plots import PlotWalk, clear, markers, run_plot, take_plot
from engine.titles.cwb.retreat import RetreatWalk, run_retreat, take_retreat
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import (
    Advance,
    Attack,
    Bombard,
    Disband,
    Excess,
    Muster,
    PhaseFrame,
    Picks,
    Place,
    Plotting,
    Retreat,
    SetUp,
    State,
)

PHASES = ("reinforce", "move", "combat", "recovery")
NAMES = {"set-up": "Set-up", "reinforce": "Reinforcement", "move": "Movement", "combat": "Combat", "recovery": "Recovery"}


def run(play: Play) -> Ask | None:
    """Carry the game on until somebody has to decide, and say what; None when it has ended."""
    while play.s.over is None:
        ask = _run_top(play)
        if ask is not None:
            return ask
    return None


def _run_top(play: Play) -> Ask | None:
    frame = play.s.stack[-1]
    match frame:
        case SetUp():
            return run_set_up(play, frame)
        case PhaseFrame():
            return run_phase(play, frame)
        case Plotting():
            return run_plot(play, frame)
        case Place():
            return run_place(play, frame)
        case Picks():
            return run_picks(play, frame)
        case Muster():
            return run_muster(play, frame)
        case Disband():
            return run_disband(play, frame)
        case Excess():
            return run_excess(play, frame)
        case Attack():
            return run_attack(play, frame)
        case Bombard():
            return run_bombard(play, frame)
        case Retreat():
            return run_retreat(play, frame)
        case Advance():
            return run_advance(play, frame)


def walk(state: State, decision: Decision, scenario: Scenario) -> Walk:
    """The walk of the required decision that is open."""
    frame = state.stack[-1]
    match frame:
        case SetUp() | Place():
            return PlaceWalk(state, decision, scenario)
        case Plotting():
            return PlotWalk(state, decision, scenario)
        case Picks():
            return PicksWalk(state, decision, scenario)
        case Muster():
            return muster_walk(state, decision, scenario)
        case Disband():
            return PieceWalk(state, decision, disbandable(state, scenario, decision.seat))
        case Excess():
            return PieceWalk(state, decision, excess(state, scenario, decision.seat))
        case Attack():
            return attack_walk(state, decision, frame, scenario)
        case Bombard():
            return PieceWalk(state, decision, frame.queue)
        case Retreat():
            return RetreatWalk(state, decision, frame, scenario)
        case Advance():
            return AdvanceWalk(state, decision, frame, scenario)
        case PhaseFrame():
            inner = MoveWalk(state, decision, scenario) if frame.name == "move" else CombatWalk(state, decision, scenario)
            return recon.ReconWalk(state, decision, scenario, inner) if on(state, RECON) or on(state, AIR_RECON) else inner


def take(play: Play, done: Walk) -> None:
    """Carry a finished walk of the required decision out."""
    frame = play.s.stack[-1]
    match frame:
        case SetUp() | Place():
            assert isinstance(done, PlaceWalk)
            take_place(play, frame, done)
        case Plotting():
            take_plot(play, frame, done)
        case Picks():
            take_picks(play, frame, done)
        case Muster():
            take_any(play, frame, done)
        case Disband():
            take_disband(play, frame, done)
        case Excess():
            take_excess(play, done)
        case Attack():
            take_attack(play, frame, done)
        case Bombard():
            take_order(play, frame, done)
        case Retreat():
            assert isinstance(done, RetreatWalk)
            take_retreat(play, frame, done)
        case Advance():
            assert isinstance(done, AdvanceWalk)
            take_advance(play, frame, done)
        case PhaseFrame():
            take_phase(play, frame, done)


def take_phase(play: Play, frame: PhaseFrame, done: Walk) -> None:
    """A move, a declaration, or the end of the phase."""
    if isinstance(done, recon.ReconWalk):
        if done.mode in recon.LOOKS:
            recon.carry_out(play, done)
            return
        assert done.inner is not None
        done = done.inner
    if done.picks == ["done"]:
        end_phase(play, frame)
    elif isinstance(done, MoveWalk):
        carry_out_move(play, done)
        assert done.mover is not None
        recon.forgo(play, done.mover.pid)
    elif isinstance(done, CombatWalk):
        declare(play, done)


# phases


def run_phase(play: Play, frame: PhaseFrame) -> Ask | None:
    """Begin a phase, and ask for what its side does in it."""
    s = play.s
    side = play.scenario.side_name(s.side)
    if not frame.begun:
        frame.begun = True
        begin_phase(play, frame)
        return None
    if frame.closing:
        end_phase(play, frame)
        return None
    if frame.name == "move":
        return Ask(s.side, "move", f"{side}: move units, or end movement", "7.1")
    if frame.name == "combat" and may_fight(play):
        return Ask(s.side, "combat", f"{side}: attack, bombard, or end combat", "9.1")
    end_phase(play, frame)
    return None


def may_fight(play: Play) -> bool:
    """Whether, by what everybody knows, the phasing side could still attack or bombard."""
    if play.scenario.side_has_fire(play.s, play.s.side) or markers(play.s, play.s.side):
        return True
    return bool(duties.Standing(play.s, play.scenario, play.field).attackable())


def begin_phase(play: Play, frame: PhaseFrame) -> None:
    """What happens as a phase begins."""
    s = play.s
    pieces = s.pieces.values()
    play.say("phase", "4.3", f"{play.scenario.side_name(s.side)} {NAMES[frame.name].lower()} phase", side=s.side, phase=frame.name)
    if frame.name == "reinforce":
        for p in pieces:
            p.fired = p.scouted = False
            p.spent = 0
        play.scenario.begin_reinforcement(play)
    elif frame.name == "move":
        s.files, s.bridged = {}, False
        for p in pieces:
            p.moved = False
    elif frame.name == "combat":
        recon.forgo(play)
        for p in pieces:
            p.attacked = p.defended = p.shaken = p.moved = False
        s.duties = duties.at_start(s, play.scenario, play.field, s.side)
        s.stack += [Plotting(play.enemy(s.side)), Plotting(s.side)]  # the attacker first
    else:
        recover(play)


def recover(play: Play) -> None:
    """All suppressed units of the phasing side recover (11.4)."""
    back = [pid for pid, p in play.s.pieces.items() if p.side == play.s.side and p.suppressed]
    for pid in back:
        play.s.pieces[pid].suppressed = False
    play.touch()
    if back:
        play.say("recovery", "11.4", "{pieces} recovers" if len(back) == 1 else "{pieces} recover", who={"pieces": back})


def end_phase(play: Play, frame: PhaseFrame) -> None:
    """Check stacking, then go on to the next phase, player turn or game turn (4.3, 7.8)."""
    s = play.s
    for side in (s.side, play.enemy(s.side)):
        if overstacked(s, play.scenario, play.field, side):
            frame.closing = True
            s.stack.append(Excess(side))
            play.say("overstacked", "7.8", f"{play.scenario.side_name(side)} stands over the stacking limit", side=side)
            return
    s.stack.remove(frame)
    at = PHASES.index(frame.name)
    if at + 1 < len(PHASES):
        if frame.name == "combat":
            for p in s.pieces.values():
                p.attacked = p.defended = p.shaken = False
            clear(s)
        s.stack.append(PhaseFrame(PHASES[at + 1]))
    elif s.side == play.scenario.first:
        begin_player_turn(play, play.scenario.second)
    elif not play.scenario.end_turn(play):
        begin_game_turn(play)


def begin_game_turn(play: Play) -> None:
    """The next game turn: random events from turn 2 on, then the first player's turn (4.3)."""
    s = play.s
    s.turn += 1
    s.air_hits = {}
    begin_player_turn(play, play.scenario.first)
    play.say("turn", "4.3", f"Turn {s.turn}: {play.scenario.turn_label(s)}", turn=s.turn)
    play.scenario.begin_turn(play)


def begin_player_turn(play: Play, side: str) -> None:
    """A side becomes the phasing player (4.2)."""
    play.s.side = side
    play.s.stack.append(PhaseFrame("reinforce"))


# stacking at the end of a phase (7.8)


def run_excess(play: Play, frame: Excess) -> Ask | None:
    """Ask the owner for units to eliminate until all stacks stand."""
    if overstacked(play.s, play.scenario, play.field, frame.side):
        return Ask(frame.side, "excess", "Eliminate a unit that stands over the stacking limit", "7.8")
    play.s.stack.remove(frame)
    return None


def excess(state: State, scenario: Scenario, side: str) -> list[str]:
    """A side's units in stacks that may not stand."""
    field = scenario.field(state)
    return [p for h in overstacked(state, scenario, field, side) for p in field.at[h]]


def take_excess(play: Play, done: Walk) -> None:
    """Eliminate the chosen unit; it counts for victory points."""
    assert isinstance(done, PieceWalk)
    play.eliminate(done.piece, "7.8", "stands over the stacking limit and is eliminated")
