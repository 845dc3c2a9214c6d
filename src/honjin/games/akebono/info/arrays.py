"""Observations as arrays, following the table of fields except for pieces, which encode a side.

piece   13 places per hex: the viewer's six types, the other side's six, and whether it is used
shown   one place per hex: the type, negative if it is the other side's
"""

from typing import Any

from honjin.core.arrays.encoder import encoder
from honjin.core.jit.rule import rule
from honjin.games.akebono.content.data import KINDS
from honjin.games.akebono.rules.state import Akebono, is_used, owner

_TYPES = KINDS - 1
_PLACES = 2 * _TYPES + 1


@rule
def show_piece(s: Akebono, me: int, out: Any, at: int) -> None:
    """The piece on each hex: where there is none, a 0 at a place that it may have."""
    for cell in range(s.end):
        man = s.piece[cell]
        place = at + _PLACES * cell
        side = _TYPES * (owner(man) ^ me)
        out[place + max(0, side + (man & 7) - 1)] = min(man, 1)
        if is_used(man):
            out[place + 2 * _TYPES] = 1


@rule
def show_shown(s: Akebono, me: int, out: Any, at: int) -> None:
    """The piece on each hex as both sides have seen it."""
    for cell in range(s.end):
        man = s.shown[cell]
        out[at + cell] = man & 7 if owner(man) == me else -(man & 7)


encode = encoder(__name__, "encode", Akebono, piece=show_piece, shown=show_shown)
