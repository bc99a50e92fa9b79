"""Build the tables of lines of sight that ship with the pack: `python -m engine.titles.cityfight.build_los`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import engine.titles.cityfight.facts  # noqa: F401 (the pack's facts need their kinds)
from engine import packs
from engine.titles.cityfight import los


def tables(pack: packs.Pack) -> Iterator[tuple[str, bytes]]:
    """The key and the raw map of every table that the pack needs, each once."""
    seen = set()
    for scenario in ("", *(name.removeprefix("scenarios/") for name in pack.files if name.startswith("scenarios/"))):
        raw = los.raw_of(los.board_of(pack, scenario))
        key = los.key_of(raw)
        if key not in seen:
            seen.add(key)
            yield key, raw


def main(home: Path = los.HOME) -> None:
    """Write the tables and remove those of no map."""
    home.mkdir(exist_ok=True)
    wanted = dict(tables(packs.load("cityfight")))
    for old in home.glob("*.bin"):
        if old.stem not in wanted:
            old.unlink()
    for key, raw in wanted.items():
        path = home / f"{key}.bin"
        path.write_bytes(los.build(raw))
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
