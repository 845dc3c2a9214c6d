"""A hash that mixes many numbers into one, for the state keys of games.

Two different positions must not get the same number: a search would confuse them and choose
actions that are not legal.
"""

from typing import Final

from honjin.core.jit.rule import rule

MOST: Final = (1 << 63) - 1
LOW: Final = (1 << 31) - 1
MIXER: Final = 0x9E3779B1
TURNER: Final = 0x2545F491


@rule
def mixed(found: int, more: int) -> int:
    """A hash of both numbers in 63 bits; `found` is at least 0."""
    # No product exceeds 63 bits, beyond which Python ints and compiled numbers differ.
    found = (found & LOW) * MIXER ^ (found >> 31) * TURNER
    # Only now: before mixing, a small `found` and `more` could cancel each other out.
    found ^= more & MOST
    return found ^ found >> 29
