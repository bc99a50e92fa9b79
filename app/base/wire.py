"""JSON on the wire: one deterministic encoder, merge patches, and the types of what clients send."""

from __future__ import annotations

import unicodedata
import uuid
from typing import Annotated, Any

import msgspec
from fastapi import Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

encode = msgspec.json.Encoder(order="deterministic").encode
decode = msgspec.json.decode
Raw = msgspec.Raw


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON response; bytes are taken as already encoded."""
    raw = body if isinstance(body, bytes) else encode(body)
    return Response(raw, status, headers, "application/json")


def diff(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The RFC 7396 merge patch that turns `old` into `new`; neither holds a null."""
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            patch[key] = value
        elif value != old[key]:
            before = old[key]
            patch[key] = diff(before, value) if isinstance(value, dict) and isinstance(before, dict) else value
    return patch


def _printable(text: str) -> str:
    if any((ord(c) < 32 and c not in "\n\t") or 0xD800 <= ord(c) <= 0xDFFF or ord(c) == 127 for c in text):
        raise ValueError("control characters are not allowed")
    return text


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _uuid(text: str) -> str:
    return str(uuid.UUID(text))


Name = Annotated[
    str, StringConstraints(max_length=40), AfterValidator(_normal), StringConstraints(pattern=r"^\w[\w .\-]{1,38}\w$", max_length=40)
]
Word = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_printable)]
Line = Annotated[str, StringConstraints(max_length=2000), AfterValidator(_printable)]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200), AfterValidator(_printable)]
ActionId = Annotated[str, StringConstraints(min_length=32, max_length=45), AfterValidator(_uuid)]
Seconds = Annotated[int, Field(ge=0, le=30 * 86400)]


class Body(BaseModel):
    """Base of all request bodies: unknown fields are refused, so that a typing error is not silence."""

    model_config = ConfigDict(extra="forbid")


def is_uuid(text: str) -> bool:
    """Whether a text is a UUID as the service writes them."""
    try:
        return len(text) == 36 and str(uuid.UUID(text)) == text
    except ValueError:
        return False
