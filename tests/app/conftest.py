"""Servers for the tests of the service."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog

from tests.app.harness import Server, settings

structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING), cache_logger_on_first_use=False)


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that need nothing special, on each store."""
    url = request.getfixturevalue("new_database")() if request.param == "postgres" else ""
    running = Server(settings(tmp_path_factory.mktemp(request.param), url))
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment of a store of one's own, for servers as processes."""
    if request.param == "sqlite":
        return {}
    make: Callable[[], str] = request.getfixturevalue("new_database")
    return {"DATABASE_URL": make()}
