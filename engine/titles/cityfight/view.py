"""What each viewer may see: its own map, and what it was told of the enemy (3.1, 10, 11.52)."""

from __future__ import annotations

from typing import Any

from engine.title import PUBLIC, UMPIRE
from engine.titles.cityfight import morale
from engine.titles.cityfight.data import Book, book
from engine.titles.cityfight.orders import standing
from engine.titles.cityfight.play import RANKS, Play, own_units, seat_of
from engine.titles.cityfight.state import DEAD, EXITED, OFF, Contact, Letter, State, Unit

STAGES = {"set-up": "Set-up", "command": "Recovery and commands", "action": "Action stage", "over": "End of the game"}
BOXES = {OFF: "Off the map", DEAD: "Lost", EXITED: "Left the map"}


def view(state: State, viewer: str) -> dict[str, Any]:
    """The view of one viewer: a seat, `umpire` or `public`."""
    b = book(state.pack, state.setup.scenario)
    out: dict[str, Any] = {
        "turn": {"n": max(1, state.turn), "of": b.turns, "label": f"Game-turn {max(1, state.turn)}"},
        "phase": {"id": state.stage, "name": STAGES[state.stage], **({"side": state.side} if state.stage == "action" else {})},
        "board": {"map": f"gerlafingen-{state.setup.scenario}", "hexes": hexes(state, viewer)},
        "pieces": pieces(state, viewer, b),
        "panels": panels(state, viewer, b),
        "waiting_for": waiting(state, b),
    }
    if state.over is not None:
        out["outcome"] = state.over.view()
    return out


def waiting(state: State, b: Book) -> list[str]:
    """The sides that the game waits for: all that are not ready in a secret stage, else the one that acts; `umpire` where he decides."""
    if state.over is not None:
        return []
    if state.search is not None:
        return [UMPIRE]
    if state.stage in ("set-up", "command"):
        return sorted({seat.side for seat in state.setup.seats if seat.id not in state.committed})
    return [state.side]


def hexes(state: State, viewer: str) -> dict[str, Any]:
    """Markers that both sides have on their maps: engaged hexes, telephone offices, observation posts, secret until play begins."""
    out: dict[str, Any] = {}
    for h in state.engaged:
        out.setdefault(h, {"marks": []})["marks"].append("engaged")
    for h, seats in sorted(state.posts.items()):
        if state.stage != "set-up" or viewer == UMPIRE or viewer in seats:
            side = next(seat.side for seat in state.setup.seats if seat.id == seats[0])
            out.setdefault(h, {"marks": []})["marks"].append(f"post-{side}")
    for h, side in sorted(state.phones.items()):
        out.setdefault(h, {"marks": []})["marks"].append("phone" if side else "phone-dead")
    return out


def pieces(state: State, viewer: str, b: Book) -> dict[str, Any]:
    """A seat's own units, and its contacts as untried counters of the enemy; an umpire sees all units."""
    out: dict[str, Any] = {}
    if viewer == PUBLIC:
        return out
    for alias, uid in own_units(state, viewer).items():
        out[alias] = piece(state, state.units[uid], b)
    for contact in state.contacts.get(viewer, {}).values():
        out[contact.id] = marker(state, viewer, contact, b)
    return out


def piece(state: State, u: Unit, b: Book) -> dict[str, Any]:
    """One unit, for those who may know everything of it."""
    kind = b.kinds[u.type]
    out: dict[str, Any] = {"side": u.side, "style": u.side}
    out.update({"hex": u.at} if u.on_map else {"box": u.at})
    formation = state.formations.get(u.formation)
    if u.rank:
        out.update(symbol=u.rank, name=u.name, factors=str(u.rating), note=f"{RANKS[u.rank]}, {u.formation}")
    else:
        number = f"{formation.number}-{u.number}" if formation else str(u.number)
        out.update(
            symbol=kind.kind, name=number, factors=f"{kind.best or ''}·{kind.men}", note=f"{kind.name}, {u.formation or 'independent'}"
        )
    marks = [u.command] if u.command else []
    if u.suppressed:
        marks.append("suppressed")
    if u.out:
        marks.append("out-of-ammo")
    if formation is not None and formation.demoralized:
        marks.append("demoralized")
    if u.command and not (u.moves or u.sights or u.fires):
        marks.append("spent")
    if marks:
        out["marks"] = marks
    return out


def marker(state: State, viewer: str, contact: Contact, b: Book) -> dict[str, Any]:
    """A contact: where an enemy was when it was told, with its age."""
    side = next(seat.side for seat in state.setup.seats if seat.id == viewer)
    enemy = next(x for x in b.sides if x != side)
    age = state.turn - contact.turn
    note = f"{contact.how}, game-turn {contact.turn}" + (f": {contact.detail}" if contact.detail else "")
    out = {"side": enemy, "style": "contact", "hex": contact.hex, "untried": True, "back": str(contact.turn), "note": note}
    out["name"] = contact.how
    if age:
        out["age"] = str(age)
        out["marks"] = ["old"]
    return out


