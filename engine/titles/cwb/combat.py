"""Resolving adjacent attacks (9.2, 9.14) step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.decisions import Decision, Option, Walk
from engine.flow import Ask
from engine.titles.cwb import columns, screening
from engine.titles.cwb.attack import CombatWalk
from engine.titles.cwb.choice import PieceWalk, SetWalk
from engine.titles.cwb.fpf import FpfWalk
from engine.titles.cwb.options import SCREENING, on
from engine.titles.cwb.play import Play
from engine.titles.cwb.plots import could_protect, lift
from engine.titles.cwb.scenario import NO_CAP, Battle, Scenario
from engine.titles.cwb.splitting import fire
from engine.titles.cwb.state import Advance, Attack, Bombard, Note, Retreat, State, Trail

RESULTS = {
    "AE": ["eliminate attackers", "enter attackers' hexes"],
    "A2": ["lose one", "attackers retreat 2", "defenders advance"],
    "A1": ["attackers retreat 1", "defenders advance"],
    "BR": ["stand"],
    "AX": ["defenders retreat 1", "losses", "attackers enter"],
    "EX": ["eliminate defenders", "losses", "attackers advance"],
    "DE": ["eliminate defenders", "attackers advance"],
}
"""What follows from each code (9.14); D1-D4 are built from their number."""
EVACUATED = ("A1", "A2", "D1", "D2", "D3", "D4")
"""The results whose retreats a helicopter may fly instead (13.4): neither BR nor AX."""


def consequences(code: str) -> list[str]:
    """The steps that a result brings."""
    if code[0] == "D" and code != "DE":
        return [f"defenders retreat {code[1]}", "attackers advance"]
    return RESULTS[code]


def declare(play: Play, walk: CombatWalk) -> None:
    """Commit the declared attack or bombardment: mark who takes part and push its frame (9.2 steps 1-3, 10.8)."""
    s = play.s
    aimed_at = walk.standing.shelled if walk.mode == "bombard" else walk.standing.targets
    defenders = [p for h in walk.hexes for p in aimed_at[h]]
    for pid in walk.attackers:
        s.pieces[pid].attacked = True
    for pid in walk.support:
        piece, unit = s.pieces[pid], play.unit(pid)
        fire(piece, unit, unit.barrage, walk.shares, pid)
        piece.attacked = piece.fired
    for pid in defenders:
        s.pieces[pid].defended = True
    lift(s, s.side, walk.hexes)
    if walk.mode == "bombard":
        hex_id = walk.hexes[0]
        spend_air(play, s.side, walk.air, [hex_id])
        air = ", ".join(f"{n} {kind}" for kind, n in walk.air.items())
        by = " with ".join(x for x in ["{firers}" if walk.support else "", air] if x)
        play.say(
            "bombardment",
            "10.7",
            f"{play.scenario.side_name(s.side)} bombards {hex_id}: {by}",
            who={"firers": walk.support, "targets": defenders},
            hex=hex_id,
            air=dict(walk.air),
        )
        s.stack.append(Bombard(hex_id, list(walk.support), dict(walk.air), defenders, dict(walk.shares)))
        return
    came = sorted({s.pieces[p].at for p in walk.attackers})
    spend_air(play, s.side, walk.air, walk.hexes)
    helped = ", ".join(["{support}"] * bool(walk.support) + [f"{n} {kind}" for kind, n in walk.air.items()])
    play.say(
        "attack",
        "9.2",
        f"{play.scenario.side_name(s.side)} attacks {', '.join(walk.hexes)} on the {walk.crt.capitalize()} CRT: {{attackers}}"
        + (f", supported by {helped}" if helped else ""),
        who={"attackers": walk.attackers, "support": walk.support, "defenders": defenders},
        hexes=list(walk.hexes),
        origins=came,
        crt=walk.crt,
    )
    s.stack.append(
        Attack(
            walk.crt,
            list(walk.hexes),
            list(walk.attackers),
            defenders,
            list(walk.support),
            came,
            air=dict(walk.air),
            shares=dict(walk.shares),
            todo=["fpf", "reveal", *(["screen"] if on(s, SCREENING) else []), "resolve"],
        )
    )


def spend_air(play: Play, side: str, air: Mapping[str, int], hexes: Sequence[str]) -> None:
    """Use air markers against some hexes: each once a window, and within the side's limit a hex and turn, if it has one (12.6, 12.9).

    What was plotted has been used since it was placed (23.2).
    """
    if play.scenario.plots_air(play.s, side):
        return
    capped = hexes if play.scenario.air_cap(play.s, side) < NO_CAP else ()
    for kind, n in air.items():
        play.s.air[side][kind].left -= n
        for hex_id in capped:
            play.s.air_hits[hex_id] = play.s.air_hits.get(hex_id, 0) + n


def run_attack(play: Play, frame: Attack) -> Ask | None:
    """Carry the attack on until somebody has to choose."""
    if not frame.todo:
        play.s.stack.remove(frame)
        fires(play, frame)
        return None
    step, _, detail = frame.todo[0].partition(" ")
    attacker, defender = play.s.side, play.enemy(play.s.side)
    if step == "fpf" and could_protect(play.s, play.scenario, defender, frame.targets, frame.defenders):
        return Ask(defender, "fpf", "Final protective fire for the attacked units, or none", "10.13")
    screen = screening.ask(play, frame) if step == "screen" else None
    if screen:
        return screen
    if step == "stand":
        return Ask(defender, "stand", "Both retreat, or stand fast for an exchange", "9.14")
    if step == "lose" and len(alive(play, frame.attackers)) > 1:
        return Ask(attacker, "loss", "Choose the unit to eliminate", "9.14")
    if step == "losses" and losses_are_a_choice(play, frame):
        return Ask(attacker, "losses", f"Choose units to lose: at least {frame.defence} attack points", "9.14")
    frame.todo.pop(0)
    if step == "reveal":
        reveal_all(play, frame)
    elif step == "resolve":
        resolve(play, frame)
    elif step == "lose":
        for pid in alive(play, frame.attackers):
            lose_one(play, frame, pid)
    elif step == "losses":
        lose(play, alive(play, frame.attackers))
    elif step == "eliminate":
        doomed = frame.attackers if detail == "attackers" else frame.defenders
        hexes = dict.fromkeys(play.s.pieces[p].at for p in alive(play, doomed))
        frame.trails = [Trail([h]) for h in hexes]
        for pid in alive(play, doomed):
            play.eliminate(pid, "9.14", "is eliminated")
    elif step in ("attackers", "defenders"):
        move_side(play, frame, step, detail)
    elif step == "enter":
        push_advance(play, frame, defender, frame.defenders, frame.trails)
    return None


def move_side(play: Play, frame: Attack, who: str, what: str) -> None:
    """Push the retreat or advance that a result names."""
    side = play.s.side if who == "attackers" else play.enemy(play.s.side)
    pids = alive(play, frame.attackers if who == "attackers" else frame.defenders)
    if what.startswith("retreat"):
        play.s.stack.append(Retreat(side, int(what[-1]), pids, fly=frame.code in EVACUATED))
    else:
        trails = [Trail(t.hexes[:1]) for t in frame.trails] if what == "enter" else frame.trails
        push_advance(play, frame, side, pids, trails)


def push_advance(play: Play, frame: Attack, side: str, pids: Sequence[str], trails: Sequence[Trail]) -> None:
    """Let the victor's adjacent manoeuvre units advance along the trails, if there are any."""
    if trails:
        play.s.stack.append(Advance(side, alive(play, pids), list(trails)))


