"""Data packs: loading, overlays, validation, canonical bytes.

A pack is `scenarios/<family>/pack.json` with the JSON files that it lists. An overlay folder (`<dir>/<family>/...`, same names) is
merged over it cell by cell. The merged pack is canonical bytes with a SHA-256; a game keeps the pack that it began with, and rules
read it through `State.pack`, which looks it up in this store by hash.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
HOME = Path(__file__).resolve().parent.parent / "scenarios"


class PackError(ValueError):
    """A pack that cannot be used; the message names file, place and, for a broken fact, the rule."""


class Pack:
    """Immutable data of one family. `files[name]` is the JSON of `<name>.json`."""

    def __init__(self, family: str, files: dict[str, Any]) -> None:
        self.family = family
        self.files = files
        self.bytes = json.dumps({"family": family, "files": files}, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        self.hash = hashlib.sha256(self.bytes).hexdigest()
        self._derived: dict[str, Any] = {}

    def derived(self, key: str, make: Callable[[Pack], T]) -> T:
        """Something computed once from this pack, such as a compiled map."""
        if key not in self._derived:
            self._derived[key] = make(self)
        return self._derived[key]  # type: ignore[no-any-return]


_STORE: dict[str, Pack] = {}


def put(raw: bytes) -> Pack:
    """Put canonical bytes into the store and return the pack."""
    digest = hashlib.sha256(raw).hexdigest()
    if digest not in _STORE:
        data = json.loads(raw)
        _STORE[digest] = Pack(data["family"], data["files"])
    return _STORE[digest]


def get(digest: str) -> Pack:
    """The pack of a hash. Raises KeyError when it is not in the store."""
    return _STORE[digest]


def merge(base: Any, over: Any) -> Any:
    """`over` laid over `base`: objects are merged key by key, everything else is replaced."""
    if isinstance(base, dict) and isinstance(over, dict):
        return {**base, **{k: merge(base.get(k), v) for k, v in over.items()}}
    return over


def load(family: str, overlays: Sequence[Path] = (), home: Path = HOME) -> Pack:
    """Read a family's pack, lay the overlays over it in order, and put it into the store. Raises PackError."""
    folder = home / family
    files = {name: _read(folder / f"{name}.json") for name in _read(folder / "pack.json")["files"]}
    for overlay in overlays:
        for path in sorted((overlay / family).rglob("*.json")):
            name = path.relative_to(overlay / family).with_suffix("").as_posix()
            if name not in files:
                raise PackError(f"{path}: the pack of {family} has no file {name}.json")
            files[name] = merge(files[name], _read(path))
    pack = Pack(family, files)
    _STORE.setdefault(pack.hash, pack)
    return _STORE[pack.hash]


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise PackError(f"{path}: missing") from None
    except json.JSONDecodeError as error:
        raise PackError(f"{path}: not JSON: {error}") from None
