"""Data packs: loading, overlays, validation, canonical bytes.

A pack is `scenarios/<family>/pack.json` with the JSON files that it lists. Beside them lie `schema.json` (the shape of the files,
`engine.schema`) and `facts.json` (what the rules say about them, `engine.facts`), which check a pack and are no part of it.
An overlay folder (`<dir>/<family>/...`, same names) is merged over the pack cell by cell; a null removes a key. The merged pack is
canonical bytes with a SHA-256; a game keeps the pack that it began with, and rules read it through `State.pack`, which looks it up
in this store by hash.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from engine import facts, schema
from engine import sources as origins

T = TypeVar("T")
HOME = Path(__file__).resolve().parent.parent / "scenarios"
SHOWN = 8
"""How many problems an error message lists."""


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
    """Put canonical bytes (`Pack.bytes`) into the store and return the pack. Raises PackError for any other bytes."""
    digest = hashlib.sha256(raw).hexdigest()
    if digest not in _STORE:
        data = json.loads(raw)
        pack = Pack(data["family"], data["files"])
        if pack.hash != digest:
            raise PackError("these are not the canonical bytes of a pack")
        _STORE[digest] = pack
    return _STORE[digest]


def get(digest: str) -> Pack:
    """The pack of a hash. Raises KeyError when it is not in the store."""
    return _STORE[digest]


def merge(base: Any, over: Any) -> Any:
    """`over` laid over `base`: objects are merged key by key, a null removes its key, everything else is replaced."""
    if not isinstance(over, dict):
        return over
    below = base if isinstance(base, dict) else {}
    kept = {k: v for k, v in below.items() if over.get(k, v) is not None}
    return {**kept, **{k: merge(below.get(k), v) for k, v in over.items() if v is not None}}


def load(family: str, overlays: Sequence[Path] = (), home: Path = HOME) -> Pack:
    """Read a family's pack, lay the overlays over it in order, validate it and put it into the store. Raises PackError.

    What an overlay states counts as `found` under the overlay's name: `name` of its own `<family>/pack.json`, else its folder's.
    """
    folder = home / family
    files = {name: _read(folder / f"{name}.json") for name in _read(folder / "pack.json")["files"]}
    for overlay in overlays:
        _lay(files, overlay, family)
    _validate(family, files, _read(folder / "schema.json"), _read(folder / "facts.json")["facts"])
    pack = Pack(family, files)
    return _STORE.setdefault(pack.hash, pack)


def sources(pack: Pack, unused: Sequence[tuple[str, ...]] = ()) -> dict[str, Any]:
    """Where the pack's data come from: `{"text": n, "derived": n, "found": n, "reconstructed": n, "where": [...]}`.

    Each entry of `where` is `{"what", "source", "count"}`; `unused`: paths, file first, that do not count (see `engine.sources.summary`).
    """
    return pack.derived(f"engine.packs.sources {unused}", lambda p: origins.summary(p.files, unused))


def source_of(pack: Pack, file: str, *path: str) -> str:
    """The source of one datum, such as `("tables", "crt", "assault", "3", "0")`. Raises KeyError where the pack has no such datum."""
    table = pack.derived("engine.packs.source_of", lambda p: {(name, *path): source for name, path, source in origins.leaves(p.files)})
    return table[file, *path] or "reconstructed"


def _lay(files: dict[str, Any], overlay: Path, family: str) -> None:
    if not overlay.is_dir():
        raise PackError(f"{overlay}: no such folder of corrections")
    home = overlay / family
    head = _read(home / "pack.json") if (home / "pack.json").is_file() else {"name": overlay.name}
    if not isinstance(head, dict) or not isinstance(head.get("name"), str) or not head["name"].strip():
        raise PackError(f"{home / 'pack.json'}: name: a text is wanted")
    source = f"found {head['name'].strip()}"
    for path in sorted(home.rglob("*.json")):
        name = path.relative_to(home).with_suffix("").as_posix()
        if name == "pack":
            continue
        if name not in files:
            raise PackError(f"{path}: the pack of {family} has no file {name}.json to correct")
        over = _read(path)
        for place in _removed(files[name], over, ()):
            raise PackError(f"{path}: {place}: there is nothing to remove")
        files[name] = merge(files[name], over)
        stated = {"/".join(p): source for p in _stated(over, ())}
        files[origins.CORRECTIONS] = merge(files.get(origins.CORRECTIONS, {}), {name: stated})


def _removed(base: Any, over: Any, path: tuple[str, ...]) -> Iterator[str]:
    """Places where `over` removes what `base` has not."""
    if isinstance(over, dict):
        for key, item in over.items():
            inner = base.get(key) if isinstance(base, dict) else None
            if item is None and inner is None:
                yield "/".join((*path, key))
            yield from _removed(inner, item, (*path, key))


def _stated(over: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Paths of the data that an overlay states without a source of its own."""
    if not isinstance(over, dict):
        if over is not None:
            yield path
    elif "source" not in over:
        for key, item in over.items():
            if key != "titles":
                yield from _stated(item, (*path, key))


def _validate(family: str, files: dict[str, Any], shape: Any, statements: Any) -> None:
    data = {name: value for name, value in files.items() if name != origins.CORRECTIONS}
    _refuse(family, schema.problems(data, shape))
    _refuse(family, [p for name, value in data.items() if name.startswith("maps/") for p in schema.map_problems(name, value)])
    _refuse(family, origins.problems(files))
    _refuse(family, facts.broken(data, statements))


def _refuse(family: str, problems: list[str]) -> None:
    if problems:
        more = [f"and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else []
        raise PackError(f"the pack {family} cannot be used:\n" + "\n".join(f"- {p}" for p in [*problems[:SHOWN], *more]))


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise PackError(f"{path}: missing") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise PackError(f"{path}: not JSON: {error}") from None
