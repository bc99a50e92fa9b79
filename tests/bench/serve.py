"""The service as `python -m app` starts it, for the benchmark: known dice, and no rate limits, for one program plays everybody."""

from __future__ import annotations

import sys

import msgspec
from fastapi import FastAPI

from app.__main__ import main
from app.base.config import Limits, from_env
from app.base.sources import SystemIds
from app.main import create_app
from app.ops import logs

SEED = f"{1956:064x}"
FREE = (1e9, 1e9)


class KnownDice(SystemIds):
    """Random names, but every game has the same dice seed (its dice still differ: they depend on its id)."""

    def seed(self) -> str:
        """The known seed."""
        return SEED


def create() -> FastAPI:
    """The application of the environment."""
    from app.base.processes import end_with_parent

    logs.configure()
    end_with_parent()
    limits = Limits(requests=FREE, signups=FREE, creations=FREE, socket_messages=FREE, sockets_per_address=10_000)
    return create_app(msgspec.structs.replace(from_env(), limits=limits), ids=KnownDice())


if __name__ == "__main__":
    sys.exit(main("tests.bench.serve:create"))
