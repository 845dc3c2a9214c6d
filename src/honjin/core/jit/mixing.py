"""Many numbers made into one: what the state_keys of games are made of.

Two positions that differ must not get one number: a search would take the one for the other and
offer what cannot be done there.
"""

from typing import Final

from honjin.core.jit.rule import rule

MOST: Final = (1 << 63) - 1
LOW: Final = (1 << 31) - 1
MIXER: Final = 0x9E3779B1
TURNER: Final = 0x2545F491


@rule
def mixed(found: int, more: int) -> int:
    """A number of 63 bits that stands for both; `found` is at least 0."""
    # No product has more than 63 bits: past them ints and compiled numbers go different ways.
    found = (found & LOW) * MIXER ^ (found >> 31) * TURNER
    # Not before: what is small and not mixed yet could meet `more` and leave nothing of both.
    found ^= more & MOST
    return found ^ found >> 29
