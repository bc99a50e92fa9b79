"""The service with the toy title beside the shipped ones: what tests start as a process of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec
from fastapi import FastAPI

from app.__main__ import main
from app.base.config import Settings, from_env
from app.main import create_app
from app.ops import logs
from engine import packs

HERE = Path(__file__).resolve().parent
TITLES = tuple(os.environ.get("TEST_TITLES", "tests.app.toy").split(","))
HOMES = (packs.HOME, HERE / "packs")


def with_toy(settings: Settings) -> Settings:
    """The same settings with the toy title."""
    sweep = float(os.environ.get("TEST_SWEEP_SECONDS", "1"))
    return msgspec.structs.replace(settings, titles=TITLES, pack_homes=HOMES, sweep_seconds=sweep, warm_bots=False)


def create() -> FastAPI:
    """The application of the environment, with the toy title."""
    from app.base.processes import end_with_parent

    logs.configure()
    end_with_parent()
    return create_app(with_toy(from_env()))


if __name__ == "__main__":
    sys.exit(main("tests.app.serve:create", lambda: with_toy(from_env())))
