"""Idempotent requests: key (account, id). A repeat gets the first answer again; the same id with other content is refused."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.base import tables as t
from app.base.db import Database
from app.base.errors import Problem, conflict, refused
from app.base.wire import encode
from app.play.store import Tables
from app.play.turn import Turn
from engine.decisions import Refusal


def digest_of(*content: Any) -> str:
    """What two requests with the same id must share."""
    return hashlib.sha256(encode(content)).hexdigest()


async def answered(db: Database, account: str, action_id: str, digest: str) -> tuple[int, bytes] | None:
    """The first answer to this request, if there was one. Raises `id_reused` when the content was another."""
    a = t.answers.c
    async with db.read() as c:
        row = (await c.execute(select(a.digest, a.status, a.body).where(a.account == account, a.id == action_id))).first()
    if row is None:
        return None
    if row.digest != digest:
        raise conflict("id_reused", "this id was used before with other content")
    return row.status, bytes(row.body)


async def once(tables: Tables, game: str, account: str, action_id: str, content: Any, work: Callable[[Turn], Awaitable[bytes]]) -> bytes:
    """Do `work` in a turn and keep its answer, or give the first answer again.

    The answer's row is written with the work, so the earlier request is looked for only when something refuses: the unique
    key, or rules that no longer allow what was already done. Raises Problem.
    """
    digest = digest_of(game, content)
    quick = await tables.quickly(game, account, action_id, digest, work)
    if quick is not None:
        return quick
    try:
        async with tables.turn(game) as turn:
            body = await work(turn)
            turn.answer(account, action_id, digest, body)
        return body
    except (Problem, Refusal, IntegrityError) as error:
        first = await answered(tables.db, account, action_id, digest)
        if first is not None:
            return first[1]
        if isinstance(error, Refusal):
            raise refused(error) from None
        raise
