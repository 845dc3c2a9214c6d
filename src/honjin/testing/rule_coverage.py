"""Finds numbered rules without a test.

A test names the statements of rules.md that it shows in the first words of its docstring:

    Rule 12: ...          Rules 9, 10: ...
    Ruling F2: ...        Rulings M1, M2: ...
    Example R-05: ...     Examples R-05, R-06: ...

The word, numbers separated by a comma and a space, a colon. Only functions named test_* (methods
included) count. Numbers after Rule and Ruling must be in rules.md; numbers after Example are the
test's own, see `examples_tested`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from honjin.core.parts.rulebook import read_rulebook

_CITED: Final = re.compile(r"(Rule|Ruling|Example)s? ([\w.-]+(?:, [\w.-]+)*):")


def rules_without_test(rules_md: str | Path, tests: str | Path) -> list[str]:
    """The numbers in rules.md that no test in the folder (or file) cites, in their order.

    ValueError names a test that cites a number missing from rules.md.
    """
    numbers = read_rulebook(Path(rules_md).read_text("utf-8")).statements()
    cited = set()
    for word, number, where in _citations(Path(tests)):
        if word == "Example":
            continue
        if number not in numbers:
            raise ValueError(f"{where} cites {word} {number}, which is not in {rules_md}")
        cited.add(number)
    return [number for number in numbers if number not in cited]


def examples_tested(tests: str | Path) -> list[str]:
    """The numbers of the examples that tests cite, each once, sorted."""
    return sorted({number for word, number, _ in _citations(Path(tests)) if word == "Example"})


def _citations(tests: Path) -> Iterator[tuple[str, str, str]]:
    """The word, the number, and the file and test of each citation."""
    if not tests.exists():
        raise FileNotFoundError(f"expected a folder or file of tests, got {tests}")
    for path in sorted(tests.rglob("*.py")) if tests.is_dir() else [tests]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            found = _CITED.match(ast.get_docstring(node) or "")
            if found and node.name.startswith("test_"):
                for number in found[2].split(", "):
                    yield found[1], number, f"{path.name}: {node.name}"
