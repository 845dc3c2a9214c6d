"""The parts of encoders: each function writes one value and returns the index of the next place."""

from typing import Any

from honjin.core.jit.rule import rule


@rule
def put_amount(out: Any, at: int, value: int, least: int, most: int, per: int) -> int:
    """Write a number, clamped to the range from `least` to `most`."""
    out[at] = max(least, min(most, value)) // per
    return at + 1


@rule
def put_one_of(out: Any, at: int, value: int, first: int, count: int) -> int:
    """Write a 1 in the place of the value."""
    if first <= value < first + count:
        out[at + value - first] = 1
    return at + count


@rule
def put_bits(out: Any, at: int, value: int, count: int) -> int:
    """Write each bit in a place of its own."""
    for k in range(count):
        out[at + k] = value >> k & 1
    return at + count


@rule
def put_seat_number(out: Any, at: int, value: int, me: int, seats: int) -> int:
    """Write a 1 in the place of a seat, which is its distance from the viewer."""
    if 0 <= value < seats:
        out[at + (value + seats - me) % seats] = 1
    return at + seats


@rule
def put_seat_set(out: Any, at: int, value: int, me: int, seats: int) -> int:
    """Write a 1 in the place of each seat of a mask."""
    for k in range(seats):
        out[at + k] = value >> (me + k) % seats & 1
    return at + seats