def alive(play: Play, pids: Sequence[str]) -> list[str]:
    """Those of some pieces that still stand on the map."""
    return [p for p in pids if play.s.pieces[p].on_map]


def reveal_all(play: Play, frame: Attack) -> None:
    """Turn up all that take part, once everything is committed; drop what had no defence (14.2, 14.4)."""
    play.reveal([*frame.attackers, *frame.support, *frame.defenders, *frame.fpf])
    for name in ("attackers", "support", "defenders", "fpf"):
        setattr(frame, name, alive(play, getattr(frame, name)))
    if not frame.attackers:
        play.say("void", "14.4", "The attack fails: no attacker is left", hexes=frame.targets)
        frame.todo = []
    elif not frame.defenders:
        play.say("void", "14.4", "No defender is left: the attackers may advance", hexes=frame.targets)
        frame.trails = [Trail([h]) for h in frame.targets]
        frame.todo = ["attackers advance"]


def resolve(play: Play, frame: Attack) -> None:
    """Differential, column, shifts, die and code (9.2 steps 5-7)."""
    s, field, charts = play.s, play.field, play.book.charts
    ours, theirs = s.side, play.enemy(s.side)
    units = [play.unit(p) for p in frame.attackers]
    foes = [play.unit(p) for p in frame.defenders]
    attack = sum(u.attack for u in units)
    barrage = sum(frame.shares.get(p, play.unit(p).barrage) for p in frame.support)
    frame.defence = sum(u.d for u in foes)
    cover_fire = sum(frame.shares.get(p, play.unit(p).fpf) for p in frame.fpf)
    strike, strike_notes = columns.air_strength(s, play.scenario, field, ours, frame.air, frame.targets)
    cover, cover_notes = columns.air_strength(s, play.scenario, field, theirs, frame.air_fpf, frame.targets)
    differential = attack + barrage + strike - frame.defence - cover_fire - cover
    steps = [Note("Attackers", f"+{attack}", "9.2")]
    if frame.support:
        steps.append(Note("Supporting artillery", f"+{barrage}", "10.11"))
    steps += strike_notes
    steps.append(Note("Defenders", f"−{frame.defence}", "9.2"))
    if frame.fpf:
        steps.append(Note("Final protective fire", f"−{cover_fire}", "10.13"))
    steps += [Note(f"Defender: {n.label.lower()}", f"−{n.value}", n.rule) for n in cover_notes]
    index = charts.index(differential)
    steps.append(Note("Differential", f"{differential:+d}: column {charts.columns[index]}", "9.2"))
    battle = Battle(ours, frame.attackers, frame.defenders, frame.support, frame.fpf, air=bool(frame.air))
    pairs = {h: [s.pieces[p].at for p in frame.attackers] for h in frame.targets}
    hexes = [h for h in frame.targets if any(s.pieces[p].at == h for p in frame.defenders)]
    shift, notes = columns.total(
        [
            columns.terrain_shift(s, field, hexes, all(u.mech for u in foes), pairs, units),
            columns.suppression_shift(s, [*frame.attackers, *frame.support], frame.defenders),
            columns.hilltop_shift(field, [*frame.support, *frame.attackers]),
            *play.scenario.shifts(s, field, battle),
        ]
    )
    index = charts.shifted(index, shift)
    steps += notes
    die = play.roll("attack", s.turn, ours, *frame.targets)
    frame.code = charts.result(frame.crt, index, die)
    steps += [Note("Column", charts.columns[index], "9.2"), Note("Die", str(die), "9.2"), Note("Result", frame.code, "9.14")]
    frame.steps = steps
    frame.todo = list(consequences(frame.code))
    play.say(
        "combat",
        "9.14",
        f"Attack on {', '.join(frame.targets)}: die {die}, {frame.crt.capitalize()} CRT, column {charts.columns[index]}: {frame.code}",
        who={"attackers": frame.attackers, "defenders": frame.defenders},
        hexes=frame.targets,
        steps=steps,
        die=die,
        code=frame.code,
        chart=frame.crt,
        column=charts.columns[index],
        side=theirs,
    )


