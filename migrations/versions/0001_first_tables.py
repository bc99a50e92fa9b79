"""first tables"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name_key"),
    )
    op.create_table(
        "answers",
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("account", "id"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("creator", sa.String(length=36), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("bot_due", sa.Boolean(), nullable=False),
        sa.Column("facts", sa.LargeBinary(), nullable=False),
        sa.Column("setup", sa.LargeBinary(), nullable=True),
        sa.Column("live", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index("games_bots", ["bot_due"], unique=False)
        batch_op.create_index("games_listed", ["private", "status", "created"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_creator"), ["creator"], unique=False)

    op.create_table(
        "leases",
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("game"),
    )
    op.create_table(
        "packs",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("family", sa.String(length=64), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "chat",
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("viewer", sa.String(length=64), nullable=False),
        sa.Column("channel", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "rev"),
    )
    op.create_table(
        "deadlines",
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("decision", sa.String(length=80), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "decision"),
    )
    with op.batch_alter_table("deadlines", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deadlines_due"), ["due"], unique=False)

    op.create_table(
        "held",
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("side", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "account", "side"),
    )
    op.create_table(
        "invitations",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.String(length=64), nullable=False),
        sa.Column("used_by", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invitations_game"), ["game"], unique=False)

    op.create_table(
        "log",
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.Column("dice", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "n"),
    )
    op.create_table(
        "members",
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("consents", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "account", "role"),
    )
    with op.batch_alter_table("members", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_members_account"), ["account"], unique=False)

    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("seat", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=True),
        sa.Column("bot", sa.String(length=40), nullable=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("reserved", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_account"), ["account"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_account"), ["account"], unique=False)

    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "n"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("label", sa.String(length=64), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
        sa.UniqueConstraint("id"),
    )
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tokens_account"), ["account"], unique=False)

    op.create_table(
        "viewer_events",
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("viewer", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "viewer", "version"),
    )
    with op.batch_alter_table("viewer_events", schema=None) as batch_op:
        batch_op.create_index("viewer_events_entry", ["game", "n"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("viewer_events", schema=None) as batch_op:
        batch_op.drop_index("viewer_events_entry")

    op.drop_table("viewer_events")
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tokens_account"))

    op.drop_table("tokens")
    op.drop_table("snapshots")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sessions_account"))

    op.drop_table("sessions")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_account"))

    op.drop_table("seats")
    with op.batch_alter_table("members", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_members_account"))

    op.drop_table("members")
    op.drop_table("log")
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_invitations_game"))

    op.drop_table("invitations")
    op.drop_table("held")
    with op.batch_alter_table("deadlines", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deadlines_due"))

    op.drop_table("deadlines")
    op.drop_table("chat")
    op.drop_table("settings")
    op.drop_table("packs")
    op.drop_table("leases")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_creator"))
        batch_op.drop_index("games_listed")
        batch_op.drop_index("games_bots")

    op.drop_table("games")
    op.drop_table("answers")
    op.drop_table("accounts")
