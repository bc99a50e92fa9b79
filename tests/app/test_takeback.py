"""Take-backs: free, with consent, by the umpire; in a secret simultaneous stage; the re-roll; the umpire's rulings."""

from __future__ import annotations

import uuid
from typing import Any

from tests.app.harness import Client, Game, Server


def undo(who: Client, game: Game, status: int = 200, viewer: str = "", **more: Any) -> Any:
    body = {"id": str(uuid.uuid4()), **more}
    return who.call("POST", f"/games/{game.id}/undo" + (f"?as={viewer}" if viewer else ""), status, json=body)


def code(who: Client, game: Game, status: int, **more: Any) -> str:
    return who.problem("POST", f"/games/{game.id}/undo", status, json={"id": str(uuid.uuid4()), **more})["code"]


def kinds(who: Client, game: Game, after: int) -> list[str]:
    return [e["kind"] for e in who.events(game.id, after=after)]


def place(who: Client, game: Game, piece: str = "t1") -> str:
    return who.view(game.id)["pieces"][piece]["hex"]


def test_a_public_move_is_taken_back_freely_and_repeatedly(server: Server) -> None:
    game = Game(server.base, spectators="public")
    game.plan()
    red, blue = game["red"], game["blue"]
    start = {w: c.view(game.id)["version"] for w, c in game.everybody()}
    assert "take_back" not in red.view(game.id)
    for hex_id in ("0201", "0301"):
        red.act(game.id, "play", "move", "t1", hex_id, "go")
    assert red.view(game.id)["take_back"] == {"free": True} and "take_back" not in blue.view(game.id)
    used = red.decision(game.id, "play")
    body = {"id": str(uuid.uuid4())}
    first = red.call("POST", f"/games/{game.id}/undo", json=body)
    assert first["status"] == "done" and red.call("POST", f"/games/{game.id}/undo", json=body) == first
    assert place(red, game) == "0201" and red.decision(game.id, "play") != used
    undo(red, game)
    assert place(red, game) == "0101" == place(blue, game, "t4")
    for seat, player in game.everybody():
        events = player.events(game.id, after=start[seat])
        assert [e["kind"] for e in events] == ["moved", "moved", "take-back", "take-back"]
        assert [e["version"] for e in events] == [start[seat] + i for i in (1, 2, 3, 4)]
        assert events[2]["data"] == {"by": "red", "versions": [start[seat] + 2]}
    assert "take_back" not in red.view(game.id)


def test_after_a_die_it_takes_consent(server: Server) -> None:
    game = Game(server.base)
    game.plan()
    red, blue = game["red"], game["blue"]
    attacked = red.act(game.id, "play", "attack", "t1", "t4", "go")["events"][0]
    assert "take_back" not in red.view(game.id)
    before = blue.view(game.id)["version"]
    assert undo(red, game)["status"] == "asked"
    assert code(red, game, 409) == "already_asked"
    assert red.view(game.id)["take_back"] == blue.view(game.id)["take_back"] == {"asked": {"by": "red", "consents": []}}
    assert code(red, game, 403, consent=True) == "forbidden", "not one's own consent"
    assert undo(blue, game, consent=False)["status"] == "done"
    assert kinds(blue, game, before) == ["take-back-asked", "take-back-declined"]
    assert code(blue, game, 409, consent=True) == "not_asked"
    undo(red, game)
    answer = undo(blue, game, consent=True)
    assert answer["status"] == "done" and answer["events"][0]["data"]["consent"] == "opponent"
    assert kinds(red, game, before) == ["take-back-asked", "take-back-declined", "take-back-asked", "take-back", "take-back-settled"]
    assert "factors" not in blue.view(game.id)["pieces"]["t4"] or blue.view(game.id)["pieces"]["t4"]["side"] == "blue"
    again = red.act(game.id, "play", "attack", "t1", "t4", "go")["events"][0]
    red.act(game.id, "play", "give-up", "go")
    audit = red.call("GET", f"/games/{game.id}/audit")
    rolls = [r["die"] for r in audit["rolls"] if r["stream"] == "public"]
    assert rolls == [attacked["data"]["die"], again["data"]["die"]], "dice never go back"
    assert [e["type"] for e in audit["log"]] == ["act", "act", "act", "take-back", "act", "act"]