def fires(play: Play, frame: Attack) -> None:
    """Rubble from any attack with artillery or air on the defenders' hexes, from protective fire on the attackers' (16.32)."""
    if frame.air:
        play.scenario.after_air(play, play.s.side, frame.targets, sum(frame.air.values()))
    if frame.support or frame.air or any(play.unit(p).artillery for p in frame.attackers):
        play.scenario.after_fire(play, play.s.side, frame.targets)
    if frame.fpf or frame.air_fpf:
        play.scenario.after_fire(play, play.enemy(play.s.side), frame.came)


# losses (9.4, 9.14)


def lose_one(play: Play, frame: Attack, pid: str) -> None:
    """Eliminate an attacker (A2); the defender may advance into the hex that it held (9.20)."""
    frame.trails.append(Trail([play.s.pieces[pid].at]))
    play.eliminate(pid, "9.14", "is eliminated")


def worth(play: Play, pid: str) -> int:
    """Attack points that a lost attacker counts for."""
    return play.unit(pid).attack


def payers(play: Play, frame: Attack) -> list[str]:
    """The attackers whose loss counts; those with attack 0 go in any case."""
    return [p for p in alive(play, frame.attackers) if worth(play, p) > 0]


def losses_are_a_choice(play: Play, frame: Attack) -> bool:
    """Whether a part of the attackers can pay for the exchange."""
    pids = payers(play, frame)
    points = [worth(play, p) for p in pids]
    return len(pids) > 1 and sum(points) - min(points) >= frame.defence


