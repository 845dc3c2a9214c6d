"""A small random generator whose state is an argument: the same numbers interpreted and compiled.

Marsaglia's xorshift on 32 bits (J. Stat. Software 8(14), 2003). `rng` is a list (or array) of one
int from 1 to 2**32 - 1. For playouts and sampling; never for the site's dice.
"""

from typing import Any

from honjin.core.jit.rule import rule


@rule
def draw(rng: Any, total: int) -> int:
    """A random number from 0 to total - 1 (total below 2**31); steps the generator."""
    x: int = rng[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    rng[0] = x
    return (x * total) >> 32


def seeded(seed: int) -> list[int]:
    """The state of a generator for any seed; similar seeds give unrelated numbers."""
    mixed = (seed * 0x9E3779B97F4A7C15 + 0x1234567) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return [((mixed ^ (mixed >> 27)) & 0xFFFFFFFF) or 1]
