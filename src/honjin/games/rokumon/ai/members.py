"""The values of the dice on a board: the members of a family of positions (`core.parts.index`).

A family says, for each place of the board, whose die is there. The dice of one side, read card by
card and from the bottom up, form a sequence; sequences of the same length are numbered in order. On
a board with b black dice a member is `red * B[b] + black`. Without fights there is one member.

A way is packed into bits: its sort (0-2), the side (3), a place in the side's sequence (4-6), a
second place (7-9), the kind of die (10-12), and the numbers of red (13-15) and black dice (16-18)
before the action.
"""

from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import Final

from honjin.core.jit.bits import count_bits
from honjin.core.jit.rule import rule
from honjin.games.rokumon.content.data import (
    BLACK,
    FORBIDDEN,
    KIND_COUNTS,
    RED,
    SIDE_DICE,
    TIES,
    TOP_WINS,
    wins_fight,
)
from honjin.games.rokumon.rules.actions import ACTIONS
from honjin.games.rokumon.rules.state import Rokumon, die_on

PLACED: Final = 1
MOVED: Final = 2
PAIR_FOUGHT: Final = 3
RIVALS_FOUGHT: Final = 4  # the side is the winner; the places are the red and the black die
STAYED: Final = 5

LOWS: Final = sum(1 << 3 * place for place in range(21))
"""The lowest bit of every die in `dice`."""

Dice = tuple[int, ...]


def _sequences(seat: int, length: int) -> tuple[Dice, ...]:
    kinds = range(1 + 3 * seat, 4 + 4 * seat)
    bag = [kind for kind in kinds for _ in range(KIND_COUNTS[kind])]
    return tuple(sorted(set(permutations(bag, length))))


SEQUENCES: Final = tuple(
    tuple(_sequences(seat, length) for length in range(SIDE_DICE[seat] + 1))
    for seat in (RED, BLACK)
)
NUMBERS: Final = tuple(
    tuple({dice: n for n, dice in enumerate(same_length)} for same_length in side)
    for side in SEQUENCES
)
RED_SEQUENCES: Final = tuple(len(same_length) for same_length in SEQUENCES[RED])
BLACK_SEQUENCES: Final = tuple(len(same_length) for same_length in SEQUENCES[BLACK])


# ---- the place of a die in its side's sequence


@rule
def dice_of(dice: int, seat: int) -> int:
    """The lowest bit of each die of a side."""
    black = dice >> 2 & LOWS
    if seat:
        return black
    return (dice | dice >> 1) & LOWS & ~black


@rule
def place_of(dice: int, seat: int, card: int, level: int) -> int:
    """The number of dice of a side that come before a place of the board."""
    return count_bits(dice_of(dice, seat) & (1 << (9 * card + 3 * level)) - 1)


@rule
def written(s: Rokumon, sort: int, seat: int, first: int, second: int, kind: int) -> int:
    """A way packed into bits."""
    red = count_bits(dice_of(s.dice, RED))
    black = count_bits(dice_of(s.dice, BLACK))
    return sort | seat << 3 | first << 4 | second << 7 | kind << 10 | red << 13 | black << 16


# ---- the ways of actions


@rule
def way_of_place(s: Rokumon, seat: int, card: int, kind: int) -> int:
    """A die of the given kind enters its side's sequence."""
    return written(s, PLACED, kind >> 2, place_of(s.dice, kind >> 2, card, 0), 0, kind)


@rule
def way_of_move(s: Rokumon, seat: int, card: int, target: int) -> int:
    """A die changes its place in the sequence."""
    level = s.height[card] - 1
    kind = die_on(s, card, level)
    rest = s.dice ^ kind << (9 * card + 3 * level)
    first = place_of(s.dice, kind >> 2, card, level)
    second = place_of(rest, kind >> 2, target, s.height[target])
    return written(s, MOVED, kind >> 2, first, second, 0)


@rule
def way_of_fight(s: Rokumon, seat: int, card: int) -> int:
    """A die leaves the losing side's sequence."""
    low = die_on(s, card, 0)
    top = die_on(s, card, 1)
    if low >> 2 == top >> 2:
        return written(s, PAIR_FOUGHT, low >> 2, place_of(s.dice, low >> 2, card, 0), 0, 0)
    winner = top >> 2 if TOP_WINS >> (low << 3 | top) & 1 else low >> 2
    red = place_of(s.dice, RED, card, low >> 2)
    black = place_of(s.dice, BLACK, card, 1 - (low >> 2))
    return written(s, RIVALS_FOUGHT, winner, red, black, 0)


@rule
def way_of_surprise(s: Rokumon, seat: int, card: int, cell: int) -> int:
    """No die moves."""
    return written(s, STAYED, 0, 0, 0, 0)


