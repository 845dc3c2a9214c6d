"""The themes of Akebono's puzzles: what a turn can achieve once its dice are rolled.

Nothing is hidden after the set-up, and only a third die is left to chance, so all values are exact.
"""

from typing import Final

from honjin.core.parts.themes import Theme
from honjin.games.akebono.rules.state import OVER, TURN, Akebono, beside, next_piece

MAX_POINTS: Final = 6
"""The most battle points of a turn that is asked about: more make too many turns."""

DIE: Final = 6
"""The draws of a third die, in which chances are told."""

NEAR: Final = 3
"""How many steps from the enemy's tairo a piece may be to count as near it."""

MIN_NEAR: Final = 2
"""A tairo is captured by two pieces (rule 31)."""


def is_over(start: Akebono, s: Akebono, seat: int) -> bool:
    """True once the turn or the game has ended."""
    return s.phase == OVER or s.turns != start.turns


def is_turn(seen: Akebono, seat: int) -> bool:
    """True in a turn whose dice give points to spend."""
    return seen.phase == TURN and seen.turn == seat and 0 < seen.points <= MAX_POINTS


# ---- the tairo


def can_win(seen: Akebono, seat: int) -> bool:
    """True if enough pieces are near the enemy's tairo to hope for it."""
    return is_turn(seen, seat) and _near(seen, seat) >= MIN_NEAR


def _near(s: Akebono, seat: int) -> int:
    """The number of a seat's pieces within a few steps of the enemy's tairo."""
    around = {s.tairo[1 - seat]}
    for _ in range(NEAR):
        around |= {cell + step for cell in around for step in s.step if s.value[cell + step]}
    return sum(1 for cell in _pieces(s, seat) if cell in around)


def _pieces(s: Akebono, seat: int) -> list[int]:
    found, cell = [], next_piece(s, seat, 0)
    while cell:
        found.append(cell)
        cell = next_piece(s, seat, cell)
    return found


def has_won(start: Akebono, s: Akebono, seat: int) -> int:
    """1 if the game is over and the seat has won it."""
    return int(s.phase == OVER and s.winner == seat)


# ---- prisoners


def can_fight(seen: Akebono, seat: int) -> bool:
    """True if an enemy stands beside a piece of the seat."""
    return is_turn(seen, seat) and any(beside(seen, cell, 1 - seat) for cell in _pieces(seen, seat))


def prisoners(start: Akebono, s: Akebono, seat: int) -> int:
    """The prisoners taken since the start."""
    return int(sum(s.taken[seat]) - sum(start.taken[seat]))


THEMES: Final = (
    Theme(key="tairo", asks=can_win, is_over=is_over, score=has_won, cases=DIE),
    Theme(
        key="prisoners",
        asks=can_fight,
        is_over=is_over,
        score=prisoners,
        whole=0,
        cases=DIE,
        least_turns=2,
    ),
)
