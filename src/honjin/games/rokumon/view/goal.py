"""How to win, and how close each side is: its best line, its best stack."""

from functools import lru_cache
from typing import Final

from honjin.core.scene import Goal, GoalMark
from honjin.core.words import Say
from honjin.games.rokumon.content.data import ACTS
from honjin.games.rokumon.rules.state import Rokumon

ROW: Final = 3
STACK: Final = 3
_SIDES: Final = (0, 1)


def goal(seen: Rokumon) -> Goal:
    """Three in a row or in a stack (rules 21, 22)."""
    rows = tuple(_best_row(seen, seat) for seat in _SIDES)
    return _goal(ACTS[seen.act].layout.is_brick, rows, tuple(_best_stack(seen, s) for s in _SIDES))


@lru_cache(256)
def _goal(is_brick: bool, rows: tuple[int, ...], stacks: tuple[int, ...]) -> Goal:
    marks = (
        mark
        for seat in _SIDES
        for mark in (
            GoalMark(seat, Say("goal.row"), rows[seat], ROW),
            GoalMark(seat, Say("goal.stack"), stacks[seat], STACK),
        )
    )
    return Goal(Say("goal.bricks" if is_brick else "goal.grid"), "21", tuple(marks))


def _best_row(seen: Rokumon, seat: int) -> int:
    """The most top dice of a side in one line."""
    tops = seen.tops[seat]
    return max([(row & tops).bit_count() for row in seen.row[: seen.rows]], default=0)


def _best_stack(seen: Rokumon, seat: int) -> int:
    """The most dice of a side on a card that holds no other dice."""
    dice, own = seen.dice, _OWN[seat]
    return max([own[dice >> 9 * card & 511] for card in range(seen.cards)])


def _own_dice(pile: int, seat: int) -> int:
    """The number of dice on a card if all are the side's; three bits per die (`die_on`)."""
    dice = [kind for level in range(STACK) if (kind := pile >> 3 * level & 7)]
    return len(dice) if all(kind >> 2 == seat for kind in dice) else 0


_OWN: Final = tuple(tuple(_own_dice(pile, seat) for pile in range(512)) for seat in _SIDES)
"""Computed once: every view of a table needs it for all its cards."""
