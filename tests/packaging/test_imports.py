"""What no test runs still finds what it takes from Honjin."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from places import ROOT

BENCHES = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for file in sorted((ROOT / "bench").rglob("*.py"))
    if "arguments(" in file.read_text("utf-8") and file.name != "common.py"
]


def taken(file: Path) -> Iterator[tuple[str, str]]:
    """The modules of Honjin and of benches from which a file imports names, and the names."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        top = (node.module or "").split(".")[0] if isinstance(node, ast.ImportFrom) else ""
        if top in ("honjin", "bench"):
            assert isinstance(node, ast.ImportFrom)
            assert node.module is not None
            yield from ((node.module, name.name) for name in node.names)


def is_there(module: str, name: str) -> bool:
    """True if a module has the name, or is a package with such a module."""
    return hasattr(import_module(module), name) or find_spec(f"{module}.{name}") is not None


@pytest.mark.parametrize("folder", ["bench", "examples", "scripts"])
def test_every_name_that_is_imported_exists(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four benchmarks imported a function that had moved, and nobody saw it."""
    monkeypatch.syspath_prepend(ROOT)
    files = sorted((ROOT / folder).rglob("*.py"))
    wanted = {(file.name, *one) for file in files for one in taken(file)}
    assert files
    assert [] == sorted(one for one in wanted if not is_there(*one[1:]))


@pytest.mark.slow
@pytest.mark.parametrize("bench", BENCHES)
def test_a_bench_tells_its_options(bench: str) -> None:
    """It can be loaded, and has all that its options need."""
    words = [sys.executable, "-m", bench, "--help"]
    shown = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"python -m {bench}" in shown
    assert "--keep" in shown
