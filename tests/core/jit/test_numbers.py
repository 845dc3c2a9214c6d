"""Numbers written in loops, and what is compiled of loops: no more than is called."""

from types import ModuleType
from typing import Any

import pytest

from honjin.core.jit import compiled as core
from honjin.core.jit.sources.loop_files import read_loop_files
from honjin.core.jit.sources.numbers import with_plain_numbers
from madeup.game import GAME

TEXT = """
from honjin.core.jit.verbs import loop
from typing import Any, Final

TWO: Final = 2
FOUR: Final = -TWO * -2

@loop
def plus(a: int, b: int) -> int:
    return a + b

@loop
def other(a: int) -> int:
    found = 8
    for _ in range(a):
        found += plus(found, FOUR)
    return plus(found, 1) + plus(a, -1)
"""

WARM = """
def warm(game, states):
    other(1)
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plus(a, 1)", "plus(a, _int(1))"),
        ("plus(-1, FOUR)", "plus(_int(-1), _int(FOUR))"),
        ("plus(plus(1, a), TWO + 3)", "plus(plus(_int(1), a), _int(TWO + 3))"),
        ("a = 0", "a = _int(0)"),
        ("max(a, 1) + a[0]", "max(a, 1) + a[0]"),
        ("plus(a, 1.5)", "plus(a, 1.5)"),
        ("plus(a, TWO / 2)", "plus(a, TWO / 2)"),
        ("plus(a, True)", "plus(a, True)"),
        ("a += 1", "a += 1"),
    ],
)
def test_numbers_are_passed_as_any_other(text: str, expected: str) -> None:
    """Written integers and the names of such are; other names, and other values, stay."""
    whole = f"{TEXT}\n@loop\ndef more(a):\n    {text}\n"
    (made,) = with_plain_numbers([whole])
    assert made.splitlines()[-1].strip() == expected
    assert len(made.splitlines()) == len(whole.splitlines())


def test_a_loop_is_compiled_once_whatever_numbers_it_gets(loop_file: Any) -> None:
    """Compiled it does the same as interpreted."""
    path = loop_file("loops.py", TEXT)
    module, plain = core.compiled(GAME, path), core.interpreted(GAME, path)
    assert module.other(2) == plain.other(2) == (8 + 12 + 24 + 1) + 1
    assert {"plus": 1, "other": 1} == forms(module)


def test_imported_loops_are_not_warmed(loop_file: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop file that imports another compiles what it calls of it, and no more."""
    below = loop_file("honjin_below.py", TEXT + WARM)
    monkeypatch.syspath_prepend(below.parent)
    above = loop_file(
        "above.py", "from honjin_below import other\n@loop\ndef more(a):\n    return other(a)\n"
    )
    assert [False, True] == [file.is_given for file in read_loop_files([above])]
    assert [True, True] == [file.is_given for file in read_loop_files([above, below])]
    core.warm(GAME, above)
    assert {"plus": 0, "other": 0} == forms(core.compiled(GAME, above))
    core.warm(GAME, below)
    assert {"plus": 1, "other": 1} == forms(core.compiled(GAME, below))


def forms(module: ModuleType) -> dict[str, int]:
    """The number of forms that each loop was compiled in."""
    return {name: len(getattr(module, name).signatures) for name in ("plus", "other")}
