"""Where each datum of a pack comes from.

`source` of an object is a string for everything below it, or an object of paths below it (`a/b`, joined with `/`) to strings,
`*` being the rest; the nearest source counts. A source is `text RULE`, `derived RULE` (forced by that text), `found NAME` (another
public source) or `reconstructed`. Identifiers, references and labels are no data, and a file without any `source` has none (it
is presentation). `titles` at the top of a file names its parts for people: paths, in which a component may be `*`, to names.
`corrections` says which data an overlay laid over the pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

KINDS = ("text", "derived", "found", "reconstructed")
CORRECTIONS = "corrections"
PLAIN = ("source", "titles", "labels")
"""Keys whose content is no data."""
LONG = 12
"""How many values of a list are written out."""
NAMES = ("id", "grid", "map", "units", "numbers")
"""Keys whose content is no data where it is a text: identifiers and references."""
_SOURCE = re.compile(r"(text|derived|found) \S.*|reconstructed")
Path = tuple[str, ...]


def leaves(files: Mapping[str, Any]) -> Iterator[tuple[str, Path, str | None]]:
    """Every datum as (file, path, source or None). A list of plain values is one datum."""
    corrections = files.get(CORRECTIONS, {})
    for name, value in files.items():
        if name != CORRECTIONS and _sourced(value):
            fixed = corrections.get(name, {})
            for path, source in _walk(value, (), None, None, ""):
                yield name, path, fixed.get("/".join(path), source)


def problems(files: Mapping[str, Any]) -> list[str]:
    """Data without a source, sources that are none or are those of nothing, as `file: place: message`."""
    out = []
    for name, path, source in leaves(files):
        place = f"{name}.json: {'/'.join(path)}"
        if source is None:
            out.append(f"{place}: no source is given")
        elif not isinstance(source, str) or not _SOURCE.fullmatch(source):
            out.append(f"{place}: {source!r} is no source (text RULE, derived RULE, found NAME, reconstructed)")
    for name, value in files.items():
        if name != CORRECTIONS:
            out.extend(f"{name}.json: {place}: there is no such place" for place in _lost(value, ""))
            titles = value.get("titles", {}) if isinstance(value, dict) else {}
            if not isinstance(titles, dict) or not all(isinstance(t, str) for t in titles.values()):
                out.append(f"{name}.json: titles: an object of texts is wanted")
    return out


def summary(files: Mapping[str, Any], unused: Sequence[Path] = ()) -> dict[str, Any]:
    """Counts of data by kind of source, and `where`: for each titled part, what comes from where.

    `{"text": n, "derived": n, "found": n, "reconstructed": n, "where": [{"what", "source", "count"}]}`. Where a part mixes sources,
    `what` lists the pieces; `2 (7 of 12)` are seven of the twelve data of piece 2. What lies below one of the `unused` paths (file first)
    does not count.
    """
    out: dict[str, Any] = dict.fromkeys(KINDS, 0)
    parts: dict[str, dict[str, dict[str, int]]] = {}
    for _, path, source, pattern, title in _titled(files, unused):
        kind = (source or "reconstructed").split()[0]
        out[kind] += 1
        rest = path[len(pattern) : len(pattern) + 1] or path[-1:]
        origin = source if kind == "found" and source else kind
        pieces = parts.setdefault(title, {}).setdefault(origin, {})
        pieces[rest[0]] = pieces.get(rest[0], 0) + 1
    out["where"] = [row for title, origins in parts.items() for row in _rows(title, origins)]
    return out


def listed(files: Mapping[str, Any], unused: Sequence[Path] = (), words: Mapping[str, str] = MappingProxyType({})) -> list[dict[str, Any]]:
    """Every datum that no text gives, by titled part: `[{"what", "numbers": [{"at", "value", "source"}]}]`.

    `at` is its place within the part; `words` names keys for people. Data below one of the `unused` paths are left out.
    """
    parts: dict[str, list[dict[str, str]]] = {}
    for name, path, source, pattern, title in _titled(files, unused):
        origin = source or "reconstructed"
        if origin.split()[0] in ("text", "derived"):
            continue
        place = [key for key, part in zip(path, pattern, strict=False) if part == "*"] + list(path[len(pattern) :])
        at = ", ".join(words.get(key, key.replace("_", " ")) for key in place or path[-1:])
        parts.setdefault(title, []).append({"at": at, "value": _shown(_at(files[name], path)), "source": origin})
    return [{"what": title, "numbers": numbers} for title, numbers in parts.items()]


def _titled(files: Mapping[str, Any], unused: Sequence[Path]) -> Iterator[tuple[str, Path, str | None, Path, str]]:
    """Every datum with the longest titled path that it lies below, and that title."""
    titles = {name: [(tuple(k.split("/")) if k else (), v) for k, v in f.get("titles", {}).items()] for name, f in files.items()}
    for name, path, source in leaves(files):
        if any((name, *path)[: len(u)] == u for u in unused):
            continue
        fitting = [(p, t) for p, t in titles[name] if _fits(p, path)]
        pattern, title = max(fitting, key=lambda found: len(found[0]), default=((), name))
        yield name, path, source, pattern, title


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        more = [f"and {len(value) - LONG} more"] if len(value) > LONG else []
        return ", ".join([*map(_shown, value[:LONG]), *more])
    return str(value)


def _rows(title: str, origins: Mapping[str, Mapping[str, int]]) -> Iterator[dict[str, Any]]:
    totals: dict[str, int] = {}
    for pieces in origins.values():
        for piece, n in pieces.items():
            totals[piece] = totals.get(piece, 0) + n
    for origin, pieces in origins.items():
        what = title
        if len(origins) > 1:
            what += ": " + ", ".join(p if n == totals[p] else f"{p} ({n} of {totals[p]})" for p, n in pieces.items())
        yield {"what": what, "source": origin, "count": sum(pieces.values())}


def _fits(pattern: Path, path: Path) -> bool:
    return len(pattern) <= len(path) and all(a in ("*", b) for a, b in zip(pattern, path, strict=False))


def _sourced(value: Any) -> bool:
    if isinstance(value, dict):
        return "source" in value or any(_sourced(v) for v in value.values())
    return False


def _lost(value: Any, place: str) -> Iterator[str]:
    """Paths in `source` objects that lead nowhere."""
    if isinstance(value, dict):
        own = value.get("source")
        for key in own if isinstance(own, dict) else ():
            if key != "*" and not _leads(value, key):
                yield f"{place}source/{key}"
        for key, item in value.items():
            if key not in PLAIN:
                yield from _lost(item, f"{place}{key}/")


def _leads(value: Any, path: str) -> bool:
    if isinstance(value, list):
        value = {str(i): v for i, v in enumerate(value)}
    return isinstance(value, dict) and any(
        path == key or (path.startswith(f"{key}/") and _leads(item, path[len(key) + 1 :])) for key, item in value.items()
    )


def _walk(value: Any, path: Path, source: str | None, near: Mapping[str, str] | None, below: str) -> Iterator[tuple[Path, str | None]]:
    """`near`: the paths of the nearest `source` object, `below`: where we are under it."""
    if isinstance(value, dict):
        own = value.get("source")
        if isinstance(own, dict):
            source, near, below = own.get("*", source), own, ""
        elif own is not None:
            source, near = own, None
        items = [(k, v) for k, v in value.items() if k not in PLAIN and not (k in NAMES and isinstance(v, str))]
    elif isinstance(value, list) and any(isinstance(v, dict | list) for v in value):
        items = [(str(i), v) for i, v in enumerate(value)]
    else:
        yield path, source
        return
    for key, item in items:
        if near is None:
            yield from _walk(item, (*path, key), source, None, "")
        else:
            here = f"{below}/{key}" if below else key
            yield from _walk(item, (*path, key), near.get(here, source), near, here)
