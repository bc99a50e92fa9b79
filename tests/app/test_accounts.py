"""Accounts, sessions, tokens, and the guards at the door."""

from __future__ import annotations

import secrets
from pathlib import Path

import httpx
import pytest

from app.base.config import Limits
from tests.app.harness import PASSWORD, Client, Server, settings


def name() -> str:
    return f"Player {secrets.token_hex(4)}"


def test_sign_up_in_and_out(server: Server) -> None:
    http, who = httpx.Client(base_url=server.base), name()
    made = http.post("/api/accounts", json={"name": who, "password": PASSWORD})
    assert made.status_code == 201 and made.json() == {"name": who, "guest": False}
    cookie = made.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie
    assert http.get("/api/accounts/me").json()["name"] == who
    assert http.delete("/api/sessions").status_code == 204
    assert http.get("/api/accounts/me").status_code == 401
    again = http.post("/api/sessions", json={"name": who.upper(), "password": PASSWORD})
    assert again.status_code == 200 and again.json()["name"] == who


def test_a_closed_session_is_dead_even_where_it_was_just_used(server: Server) -> None:
    player = Client(server.base, guest=True)
    held = dict(player.http.cookies)
    player.call("GET", "/accounts/me")
    player.call("DELETE", "/sessions", 204)
    assert httpx.get(f"{server.base}/api/accounts/me", cookies=held).status_code == 401


def test_wrong_password_and_unknown_name_sound_alike(server: Server) -> None:
    who = Client(server.base, name())
    answers = [
        httpx.post(f"{server.base}/api/sessions", json={"name": n, "password": "wrong password"}) for n in (who.name, "nobody at all")
    ]
    assert {a.status_code for a in answers} == {401}
    assert answers[0].json() == answers[1].json()


def test_names_are_taken_whatever_their_case(server: Server) -> None:
    who = Client(server.base, name())
    problem = who.problem("POST", "/accounts", 409, json={"name": who.name.lower(), "password": PASSWORD})
    assert problem["code"] == "name_taken"


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "password": PASSWORD},
        {"name": "has\0nul", "password": PASSWORD},
        {"name": "Fine name", "password": "short"},
        {"name": "Fine name"},
        {"guest": True, "name": "Fine name", "password": PASSWORD},
        {"name": "Fine name", "password": PASSWORD, "surprise": 1},
        {},
    ],
)
def test_bad_sign_ups_are_refused(server: Server, body: dict[str, object]) -> None:
    answer = httpx.post(f"{server.base}/api/accounts", json=body)
    assert answer.status_code == 422 and answer.json()["code"] == "invalid"


def test_a_guest_plays_in_one_request_and_may_stay(server: Server) -> None:
    guest = Client(server.base, guest=True)
    assert guest.call("GET", "/accounts/me") == {"name": guest.name, "guest": True}
    who = name()
    assert guest.call("PUT", "/accounts/me", json={"name": who, "password": PASSWORD}) == {"name": who, "guest": False}
    assert guest.call("GET", "/accounts/me")["name"] == who
    assert guest.problem("PUT", "/accounts/me", 409, json={"name": name(), "password": PASSWORD})["code"] == "not_a_guest"
    assert httpx.post(f"{server.base}/api/sessions", json={"name": who, "password": PASSWORD}).status_code == 200


def test_tokens_have_scopes_and_can_be_revoked(server: Server) -> None:
    owner = Client(server.base, guest=True)
    made = owner.call("POST", "/tokens", 201, json={"label": "reader", "scopes": ["read"]})
    reader = httpx.Client(base_url=server.base, headers={"Authorization": f"Bearer {made['token']}"})
    assert reader.get("/api/accounts/me").status_code == 200
    refused = reader.post("/api/games", json={"id": "0" * 32, "title": "toy", "scenario": "field"})
    assert refused.status_code == 403 and refused.json()["code"] == "scope"
    assert reader.post("/api/tokens", json={}).status_code == 403, "a token makes no tokens"
    listed = owner.call("GET", "/tokens")["tokens"]
    assert [t["label"] for t in listed] == ["reader"] and made["token"] not in str(listed)
    owner.call("DELETE", f"/tokens/{made['id']}", 204)
    assert reader.get("/api/accounts/me").status_code == 401
    assert httpx.get(f"{server.base}/api/accounts/me", headers={"Authorization": "Bearer nonsense"}).status_code == 401


def test_writes_from_other_sites_are_refused(server: Server) -> None:
    guest, host = Client(server.base, guest=True), server.base.removeprefix("http://")
    for origin, status in ((f"http://{host}", 201), ("http://evil.example", 403), ("null", 403), (f"http://{host}.evil.example", 403)):
        answer = guest.http.post("/api/tokens", json={}, headers={"Origin": origin})
        assert answer.status_code == status, origin
    assert guest.http.get("/api/accounts/me", headers={"Origin": "http://evil.example"}).status_code == 200, "reading is harmless"


def test_secrets_are_stored_as_hashes_only(tmp_path: Path) -> None:
    running = Server(settings(tmp_path))
    player = Client(running.base, "Secretive")
    cookie = httpx.post(f"{running.base}/api/sessions", json={"name": "Secretive", "password": PASSWORD}).cookies["hexfog_session"]
    running.stop()
    stored = b"".join(p.read_bytes() for p in tmp_path.iterdir())
    for secret in (PASSWORD, player.token, player.token.removeprefix("hexfog_"), cookie):
        assert secret.encode() not in stored
    assert b"$argon2id$" in stored


def test_rate_limits_tell_when_to_come_back(tmp_path: Path) -> None:
    limits = Limits(signups=(3, 0.5), failed_logins=(3, 0.1), requests=(30, 5))
    running = Server(settings(tmp_path, limits=limits))
    try:
        http = httpx.Client(base_url=running.base)
        statuses = [http.post("/api/accounts", json={"guest": True}).status_code for _ in range(4)]
        assert statuses == [201, 201, 201, 429]
        http.cookies.clear()
        logins = [http.post("/api/sessions", json={"name": "nobody here", "password": "guess guess"}) for _ in range(4)]
        assert [a.status_code for a in logins] == [401, 401, 401, 429]
        assert 1 <= int(logins[-1].headers["retry-after"]) <= 11
        flood = [http.get("/api/titles") for _ in range(40)]
        late = [a for a in flood if a.status_code == 429]
        assert late and late[0].json()["code"] == "too_many_requests" and int(late[0].headers["retry-after"]) >= 1
        assert http.get("/healthz").status_code == 200
    finally:
        running.stop()


def test_bodies_have_a_limit(server: Server) -> None:
    guest = Client(server.base, guest=True)
    big = b'{"label": "' + b"x" * 70_000 + b'"}'
    assert guest.http.post("/api/tokens", content=big, headers={"Content-Type": "application/json"}).status_code == 413

    def chunks():  # type: ignore[no-untyped-def]
        for _ in range(80):
            yield b"x" * 1024

    assert guest.http.post("/api/tokens", content=chunks(), headers={"Content-Type": "application/json"}).status_code == 413
