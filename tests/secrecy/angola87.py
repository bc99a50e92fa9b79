"""What the secrecy tests must know of Angola '87."""

from __future__ import annotations

from engine.titles.cwb.angola import ANGOLA, SOUTH_AFRICAN
from tests.secrecy.cwb import Row, Secrets

SECRETS = Secrets(ANGOLA)
SEATS = SECRETS.seats
pinned = SECRETS.pinned

MATRIX: dict[str, Row] = SECRETS.rows(lambda viewer: SOUTH_AFRICAN, "UNITA")
"""No rows for the base and the communications unit: all can tell them by their movement of 0 and their colour."""
