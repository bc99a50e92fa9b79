"""Sign up, in, out; guests; API tokens."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field, model_validator

from app.accounts.caller import COOKIE, Owner, Reader
from app.accounts.model import SESSION_SECONDS, Caller
from app.base.errors import Problem, documented
from app.base.wire import Body, Line, Name, Password, Word, answer
from app.services import Service, Services

router = APIRouter(tags=["accounts"])


class SignUp(Body):
    """A name and a password, or `guest`."""

    name: Name | None = None
    password: Password | None = None
    guest: bool = False

    @model_validator(mode="after")
    def _complete(self) -> SignUp:
        if self.guest == (self.name is not None or self.password is not None) or (self.name is None) != (self.password is None):
            raise ValueError("give name and password, or guest: true")
        return self


class Credentials(Body):
    """What a person signs in with."""

    name: Annotated[Line, Field(max_length=40)]
    password: Annotated[Line, Field(max_length=200)]


class NewName(Body):
    """What a guest becomes."""

    name: Name
    password: Password


class NewToken(Body):
    """`play` covers creating, inviting, starting, playing, umpiring; `read` looking only."""

    label: Word = "program"
    scopes: Annotated[list[Literal["play", "read"]], Field(min_length=1, max_length=2, default_factory=lambda: ["play"])]


def account_view(caller: Caller) -> dict[str, object]:
    """What an account is told about itself."""
    return {"name": caller.name, "guest": caller.guest}


async def _signed_in(service: Services, request: Request, caller: Caller, status: int) -> Response:
    secret = await service.accounts.open_session(caller)
    response = answer(account_view(caller), status, {"Cache-Control": "no-store"})
    response.set_cookie(
        COOKIE, secret, max_age=int(SESSION_SECONDS), httponly=True, samesite="lax", secure=request.url.scheme == "https", path="/"
    )
    return response


def _address(request: Request) -> str:
    return request.client.host if request.client else "?"


@router.post("/accounts", status_code=201, summary="Sign up, or play as a guest", responses=documented(403, 409, 413, 422))
async def sign_up(body: SignUp, request: Request, service: Service) -> Response:
    """Makes an account and signs it in: the answer sets the session's cookie."""
    service.limiter.take("signup", _address(request), service.settings.limits.signups)
    if body.guest:
        caller = await service.accounts.create_guest()
    else:
        assert body.name is not None and body.password is not None
        caller = await service.accounts.create(body.name, body.password)
    return await _signed_in(service, request, caller, 201)


@router.get("/accounts/me", summary="Who am I", responses=documented(401))
async def me(caller: Reader) -> Response:
    """The caller's own account."""
    return answer(account_view(caller), headers={"Cache-Control": "no-store"})


@router.put("/accounts/me", summary="Give a guest a name and a password", responses=documented(401, 403, 409, 413, 422))
async def keep_account(body: NewName, caller: Owner, service: Service) -> Response:
    """The guest's games stay his."""
    return answer(account_view(await service.accounts.upgrade(caller, body.name, body.password)))


@router.post("/sessions", summary="Sign in", responses=documented(401, 403, 413, 422))
async def sign_in(body: Credentials, request: Request, service: Service) -> Response:
    """Sets the session's cookie."""
    burst, refill = service.settings.limits.failed_logins
    # A name has more room than an address: nobody shall lock another out of his account by guessing.
    buckets = ((_address(request), (burst, refill)), (f"name {body.name.casefold()}", (5 * burst, 5 * refill)))
    for key, limits in buckets:
        service.limiter.check("login", key, limits)
    try:
        caller = await service.accounts.log_in(body.name, body.password)
    except Problem:
        for key, limits in buckets:
            service.limiter.spend("login", key, limits)
        raise
    return await _signed_in(service, request, caller, 200)


@router.delete("/sessions", status_code=204, summary="Sign out", responses=documented(401, 403))
async def sign_out(caller: Owner, service: Service) -> Response:
    """Ends the session and its live streams."""
    await service.accounts.close_session(caller)
    service.credentials_changed(caller.account)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


@router.post("/tokens", status_code=201, summary="Make an API token", responses=documented(401, 403, 413, 422))
async def create_token(body: NewToken, caller: Owner, service: Service) -> Response:
    """The token is shown once: `Authorization: Bearer <token>`."""
    token, secret = await service.accounts.create_token(caller, body.label, tuple(dict.fromkeys(body.scopes)))
    shown = {"id": token, "token": secret, "label": body.label, "scopes": list(dict.fromkeys(body.scopes))}
    return answer(shown, 201, {"Cache-Control": "no-store"})


@router.get("/tokens", summary="My API tokens", responses=documented(401, 403))
async def list_tokens(caller: Owner, service: Service) -> Response:
    """Labels and scopes, never the tokens themselves."""
    return answer({"tokens": await service.accounts.list_tokens(caller)}, headers={"Cache-Control": "no-store"})


@router.delete("/tokens/{token_id}", status_code=204, summary="Revoke an API token", responses=documented(401, 403, 404))
async def delete_token(token_id: str, caller: Owner, service: Service) -> Response:
    """Ends the token and its live streams."""
    await service.accounts.delete_token(caller, token_id[:64])
    service.credentials_changed(caller.account)
    return Response(status_code=204)
