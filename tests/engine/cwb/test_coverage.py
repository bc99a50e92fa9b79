"""Every numbered rule that has an effect on play is cited by a test, and every ruling has one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

RULES = {
    3: (2, 3),
    4: (2, 3),
    5: (1, 2, 3),
    6: (1, 2, 3, 4, 6),
    7: (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12),
    8: tuple(range(1, 11)),
    9: tuple(range(1, 22)),
    10: tuple(range(1, 19)),
    11: (1, 2, 3, 4),
    12: (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    13: (1, 2, 3, 4, 5),
    14: (1, 2, 3, 4),
    15: (1, 2, 4),
    16: (1, *range(3, 10), 10, 11, 12, 13, 14, 17, 21, 22, 23, 24, 25, 26, 15, 16, 18, 19, 20, 27, 28, 29, 30, 31, 32, 33, 34),
    17: (1, *range(3, 34)),
    18: (1, 4, 5, 6),
    19: tuple(range(1, 8)),
    20: (1, 2, 3),
    21: (1,),
    22: (1, 2, 3, 4),
    23: (1, 2),
}
"""Not 1 and 2 (what is in the box), 4.1 and 4.4 (general), 6.5 and 12.1 (see 12.2), 6.7 (see 17), 7.5 (see 8), 16.2, 16.35, 17.2
and 17.34 (no effect), 18.2 and 18.3 (the charts, see 9)."""


def cited() -> set[tuple[int, int]]:
    """The rules that the tests of this folder cite."""
    out = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text = re.sub(r"(?<=\d)_(?=\d)", ".", node.name).replace("_", " ") + " " + (ast.get_docstring(node) or "")
                out |= {(int(a), int(b)) for a, b in re.findall(r"\b(\d{1,2})\.(\d{1,2})\b", text)}
    return out


RULINGS = Path(__file__).resolve().parents[3] / "docs" / "rulings"
PAGES = ("cold-war-battles.md", "angola87.md")


@pytest.mark.parametrize("page", PAGES)
def test_every_ruling_names_tests_that_exist(page: str) -> None:
    here = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    rulings = re.split(r"^- ", (RULINGS / page).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    for ruling in rulings:
        named = re.findall(r"`(test_\w+)`", ruling)
        assert named, f"no test: {ruling[:60]}"
        assert [name for name in named if f"def {name}(" not in here] == []


def test_every_rule_has_a_test() -> None:
    wanted = {(section, n) for section, numbers in RULES.items() for n in numbers}
    assert sorted(wanted - cited()) == []
