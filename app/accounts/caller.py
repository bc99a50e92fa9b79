"""Who is calling, as a dependency of endpoints."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from app.accounts.model import Caller
from app.base.errors import Problem, forbidden
from app.services import services_of

COOKIE = "hexfog_session"


async def caller_of(connection: HTTPConnection, fresh: bool = False) -> Caller | None:
    """The caller of a request or socket by its token or cookie; None when it brings neither. Raises 401 for a bad token."""
    accounts = services_of(connection).accounts
    header = connection.headers.get("authorization")
    if header is not None:
        kind, _, secret = header.partition(" ")
        caller = await accounts.who(secret.strip(), True, fresh) if kind.lower() == "bearer" and secret else None
        if caller is None:
            raise Problem(401, "bad_token", "this API token is not valid")
        return caller
    secret = connection.cookies.get(COOKIE, "")
    return await accounts.who(secret, False, fresh) if secret else None


async def _maybe(request: Request) -> Caller | None:
    return await caller_of(request)


async def _reader(request: Request) -> Caller:
    caller = await caller_of(request)
    if caller is None:
        raise Problem(401, "not_signed_in", "sign in first")
    return caller


async def _player(request: Request) -> Caller:
    caller = await _reader(request)
    if not caller.may("play"):
        raise forbidden("this token does not cover playing", "scope")
    return caller


async def _owner(request: Request) -> Caller:
    caller = await _reader(request)
    if not caller.session:
        raise forbidden("an API token cannot manage the account: sign in", "scope")
    return caller


Maybe = Annotated[Caller | None, Depends(_maybe)]
"""Whoever it is, or nobody."""
Reader = Annotated[Caller, Depends(_reader)]
"""Somebody who is signed in, or any token."""
Player = Annotated[Caller, Depends(_player)]
"""Somebody who may play."""
Owner = Annotated[Caller, Depends(_owner)]
"""The account itself, with its session."""
