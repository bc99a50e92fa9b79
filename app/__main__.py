"""`python -m app`: migrate the store, then serve."""

from __future__ import annotations

import os
import sys
import tempfile

import uvicorn

from app.base.config import ConfigError, from_env
from app.base.db import migrate
from app.ops import logs
from app.ops.serving import server_options


def main(factory: str = "app.main:create") -> int:
    """Serve until a signal; returns the exit code."""
    logs.configure()
    try:
        settings = from_env()
    except ConfigError as error:
        print(f"hexfog: {error}", file=sys.stderr)
        return 2
    if settings.workers > 1:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="hexfog-metrics-"))
    migrate(settings)
    uvicorn.run(factory, factory=True, **server_options(settings))
    return 0


if __name__ == "__main__":
    sys.exit(main())
