"""How one wins, and how near each side is to it: its best line, its best stack."""

from functools import lru_cache
from typing import Final

from honjin.core.jit.bits import count_bits
from honjin.core.scene import Goal, GoalMark
from honjin.core.words import Say
from honjin.games.rokumon.content.data import ACTS
from honjin.games.rokumon.rules.state import Rokumon, die_on

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
    return max((count_bits(row & seen.tops[seat]) for row in seen.row[: seen.rows]), default=0)


def _best_stack(seen: Rokumon, seat: int) -> int:
    """The most dice on a card where all are of one side."""
    return max(_own_pile(seen, seat, card) for card in range(seen.cards))


def _own_pile(seen: Rokumon, seat: int, card: int) -> int:
    dice = [die_on(seen, card, level) for level in range(seen.height[card])]
    return len(dice) if all(kind >> 2 == seat for kind in dice) else 0
