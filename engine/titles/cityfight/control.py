"""Action points and command control (5.6, 6.2)."""

from __future__ import annotations

from engine.titles.cityfight import morale
from engine.titles.cityfight.play import Play


def command_control(play: Play) -> None:
    """Initial points and their adjustment for every platoon; each seat learns of its own alone (4.1 B)."""
    s = play.s
    for fid, f in s.formations.items():
        if f.level != "platoon":
            continue
        fighters = [u for u in s.units.values() if u.formation == fid and u.on_map and not u.rank and play.book.kinds[u.type].combat]
        commanded = sum(bool(u.command) for u in fighters)
        leader, sergeant = morale.leader_of(play, fid), morale.sergeant_of(play, fid)
        f.ap = 2 * commanded
        if not fighters:
            f.ap = 0
            continue
        boss = leader or sergeant
        if boss is None:
            f.ap = 2
            play.tell(
                "control", "6.56", [f.seat], f"{play.book.formation_name(fid)}: nobody leads it, 2 action points", formation=fid, points=2
            )
            continue
        rating = max(1, morale.rating(play, boss) - (2 if boss.suppressed else 0))
        dice = 1 if f.side in play.book.advantage else 2
        roll = sum(play.roll(f.seat, "control", s.turn, fid) for _ in range(dice))
        loss = play.book.ap_loss(f.ap, roll - rating)
        f.ap = max(0, f.ap - loss)
        steps = [
            {"label": "Commanded combat units", "value": f"{commanded}: {2 * commanded} points", "rule": "5.61"},
            {"label": f"{'Die' if dice == 1 else 'Dice'} against rating {rating}", "value": str(roll), "rule": "6.2"},
            {"label": "Lost", "value": str(loss), "rule": "6.23"},
        ]
        text = f"{play.book.formation_name(fid)}: {f.ap} action points"
        play.tell("control", "6.2", [f.seat], text, formation=fid, points=f.ap, steps=steps)
