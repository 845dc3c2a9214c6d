"""The value of a position to the side to move, and its byte in a table.

0            a draw: neither side can force a win
1 to 127     the side to move wins in that number of plies
129 to 255   it loses in that number less 128

The winning side hurries, the losing side delays. Plies are actions until the end. If the side to
move loses for lack of a legal action, that counts as one ply, as does an action that itself loses.
"""

from __future__ import annotations

from typing import Final, NamedTuple

DRAWN: Final = 0
LOST: Final = 128
MAX_PLIES: Final = 127
FAR: Final = 1 << 20
"""More plies than any proof takes; a table holds at most MAX_PLIES."""

AT_MOST: Final = " in at most "


class Value(NamedTuple):
    """`result` is 1, 0 or -1 for the side to move; `plies` are counted from here."""

    result: int
    plies: int

    def __str__(self) -> str:
        """`wins in 7`, `loses in 12`, `draw`."""
        if self.result == 0:
            return "draw"
        return f"{'wins' if self.result > 0 else 'loses'} in {self.plies}"

    @property
    def at_most(self) -> str:
        """The same for a proof: `wins in at most 7`."""
        return str(self).replace(" in ", AT_MOST)

    @property
    def after(self) -> Value:
        """The value of an action that leads to a position of this value for the other side."""
        return Value(-self.result, self.plies + 1 if self.result else 0)

    @property
    def rank(self) -> int:
        """Larger is better: quick wins, slow wins, draws, slow losses, quick losses."""
        return self.result * (FAR - self.plies)


DRAW: Final = Value(0, 0)
WINS_AT_ONCE: Final = Value(1, 1)
LOSES_AT_ONCE: Final = Value(-1, 1)


def read_byte(byte: int) -> Value:
    """The value encoded by a byte.

    >>> [str(read_byte(byte)) for byte in (0, 7, 140)]
    ['draw', 'wins in 7', 'loses in 12']
    """
    if byte == DRAWN:
        return DRAW
    return Value(1, byte) if byte < LOST else Value(-1, byte - LOST)


def text_for(value: Value, side: int, sides: tuple[str, str], *, at_most: bool = False) -> str:
    """The value in words: which side wins, and when.

    >>> text_for(Value(-1, 12), 0, ("red", "black"))
    'black wins in 12'
    """
    if value.result == 0:
        return "draw"
    winner = side if value.result > 0 else 1 - side
    return f"{sides[winner]} wins{AT_MOST if at_most else ' in '}{value.plies}"
