"""Views, menus, actions, events, talk."""

from __future__ import annotations

import random
import threading
import uuid
from typing import Any

import httpx
import msgspec
import pytest

from engine import flow, packs
from engine.dice import commitment
from engine.title import Setup, title
from tests.app.harness import Client, Game, Server, play_randomly
from tests.app.toy import ToyTitle


def action(decision: str, *picks: str) -> dict[str, Any]:
    return {"id": str(uuid.uuid4()), "decision": decision, "picks": list(picks)}


def nulls(value: Any) -> bool:
    if isinstance(value, dict):
        return any(nulls(v) for v in value.values())
    return any(nulls(v) for v in value) if isinstance(value, list) else value is None


def test_the_view_and_the_menus(server: Server) -> None:
    game = Game(server.base)
    view = game["red"].view(game.id)
    assert (view["status"], view["viewer"], view["version"]) == ("running", "red", 3)
    assert len(view["seed_hash"]) == 64 and not nulls(view)
    game.plan()
    menu = game["red"].call("POST", f"/games/{game.id}/menu", json={"decision": game["red"].decision(game.id), "picks": []})
    blocked = menu["options"][-1]
    assert blocked == {"value": "fly", "blocked": {"code": "no_wings", "message": "tokens cannot fly", "rule": "2.9"}}
    deeper = game["red"].call("POST", f"/games/{game.id}/menu", json={"decision": game["red"].decision(game.id), "picks": ["move"]})
    assert deeper["options"][0] == {"value": "t1", "piece": "t1"} and not deeper["ready"]
    done = game["red"].call("POST", f"/games/{game.id}/menu", json={"decision": game["red"].decision(game.id), "picks": ["pass"]})
    assert done == {"options": [], "ready": True}


def test_refusals_name_the_rule(server: Server) -> None:
    game = Game(server.base)
    game.plan()
    red, decision = game["red"], game["red"].decision(game.id, "play")
    for picks, code, rule in ((["dance"], "not_an_option", "2.1"), (["fly"], "no_wings", "2.9"), (["move"], "incomplete", "2.1")):
        before = red.view(game.id)
        problem = red.problem("POST", f"/games/{game.id}/actions", 422, json=action(decision, *picks))
        assert (problem["code"], problem["rule"]) == (code, rule)
        assert red.view(game.id) == before
    assert red.problem("POST", f"/games/{game.id}/menu", 422, json={"decision": decision, "picks": ["fly"]})["rule"] == "2.9"
    for wrong in ({"id": "no uuid"}, {"picks": ["x"] * 201}, {"picks": [1]}, {"picks": ["x\0y"]}, {"decision": ""}):
        red.problem("POST", f"/games/{game.id}/actions", 422, json=action(decision) | wrong)


def test_whose_decision_it_is(server: Server) -> None:
    game, stranger = Game(server.base, umpire=True), Client(server.base)
    game.plan(red="1", blue="2")
    red, blue, open_id = game["red"], game["blue"], game["red"].decision(game.id, "play")
    answers = []
    for other in (blue, stranger, game.umpire, game.host):
        for decision in (open_id, "red-1", "red-999", "red-03", "nonsense", "red-"):
            for path, body in (("actions", action(decision, "pass")), ("menu", {"decision": decision, "picks": []})):
                answers.append(other.http.post(f"/api/games/{game.id}/{path}", json=body))
    assert {(a.status_code, a.content) for a in answers} == {(404, answers[0].content)}, "open, past and invented sound alike"
    assert answers[0].json()["code"] == "no_such_decision"
    assert red.problem("POST", f"/games/{game.id}/actions", 409, json=action("red-1", "1", "go"))["code"] == "stale"
    assert red.problem("POST", f"/games/{game.id}/menu", 409, json={"decision": "red-1", "picks": []})["code"] == "stale"
    assert red.problem("POST", f"/games/{game.id}/actions", 404, json=action("red-999", "pass"))["code"] == "no_such_decision"
    assert stranger.problem("POST", f"/games/{uuid.uuid4()}/actions", 404, json=action(open_id))["code"] == "no_such_game"
    assert httpx.post(f"{server.base}/api/games/{game.id}/actions", json=action(open_id, "pass")).status_code == 401