way_of_action: Final = ACTIONS.dispatch(
    __name__, "way_of_action", place=way_of_place, move=way_of_move, fight=way_of_fight,
    surprise=way_of_surprise,
)  # fmt: skip


# ---- what each member turns into


def member(s: Rokumon) -> int:
    """The member of a position, with or without fights."""
    if s.plain:
        return 0
    sides: tuple[list[int], list[int]] = ([], [])
    for card in range(s.cards):
        for level in range(s.height[card]):
            kind = die_on(s, card, level)
            sides[kind >> 2].append(kind)
    return _number(tuple(sides[RED]), tuple(sides[BLACK]))


def _number(red: Dice, black: Dice) -> int:
    first = NUMBERS[RED][len(red)][red]
    return first * BLACK_SEQUENCES[len(black)] + NUMBERS[BLACK][len(black)][black]


def dice_of_member(red: int, black: int, number: int) -> tuple[Dice, Dice]:
    """The two sequences of a member, on a board with `red` and `black` dice."""
    first, second = divmod(number, BLACK_SEQUENCES[black])
    return SEQUENCES[RED][red][first], SEQUENCES[BLACK][black][second]


@cache
def mapping(way: int, fight_tie: int) -> tuple[int, ...]:
    """For each member, the member it turns into; -1 if its dice do not allow the way (F2)."""
    if way == 0:
        return (0,)
    lengths = (way >> 13 & 7, way >> 16 & 7)
    if way & 7 == STAYED:
        return tuple(range(RED_SEQUENCES[lengths[RED]] * BLACK_SEQUENCES[lengths[BLACK]]))
    if way & 7 == RIVALS_FOUGHT:
        return _after_rivals(way, lengths)
    sides = [list(range(len(SEQUENCES[seat][lengths[seat]]))) for seat in (RED, BLACK)]
    seat = way >> 3 & 1
    after = [_SORTS[way & 7](dice, way, fight_tie) for dice in SEQUENCES[seat][lengths[seat]]]
    sides[seat] = [-1 if dice is None else NUMBERS[seat][len(dice)][dice] for dice in after]
    grown = {PLACED: 1, MOVED: 0, PAIR_FOUGHT: -1}[way & 7]
    black = BLACK_SEQUENCES[lengths[BLACK] + (grown if seat == BLACK else 0)]
    return tuple(-1 if x < 0 or y < 0 else x * black + y for x in sides[RED] for y in sides[BLACK])


def _after_rivals(way: int, lengths: tuple[int, int]) -> tuple[int, ...]:
    """Remove the loser's die, in the members in which it does lose."""
    winner, places = way >> 3 & 1, (way >> 4 & 7, way >> 7 & 7)
    every = [SEQUENCES[seat][lengths[seat]] for seat in (RED, BLACK)]
    kinds = [[dice[places[seat]] for dice in every[seat]] for seat in (RED, BLACK)]
    sides = [list(range(len(every[seat]))) for seat in (RED, BLACK)]
    loser, left = 1 - winner, lengths[1 - winner] - 1
    numbers = NUMBERS[loser][left]
    sides[loser] = [numbers[_without(dice, places[loser])] for dice in every[loser]]
    black = BLACK_SEQUENCES[left if loser == BLACK else lengths[BLACK]]
    return tuple(
        x * black + y if _is_won_by(winner, red, other) else -1
        for x, red in zip(sides[RED], kinds[RED], strict=True)
        for y, other in zip(sides[BLACK], kinds[BLACK], strict=True)
    )


@cache
def _is_won_by(winner: int, red: int, black: int) -> bool:
    return wins_fight(red, black) if winner == RED else wins_fight(black, red)


def _without(dice: Dice, place: int) -> Dice:
    return dice[:place] + dice[place + 1 :]


def _placed(dice: Dice, way: int, fight_tie: int) -> Dice | None:
    kind, place = way >> 10 & 7, way >> 4 & 7
    if dice.count(kind) == KIND_COUNTS[kind]:
        return None
    return (*dice[:place], kind, *dice[place:])


def _moved(dice: Dice, way: int, fight_tie: int) -> Dice:
    first, second = way >> 4 & 7, way >> 7 & 7
    rest = _without(dice, first)
    return (*rest[:second], dice[first], *rest[second:])


def _pair_fought(dice: Dice, way: int, fight_tie: int) -> Dice | None:
    place = way >> 4 & 7
    pair = dice[place] << 3 | dice[place + 1]
    if fight_tie == FORBIDDEN and TIES >> pair & 1:
        return None
    return _without(dice, place if TOP_WINS >> pair & 1 else place + 1)


_SORTS: Final[dict[int, Callable[[Dice, int, int], Dice | None]]] = {
    PLACED: _placed, MOVED: _moved, PAIR_FOUGHT: _pair_fought,
}  # fmt: skip
