"""Loops that draw a seat or an outcome of chance. A loop file (`core.jit.verbs`)."""

from typing import Any

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import loop


@loop
def pick_seat(mask: int, rng: Any) -> int:
    """A random seat of a mask that is not empty."""
    if mask & (mask - 1) == 0:
        return lowest_bit(mask)
    for _ in range(draw(rng, count_bits(mask))):
        mask &= mask - 1
    return lowest_bit(mask)


@loop
def pick_outcome(n: int, out: Any, weights: Any, rng: Any) -> int:
    """A random outcome of n, by weight."""
    total = 0
    for k in range(n):
        total += weights[k]
    ticket = draw(rng, total)
    k = 0
    while ticket >= weights[k]:
        ticket -= weights[k]
        k += 1
    return int(out[k])
