"""Health, metrics, the built client, security headers, migrations, settings."""

from __future__ import annotations

import asyncio
import io
import logging
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
import sqlalchemy as sa
import structlog
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from app.base.config import Settings, from_env
from app.base.db import engine_of, migrate, url_of
from app.base.tables import meta
from app.base.wire import diff
from app.ops import logs
from tests.app.harness import Client, Game, Server, patched, settings


def test_health(server: Server) -> None:
    assert httpx.get(f"{server.base}/healthz").json() == {"status": "ok"}
    assert httpx.get(f"{server.base}/readyz").json() == {"status": "ok"}


def test_metrics_are_for_the_machine_itself(server: Server) -> None:
    """They count what all players do: no viewer may see them."""
    assert "hexfog_live_sockets" in httpx.get(f"{server.base}/metrics").text
    for header in ("X-Forwarded-For", "Forwarded", "Via"):
        assert httpx.get(f"{server.base}/metrics", headers={header: "203.0.113.9"}).status_code == 404


def test_metrics_with_a_token(tmp_path: Path) -> None:
    running = Server(settings(tmp_path, metrics_token="let me see"))
    try:
        headers = {"X-Forwarded-For": "203.0.113.9"}
        assert httpx.get(f"{running.base}/metrics", headers=headers | {"Authorization": "Bearer no"}).status_code == 404
        assert httpx.get(f"{running.base}/metrics", headers=headers | {"Authorization": "Bearer let me see"}).status_code == 200
    finally:
        running.stop()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server with a built client."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "dist" / "assets").mkdir(parents=True)
    (folder / "dist" / "index.html").write_text("<!doctype html><title>Hexfog</title>")
    (folder / "dist" / "assets" / "app-1a2b.js").write_text("export {}")
    (folder / "secret.txt").write_text("not for you")
    running = Server(settings(folder, web=folder / "dist"))
    yield running
    running.stop()


def test_the_client_is_served(site: Server) -> None:
    for path in ("/", "/games/whatever", "/join/code", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%00"):
        answer = httpx.get(site.base + path)
        assert answer.status_code == 200 and "Hexfog" in answer.text, path
        assert answer.headers["cache-control"] == "no-cache"
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy and "frame-ancestors 'none'" in policy and "default-src 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    asset = httpx.get(f"{site.base}/assets/app-1a2b.js")
    assert asset.text == "export {}" and "immutable" in asset.headers["cache-control"]
    assert httpx.get(f"{site.base}/assets/none.js").status_code == 404
    missing = httpx.get(f"{site.base}/api/nothing")
    assert missing.status_code == 404 and missing.json()["code"] == "not_found"
    assert httpx.post(f"{site.base}/nowhere").status_code == 405


def test_without_a_built_client_there_is_a_hint(server: Server) -> None:
    if not server.services.settings.web.is_dir():
        assert "/api/openapi.json" in httpx.get(server.base).text


def test_every_answer_has_the_security_headers(server: Server) -> None:
    for path in ("/healthz", "/api/titles", "/api/games/none/view", "/api/openapi.json"):
        headers = httpx.get(server.base + path).headers
        assert headers["x-frame-options"] == "DENY" and headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_the_migrations_make_the_schema(store: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("new_database")() if store == "postgres" else ""
    config = Settings(data=tmp_path, database_url=url)
    migrate(config)
    migrate(config)

    async def differences() -> list[Any]:
        engine = engine_of(config)
        async with engine.connect() as connection:
            found = await connection.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), meta))
        await engine.dispose()
        return list(found)

    assert asyncio.run(differences()) == []


def test_settings_from_the_environment(tmp_path: Path) -> None:
    env = {
        "HOST": "0.0.0.0",
        "PORT": "9",
        "HEXFOG_DATA": str(tmp_path),
        "HEXFOG_PACKS": "/a:/b",
        "DATABASE_URL": "postgres://u:p@h/d?sslmode=require",
    }
    found = from_env(env)
    assert (found.host, found.port, found.overlays) == ("0.0.0.0", 9, (Path("/a"), Path("/b")))
    url = url_of(found)
    assert url.drivername == "postgresql+asyncpg" and url.query == {"ssl": "require"} and url.password == "p"
    assert from_env({}).embedded and from_env({}).port == 8000


@pytest.mark.parametrize("server", ["postgres"], indirect=True)
def test_a_lost_database_connection_is_replaced(server: Server) -> None:
    game = Game(server.base)
    game.plan()

    async def cut() -> None:
        connection = await asyncpg.connect(server.services.settings.database_url)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await connection.close()

    for path in ("/view", "/events", "/view"):
        asyncio.run(cut())
        statuses = [game["red"].http.get(f"/api/games/{game.id}{path}").status_code for _ in range(4)]
        assert statuses[1:] == [200, 200, 200], "one request may meet the loss"
    asyncio.run(cut())
    body = {"id": str(uuid.uuid4()), "decision": "red-3", "picks": ["pass"]}
    assert game["red"].decision(game.id, "play") == "red-3"
    answers = [game["red"].http.post(f"/api/games/{game.id}/actions", json=body) for _ in range(3)]
    assert [a.status_code for a in answers[1:]] == [200, 200] and answers[1].json() == answers[2].json()


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What goes to stderr when the log is set up as `python -m app` does it."""
    root, out = logging.getLogger(), io.StringIO()
    before = root.handlers[:], root.level
    monkeypatch.setattr(sys, "stderr", out)
    logs.configure()
    yield out
    structlog.reset_defaults()
    root.handlers[:] = before[0]
    root.setLevel(before[1])


def test_an_accident_is_a_problem_and_its_traceback_has_no_locals(
    logged: io.StringIO, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.app.toy import ToyTitle

    def fail(*_: Any) -> None:
        secret = "hunter2hunter2"  # noqa: F841
        raise RuntimeError("an accident")

    game = Game(server.base)
    monkeypatch.setattr(ToyTitle, "walk", fail)
    answer = game["red"].http.post(f"/api/games/{game.id}/menu", json={"decision": "red-1", "picks": []})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal") and "accident" not in answer.text
    with game["red"].live(game.id) as stream:
        stream.next()
        stream.send(type="act", id=str(uuid.uuid4()), decision="red-1", picks=["1", "go"])
        assert stream.next()["code"] == "internal"
    shown = logged.getvalue()
    assert "an accident" in shown and "hunter2" not in shown


def test_sqlite_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    running = Server(settings(tmp_path))
    Client(running.base)
    running.stop()
    with sa.create_engine(f"sqlite:///{tmp_path / 'hexfog.sqlite3'}").connect() as c:
        assert c.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({}, {}, {}),
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1}, {}, {"a": None}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, {"a": {"c": 3}}),
        ({"a": {"b": 1}}, {"a": {}}, {"a": {"b": None}}),
        ({"a": {"b": 1}}, {"a": 2}, {"a": 2}),
        ({"a": 2}, {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": [1, 2]}, {"a": [1]}, {"a": [1]}),
    ],
)
def test_merge_patches(old: dict[str, Any], new: dict[str, Any], patch: dict[str, Any]) -> None:
    assert diff(old, new) == patch
    assert patched(old, patch) == new
