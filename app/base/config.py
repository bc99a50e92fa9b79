"""Settings, read once from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from engine import packs

ROOT = Path(__file__).resolve().parent.parent.parent


class ConfigError(ValueError):
    """The environment does not make a service; the message says what to change."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Ceilings: (burst, refill per second) of the token buckets, and sizes. One busy program at one address fits in."""

    requests: tuple[float, float] = (4000, 1000)
    signups: tuple[float, float] = (200, 4)
    failed_logins: tuple[float, float] = (10, 0.1)
    creations: tuple[float, float] = (120, 2)
    socket_messages: tuple[float, float] = (1000, 500)
    sockets_per_address: int = 400
    body_bytes: int = 64 * 1024
    queue: int = 64
    """Messages that wait for one slow socket before it is dropped to a fresh snapshot."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One process's settings. `titles` are modules whose import registers titles; `pack_homes` are searched in order."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = ROOT / "data"
    database_url: str = ""
    redis_url: str = ""
    overlays: tuple[Path, ...] = ()
    workers: int = 1
    metrics_token: str = ""
    titles: tuple[str, ...] = ("engine.titles",)
    pack_homes: tuple[Path, ...] = (packs.HOME,)
    web: Path = ROOT / "web" / "dist"
    limits: Limits = Limits()
    ping_seconds: float = 20.0
    reread_seconds: float = 2.0
    sweep_seconds: float = 10.0
    bot_seconds: float = 30.0
    bot_processes: int = 1
    warm_bots: bool = True
    """Start the bots' processes with the service, not with the first bot's decision."""

    @property
    def embedded(self) -> bool:
        """Whether the store is the embedded SQLite file."""
        return not self.database_url

    def check(self) -> Settings:
        """Self, when the combination can serve. Raises ConfigError."""
        if self.workers < 1:
            raise ConfigError("WORKERS must be at least 1")
        if self.workers > 1 and not (self.database_url and self.redis_url):
            raise ConfigError("WORKERS above 1 needs DATABASE_URL (Postgres) and REDIS_URL")
        if self.database_url and self.database_url.split("://")[0].split("+")[0] not in ("postgres", "postgresql"):
            raise ConfigError("DATABASE_URL must be postgresql://...; leave it out for the embedded SQLite file")
        return self


def from_env(env: Mapping[str, str] | None = None) -> Settings:
    """Settings of HOST, PORT, HEXFOG_DATA, DATABASE_URL, REDIS_URL, HEXFOG_PACKS, WORKERS. Raises ConfigError."""
    env = os.environ if env is None else env
    try:
        return Settings(
            host=env.get("HOST") or "127.0.0.1",
            port=int(env.get("PORT") or 8000),
            data=Path(env.get("HEXFOG_DATA") or ROOT / "data"),
            database_url=env.get("DATABASE_URL", ""),
            redis_url=env.get("REDIS_URL", ""),
            overlays=tuple(Path(p) for p in env.get("HEXFOG_PACKS", "").split(os.pathsep) if p),
            workers=int(env.get("WORKERS") or 1),
            metrics_token=env.get("HEXFOG_METRICS_TOKEN", ""),
        ).check()
    except ValueError as error:
        raise ConfigError(str(error)) from None
