"""What is true of the repository as a whole: nothing foreign in it, its layers named, its documents right."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
from functools import lru_cache
from pathlib import Path

import pytest

import engine.titles
from engine.title import titles

assert engine.titles
ROOT = Path(__file__).resolve().parent.parent
LONGEST = 475
"""Lines of a module. About 400 is what we want; above this it must be split."""
REGISTRIES = ("pypi", "pythonhosted", "npmjs", "yarnpkg", "debian", "docker")
SECRETS = {
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY",
    "a cloud key": r"\b(AKIA|ASIA)[0-9A-Z]{16}\b",
    "a forge's token": r"\b(gh[pousr]_|glpat-|github_pat_)\w{16,}",
    "a password in a URL": r"\w+://\w+:(?!password@|p@)[\w%.-]+@",
    "a bearer token": r"Bearer [\w-]{24,}",
}


@lru_cache
def tracked() -> dict[str, str]:
    """The text files of the repository: those that git knows, where they are still there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    found = {}
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.is_file() and path.suffix not in (".png", ".jpg", ".bin", ".ico", ".woff2"):
            found[name] = path.read_text(encoding="utf-8")
    return found


def places(pattern: str, files: dict[str, str]) -> list[str]:
    """`file:line` of every match."""
    rule = re.compile(pattern)
    return [f"{name}:{text.count(chr(10), 0, m.start()) + 1}" for name, text in files.items() for m in rule.finditer(text)]


def code() -> dict[str, str]:
    """The modules."""
    return {name: text for name, text in tracked().items() if name.endswith((".py", ".js", ".css"))}


def documents() -> dict[str, str]:
    """The Markdown files."""
    return {name: text for name, text in tracked().items() if name.endswith(".md")}


def test_no_host_of_a_registry() -> None:
    assert places(rf"://[\w.-]*\b({'|'.join(REGISTRIES)})\.(com|io|org)\b", tracked()) == []


def test_no_path_of_a_machine() -> None:
    assert places(r"(?<![\w.~/-])/(work|tmp|root|home|Users)/", tracked()) == []


@pytest.mark.parametrize("what", SECRETS)
def test_no_credential(what: str) -> None:
    assert places(SECRETS[what], tracked()) == []


def test_locks_name_no_host() -> None:
    for name in ("requirements/run.txt", "requirements/dev.txt"):
        assert "://" not in tracked()[name] and "--index" not in tracked()[name]
        assert "--hash=sha256:" in tracked()[name]
    packages = json.loads(tracked()["web/package-lock.json"])["packages"]
    assert [name for name, p in packages.items() if "resolved" in p] == []
    assert [name for name, p in packages.items() if name and "integrity" not in p] == []


def test_modules_are_short() -> None:
    long = {name: lines for name, text in code().items() if (lines := text.count("\n")) > LONGEST}
    assert long == {}


def test_nothing_is_left_for_later() -> None:
    assert places(r"\b(TODO|FIXME|XXX)\b", {n: t for n, t in code().items() if n != "tests/test_repository.py"}) == []


def test_shared_code_names_no_title() -> None:
    names = {word for t in titles().values() for word in (t.id, t.family, t.name, t.family.replace("-", " "))}
    names |= {t.split("/")[2] for t in tracked() if re.fullmatch(r"engine/titles/\w+/__init__.py", t)}
    shared = {n: t for n, t in tracked().items() if re.fullmatch(r"engine/\w+\.py|app/.*\.py|migrations/.*", n)}
    assert places(rf"(?i)\b({'|'.join(map(re.escape, sorted(names)))})\b", shared) == []


def test_every_package_is_one() -> None:
    """A folder without `__init__.py` would escape the import contracts."""
    folders = {name.rsplit("/", 1)[0] for name in tracked() if re.fullmatch(r"(engine|app)/.*\.py", name)}
    assert [f for f in sorted(folders) if f"{f}/__init__.py" not in tracked()] == []


def test_links_lead_somewhere() -> None:
    broken = []
    for name, text in documents().items():
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in target and not ((ROOT / name).parent / target).exists():
                broken.append(f"{name}: {target}")
    assert broken == []


def test_paths_in_documents_exist() -> None:
    """Files and folders that the documents call by their path from the root."""
    wrong = []
    for name in ("README.md", "CONTRIBUTING.md", *(n for n in documents() if n.startswith("docs/"))):
        for path in re.findall(r"`((?:engine|app|web|tests|scenarios|docs|examples|requirements|migrations)/[\w./-]*)`", documents()[name]):
            if not (ROOT / path).exists() and not path.startswith(("web/node_modules", "web/dist")):
                wrong.append(f"{name}: {path}")
    assert wrong == []


def test_pictures_are_small() -> None:
    pictures = [p for p in (ROOT / "docs" / "img").iterdir() if p.is_file()]
    assert pictures
    assert {p.name: p.stat().st_size for p in pictures if p.stat().st_size > 400_000} == {}


def test_make_targets_exist() -> None:
    makefile = tracked()["Makefile"]
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    named = {word for text in documents().values() for word in re.findall(r"(?:`|^)make ([a-z][\w-]*)", text, re.MULTILINE)}
    assert {"run", "test"} <= named <= targets
    assert set(re.findall(r"\.PHONY: (.*)", makefile)[0].split()) == {t for t in targets if not t.startswith(".")}


def test_modules_of_commands_exist() -> None:
    commands = {n: t for n, t in tracked().items() if n == "Makefile" or n.endswith((".md", "Dockerfile", "docker-compose.yml"))}
    modules = {m for t in commands.values() for m in re.findall(r"python[3]? -m ([a-z_][\w.]*)", t)} - {"venv"}
    assert [m for m in sorted(modules) if importlib.util.find_spec(m) is None] == []


def test_settings_are_documented() -> None:
    names = set(re.findall(r'env\.get\("(\w+)"', tracked()["app/base/config.py"]))
    assert {"DATABASE_URL", "WORKERS"} <= names
    assert [n for n in sorted(names) for page in ("docs/operating.md", "README.md") if f"`{n}`" not in tracked()[page]] == []


def test_scripts_can_be_run() -> None:
    listed = subprocess.run(["git", "ls-files", "-s", ".ci", "scripts"], cwd=ROOT, capture_output=True, text=True).stdout
    assert [line for line in listed.splitlines() if not line.startswith("100755")] == []
