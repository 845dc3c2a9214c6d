"""Lists that loops borrow."""

import sys
from typing import Any

import numpy as np

from honjin.core.jit import compiled as core
from honjin.core.jit.sources.borrowing import with_borrowed_lists
from madeup.game import GAME

TEXT = '''
from typing import Any
from honjin.core.jit.verbs import loop, new_table

@loop
def total(row: Any, n: int) -> int:
    """The sum of
    a row."""
    found = 0
    for k in range(n):
        found += row[k]
    return found

@loop
def tail(row: Any) -> Any:
    """A part of a row, which the caller keeps."""
    return row[1:]

@loop
def totals(rows: Any, out: Any, n: int) -> int:
    """The sums of rows, and of one that is made and kept only here."""
    for k in range(len(rows)):
        out[k] = total(rows[k], n)
    made = tail(new_table(2, 3)[1])
    made[0] = 5
    return total(made, 2) + total(tail(rows[0]), n - 1)
'''


PAIRS = '''
from typing import Any
from honjin.core.jit.verbs import loop, new_ints

@loop
def second_of(pair: Any) -> int:
    """Of a tuple of lists."""
    return pair[1][0]

@loop
def twice(n: int) -> int:
    """The same tuple, passed twice."""
    pair = (new_ints(n), new_ints(n))
    pair[1][0] = n
    return second_of(pair) + second_of(pair) + pair[1][0]
'''


OWN = '''
from typing import Any
from honjin.core.jit.verbs import loop, new_ints

@loop
def once(row: Any, n: int) -> int:
    """Read a row after taking what memory there is."""
    found = 0
    for k in range(n):
        other = new_ints(n)
        other[k] = 9
        found += row[0]
    return found

@loop
def outer(n: int) -> int:
    """Make a row that only the loop with one caller reads."""
    made = new_ints(n)
    made[0] = 1
    return once(made, n)

def warm(game, states):
    from numba import int64
    outer.compile((int64,))
'''


def test_what_returns_no_list_borrows() -> None:
    """On the lines that there were; what may return a part of a list does not."""
    found = with_borrowed_lists(TEXT)
    assert TEXT.count("\n") == found.count("\n")
    assert '    a row."""; row = _borrowed(row)\n' in found
    assert "; rows = _borrowed(rows); out = _borrowed(out)\n" in found
    assert 3 == found.count("_borrowed")


def test_borrowing_changes_no_result(loop_file: Any) -> None:
    """Compiled and interpreted; nothing that a caller owns is freed."""
    path = loop_file("loops.py", TEXT)
    fast, plain = core.compiled(GAME, path), core.interpreted(GAME, path)
    rows: Any = np.arange(12, dtype=np.int64).reshape(3, 4)
    out, listed = core.zeros(3), [0, 0, 0]
    for _ in range(50):
        assert 5 + 6 == fast.totals(rows, out, 4)
    assert 5 + 6 == plain.totals(rows.tolist(), listed, 4)
    assert [6, 22, 38] == out.tolist() == listed


def test_what_is_no_list_keeps_its_lists(loop_file: Any) -> None:
    """A tuple of lists is still there after a loop that it was passed to."""
    fast = core.compiled(GAME, loop_file("loops.py", PAIRS))
    pair = core.zeros(1000), core.ints([7])
    assert 7 == fast.second_of(pair)
    owners = sys.getrefcount(pair[1])
    assert [7] * 50 == [fast.second_of(pair) for _ in range(50)]
    after = sys.getrefcount(pair[1])  # not in an assertion, which would hold one more
    assert owners == after
    assert [3000] * 50 == [fast.twice(1000) for _ in range(50)]


def test_a_list_lives_as_long_as_an_inlined_loop(loop_file: Any) -> None:
    """What is compiled as a part of its caller has no caller that would keep the list."""
    fast = core.compiled(GAME, loop_file("loops.py", OWN))
    assert [*range(1, 51)] == [fast.outer(n) for n in range(1, 51)]