def test_an_id_is_answered_once(server: Server) -> None:
    game = Game(server.base)
    red, body = game["red"], action(game["red"].decision(game.id), "2", "go")
    first = red.call("POST", f"/games/{game.id}/actions", json=body)
    game["blue"].act(game.id, "plan", "1", "go")
    assert red.call("POST", f"/games/{game.id}/actions", json=body) == first, "even after the decision closed"
    assert red.problem("POST", f"/games/{game.id}/actions", 409, json=body | {"picks": ["1", "go"]})["code"] == "id_reused"
    assert red.problem("POST", f"/games/{game.id}/chat", 409, json={"id": body["id"], "channel": "all", "text": "x"})["code"] == "id_reused"
    orders = action(red.decision(game.id, "orders"), "hold", "go")
    assert red.call("POST", f"/games/{game.id}/actions", json=orders)["events"][0]["kind"] == "ordered"
    again = red.problem(
        "POST", f"/games/{game.id}/actions", 409, json=orders | {"decision": red.decision(game.id, "play"), "picks": ["pass"]}
    )
    assert again["code"] == "id_reused", "also where the new content would be legal"
    refused = action(red.decision(game.id, "play"), "dance")
    red.problem("POST", f"/games/{game.id}/actions", 422, json=refused)
    red.call("POST", f"/games/{game.id}/actions", json=refused | {"picks": ["pass"]}), "a refusal leaves nothing behind"


