"""Forces, leaders and the secret set-up (6.13, 7.0, 10.43, 11.66, 50.25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.decisions import Decision, Option, Refusal, Walk
from engine.title import Seat
from engine.titles.cityfight import breakdown, morale, movement, rotation
from engine.titles.cityfight.data import Book
from engine.titles.cityfight.play import Play, own_units
from engine.titles.cityfight.state import OFF, Formation, Orders, State, Unit


def seats(book: Book, players: str) -> tuple[Seat, ...]:
    """The seats: one a side, or one a company or platoon (48.1)."""
    out = []
    for side in book.sides:
        posts = commands_of(book, side, players)
        if len(posts) == 1:
            out.append(Seat(side, side, book.side_name(side)))
        else:
            out += [Seat(f"{side}-{i}", side, f"{book.side_name(side)}, {book.formation_name(fid)}") for i, fid in enumerate(posts, 1)]
    return tuple(out)


def commands_of(book: Book, side: str, players: str) -> list[str]:
    """The formations that each make a seat of a side."""
    level = {"companies": "company", "platoons": "platoon"}.get(players, "")
    found = [f for f in book.ranks[side] if book.formations[f]["level"] == level]
    return found if len(found) > 1 else [book.ranks[side][0]]


def under(book: Book, fid: str, top: str) -> bool:
    """Whether a formation is another or belongs to it."""
    while fid and fid != top:
        fid = book.formations[fid].get("parent", "")
    return fid == top


def muster(play: Play, players: str) -> None:
    """Raise all formations, units and leaders, in shuffled order, off the map (6.13)."""
    book, s = play.book, play.s
    units: list[Unit] = []
    for side in book.sides:
        posts = commands_of(book, side, players)
        names = [seat.id for seat in s.setup.seats if seat.side == side]
        number = 0
        for fid in book.ranks[side]:
            row = book.formations[fid]
            number += row["level"] == "platoon"
            owner = next((n for n, top in zip(names, posts, strict=True) if under(book, fid, top) or under(book, top, fid)), names[0])
            plt = row["level"] == "platoon"
            s.formations[fid] = Formation(side, row["level"], row.get("parent", ""), number if plt else 0, owner)
            units += members(book, side, fid, row)
        count = book.side[side]["spotters"]["count"]
        units += [Unit("spotter", side, "", i) for i in range(1, count + 1)]
        s.order[side] = [f for f in book.ranks[side] if book.formations[f]["level"] == "platoon"]
        s.pointer[side] = 0
        office = book.side[side].get("telephone")
        if office:
            s.phones[office["hex"]] = side
    for i in range(len(units) - 1, 0, -1):
        j = play.draw(i + 1, "shuffle", i)
        units[i], units[j] = units[j], units[i]
    s.units = {f"p{n:03d}": u for n, u in enumerate(units)}
    s.formations = dict(sorted(s.formations.items()))
    for seat in play.seats:
        s.orders[seat] = Orders()
    deal_leaders(play)


def members(book: Book, side: str, fid: str, row: dict[str, Any]) -> list[Unit]:
    """A formation's own units, numbered in the order of their types' ids, and its leaders (3.34, A-60)."""
    out, n = [], 0
    for type_, count in sorted(row.get("units", {}).items()):
        for _ in range(count):
            n += 1
            out.append(Unit(type_, side, fid, n))
    for rank, count in sorted(row.get("leaders", {}).items()):
        out += [Unit(rank, side, fid, i + 1, rank=rank) for i in range(count)]
    return out


def deal_leaders(play: Play) -> None:
    """Draw each leader from the pool of his rank, within the scenario's limits (6.13)."""
    book = play.book
    taken: set[str] = set()
    for uid, u in play.s.units.items():
        if not u.rank:
            continue
        low, high = book.leader_range(u.side, u.rank, u.formation)
        mix = book.side[u.side]["countermix"]
        pool = sorted(
            k
            for k, r in book.names.items()
            if r["type"] == u.rank and r["countermix"] == mix and low <= r["rating"] <= high and k not in taken
        )
        if pool:
            key = pool[play.draw(len(pool), "leader", uid)]
            taken.add(key)
            u.name, u.rating = book.names[key]["name"], int(book.names[key]["rating"])
        else:
            u.name, u.rating = f"{u.rank} {uid[1:]}", low + play.draw(high - low + 1, "rating", uid)


