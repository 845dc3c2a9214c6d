"""How to win, and how close each side is: its best line, its best stack."""

from functools import lru_cache
from typing import Final

from honjin.core.scene import Goal, GoalMark
from honjin.core.words import Say
from honjin.games.rokumon.content.data import ACTS, BLACK, RED
from honjin.games.rokumon.rules.state import Rokumon

ROW: Final = 3
STACK: Final = 3
_SIDES: Final = (0, 1)


def goal(seen: Rokumon) -> Goal:
    """Three in a row or in a stack (rules 21, 22)."""
    rows, dice = seen.row[: seen.rows], seen.dice
    piles = [dice >> 9 * card & 511 for card in range(seen.cards)]
    red, black = seen.tops
    return _goal(
        ACTS[seen.act].layout.is_brick,
        (_best_row(rows, red), _best_row(rows, black)),
        (_best_stack(piles, RED), _best_stack(piles, BLACK)),
    )


@lru_cache(256)
def _goal(is_brick: bool, rows: tuple[int, int], stacks: tuple[int, int]) -> Goal:
    marks = (
        mark
        for seat in _SIDES
        for mark in (
            GoalMark(seat, Say("goal.row"), rows[seat], ROW),
            GoalMark(seat, Say("goal.stack"), stacks[seat], STACK),
        )
    )
    return Goal(Say("goal.bricks" if is_brick else "goal.grid"), "21", tuple(marks))


def _best_row(rows: list[int], tops: int) -> int:
    """The most of a side's top dice in one line; masks of cards."""
    return max([(row & tops).bit_count() for row in rows], default=0)


def _best_stack(piles: list[int], seat: int) -> int:
    """The most dice of a side on a card that holds no other dice."""
    own = _OWN[seat]
    return max([own[pile] for pile in piles])


def _own_dice(pile: int, seat: int) -> int:
    """The number of dice on a card if all are the side's; three bits per die (`die_on`)."""
    dice = [kind for level in range(STACK) if (kind := pile >> 3 * level & 7)]
    return len(dice) if all(kind >> 2 == seat for kind in dice) else 0


_OWN: Final = tuple(tuple(_own_dice(pile, seat) for pile in range(512)) for seat in _SIDES)
"""Computed once: every view of a table needs it for all its cards."""