def test_a_request_lapses_when_play_goes_on(server: Server) -> None:
    game = Game(server.base)
    game.plan()
    red, blue = game["red"], game["blue"]
    red.act(game.id, "play", "pass")
    undo(red, game)
    blue.act(game.id, "orders", "hold", "go")
    assert "asked" in red.view(game.id)["take_back"], "a secret act does not show"
    blue.act(game.id, "play", "move", "t1", "0301", "go")
    assert red.events(game.id)[-1]["kind"] == "take-back-lapsed" and "asked" not in red.view(game.id).get("take_back", {})
    assert code(blue, game, 409, consent=True) == "not_asked"


def test_asking_the_other_side_ends_the_right(server: Server) -> None:
    game = Game(server.base)
    game.plan()
    game["red"].act(game.id, "play", "move", "t1", "0201", "go")
    game["red"].act(game.id, "play", "pass")
    assert "take_back" not in game["red"].view(game.id)
    assert undo(game["red"], game)["status"] == "asked"


def test_a_secret_plan_is_taken_back_whatever_the_others_do(server: Server) -> None:
    offered = []
    for blue_first in (False, True):
        game = Game(server.base)
        red, blue = game["red"], game["blue"]
        red.act(game.id, "plan", "3", "more")
        version = blue.view(game.id)["version"]
        if blue_first:
            blue.act(game.id, "plan", "2", "more")
            blue.act(game.id, "orders", "hold", "go")
            blue.act(game.id, "plan", "1", "more")
        blues = blue.http.get(f"/api/games/{game.id}/view").content
        mine = red.view(game.id)
        offered.append((mine["take_back"], mine["version"], mine["decisions"]))
        done = undo(red, game)
        assert done["status"] == "done"
        assert blue.http.get(f"/api/games/{game.id}/view").content == blues, "blue notices nothing"
        if blue_first:
            assert blue.view(game.id)["panels"]["notes"]["rows"]["blue-plan"]["value"] == "1"
            undo(blue, game)
            assert blue.view(game.id)["panels"]["notes"]["rows"]["blue-plan"]["value"] == "2", "blue's own last entry"
        else:
            assert kinds(blue, game, version) == []
        assert "notes" not in red.view(game.id)["panels"]
        game.plan(red="2", blue="3")
        assert red.view(game.id)["panels"]["score"]["totals"] == {"red": 2, "blue": 3}
        assert "take_back" not in red.view(game.id), "after the commit there is none"
        red.act(game.id, "play", "give-up", "go")
        red.call("GET", f"/games/{game.id}/audit")
    assert offered[0] == offered[1]


def test_acts_that_a_take_back_let_stand_can_be_taken_back_themselves(server: Server) -> None:
    game = Game(server.base, umpire=True)
    red, blue = game["red"], game["blue"]
    red.act(game.id, "plan", "3", "more")
    blue.act(game.id, "plan", "2", "more")
    blue.act(game.id, "plan", "1", "more")
    undo(red, game)
    undo(blue, game)
    assert blue.view(game.id)["panels"]["notes"]["rows"]["blue-plan"]["value"] == "2"
    assert "notes" not in red.view(game.id)["panels"]
    undo(blue, game)
    assert "notes" not in blue.view(game.id)["panels"]
    assert code(blue, game, 409) == "nothing_to_take_back"
    game.plan()
    undo(game.umpire, game)
    assert red.view(game.id)["phase"]["id"] == "plan" and red.view(game.id)["waiting_for"] == ["blue"]
    blue.act(game.id, "plan", "0", "go")
    red.act(game.id, "play", "give-up", "go")
    game.umpire.call("GET", f"/games/{game.id}/audit")


def test_alone_or_against_bots_nobody_is_asked(server: Server) -> None:
    host = Client(server.base)
    body = {"id": str(uuid.uuid4()), "title": "toy", "scenario": "field", "solo": True, "start": True}
    solo = host.call("POST", "/games", 201, json=body)["game"]
    for seat in ("red", "blue"):
        host.act(solo, "plan", "1", "go", viewer=seat)
    host.act(solo, "play", "attack", "t1", "t4", "go", viewer="red")
    answer = host.call("POST", f"/games/{solo}/undo", json={"id": str(uuid.uuid4())})
    assert answer["status"] == "done" and answer["events"][0]["data"]["consent"] == "self"


