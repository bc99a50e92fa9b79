"""How much a test plays: a sample in `make test`, everything in `make test-wide`, which sets HEXFOG_WIDE."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")


def sample(few: T, all_: T) -> T:
    """What a test plays: `few` (a number, a list) in the whole run of tests, `all_` in the wide one."""
    return all_ if os.environ.get("HEXFOG_WIDE") else few