def area_of(play: Play, uid: str) -> list[str]:
    """Where a unit may set up: its formation's area, or that of the nearest formation above it (7.0)."""
    u = play.s.units[uid]
    if u.type == "spotter":
        return play.book.area(play.book.side[u.side]["spotters"]["setup"])
    fid = u.formation
    while fid:
        row = play.book.formations[fid]
        if "setup" in row:
            return play.book.area(row["setup"])
        fid = row.get("parent", "")
    return []


def may_stay_off(play: Play, uid: str) -> bool:
    """Whether a unit may enter later as a reinforcement (50.25)."""
    side = play.s.units[uid].side
    return any(row["side"] == side and row.get("optional") for row in play.book.scenario.get("reinforcements", {}).values())


def entry_places(play: Play, uid: str) -> Iterator[str]:
    """The hexes where a unit that is still off the map may come on now, as far as its seat knows (50.25), in id order; a new leader

    comes to his platoon.
    """
    if morale.is_newcomer(play.s.units[uid]):
        yield from morale.hosts(play, uid)
        return
    yield from with_room(play, [uid], play.book.entries(play.s.units[uid].side))


def places(play: Play, uids: Sequence[str]) -> Iterator[str]:
    """The hexes where all of some units may be placed together now, as far as their seat knows, in id order."""
    areas = [set(area_of(play, u)) for u in uids[1:]]
    yield from with_room(play, uids, (h for h in area_of(play, uids[0]) if all(h in area for area in areas)))


def with_room(play: Play, uids: Sequence[str], hexes: Iterable[str]) -> Iterator[str]:
    """Those of some hexes where units find room beside what their seat has there."""
    seat = play.seat_of(uids[0])
    if movement.stacks(play, uids, "", []) is not None:
        return
    for h in hexes:
        friends = [u for u in play.friends(h, seat) if u not in uids]
        if not friends or movement.stacks(play, uids, h, friends) is None:
            yield h


def placeable(play: Play, uids: Sequence[str]) -> bool:
    """Whether there is any such hex."""
    return next(places(play, uids), "") != ""


