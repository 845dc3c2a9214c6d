"""Mixing numbers into one: different numbers stay different, interpreted and compiled alike."""

from hypothesis import given
from hypothesis import strategies as st

from honjin.core.jit.mixing import LOW, MIXER, MOST, TURNER, mixed

SMALL = 600


def test_small_numbers_stay_apart() -> None:
    """No two pairs of small numbers give the same number, even when mixed twice."""
    pairs = [mixed(a, b) for a in range(SMALL) for b in range(SMALL)]
    assert SMALL**2 == len(set(pairs))
    again = [mixed(mixed(7, a), b) for a in range(SMALL) for b in range(SMALL)]
    assert SMALL**2 == len(set(again))


@given(st.integers(0, MOST), st.integers(-1, MOST))
def test_it_stays_within_63_bits(found: int, more: int) -> None:
    """Any two numbers give one from 0 to 2^63 - 1."""
    assert 0 <= mixed(found, more) <= MOST


def test_no_product_is_cut_off() -> None:
    """The products fit into a compiled number, so interpreted and compiled results agree."""
    assert LOW * MIXER <= MOST
    assert (MOST >> 31) * TURNER <= MOST