def panels(state: State, viewer: str, b: Book) -> dict[str, Any]:
    """Turn track, platoons of this seat with their action points, contacts; for an umpire those of all, and their standing orders."""
    out: dict[str, Any] = {
        "turns": {
            "kind": "track",
            "name": "Game-turns",
            "order": 1,
            "at": max(1, state.turn),
            "of": b.turns,
            "labels": [str(i) for i in range(1, b.turns + 1)],
        },
        "aims": {"kind": "list", "name": "Victory", "order": 6, "rows": aims(b)},
    }
    if viewer == PUBLIC:
        return out
    out["platoons"] = {"kind": "list", "name": "Platoons", "order": 2, "rows": platoons(state, viewer, b)}
    names = [OFF, DEAD, EXITED]
    out["boxes"] = {"kind": "boxes", "name": "Off the map", "order": 5, "boxes": {n: {"name": BOXES[n]} for n in names}}
    if viewer == UMPIRE:
        play = Play(state)
        for seat in state.setup.seats:
            if rows := contacts(state, seat.id):
                out[f"contacts-{seat.id}"] = {"kind": "list", "name": f"{seat.name} knows of", "order": 3, "rows": rows}
            given = standing(play, seat.id)
            out[f"orders-{seat.id}"] = {"kind": "list", "name": f"{seat.name}: standing orders", "order": 4, "rows": given}
    else:
        if rows := contacts(state, viewer):
            out["contacts"] = {"kind": "list", "name": "Contacts", "order": 3, "rows": rows}
        out["points"] = {"kind": "list", "name": "Your points so far", "order": 4, "rows": own_points(state, viewer)}
    sent = {f"letter-{i}": {"label": f"To {x.to}", "value": x.text} for i, x in enumerate(own_letters(state, viewer), 1)}
    if sent:
        out["letters"] = {"kind": "list", "name": "Letters under way", "order": 7, "rows": sent}
    return out


def contacts(state: State, seat: str) -> dict[str, Any]:
    """What a seat was told of the enemy, the newest first."""
    return {
        c.id: {"label": f"{c.hex}: {c.how}", "value": f"game-turn {c.turn}", **({"note": c.detail} if c.detail else {})}
        for c in sorted(state.contacts.get(seat, {}).values(), key=lambda c: (-c.turn, c.hex))
    }


def own_letters(state: State, seat: str) -> list[Letter]:
    """The letters that a seat has sent and that are under way, or all of them for an umpire (48.34)."""
    return [x for x in state.letters if seat in (x.frm, UMPIRE)]


def platoons(state: State, viewer: str, b: Book) -> dict[str, Any]:
    """Action points, losses and morale of a seat's formations; all formations for an umpire. The platoons of companions stand in the

    order of rotation, which the team has agreed on (48.22), and no more of them: their points are their players' (48.4).
    """
    rows: dict[str, Any] = {}
    asked = any(d.kind == "action" and viewer in (d.seat, UMPIRE) for d in state.open)
    due = Play(state).due(state.side) if asked else ""
    team = next((seat.side for seat in state.setup.seats if seat.id == viewer), "")
    place = {fid: n for order in state.order.values() for n, fid in enumerate(order, 1)}
    for fid, f in state.formations.items():
        label = b.formation_name(fid)
        if viewer != UMPIRE and f.seat != viewer:
            if f.side == team and fid in place:
                player = next(seat.name for seat in state.setup.seats if seat.id == f.seat)
                value = "another player" if player.endswith(label) else player
                rows[fid] = {"label": label, "value": value, "side": f.side, "place": place[fid]}
            continue
        level = b.preservation_level(fid)
        value = f"{f.ap} AP" if f.level == "platoon" else ""
        own = shared(state, fid, viewer)
        lost = state.tally.get(f"pp {fid} {viewer}", 0) if own else f.pp
        loss = f"{lost} of {level} lost" if level else f"{lost} lost"
        loss += " by own units" if own else ""
        words = [x for x in (value, loss, "demoralized" if f.demoralized else "") if x]
        rows[fid] = {"label": label, "value": ", ".join(words), "side": f.side}
        if f.level == "platoon":
            rows[fid] |= {"pips": f.ap, "place": place[fid]}
        if fid == due:
            rows[fid]["due"] = True
    return rows


def shared(state: State, fid: str, viewer: str) -> bool:
    """Whether other players command parts of a formation: what they lose is theirs to know, and to report (48.4)."""
    if viewer == UMPIRE:
        return False
    play, side = Play(state), state.formations[fid].side
    return any(x.side == side and x.seat != viewer and fid in morale.ancestors(play, o) for o, x in state.formations.items())


def own_points(state: State, viewer: str) -> dict[str, Any]:
    """What a seat knows of its own losses and exits; the enemy's are never told (11.52)."""
    side = next(seat.side for seat in state.setup.seats if seat.id == viewer)
    mine = [u for u in state.units.values() if u.side == side and seat_of(state, u) == viewer]
    return {
        "lost": {"label": "Own units lost", "value": str(sum(u.at == DEAD for u in mine)), "side": side},
        "exited": {"label": "Own units off the map by an exit", "value": str(sum(u.at == EXITED for u in mine)), "side": side},
    }


def aims(b: Book) -> dict[str, Any]:
    """The awards of the scenario in words: known to all."""
    rows: dict[str, Any] = {}
    for key, row in b.scenario["victory"]["awards"].items():
        where = row.get("hex") or row.get("megahex") or ("the map edge" if row.get("anywhere") else "")
        what = f"{row['type'].replace('_', ' ')} {row.get('unit_kind') or row.get('level') or ''} {where}".strip()
        line = {"label": " ".join(what.split()), "value": f"{row['points']} VP"}
        if row["side"] != "both":
            line["side"] = row["side"]
        rows[key] = line
    return rows
