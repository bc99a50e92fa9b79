"""A real Chromium against a real server on a port of its own, with a store in a temporary folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.base.config import Settings
from app.base.sources import SystemIds
from engine.title import titles
from tests.app.harness import Server
from tests.app.serve import HOMES

ROOT = Path(__file__).resolve().parent.parent.parent
SHOTS = ROOT / "build" / "shots"
ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def missing(what: str) -> None:
    """Without a part the browser tests are skipped on a developer's machine, and fail in CI."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing")
    pytest.skip(f"{what} is missing")


class FixedIds(SystemIds):
    """Random names, but the first game has a given id and dice seed, so that its dice are known."""

    def __init__(self, game: str, seed: str) -> None:
        self._games, self._seeds = [game], [seed]

    def game(self) -> str:
        """The given id, then random ones."""
        return self._games.pop() if self._games else super().game()

    def seed(self) -> str:
        """The given seed, then random ones."""
        return self._seeds.pop() if self._seeds else super().seed()


@pytest.fixture(scope="session", autouse=True)
def parts() -> None:
    """What every browser test needs."""
    import engine.titles  # noqa: F401  (fills the registry)

    if not shutil.which("chromium"):
        missing("Chromium")
    if not (ROOT / "web" / "dist" / "index.html").is_file():
        missing("the built client (npm run build in web/)")
    if "budapest56" not in titles():
        missing("the title budapest56")
    SHOTS.mkdir(parents=True, exist_ok=True)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts a server, with its own ids where the dice must be known."""
    running: list[Server] = []

    def start(ids: SystemIds | None = None) -> Server:
        # Another test of this run may have registered the toy title, which needs its pack.
        running.append(Server(Settings(data=tmp_path, pack_homes=HOMES), ids=ids))
        return running[-1]

    yield start
    for server in running:
        server.stop()
