"""`python -m app`: check the settings and packs, migrate the store, then serve."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from app.base.config import ConfigError, Settings, from_env
from app.base.db import migrate
from app.catalogue.packs import load_titles
from app.ops import logs
from app.ops.serving import server_options
from engine.packs import PackError


def main(factory: str = "app.main:create", settings_of: Callable[[], Settings] = from_env) -> int:
    """Serve until a signal; returns the exit code: 2 when the settings, the packs or the store do not allow it."""
    logs.configure()
    try:
        settings = settings_of()
        load_titles(settings)
        migrate(settings)
    except (ConfigError, PackError) as error:
        return _refuse(str(error))
    except (OSError, SQLAlchemyError) as error:
        return _refuse(f"the store cannot be used: {getattr(error, 'orig', None) or error}")
    if settings.workers > 1:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="hexfog-metrics-"))
    uvicorn.run(factory, factory=True, **server_options(settings))
    return 0


def _refuse(reason: str) -> int:
    print(f"hexfog: {reason}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