class SetUpWalk(Walk):
    """`[units..., megahex, hex]`, `["post", megahex, hex]` (an observation post), `["split", squad, "go"]`, `["rest", "go"]`,

    `["order", platoon, place]` (in the rotation) or `["done"]`.
    """

    def __init__(self, state: State, decision: Decision) -> None:
        super().__init__(decision)
        self.s, self.seat = state, decision.seat
        self.play = Play(state)
        self.ids = own_units(state, self.seat)
        self.chosen: list[str] = []
        self.megahex = ""

    def _off(self) -> list[str]:
        return [a for a, u in self.ids.items() if self.s.units[u].at == OFF]

    def _side(self) -> str:
        return next(x.side for x in self.s.setup.seats if x.id == self.seat)

    def _posts_left(self) -> int:
        """Observation posts that this seat may still place: its share of its side's (48.4)."""
        team = self.play.team(self._side())
        count = int(self.play.book.side[self._side()]["observation_posts"]["count"])
        share = count // len(team) + (team.index(self.seat) < count % len(team))
        return share - len(self._posts())

    def _posts(self) -> list[str]:
        return [h for h, seats in self.s.posts.items() if self.seat in seats]

    def _places(self) -> list[str]:
        if self.picks and self.picks[0] == "post":
            area = self.play.book.area(self.play.book.side[self._side()]["observation_posts"]["setup"])
            return [h for h in area if h not in self._posts()]
        return list(places(self.play, self.chosen))

    def _placeable(self) -> list[str]:
        """Aliases of units that can be placed: all that stand, and of those off the map each kind of its formation asked once."""
        known: dict[tuple[str, str], bool] = {}
        out = []
        for a, uid in self.ids.items():
            u = self.s.units[uid]
            key = (u.formation, u.type)
            if not u.on_map and key not in known:
                known[key] = placeable(self.play, [uid])
            if u.on_map or known[key]:
                out.append(a)
        return out

    def _squads(self) -> dict[str, str]:
        able = breakdown.squads(self.play, self.seat)
        return {a: u for a, u in self.ids.items() if u in able}

    def _values(self) -> list[str]:
        if not self.picks:
            must = [a for a in self._off() if not may_stay_off(self.play, self.ids[a])]
            able = self._placeable()
            out = ["rest"] if any(a in able for a in self._off()) else []
            out += able
            if self._posts_left() > 0:
                out.append("post")
            if self._squads():
                out.append("split")
            if rotation.movable(self.play, self.seat):
                out.append("order")
            return out if must else [*out, "done"]
        if self.picks == ["rest"]:
            return ["go"]
        if self.picks[0] == "split":
            return ["go"] if len(self.picks) == 2 else list(self._squads())
        if self.picks[0] == "order":
            order = rotation.movable(self.play, self.seat)
            return [f"platoon {x}" for x in order] if len(self.picks) == 1 else rotation.places(order, rotation.named(self.picks[1]))
        if self.megahex:
            return [h for h in self._places() if h[:2] == self.megahex]
        out = sorted({h[:2] for h in self._places()})
        if self.picks[0] == "post":
            return out
        return [a for a, u in self.ids.items() if u not in self.chosen and placeable(self.play, [*self.chosen, u])] + out

    def _allows(self, value: str) -> bool:
        """Units and hexes are asked about one by one: all that could stand together are listed for menus alone."""
        if self.ready or not self.chosen or self._cached is not None or self.megahex:
            return super()._allows(value)
        if value in self.ids:
            return self.ids[value] not in self.chosen and placeable(self.play, [*self.chosen, self.ids[value]])
        return any(h[:2] == value for h in places(self.play, self.chosen))

    def _take(self, value: str) -> None:
        if value in ("done", "go"):
            self.ready = True
        elif self.picks[0] in ("split", "order"):
            self.ready = self.picks[0] == "order" and len(self.picks) == 3
        elif value in self.ids and not self.megahex:
            self.chosen.append(self.ids[value])
        elif self.megahex:
            self.ready = True
        elif value not in ("post", "rest"):
            self.megahex = value

    def _option(self, value: str) -> Option:
        labels = {
            "post": f"Place an observation post ({self._posts_left()} left)",
            "split": "Split a squad into two machineguns and a fireteam (11.66)",
            "order": "Set the order of rotation of your platoons (48.22)",
            "rest": "Place the rest for me",
            "go": "Split it" if self.picks[:1] == ["split"] else "Place them",
            "done": "Commit the set-up",
        }
        if value in labels:
            return Option(value, label=labels[value])
        if self.picks[:1] == ["order"]:
            return self._order_option(value)
        if value in self.ids:
            u = self.s.units[self.ids[value]]
            return Option(value, piece=value, hex=u.at if u.on_map else "", note="placed" if u.on_map else "")
        if self.megahex:
            return Option(value, hex=value)
        return Option(value, label=f"Megahex {value}", hexes=[h for h in self._places() if h[:2] == value])

    def _order_option(self, value: str) -> Option:
        if len(self.picks) == 2:
            return Option(value, label="First" if value == "1" else f"Place {value}")
        fid = rotation.named(value)
        place = self.s.order[self._side()].index(fid) + 1
        return Option(value, label=self.play.book.formation_name(fid), note=f"now place {place}")

    def _blocked(self) -> list[Option]:
        must = [a for a in self._off() if not may_stay_off(self.play, self.ids[a])]
        if must and not self.picks:
            return [
                Option(
                    "done", label="Commit the set-up", blocked=Refusal("not_all_placed", f"{len(must)} units are still to be placed", "7.0")
                )
            ]
        return []


