"""Errors as `application/problem+json`: {code, detail, rule}. Every refusal of the service and of the rules goes this way."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.base.wire import encode
from engine.decisions import Refusal

TYPE = "application/problem+json"
CODES = {400: "malformed", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}


class Problem(Exception):
    """An error answer. `code` is stable and for programs, `detail` for people, `rule` the rule's number or ""."""

    def __init__(self, status: int, code: str, detail: str, rule: str = "", retry_after: float = 0.0) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.rule, self.retry_after = status, code, detail, rule, retry_after

    def view(self) -> dict[str, Any]:
        """The problem as JSON."""
        return {"code": self.code, "detail": self.detail, "rule": self.rule}

    def response(self) -> Response:
        """The problem as an HTTP response."""
        headers = {"Retry-After": str(max(1, int(self.retry_after + 0.999)))} if self.retry_after else None
        return Response(encode(self.view()), self.status, headers, TYPE)


def refused(refusal: Refusal) -> Problem:
    """The rules refuse: 422 with the rule's number."""
    return Problem(422, refusal.code, refusal.message, refusal.rule)


def no_game() -> Problem:
    """No such game, or none that the caller may see: the two are not told apart."""
    return Problem(404, "no_such_game", "there is no such game")


def no_decision() -> Problem:
    """A decision that is not the caller's, whether open, past or invented."""
    return Problem(404, "no_such_decision", "you have no such decision")


def forbidden(detail: str, code: str = "forbidden") -> Problem:
    """The caller may not do this."""
    return Problem(403, code, detail)


def conflict(code: str, detail: str) -> Problem:
    """The game's state does not allow this now."""
    return Problem(409, code, detail)


def internal() -> Problem:
    """A fault of ours: what it was is in the log only."""
    return Problem(500, "internal", "something went wrong here; nothing was changed by this request unless a repeat says so")


def install(app: FastAPI) -> None:
    """Answer every error as a problem."""

    @app.exception_handler(Problem)
    async def _problem(_: Request, error: Problem) -> Response:
        return error.response()

    @app.exception_handler(Refusal)
    async def _refused(_: Request, error: Refusal) -> Response:
        return refused(error).response()

    @app.exception_handler(Exception)
    async def _internal(_: Request, error: Exception) -> Response:
        return internal().response()

    @app.exception_handler(RequestValidationError)
    async def _invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0] if error.errors() else {"loc": (), "msg": "invalid"}
        where = ".".join(str(part) for part in first["loc"])
        return Problem(422, "invalid", f"{where}: {first['msg']}").response()

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> Response:
        code = CODES.get(error.status_code, "error")
        response = Problem(error.status_code, code, str(error.detail)).response()
        response.headers.update(error.headers or {})
        return response


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI entries of the error answers of an endpoint."""
    schema = {
        "type": "object",
        "required": ["code", "detail", "rule"],
        "properties": {"code": {"type": "string"}, "detail": {"type": "string"}, "rule": {"type": "string"}},
    }
    text = {400: "Malformed", 401: "Not signed in", 403: "Not allowed", 404: "Not found", 409: "Conflict", 413: "Too large"}
    text |= {422: "Refused", 429: "Too many requests", 503: "Not ready yet"}
    return {s: {"description": text[s], "content": {TYPE: {"schema": schema}}} for s in (*statuses, 429)}
