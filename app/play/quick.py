"""One statement for an ordinary action on Postgres.

It updates the game's row if that still has the revision that the action was worked out on, and inserts log, events, snapshot and
answer only then. The row's lock orders it with all other turns; when the revision has moved on nothing happens, and the action
is worked out again under the lock. One round trip instead of eight.
"""

from __future__ import annotations

from asyncpg.exceptions import IntegrityConstraintViolationError  # type: ignore[import-untyped]

from app.base.db import Database
from app.play.turn import Turn

_SQL = """
WITH g AS (
    UPDATE games SET rev = $2, epoch = $3, n = $4, status = $5, bot_due = $6, live = $7, state = $8
    WHERE id = $1 AND rev = $9 RETURNING id
), l AS (
    INSERT INTO log (game, n, entry, dice, at)
    SELECT g.id, x.n, x.entry, x.dice, $10 FROM g, unnest($11::int[], $12::bytea[], $13::bool[]) AS x (n, entry, dice)
), v AS (
    INSERT INTO viewer_events (game, viewer, version, n, payload)
    SELECT g.id, x.viewer, x.version, x.n, x.payload
    FROM g, unnest($14::varchar[], $15::int[], $16::int[], $17::bytea[]) AS x (viewer, version, n, payload)
), s AS (
    INSERT INTO snapshots (game, n, state) SELECT g.id, $4, $18 FROM g WHERE $18::bytea IS NOT NULL
), a AS (
    INSERT INTO answers (account, id, digest, status, body, at) SELECT $19, $20, $21, $22, $23, $10 FROM g
)
SELECT count(*) FROM g
"""


async def write(db: Database, turn: Turn) -> bool:
    """Write a plain turn. False when the game has moved on meanwhile, or the answer's id was used before."""
    table, values, rows, answer = turn.table, turn.values(), turn.event_rows(), turn.plain_answer
    assert answer is not None
    arguments = (
        table.facts.game,
        values["rev"],
        values["epoch"],
        values["n"],
        values["status"],
        values["bot_due"],
        values["live"],
        values["state"],
        turn.old.rev,
        turn.now,
        [row["n"] for row in turn.log_rows],
        [row["entry"] for row in turn.log_rows],
        [row["dice"] for row in turn.log_rows],
        [row["viewer"] for row in rows],
        [row["version"] for row in rows],
        [row["n"] for row in rows],
        [row["payload"] for row in rows],
        turn.snapshot,
        answer["account"],
        answer["id"],
        answer["digest"],
        answer["status"],
        answer["body"],
    )
    try:
        return bool(await db.fetchval(_SQL, *arguments))
    except IntegrityConstraintViolationError:
        return False