def test_strangers_take_nothing_back(server: Server) -> None:
    game = Game(server.base, umpire=True)
    game.plan()
    game["red"].act(game.id, "play", "move", "t1", "0201", "go")
    assert code(game.host, game, 403) == "forbidden"
    assert code(Client(server.base), game, 403) == "forbidden"
    assert game["blue"].problem("POST", f"/games/{game.id}/undo?as=red", 403, json={"id": str(uuid.uuid4())})["code"] == "forbidden"
    undo(game.umpire, game)
    assert game["blue"].events(game.id)[-1]["data"]["consent"] == "umpire"
    game["red"].act(game.id, "play", "give-up", "go")
    assert code(game["red"], game, 409) == "not_running"


def rule(game: Game, *picks: str, status: int = 200, **more: Any) -> Any:
    body = {"id": str(uuid.uuid4()), "picks": list(picks), **more}
    return game.umpire.call("POST", f"/games/{game.id}/rulings", status, json=body)


def test_rulings(server: Server) -> None:
    game = Game(server.base, umpire=True)
    red, blue = game["red"], game["blue"]
    ruling = game.umpire.view(game.id)["decisions"][0]
    assert (ruling["kind"], ruling["optional"]) == ("ruling", True)
    assert all("factors" in p for p in game.umpire.view(game.id)["pieces"].values())
    assert game.umpire.view(game.id, "blue")["viewer"] == "blue"
    before = blue.view(game.id)
    rule(game, "message", "red", "go", note="A word in your ear")
    assert red.events(game.id)[-1]["text"] == "A word in your ear" and blue.view(game.id) == before
    game.plan()
    rule(game, "place", game.umpire.view(game.id)["decisions"] and "t1", "0301", "go")
    assert any(p["hex"] == "0301" for p in red.view(game.id)["pieces"].values())
    rule(game, "reveal", "t1", "go")
    rule(game, "pass-for", "go")
    assert blue.decision(game.id, "play")
    old = game.umpire.decision(game.id, "ruling")
    rule(game, "message", "all", "go", note="Hello", decision=old)
    assert game.umpire.problem("POST", f"/games/{game.id}/rulings", 409, json={"id": str(uuid.uuid4()), "picks": ["x"], "decision": old})
    for who in (red, game.host):
        assert who.problem("POST", f"/games/{game.id}/rulings", 404, json={"id": str(uuid.uuid4()), "picks": ["x"]})
    rule(game, "end", "blue", "go")
    audit = game.umpire.call("GET", f"/games/{game.id}/audit")
    assert audit["outcome"]["winner"] == "blue"
    assert [e["by"] for e in audit["log"]] == ["umpire", "player", "player", *["umpire"] * 5]
    assert audit["log"][0]["note"] == "A word in your ear"


def test_the_re_roll_is_a_take_back_and_the_same_act(server: Server) -> None:
    game = Game(server.base, umpire=True)
    game.plan()
    red, blue = game["red"], game["blue"]
    problem = game.umpire.problem("POST", f"/games/{game.id}/rulings", 422, json={"id": str(uuid.uuid4()), "picks": ["re-roll"]})
    assert problem["code"] == "incomplete"
    red.act(game.id, "play", "attack", "t1", "t4", "go")
    red.act(game.id, "play", "move", "t2", "0201", "go")
    start = {v: c.view(game.id)["version"] for v, c in game.everybody()}
    ruling = game.umpire.decision(game.id, "ruling")
    answer = rule(game, "re-roll", "go", note="The die was cocked")
    assert game.umpire.decision(game.id, "ruling") != ruling
    assert [e["kind"] for e in answer["events"]] == ["take-back", "attacked"]
    for seat, player in game.everybody():
        events = player.events(game.id, after=start[seat])
        assert [e["kind"] for e in events] == ["take-back", "attacked"]
        assert [e["version"] for e in events] == [start[seat] + 1, start[seat] + 2]
        assert len(events[0]["data"]["versions"]) == 2
    assert place(red, game, "t2") == "0101" and place(blue, game, "t5") == "0101"
    assert red.decision(game.id, "play"), "play goes on"
    rule(game, "end", "red", "go")
    log = game.umpire.call("GET", f"/games/{game.id}/audit")["log"]
    assert [e["type"] for e in log[-4:]] == ["act", "take-back", "act", "act"]
    assert log[-2]["picks"] == ["attack", "t1", "t4", "go"] and log[-2]["note"] == "The die was cocked"
    assert log[-3]["closes"] == ruling


def test_no_roll_nothing_to_roll_again(server: Server) -> None:
    game = Game(server.base, umpire=True)
    body = {"id": str(uuid.uuid4()), "picks": ["re-roll", "go"]}
    assert game.umpire.problem("POST", f"/games/{game.id}/rulings", 422, json=body)["code"] == "no_roll"
