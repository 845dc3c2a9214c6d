"""The known differences between interpreted and compiled code, each with a test."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from numba.core.errors import TypingError

from honjin.core.jit import compiled as core
from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rng import seeded
from honjin.core.state import Field
from madeup.game import GAME
from madeup.state import Fair
from places import TESTS

LOOPS = Path(__file__).with_name("trap_loops.py")


@pytest.fixture(scope="module")
def fast() -> ModuleType:
    return core.compiled(GAME, LOOPS)


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    return core.interpreted(GAME, LOOPS)


def state(**fields: Any) -> Fair:
    return Fair(seats=2, **fields)


@pytest.mark.parametrize("kind", ["u1", "u8", "f8", "bool"])
def test_fields_are_signed(kind: str) -> None:
    """An unsigned field cannot be declared: it would wrap, or turn into a fraction."""
    with pytest.raises(TypeError, match="i1, i2, i4, i8"):
        Field((), kind, 0)


def test_a_field_goes_below_zero_alike(fast: ModuleType, plain: ModuleType) -> None:
    """0 - 1 is -1, interpreted and compiled."""
    assert -1 == plain.one_less([state()], 0) == fast.one_less(core.batch(GAME, state()), 0)


def test_a_value_too_large_wraps_compiled_only(fast: ModuleType, plain: ModuleType) -> None:
    """Too large a value wraps in a record and is kept in Python, where `check` raises."""
    states = [state()]
    assert 200 == plain.store(states, 0, 200)
    assert 200 - 256 == fast.store(core.batch(GAME, state()), 0, 200)
    with pytest.raises(OverflowError, match=r"Fair.bank = 200 does not fit i1"):
        states[0].check()


def test_a_record_refuses_a_value_too_large() -> None:
    """Writing such a state into a record raises instead of wrapping."""
    with pytest.raises(OverflowError):
        core.batch(GAME, state(bank=200))


def test_division_by_zero_is_silent_when_compiled(fast: ModuleType, plain: ModuleType) -> None:
    """Rules must not divide by zero: only interpreted code raises."""
    assert 0 == fast.quotient(5, 0)
    with pytest.raises(ZeroDivisionError):
        plain.quotient(5, 0)


@pytest.mark.parametrize(("a", "b"), [(7, 2), (0, 3), (9, 9), (2**40, 7)])
def test_division_of_positives_is_alike(
    fast: ModuleType, plain: ModuleType, a: int, b: int
) -> None:
    """Quotient and remainder agree where neither number is negative."""
    assert (a // b, a % b) == (plain.quotient(a, b), plain.remainder(a, b))
    assert (a // b, a % b) == (fast.quotient(a, b), fast.remainder(a, b))


def test_compiled_code_writes_past_the_end_of_a_list(fast: ModuleType, plain: ModuleType) -> None:
    """Without bounds checks the fifth coin of four is the neighbouring field."""
    states = core.batch(GAME, state())
    fast.beyond_the_list(states, 0, 4, 9)
    assert state(bank=9) == Fair.read_record(states[0])
    with pytest.raises(IndexError):
        plain.beyond_the_list([state()], 0, 4, 9)


def test_a_list_assigned_is_shared_when_interpreted_only(
    fast: ModuleType, plain: ModuleType
) -> None:
    """`s.field = list` copies in a record, shares in Python: the kit's check `apply` finds it."""
    start = state(coins=[1, 2, 3, 4])
    states, records = [start.copy()], core.batch(GAME, start)
    plain.assign_list(states, 0)
    fast.assign_list(records, 0)
    assert states[0].bid is states[0].coins
    assert [1, 2, 3, 4] == records[0]["bid"].tolist()


@pytest.mark.slow
def test_a_list_can_be_copied_into_a_field(fast: ModuleType, plain: ModuleType) -> None:
    """`s.field[:] = list` copies, interpreted and compiled."""
    start = state(coins=[1, 2, 3, 4])
    expected = state(coins=[1, 2, 3, 4], bid=[2, 2, 3, 4])
    states, records = [start.copy()], core.batch(GAME, start)
    plain.assign_into_list(states, 0)
    fast.assign_into_list(records, 0)
    assert expected == states[0] == Fair.read_record(records[0])


def test_a_record_has_no_copy_method(fast: ModuleType) -> None:
    """`s.copy()` does not compile; loops copy by index."""
    with pytest.raises((TypingError, KeyError)):
        fast.copy_by_method(core.batch(GAME, state()), 0)


