"""What encoders are made of: each of these puts one value in, and tells where the next one goes."""

from typing import Any

from honjin.core.jit.rule import rule


@rule
def put_amount(out: Any, at: int, value: int, least: int, most: int, per: int) -> int:
    """A number, not below the least and not above the most."""
    out[at] = max(least, min(most, value)) // per
    return at + 1


@rule
def put_one_of(out: Any, at: int, value: int, first: int, count: int) -> int:
    """A 1 in the place of the value."""
    if first <= value < first + count:
        out[at + value - first] = 1
    return at + count


@rule
def put_bits(out: Any, at: int, value: int, count: int) -> int:
    """Each bit in a place of its own."""
    for k in range(count):
        out[at + k] = value >> k & 1
    return at + count


@rule
def put_seat_number(out: Any, at: int, value: int, me: int, seats: int) -> int:
    """A 1 in the place of a seat, which is how far it sits from the viewer."""
    if 0 <= value < seats:
        out[at + (value + seats - me) % seats] = 1
    return at + seats


@rule
def put_seat_set(out: Any, at: int, value: int, me: int, seats: int) -> int:
    """Whether each seat is in a mask."""
    for k in range(seats):
        out[at + k] = value >> (me + k) % seats & 1
    return at + seats
