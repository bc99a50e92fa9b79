"""Creating, seats, invitations, umpires, spectators, the list."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from tests.app.harness import Client, Game, Server


def create(host: Client, *status: int, **more: Any) -> Any:
    body = {"id": str(uuid.uuid4()), "title": "toy", "scenario": "field", **more}
    return host.call("POST", "/games", *(status or (201,)), json=body)


def test_the_catalogue(server: Server) -> None:
    host = Client(server.base)
    toy = next(t for t in host.call("GET", "/titles")["titles"] if t["id"] == "toy")
    scenario = toy["scenarios"][0]
    assert [s["id"] for s in scenario["seats"]] == ["red", "blue"]
    assert scenario["options"][0] == {"id": "length", "name": "Rounds", "values": ["1", "3", "20"], "default": "3"}
    full = host.http.get("/api/titles/toy")
    assert full.json()["about"]["sides"]["red"]["name"] == "Red" and len(full.json()["pack"]) == 64
    assert host.http.get("/api/titles/toy", headers={"If-None-Match": full.headers["etag"]}).status_code == 304
    board = host.http.get("/api/titles/toy/maps/toyland")
    assert board.json()["hexes"]["0301"] == {"t": "hill"}
    assert host.http.get("/api/titles/toy/maps/toyland", headers={"If-None-Match": board.headers["etag"]}).status_code == 304
    pinned = host.http.get(f"/api/titles/toy/maps/toyland?pack={full.json()['pack']}")
    assert pinned.content == board.content and "immutable" in pinned.headers["cache-control"]
    numbers = host.http.get("/api/titles/toy/numbers")
    assert [(part["what"], len(part["numbers"])) for part in numbers.json()["parts"]] == [("board", 5)]
    assert host.http.get("/api/titles/toy/numbers", headers={"If-None-Match": numbers.headers["etag"]}).status_code == 304
    for path in ("/titles/none", "/titles/none/numbers", "/titles/toy/maps/none", f"/titles/toy?pack={'0' * 64}"):
        host.problem("GET", path, 404)


def test_options_are_validated_and_may_change_the_seats(server: Server) -> None:
    host = Client(server.base)
    made = create(host, options={"team": "yes"})
    assert [s["id"] for s in made["seats"]] == ["red", "blue", "blue-2"]
    assert made["options"] == {"team": "yes", "length": "3"}
    body = {"id": str(uuid.uuid4()), "title": "toy", "scenario": "field"}
    for wrong in ({"options": {"length": "99"}}, {"options": {"none": "1"}}, {"scenario": "none"}, {"title": "none"}, {"seat": "none"}):
        host.problem("POST", "/games", 422, json=body | wrong)
    host.problem("POST", "/games", 422, json=body | {"bots": {"red": "none"}})


def test_creating_is_idempotent(server: Server) -> None:
    host = Client(server.base)
    body = {"id": str(uuid.uuid4()), "title": "toy", "scenario": "field"}
    first = host.call("POST", "/games", 201, json=body)
    assert host.call("POST", "/games", 201, json=body) == first
    assert host.problem("POST", "/games", 409, json=body | {"solo": True})["code"] == "id_reused"
    other = Client(server.base)
    assert other.call("POST", "/games", 201, json=body)["game"] != first["game"], "ids are each account's own"


def test_seats_are_taken_reserved_and_left(server: Server) -> None:
    host, one, two = (Client(server.base) for _ in range(3))
    game = create(host)["game"]
    taken = one.call("PUT", f"/games/{game}/seats/red", json={"take": True})
    assert taken["seats"][0]["player"] == one.name and taken["you"] == {"seats": ["red"]}
    assert two.problem("PUT", f"/games/{game}/seats/red", 409, json={"take": True})["code"] == "seat_taken"
    assert one.problem("PUT", f"/games/{game}/seats/blue", 403, json={"take": True})["code"] == "other_side"
    code = host.call("POST", f"/games/{game}/invitations", 201, json={"seat": "blue"})["code"]
    assert two.problem("PUT", f"/games/{game}/seats/blue", 403, json={"take": True})["code"] == "by_invitation"
    assert host.problem("POST", f"/games/{game}/start", 409)["code"] == "seats_vacant"
    seen = two.call("GET", f"/invitations/{code}")
    assert seen["seat"] == "blue" and seen["game"]["host"] == host.name
    assert two.call("POST", f"/invitations/{code}") == {"game": game, "seat": "blue"}
    assert two.call("POST", f"/invitations/{code}") == {"game": game, "seat": "blue"}, "a repeat changes nothing"
    third = Client(server.base)
    assert third.problem("POST", f"/invitations/{code}", 409)["code"] == "invitation_used"
    third.problem("POST", "/invitations/nonsense", 404)
    two.call("DELETE", f"/games/{game}/seats/blue", 204)
    assert two.problem("DELETE", f"/games/{game}/seats/red", 403)["code"] == "forbidden"
    host.call("PUT", f"/games/{game}/seats/blue", json={"bot": "random"})
    assert one.problem("POST", f"/games/{game}/start", 403)["code"] == "forbidden"
    assert host.call("POST", f"/games/{game}/start")["status"] == "running"
    assert host.problem("POST", f"/games/{game}/start", 409)["code"] == "already_started"


def test_an_account_that_held_a_seat_gets_no_other_side_and_no_truth(server: Server) -> None:
    host, one = Client(server.base), Client(server.base)
    game = create(host, umpire=True)["game"]
    one.call("PUT", f"/games/{game}/seats/red", json={"take": True})
    one.call("DELETE", f"/games/{game}/seats/red", 204)
    assert one.problem("PUT", f"/games/{game}/seats/blue", 403, json={"take": True})["code"] == "other_side"
    code = host.call("POST", f"/games/{game}/invitations", 201, json={"role": "umpire"})["code"]
    assert one.problem("POST", f"/invitations/{code}", 403)["code"] == "other_side"
    host.call("POST", f"/invitations/{code}")
    assert host.problem("PUT", f"/games/{game}/seats/red", 403, json={"take": True})["code"] == "other_side"
    host.call("DELETE", f"/games/{game}/seats/umpire", 204)
    assert host.problem("PUT", f"/games/{game}/seats/red", 403, json={"take": True})["code"] == "other_side"


def test_solo_holds_all_seats_and_looks_as_each(server: Server) -> None:
    host = Client(server.base)
    made = create(host, solo=True, start=True)
    assert made["status"] == "running"
    game = made["game"]
    assert host.view(game)["viewer"] == "red"
    blue = host.view(game, "blue")
    assert blue["viewer"] == "blue" and blue["pieces"]["t1"]["side"] == "blue"
    host.act(game, "plan", "1", "go", viewer="blue")
    host.act(game, "plan", "1", "go", viewer="red")
    assert host.view(game)["phase"]["id"] == "play"
    stranger = Client(server.base)
    assert stranger.problem("GET", f"/games/{game}/view?as=blue", 403)["code"] == "not_your_view"
    assert host.problem("GET", f"/games/{game}/view?as=none", 404)["code"] == "no_such_viewer"
    assert host.problem("GET", f"/games/{game}/view?as=umpire", 403)["code"] == "not_your_view"


def test_spectators_see_what_the_policy_says(server: Server) -> None:
    stranger = Client(server.base)
    closed, watched = Game(server.base), Game(server.base, spectators="public")
    assert stranger.problem("GET", f"/games/{closed.id}/view", 403)["code"] == "not_your_view"
    closed.host.problem("GET", f"/games/{closed.id}/view", 403)
    assert closed.host.problem("POST", f"/games/{closed.id}/invitations", 409, json={"role": "spectator"})["code"] == "no_spectators"
    view = stranger.view(watched.id)
    assert view["viewer"] == "public" and not any("factors" in p for p in view["pieces"].values()) and view["decisions"] == []
    for viewer in ("red", "umpire"):
        stranger.problem("GET", f"/games/{watched.id}/view?as={viewer}", 403)
    code = watched.host.call("POST", f"/games/{watched.id}/invitations", 201, json={"role": "spectator"})["code"]
    assert stranger.call("POST", f"/invitations/{code}") == {"game": watched.id, "role": "spectator"}
    assert stranger.call("GET", f"/games/{watched.id}")["you"] == {"roles": ["spectator"]}


def test_after_the_end_all_is_open(server: Server) -> None:
    game = Game(server.base)
    game.plan()
    game["red"].problem("GET", f"/games/{game.id}/view?as=umpire", 403)
    assert game["red"].problem("GET", f"/games/{game.id}/audit", 409)["code"] == "not_ended"
    game["red"].act(game.id, "play", "give-up", "go")
    assert all("factors" in p for p in game["red"].view(game.id, "umpire")["pieces"].values())
    assert game["red"].view(game.id, "blue")["viewer"] == "blue"
    assert game["blue"].call("GET", f"/games/{game.id}/audit")["seed"]
    Client(server.base).problem("GET", f"/games/{game.id}/audit", 403)
    assert game["red"].problem("PUT", f"/games/{game.id}/seats/red", 409, json={"bot": "random"})["code"] == "game_over"


def test_a_late_umpire_needs_every_side(server: Server) -> None:
    game, late = Game(server.base, umpire=True), Client(server.base)
    code = game.host.call("POST", f"/games/{game.id}/invitations", 201, json={"role": "umpire"})["code"]
    late.call("POST", f"/invitations/{code}")
    late.problem("GET", f"/games/{game.id}/view?as=umpire", 403)
    assert game["red"].events(game.id)[-1]["kind"] == "umpire-asked"
    assert game["red"].call("PUT", f"/games/{game.id}/seats/umpire", json={"consent": True})["asking"] == [late.name]
    late.problem("GET", f"/games/{game.id}/view?as=umpire", 403)
    late.problem("PUT", f"/games/{game.id}/seats/umpire", 403, json={"consent": True})
    game["blue"].call("PUT", f"/games/{game.id}/seats/umpire", json={"consent": True})
    assert late.view(game.id)["viewer"] == "umpire"
    for seat in game.players:
        assert game[seat].events(game.id)[-1]["kind"] == "umpire-joined"
    second = Client(server.base)
    code = game.host.call("POST", f"/games/{game.id}/invitations", 201, json={"role": "umpire"})["code"]
    second.call("POST", f"/invitations/{code}")
    game["blue"].call("PUT", f"/games/{game.id}/seats/umpire", json={"consent": False})
    second.problem("GET", f"/games/{game.id}/view?as=umpire", 403)
    assert game["red"].events(game.id)[-1]["kind"] == "umpire-declined"


def test_a_team_shares_a_side(server: Server) -> None:
    host, one = Client(server.base), Client(server.base)
    game = create(host, options={"team": "yes"})["game"]
    for seat in ("blue", "blue-2"):
        one.call("PUT", f"/games/{game}/seats/{seat}", json={"take": True})
    host.call("PUT", f"/games/{game}/seats/red", json={"take": True})
    host.call("POST", f"/games/{game}/start")
    assert host.view(game)["waiting_for"] == ["blue", "red"], "sides, never seats"
    one.act(game, "plan", "1", "go", viewer="blue-2")
    assert host.events(game)[-1]["data"] == {"side": "blue"}


def test_the_list_and_its_filters(server: Server) -> None:
    host, other = Client(server.base), Client(server.base)
    ids = [create(host)["game"] for _ in range(3)]
    secret = create(host, private=True)["game"]
    mine = host.call("GET", "/games?mine=true")["games"]
    assert [g["game"] for g in mine] == [secret, *ids[::-1]]
    listed = [g["game"] for g in other.call("GET", "/games?status=open&title=toy&joinable=true&limit=50")["games"]]
    assert set(ids) <= set(listed) and secret not in listed
    page = other.call("GET", "/games?limit=2")
    assert len(page["games"]) == 2
    following = other.call("GET", f"/games?limit=2&before={page['next']}")["games"]
    assert not {g["game"] for g in following} & {g["game"] for g in page["games"]}
    one = other.call("GET", f"/games/{ids[0]}")
    assert (
        one["status"] == "open"
        and "you" not in one
        and one["seats"]
        == [
            {"id": "red", "side": "red", "name": "Red"},
            {"id": "blue", "side": "blue", "name": "Blue"},
        ]
    )
    assert other.call("GET", f"/games/{secret}")["game"] == secret, "a link is enough to see the summary"
    other.problem("GET", f"/games/{uuid.uuid4()}", 404)
    assert other.problem("PUT", f"/games/{secret}/seats/red", 403, json={"take": True})["code"] == "by_invitation"


def test_play_now_takes_two_requests(server: Server) -> None:
    guest = Client(server.base, guest=True)
    made = create(guest, seat="red", bots="random", start=True)
    assert made["status"] == "running" and made["you"]["seats"] == ["red"]
    view = guest.view(made["game"])
    assert view["viewer"] == "red" and [d["kind"] for d in view["decisions"]] == ["plan", "orders"]
    summary = guest.call("GET", f"/games/{made['game']}")
    assert [s.get("bot") for s in summary["seats"]] == [None, "random"]


@pytest.mark.parametrize("body", [{}, {"take": True, "bot": "random"}, {"take": False}, {"consent": True}])
def test_malformed_placings(server: Server, body: dict[str, object]) -> None:
    host = Client(server.base)
    host.problem("PUT", f"/games/{create(host)['game']}/seats/red", 422, json=body)