def lose(play: Play, pids: Sequence[str]) -> None:
    """Eliminate attackers in an exchange."""
    for pid in pids:
        play.eliminate(pid, "9.14", "is lost in the exchange")


class LossesWalk(SetWalk):
    """EX and AX: pieces in any order until their attack points reach the defence, then `go` (9.14)."""

    def __init__(self, state: State, decision: Decision, frame: Attack, scenario: Scenario) -> None:
        super().__init__(decision)
        self.frame = frame
        book = scenario.book(state)
        alias = state.aliases[decision.seat]
        self.points = {alias[p]: book.units[state.pieces[p].unit].attack for p in frame.attackers if state.pieces[p].on_map}
        self.points = {a: n for a, n in sorted(self.points.items(), key=lambda kv: int(kv[0][1:])) if n > 0}

    @property
    def sum(self) -> int:
        """Attack points chosen so far."""
        return sum(self.points[a] for a in self.chosen)

    def _values(self) -> list[str]:
        out = [a for a in self.points if a not in self.chosen]
        return [*out, "go"] if self.sum >= self.frame.defence or not out else out

    def _option(self, value: str) -> Option:
        if value == "go":
            return Option(value, label="Lose these units")
        return Option(value, piece=value, note=f"{self.points[value]} points")

    def _preview(self) -> dict[str, object]:
        lines = [{"label": "Chosen", "value": f"{self.sum} of {self.frame.defence} points", "rule": "9.14"}]
        return {"title": "Exchange", "lines": lines, "pieces": list(self.chosen)}


class StandWalk(Walk):
    """BR: `["retreat"]` or `["stand fast"]` (9.14)."""

    def _values(self) -> list[str]:
        return ["retreat", "stand fast"]

    def _take(self, value: str) -> None:
        self.ready = True

    def _option(self, value: str) -> Option:
        note = (
            "all defenders are eliminated, then attackers worth at least as much" if value == "stand fast" else "both sides retreat one hex"
        )
        return Option(value, label=value.capitalize(), note=note)


def attack_walk(state: State, decision: Decision, frame: Attack, scenario: Scenario) -> Walk:
    """The walk of an open decision within an attack."""
    if decision.kind == "fpf":
        return FpfWalk(state, decision, frame, scenario)
    if decision.kind == "screen":
        return screening.ScreenWalk(state, decision, frame, scenario)
    if decision.kind == "stand":
        return StandWalk(decision)
    if decision.kind == "loss":
        return PieceWalk(state, decision, [p for p in frame.attackers if state.pieces[p].on_map])
    return LossesWalk(state, decision, frame, scenario)


def take_attack(play: Play, frame: Attack, walk: Walk) -> None:
    """Carry out a choice within an attack."""
    s = play.s
    ids = {a: p for p, a in s.aliases[walk.decision.seat].items()}
    frame.todo.pop(0)
    if isinstance(walk, FpfWalk):
        frame.fpf = list(walk.chosen)
        frame.shares |= walk.shares
        for pid in frame.fpf:
            fire(s.pieces[pid], play.unit(pid), play.unit(pid).fpf, walk.shares, pid)
        lift(s, walk.decision.seat, frame.targets)
        frame.air_fpf = dict(walk.air)
        spend_air(play, walk.decision.seat, walk.air, [])
        fired = ", ".join(["{fpf}"] * bool(frame.fpf) + [f"{n} {kind}" for kind, n in walk.air.items()])
        text = f"Final protective fire: {fired}" if fired else "No final protective fire"
        play.say("fpf", "10.13", text, who={"fpf": frame.fpf}, hexes=frame.targets, air=dict(walk.air))
    elif isinstance(walk, screening.ScreenWalk):
        screening.take(play, frame, walk)
    elif isinstance(walk, StandWalk):
        if walk.picks[0] == "stand fast":
            frame.code = "EX"
            frame.todo = list(consequences("EX"))
            play.say("stand_fast", "9.14", "The defender stands fast: the result becomes EX", hexes=frame.targets, code="EX")
        else:
            frame.todo = ["defenders retreat 1", "attackers retreat 1"]
            play.say("both_retreat", "9.14", "The defender retreats, then the attacker", hexes=frame.targets, code="BR")
    elif isinstance(walk, PieceWalk):
        lose_one(play, frame, walk.piece)
    elif isinstance(walk, LossesWalk):
        zero = [p for p in alive(play, frame.attackers) if worth(play, p) == 0]
        lose(play, [*zero, *(ids[a] for a in walk.chosen)])
