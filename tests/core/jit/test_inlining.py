"""Loops with one caller, which are compiled as a part of it."""

from typing import Any

import pytest

from honjin.core.jit import compiled as core
from honjin.core.jit.sources.inlining import inlined_loops
from honjin.core.jit.sources.loop_files import read_loop_files
from madeup.game import GAME

TEXT = """
from honjin.core.jit.verbs import loop, new_ints

@loop
def once(a):
    b = a + 1
    return b * b

@loop
def twice(a):
    return a - 1

@loop
def many(*given):
    return given[0]

@loop
def spread(a, b):
    return a - b

@loop
def fill(line, n):
    for k in range(n):
        line[k] = once(k)

@loop
def outer(n):
    b = new_ints(n)
    fill(b, n)
    pair = (n, 3)
    return b[twice(n)] + twice(n) + many(n) + spread(*pair)

def warm(game, states):
    from numba import int64
    outer.compile((int64,))
"""

ABOVE = """
from honjin.core.jit.verbs import loop
from honjin_inlined import outer

@loop
def most(n):
    return outer(n)
"""


def test_what_has_one_caller_is_inlined(loop_file: Any) -> None:
    """Not what is called twice, warmed, or passed a list of arguments."""
    path = loop_file("loops.py", TEXT)
    assert ["fill", "once"] == inlined_loops(read_loop_files([path]))


def test_a_file_imported_is_not_warmed(loop_file: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only the `warm` of an imported file names is inlined."""
    monkeypatch.syspath_prepend(loop_file("honjin_inlined.py", TEXT).parent)
    above = loop_file("above.py", ABOVE)
    assert ["fill", "once", "outer"] == inlined_loops(read_loop_files([above]))


def test_inlined_loops_give_the_same(loop_file: Any) -> None:
    """Compiled and interpreted: variables with the same name stay apart."""
    path = loop_file("loops.py", TEXT)
    fast, plain = core.compiled(GAME, path), core.interpreted(GAME, path)
    assert 16 + 3 + 4 + 1 == plain.outer(4) == fast.outer(4)
    assert 9 == plain.once(2) == fast.once(2)
