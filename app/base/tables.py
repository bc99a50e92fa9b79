"""The store's tables. One schema for SQLite and Postgres; JSON is kept as bytes, times as seconds since the epoch."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

meta = MetaData()

settings = Table("settings", meta, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False))

accounts = Table(
    "accounts",
    meta,
    Column("id", String(36), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(200), nullable=False, unique=True),
    Column("password", Text),
    Column("guest", Boolean, nullable=False),
    Column("created", Double, nullable=False),
)

sessions = Table(
    "sessions",
    meta,
    Column("hash", String(64), primary_key=True),
    Column("account", String(36), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("expires", Double, nullable=False),
)

tokens = Table(
    "tokens",
    meta,
    Column("hash", String(64), primary_key=True),
    Column("id", String(36), nullable=False, unique=True),
    Column("account", String(36), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(64), nullable=False),
    Column("scopes", Text, nullable=False),
    Column("created", Double, nullable=False),
)

packs = Table(
    "packs",
    meta,
    Column("hash", String(64), primary_key=True),
    Column("family", String(64), nullable=False),
    Column("raw", LargeBinary, nullable=False),
)

games = Table(
    "games",
    meta,
    Column("id", String(36), primary_key=True),
    Column("rev", Integer, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("n", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("title", String(64), nullable=False),
    Column("creator", String(36), nullable=False, index=True),
    Column("private", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("bot_due", Boolean, nullable=False),
    Column("facts", LargeBinary, nullable=False),
    Column("setup", LargeBinary),
    Column("live", LargeBinary, nullable=False),
    Column("state", LargeBinary),
    Index("games_listed", "private", "status", "created"),
    Index("games_bots", "bot_due"),
)

seats = Table(
    "seats",
    meta,
    Column("game", String(36), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("account", String(36), index=True),
    Column("bot", String(40)),
    Column("name", String(64), nullable=False),
    Column("reserved", Boolean, nullable=False),
)

members = Table(
    "members",
    meta,
    Column("game", String(36), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("account", String(36), primary_key=True, index=True),
    Column("role", String(16), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("consents", Text, nullable=False),
)

held = Table(
    "held",
    meta,
    Column("game", String(36), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("account", String(36), primary_key=True),
    Column("side", String(64), primary_key=True),
)

invitations = Table(
    "invitations",
    meta,
    Column("hash", String(64), primary_key=True),
    Column("game", String(36), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", String(16), nullable=False),
    Column("seat", String(64), nullable=False),
    Column("used_by", String(36)),
)

log = Table(
    "log",
    meta,
    Column("game", String(36), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("entry", LargeBinary, nullable=False),
    Column("dice", Boolean, nullable=False),
    Column("at", Double, nullable=False),
)

snapshots = Table(
    "snapshots",
    meta,
    Column("game", String(36), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("state", LargeBinary, nullable=False),
)

viewer_events = Table(
    "viewer_events",
    meta,
    Column("game", String(36), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("viewer", String(64), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("n", Integer, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Index("viewer_events_entry", "game", "n"),
)

answers = Table(
    "answers",
    meta,
    Column("account", String(36), primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("status", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("at", Double, nullable=False),
)

chat = Table(
    "chat",
    meta,
    Column("game", String(36), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("rev", Integer, primary_key=True),
    Column("viewer", String(64), nullable=False),
    Column("channel", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
)

deadlines = Table(
    "deadlines",
    meta,
    Column("game", String(36), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("decision", String(80), primary_key=True),
    Column("due", Double, nullable=False, index=True),
)

leases = Table(
    "leases",
    meta,
    Column("game", String(36), primary_key=True),
    Column("owner", String(36), nullable=False),
    Column("until", Double, nullable=False),
)