def test_two_requests_on_one_decision(server: Server) -> None:
    game = Game(server.base)
    game.plan()
    red = game["red"]
    for _ in range(5):
        decision, results = red.decision(game.id, "play"), list[int]()
        barrier = threading.Barrier(4)

        def go(decision: str = decision, results: list[int] = results, barrier: threading.Barrier = barrier) -> None:
            with httpx.Client(base_url=server.base, headers=red.http.headers) as http:
                barrier.wait()
                results.append(http.post(f"/api/games/{game.id}/actions", json=action(decision, "move", "t1", "0201", "go")).status_code)

        threads = [threading.Thread(target=go) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert sorted(results) == [200, 409, 409, 409]


def test_the_same_request_twice_at_once(server: Server) -> None:
    game = Game(server.base)
    game.plan()
    red = game["red"]
    for _ in range(5):
        body, results = action(red.decision(game.id, "play"), "move", "t1", "0201", "go"), list[httpx.Response]()
        barrier = threading.Barrier(3)

        def go(body: dict[str, Any] = body, results: list[httpx.Response] = results, barrier: threading.Barrier = barrier) -> None:
            with httpx.Client(base_url=server.base, headers=red.http.headers) as http:
                barrier.wait()
                results.append(http.post(f"/api/games/{game.id}/actions", json=body))

        threads = [threading.Thread(target=go) for _ in range(3)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert [r.status_code for r in results] == [200] * 3 and len({r.content for r in results}) == 1


def test_versions_rise_by_one_for_whoever_hears_something(server: Server) -> None:
    game = Game(server.base, umpire=True, spectators="public")
    viewers = {"red": game["red"], "blue": game["blue"], "umpire": game.umpire, "public": game.host}
    rng = random.Random(3)

    def versions() -> dict[str, Any]:
        return {v: c.view(game.id, v) for v, c in viewers.items()}

    before = versions()
    for _ in range(35):
        seat = rng.choice(["red", "blue"])
        decisions = game[seat].view(game.id)["decisions"]
        decision = rng.choice(decisions)["id"]
        picks: list[str] = []
        while not (menu := game[seat].call("POST", f"/games/{game.id}/menu", json={"decision": decision, "picks": picks}))["ready"]:
            picks.append(rng.choice([o["value"] for o in menu["options"] if not o.get("blocked")]))
        if picks[0] == "give-up":
            continue
        answer = game[seat].call("POST", f"/games/{game.id}/actions", json=action(decision, *picks))
        after = versions()
        for viewer, client in viewers.items():
            rise = after[viewer]["version"] - before[viewer]["version"]
            heard = client.events(game.id, viewer, before[viewer]["version"])
            assert rise == (1 if heard else 0)
            assert heard or after[viewer] == before[viewer], "a view never changes without an event"
            assert all(e["version"] == after[viewer]["version"] for e in heard)
        assert answer == {"version": after[seat]["version"], "events": game[seat].events(game.id, after=before[seat]["version"])}
        if after["red"]["status"] == "ended":
            break
        before = after


def test_secret_acts_are_silent(server: Server) -> None:
    game = Game(server.base, spectators="public")
    game.plan()
    watchers = {"blue": game["blue"], "public": game.host}
    before = {v: [c.http.get(f"/api/games/{game.id}{p}as={v}").content for p in ("/view?", "/events?")] for v, c in watchers.items()}
    lobby = game["blue"].http.get(f"/api/games/{game.id}").content
    for picks in (["scout", "go"], ["hide", "go"], ["hide", "go"]):
        game["red"].act(game.id, "play", *picks)
    game["red"].act(game.id, "orders", "charge", "go")
    after = {v: [c.http.get(f"/api/games/{game.id}{p}as={v}").content for p in ("/view?", "/events?")] for v, c in watchers.items()}
    assert after == before
    assert game["blue"].http.get(f"/api/games/{game.id}").content == lobby


def test_events_can_be_paged_and_never_vanish(server: Server) -> None:
    game = Game(server.base, options={"length": "20"})
    game.plan()
    for i in range(30):
        game["red"].act(game.id, "play", "move", "t1", f"0{i % 4 + 1}01", "go")
    everything = game["red"].events(game.id)
    version = game["red"].view(game.id)["version"]
    assert everything[-1]["version"] == version and [e["version"] for e in everything] == sorted(e["version"] for e in everything)
    page = game["red"].call("GET", f"/games/{game.id}/events?after=10&limit=5")
    assert [e["version"] for e in page["events"]] == [11, 12, 13, 14, 15] and page["version"] == version
    page = game["red"].call("GET", f"/games/{game.id}/events?before=20&limit=3")
    assert [e["version"] for e in page["events"]] == [17, 18, 19]
    assert game["red"].call("GET", f"/games/{game.id}/events?after={version}")["events"] == []
    game["red"].problem("GET", f"/games/{game.id}/events?after=-1", 422)
    assert game["blue"].problem("GET", f"/games/{game.id}/events?as=red", 403)["code"] == "not_your_view"


def test_the_audit_rebuilds_the_game(server: Server) -> None:
    game = Game(server.base)
    play_randomly(game, random.Random(5))
    game_view = game["red"].view(game.id)
    assert game_view["status"] == "ended" and game_view["decisions"] == [] and game_view["waiting_for"] == []
    audit = game["red"].call("GET", f"/games/{game.id}/audit")
    assert commitment(audit["seed"]) == audit["seed_hash"] == game_view["seed_hash"]
    setup = msgspec.convert(audit["setup"], Setup)
    assert setup.pack == packs.get(setup.pack).hash == audit["pack"]
    rows = [{k: v for k, v in row.items() if k != "n"} for row in audit["log"]]
    entries = [msgspec.convert(row, flow.Entry) for row in rows]
    toy = title("toy")
    state = flow.replay(toy, setup, entries)[-1]
    outcome = toy.outcome(state)
    assert outcome is not None and outcome.view() == audit["outcome"] == game_view["outcome"]
    assert [row["n"] for row in audit["log"]] == list(range(1, len(entries) + 1))
    assert len(audit["rolls"]) == sum(state.counters.dice.values())
    last = game["blue"].events(game.id)[-1]
    assert last["kind"] == "ended"


def test_talk_goes_where_the_channels_say(server: Server) -> None:
    game = Game(server.base, umpire=True, options={"team": "yes"})
    red = game["red"]
    assert [c["id"] for c in red.view(game.id)["channels"]] == ["all", "umpire-red"]
    assert [c["id"] for c in game["blue-2"].view(game.id)["channels"]] == ["all", "side-blue", "umpire-blue-2"]
    before = red.view(game.id)["version"]

    def say(who: Client, channel: str, text: str, *status: int) -> Any:
        return who.call("POST", f"/games/{game.id}/chat", *status, json={"id": str(uuid.uuid4()), "channel": channel, "text": text})

    said = say(game["blue-2"], "side-blue", "Attack at dawn")
    assert said["events"] == [
        {"kind": "chat", "text": "Attack at dawn", "data": {"channel": "side-blue", "from": "blue-2"}, "version": said["version"]}
    ]
    assert red.view(game.id)["version"] == before, "another side's talk is not even counted"
    assert game["blue"].events(game.id)[-1]["text"] == game.umpire.events(game.id)[-1]["text"] == "Attack at dawn"
    say(game["blue-2"], "all", "Hello")
    assert red.events(game.id)[-1]["data"] == {"channel": "all", "from": "blue"}, "a side, never a seat of a team"
    assert game["blue"].events(game.id)[-1]["data"]["from"] == "blue-2"
    say(game.umpire, "umpire-red", "A word")
    assert red.events(game.id)[-1]["text"] == "A word" and game["blue"].events(game.id)[-1]["text"] == "Hello"
    assert game["blue-2"].view(game.id)["channels"][0]["left"] == 999
    for channel in ("side-blue", "umpire-blue", "none"):
        body = {"id": str(uuid.uuid4()), "channel": channel, "text": "x"}
        assert red.problem("POST", f"/games/{game.id}/chat", 403, json=body)["code"] == "no_channel"
    for text in ("", "x" * 501, "\0"):
        red.problem("POST", f"/games/{game.id}/chat", 422, json={"id": str(uuid.uuid4()), "channel": "all", "text": text})
    game.host.problem("POST", f"/games/{game.id}/chat", 403, json={"id": str(uuid.uuid4()), "channel": "all", "text": "x"})
    body = {"id": str(uuid.uuid4()), "channel": "all", "text": "once"}
    first = red.call("POST", f"/games/{game.id}/chat", json=body)
    assert red.call("POST", f"/games/{game.id}/chat", json=body) == first
    assert [e["text"] for e in game["blue"].events(game.id)].count("once") == 1


def test_a_text_may_go_with_an_action(server: Server) -> None:
    game = Game(server.base, options={"length": "1"})
    decision = game["red"].decision(game.id, "plan")
    body = {"id": str(uuid.uuid4()), "decision": decision, "picks": ["3", "go"], "note": "for the record"}
    first = game["red"].call("POST", f"/games/{game.id}/actions", json=body)
    assert game["red"].call("POST", f"/games/{game.id}/actions", json=body) == first
    assert game["red"].problem("POST", f"/games/{game.id}/actions", 409, json={**body, "note": "other"})["code"] == "id_reused"
    game["blue"].act(game.id, "plan", "1", "go")
    game["red"].act(game.id, "play", "give-up", "go")
    assert game["red"].call("GET", f"/games/{game.id}/audit")["log"][0]["note"] == "for the record"


def test_a_title_may_govern_the_talk_within_a_side(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def channels(title: ToyTitle, state: Any, viewer: str) -> list[dict[str, Any]]:
        return [{"id": "seat-blue-2", "to": "Blue's second", "characters": 10, "period": "1"}] if viewer == "blue" else []

    monkeypatch.setattr(ToyTitle, "channels", channels, raising=False)
    game = Game(server.base, umpire=True, options={"team": "yes"})

    def say(who: Client, channel: str, text: str, *status: int) -> Any:
        return who.call("POST", f"/games/{game.id}/chat", *status, json={"id": str(uuid.uuid4()), "channel": channel, "text": text})

    assert [c["id"] for c in game["red"].view(game.id)["channels"]] == ["all", "umpire-red"], "no team: nothing to govern"
    assert [c["id"] for c in game["blue-2"].view(game.id)["channels"]] == ["umpire-blue-2"]
    blue = game["blue"].view(game.id)["channels"]
    assert [(c["id"], c.get("characters")) for c in blue] == [("seat-blue-2", 10), ("umpire-blue", None)]
    before = game["red"].view(game.id)["version"]
    say(game["blue"], "seat-blue-2", "Advance")
    assert game["blue-2"].events(game.id)[-1]["data"] == {"channel": "seat-blue", "from": "blue"}
    assert game.umpire.events(game.id)[-1]["text"] == "Advance"
    assert game["blue"].view(game.id)["channels"][0]["characters"] == 3
    assert game["red"].view(game.id)["version"] == before
    say(game["blue"], "seat-blue-2", "Halt", 409)
    for channel in ("all", "side-blue"):
        say(game["blue"], channel, "x", 403)
    say(game["blue-2"], "seat-blue", "x", 403)


def test_a_channel_is_capped(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.play.table.CHAT_LIMIT", 2)
    game = Game(server.base)
    for i, status in enumerate((200, 200, 409)):
        body = {"id": str(uuid.uuid4()), "channel": "all", "text": str(i)}
        game["red"].call("POST", f"/games/{game.id}/chat", status, json=body)