def test_states_are_copied_by_index(fast: ModuleType, plain: ModuleType) -> None:
    """`copy_state` makes a copy that shares nothing, interpreted and compiled."""
    states = [state(bank=3, coins=[1, 1, 1, 1]), state()]
    records = core.batch(GAME, *states)
    plain.copy_by_index(states)
    fast.copy_by_index(records)
    assert [3, 7] == [s.bank for s in states] == records["bank"].tolist()
    states[1].coins[0] = 5
    assert [1, 1, 1, 1] == states[0].coins == records[1]["coins"].tolist()


def test_a_returned_record_is_a_copy(fast: ModuleType) -> None:
    """A record that a loop returns is not the state in the array."""
    records = core.batch(GAME, state(bank=3))
    fast.given(records, 0)["bank"] = 9
    assert 3 == records[0]["bank"]


def test_nested_lists_read_and_write_alike(fast: ModuleType, plain: ModuleType) -> None:
    """`s.hand[seat][value]` is the same element, interpreted and compiled."""
    states, records = [state()], core.batch(GAME, state())
    assert [5, 10] == [plain.in_a_row(states, 0, 3) for _ in range(2)]
    assert [5, 10] == [fast.in_a_row(records, 0, 3) for _ in range(2)]
    assert states[0] == Fair.read_record(records[0])


@pytest.mark.parametrize("mask", [1, 2, 0b1011000, 1 << 31, 1 << 62, (1 << 63) - 1])
def test_bit_scans_agree(fast: ModuleType, mask: int) -> None:
    """Lowest bit and number of bits are the same interpreted and compiled."""
    assert (lowest_bit(mask), count_bits(mask)) == (fast.lowest(mask), fast.how_many(mask))


def test_bit_scans_take_fields(fast: ModuleType, plain: ModuleType) -> None:
    """A mask may come from a field of any width."""
    start = state(alive=0b1100)
    assert 22 == plain.lowest_of_field([start], 0)
    assert 22 == fast.lowest_of_field(core.batch(GAME, start), 0)


@pytest.mark.parametrize("total", [1, 6, 7, 1000, 2**31 - 1])
def test_generators_agree(fast: ModuleType, plain: ModuleType, total: int) -> None:
    """A generator gives the same numbers and final state, interpreted and compiled."""
    slow_rng = seeded(total)
    fast_rng = core.ints(slow_rng)
    assert plain.throw(slow_rng, total, 500) == fast.throw(fast_rng, total, 500)
    assert slow_rng == fast_rng.tolist()


def test_loops_allocate_alike(fast: ModuleType, plain: ModuleType) -> None:
    """`new_ints` and `new_table` return writable zeros, interpreted and compiled."""
    assert 9 == plain.allocate(4) == fast.allocate(4)


def test_the_rules_are_joined(fast: ModuleType, plain: ModuleType) -> None:
    """A loop calls the game's own functions."""
    start = GAME.setup(GAME.read_options())
    start.phase = 1
    assert 1 == plain.bid_one([start.copy()], 0, 0) == fast.bid_one(core.batch(GAME, start), 0, 0)


BOUNDS = """
import numpy
from honjin.core.jit import compiled as core
from madeup.game import GAME
from madeup.state import Fair
fast = core.compiled(GAME, {loops!r})
try:
    fast.beyond_the_list(core.batch(GAME, Fair(seats=2)), 0, 4, 9)
except IndexError:
    print("noticed")
try:
    fast.bid_one(core.batch(GAME, Fair(seats=2, phase=1)), 0, 9)
except IndexError:
    print("noticed in a rule")
try:
    fast.beyond_the_list(core.batch(GAME, Fair(seats=2)), 0, -1, 9)
except IndexError:
    print("noticed before the list")
"""


@pytest.mark.slow
def test_bounds_are_checked_on_demand() -> None:
    """With HONJIN_BOUNDSCHECK=1 a write past either end of a list raises, in loops and in rules."""
    tests = str(TESTS)
    environment = _environment(HONJIN_BOUNDSCHECK="1", PYTHONPATH=tests)
    script = BOUNDS.format(loops=str(LOOPS))
    told = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert "noticed\nnoticed in a rule\nnoticed before the list\n" == told.stdout, told.stderr


@pytest.mark.slow
def test_the_fair_conforms_with_bounds_checks_on() -> None:
    """A whole run of the kit, compiled with bounds checks, finds no write out of bounds."""
    tests = str(TESTS)
    script = (
        "from honjin.testing import conformance\nfrom madeup.game import GAME\n"
        "print(conformance(GAME, games=4).games)"
    )
    told = subprocess.run(
        [sys.executable, "-c", script],
        env=_environment(HONJIN_BOUNDSCHECK="1", PYTHONPATH=tests),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "16\n" == told.stdout, told.stderr


def _environment(**more: str) -> dict[str, str]:
    import os

    return {**os.environ, **more}
