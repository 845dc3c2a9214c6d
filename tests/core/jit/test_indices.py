"""Indices of compiled code: unsigned, in every rule of every game and in the loops."""

import ast
import linecache
from collections.abc import Callable, Iterator
from importlib import util
from pathlib import Path
from typing import Any

import pytest

from honjin.core.jit.compiled import LOOPS
from honjin.core.jit.rule import rules_in
from honjin.core.jit.sources.files import source_files
from honjin.core.jit.sources.indices import UNSIGNED, unsigned, with_unsigned_indices
from honjin.core.jit.sources.loop_files import read_loop_files
from honjin.core.jit.sources.rules import rules_of
from honjin.games import keys, load


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(x, i): return x[i]", "def f(x, i): return x[_unsigned(i)]"),
        ("def f(x, i): x[x[i]] = x[i - 1]",
         "def f(x, i): x[_unsigned(x[_unsigned(i)])] = x[_unsigned(i - 1)]"),
        ("def f(x, i): return x[i, 2]", "def f(x, i): return x[_unsigned(i), 2]"),
        ("def f(x, i): return x[(i if i else 1)]",
         "def f(x, i): return x[(_unsigned(i if i else 1))]"),
        ("def f(x, i):\n    x[\n  i\n    ] += 1",
         "def f(x, i):\n    x[\n  _unsigned(i)\n    ] += 1"),
        ("def f(本, 陣): return '陣', 本[陣]", "def f(本, 陣): return '陣', 本[_unsigned(陣)]"),
    ],
)  # fmt: skip
def test_indices_become_unsigned(text: str, expected: str) -> None:
    """Each index of a function is converted; the line it is on does not change."""
    assert with_unsigned_indices(text) == expected
    ast.parse(expected)


@pytest.mark.parametrize(
    "text",
    [
        "def f(x): return x[0] + x[-1]",
        "def f(x, i): return x[i:], x[:i]",
        "def f(x: list[int]) -> tuple[int, ...]: return x",
        "def f(x):\n    y: list[int] = x\n    return y",
        "SOME = {}[0]\nTABLE: list[int] = [n for n in [SOME[SOME]]]",
    ],
)
def test_constants_slices_and_annotations_stay(text: str) -> None:
    """What is not an index that varies inside a function stays as it is."""
    assert with_unsigned_indices(text) == text


def test_only_functions_with_the_decorator_change() -> None:
    """What runs as Python in a loop file, such as `warm`, stays as it is."""
    text = "@loop\ndef f(x, i): return x[{0}i{1}]\n\ndef warm(x, i): return x[i]"
    made = with_unsigned_indices(text.format("", ""), only="loop")
    assert made == text.format("_unsigned(", ")")


@pytest.mark.parametrize("key", keys())
def test_every_rule_of_every_game_is_compiled_so(key: str) -> None:
    """No rule falls back to indices with a sign, as one without a source would."""
    game = load(key)
    files = set(source_files(game, read_loop_files([LOOPS])))
    rules = {*rules_in(files), *rules_of(game).values()}
    changed = [unsigned(rule) for rule in rules]
    assert not rules & set(changed)
    assert sum(UNSIGNED in one.__code__.co_names for one in changed) > len(rules) / 4


@pytest.fixture
def pick(tmp_path: Path) -> Iterator[tuple[Path, Callable[..., Any]]]:
    """A function of a file, and the file."""
    file = tmp_path / "picks.py"
    file.write_text("def pick(x, i):\n    return x[i] + 1\n", "utf-8")
    spec = util.spec_from_file_location("picks", file)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield file, module.pick
    linecache.checkcache(str(file))


def test_a_function_gets_its_text_from_its_file(pick: tuple[Path, Callable[..., Any]]) -> None:
    """It computes the same, and says in tracebacks where it stands."""
    made = unsigned(pick[1])
    assert made([5, 6], 1) == 7
    assert made.__code__.co_names == (UNSIGNED,)
    assert made.__code__.co_firstlineno == pick[1].__code__.co_firstlineno
    assert made.__code__.co_filename == str(pick[0])


@pytest.mark.parametrize("edited", ["return x[i + 1]", "return x[i] + 2", "return x[k] + 1"])
def test_a_function_whose_file_changed_is_compiled_as_loaded(
    pick: tuple[Path, Callable[..., Any]], edited: str
) -> None:
    """Another text is not taken for the function's own, though only a number or name differs."""
    pick[0].write_text(f"def pick(x, i):\n    {edited}\n", "utf-8")
    assert unsigned(pick[1]) is pick[1]


@pytest.mark.parametrize("text", ["x = 1\n    return x\n", "\n\nx = (\n", "", "    return 2\n"])
def test_a_function_whose_lines_are_no_function_now_is_compiled_as_loaded(
    pick: tuple[Path, Callable[..., Any]], text: str
) -> None:
    """A file in the middle of being edited is no error."""
    pick[0].write_text(text, "utf-8")
    assert unsigned(pick[1]) is pick[1]


def test_a_function_without_a_file_is_compiled_as_it_is() -> None:
    """Such as one typed at a prompt."""
    scope: dict[str, Any] = {}
    exec("def pick(x, i): return x[i]", scope)
    assert unsigned(scope["pick"]) is scope["pick"]