def take(play: Play, walk: SetUpWalk) -> None:
    """Place units in secret, or commit the set-up."""
    s, seat = play.s, walk.seat
    if walk.picks == ["done"]:
        s.committed.append(seat)
        play.tell("committed", "7.0", [seat], "Your set-up is committed")
        side = walk._side()
        if set(play.team(side)) <= set(s.committed):
            play.aloud("ready", "7.0", f"{play.book.side_name(side)} is ready", side=side)
    elif walk.picks[0] == "rest":
        place_rest(play, seat)
    elif walk.picks[0] == "split":
        breakdown.split(play, walk.ids[walk.picks[1]])
    elif walk.picks[0] == "order":
        rotation.put(play, rotation.named(walk.picks[1]), int(walk.picks[2]))
    elif walk.picks[0] == "post":
        s.posts[walk.picks[2]] = [*s.posts.get(walk.picks[2], []), seat]
        play.tell("post_placed", "10.43", [seat], f"Observation post at {walk.picks[2]}", hex=walk.picks[2])
    elif play.crowd and held(play, walk.chosen, walk.picks[-1]):
        play.tell("held", "9.3", [seat], f"{walk.picks[-1]} is held by own troops: {{units}} must be placed elsewhere", walk.chosen)
    else:
        for uid in walk.chosen:
            play.put(uid, walk.picks[-1])
        play.tell("placed", "7.0", [seat], f"{{units}} placed at {walk.picks[-1]}", walk.chosen, hex=walk.picks[-1])


def held(play: Play, uids: Sequence[str], hex_id: str) -> bool:
    """Whether units of another player of the side, unknown to this one, keep some units out of a hex (9.0, 9.3, 48.4)."""
    staying = [u for u in play.at(hex_id, play.s.units[uids[0]].side) if u not in uids]
    return movement.stacks(play, uids, hex_id, staying) is not None


def place_rest(play: Play, seat: str) -> None:
    """Place what is off the map: leaders with their platoon, units spread over covered hexes of their area.

    Who finds no room, since troops of another player of the side hold the hexes, is named: so the action never passes in silence, and is
    never taken back unasked.
    """
    s, town = play.s, play.book.town
    mine = [uid for uid, u in s.units.items() if u.at == OFF and play.seat_of(uid) == seat]
    mine.sort(key=lambda u: (bool(s.units[u].rank), s.units[u].formation, s.units[u].number))
    for uid in mine:
        u = s.units[uid]
        options = [h for h in places(play, [uid]) if not (play.crowd and held(play, [uid], h))]
        if not options:
            play.tell("held", "9.3", [seat], "There is no room left for {units}", [uid])
            continue
        friends = [x.at for x in s.units.values() if x.on_map and x.formation == u.formation and x.side == u.side]

        def worth(h: str, friends: list[str] = friends, leads: bool = bool(u.rank)) -> tuple[int, int, int, str]:
            near = sum(town.near(h, f) for f in friends)
            return (h not in friends if leads else friends.count(h), town.terrain[h] == "open", -near, h)

        play.put(uid, min(options, key=worth))
        play.tell("placed", "7.0", [seat], f"{{units}} placed at {u.at}", [uid], hex=u.at)


def reveal_posts(play: Play) -> None:
    """Observation posts are shown to everybody as the game begins (10.43)."""
    for hex_id, seats in sorted(play.s.posts.items()):
        side = next(x.side for x in play.s.setup.seats if x.id == seats[0])
        play.aloud("post", "10.43", f"{play.book.side_name(side)} has an observation post at {hex_id}", hex=hex_id, side=side)
