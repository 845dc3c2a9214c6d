"""Equivalence classes of deals: boards that a symmetry maps onto each other.

Distance does not matter to a Move, so without a Surprise only the straight lines count: every
permutation of the cards that preserves them is a symmetry. With a Surprise, a symmetry must be a
rotation or reflection of the lattice.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import permutations
from typing import Final, NamedTuple

from honjin.core.options import Options, Value
from honjin.games.rokumon.content.data import (
    ACT_KEYS,
    ACTS,
    COLOUR_LETTERS,
    NUMBER_SCHEMES,
    RULINGS,
    cell_at,
    coordinates,
)
from honjin.games.rokumon.rules.setup import setup
from honjin.games.rokumon.rules.state import NO_ROW, Rokumon, die_on, put, settle_board, take

CENTRE: Final = (1, 0)  # of the hexagon
LAST_OF_LOWER_ROW: Final = 3  # of the bricks, whose first is 0


class Symmetry(NamedTuple):
    """The image of each card and of each cell (None if cards never change their cells)."""

    cards: tuple[int, ...]
    cells: tuple[int, ...] | None


@cache
def symmetries(act: int) -> tuple[Symmetry, ...]:
    """All symmetries of an act's board, including the identity."""
    if not ACTS[act].surprises:
        return tuple(_keeping_lines(act))
    return tuple(_turns(act) if ACTS[act].has_automa else _mirrored(act))


def _keeping_lines(act: int) -> Iterator[Symmetry]:
    s = setup({**_USUAL, "act": ACT_KEYS[act]})
    lines = {row for row in s.row if row != NO_ROW}
    for cards in permutations(range(s.cards)):
        if {_image(line, cards) for line in lines} == lines:
            yield Symmetry(cards, None)


def _image(mask: int, cards: Sequence[int]) -> int:
    return sum(1 << image for card, image in enumerate(cards) if mask >> card & 1)


def _turns(act: int) -> Iterator[Symmetry]:
    home = ACTS[act].layout.cells
    for turns in range(6):
        for mirrored in (False, True):
            cells = tuple(_cell_image(cell, turns, mirrored) for cell in range(64))
            yield Symmetry(tuple(home.index(cells[cell]) for cell in home), cells)


def _mirrored(act: int) -> Iterator[Symmetry]:
    """The bricks as they are, and mirrored left to right."""
    home = ACTS[act].layout.cells
    for mirrored in (False, True):
        cells = tuple(_behind(cell) if mirrored else cell for cell in range(64))
        yield Symmetry(tuple(home.index(cells[cell]) for cell in home), cells)


def _behind(cell: int) -> int:
    x, y = coordinates(cell)
    return cell_at(LAST_OF_LOWER_ROW - x - y, y)


def _cell_image(cell: int, turns: int, mirrored: bool) -> int:
    x, y = coordinates(cell)
    x, y = x - CENTRE[0], y - CENTRE[1]
    for _ in range(turns):
        x, y = -y, x + y
    if mirrored:
        x, y = y, x
    return cell_at(x + CENTRE[0], y + CENTRE[1])


# ---- the options a state was made with


def options_of(s: Rokumon) -> Options:
    """The options of a state, its deal included."""
    letters = [COLOUR_LETTERS[s.colour[card]] for card in range(s.cards)]
    deal = [str(s.number[card]) for card in range(s.cards)] if s.solo else letters
    return {
        "act": ACT_KEYS[s.act],
        "deal": "" if s.undealt else "".join(deal),
        "numbers": NUMBER_SCHEMES[s.numbers],
        **{key: values[getattr(s, key)] for key, values in RULINGS.items()},
    }


_USUAL: Final[Options] = {**options_of(Rokumon()), "deal": ""}


# ---- one game for each class


def canonical(options: Options) -> Options:
    """The options of the same game with the first deal of its class."""
    act = ACT_KEYS.index(str(options["act"]))
    images = (_deal_image(str(options["deal"]), symmetry) for symmetry in symmetries(act))
    return {**options, "deal": min(images)}


def _deal_image(deal: str, symmetry: Symmetry) -> str:
    image = [""] * len(deal)
    for card, letter in enumerate(deal):
        image[symmetry.cards[card]] = letter
    return "".join(image)


@cache
def _symmetry_to(act: int, deal: str, other: str) -> Symmetry:
    return next(symmetry for symmetry in symmetries(act) if _deal_image(deal, symmetry) == other)


def first_state(options: Options) -> Rokumon:
    """The first state of a game; cached, as tables look up many positions of one game."""
    return _started(tuple(options.items())).copy()


@lru_cache(256)
def _started(options: tuple[tuple[str, Value], ...]) -> Rokumon:
    return setup(dict(options))


def turned(s: Rokumon, options: Options, to: Options) -> Rokumon:
    """The image of a position in the game of another deal of its class."""
    symmetry = _symmetry_to(s.act, str(options["deal"]), str(to["deal"]))
    image = first_state(to)
    for card in range(s.cards):
        for level in range(s.height[card]):
            kind = die_on(s, card, level)
            take(image, kind)
            put(image, symmetry.cards[card], kind)
        if symmetry.cells:
            image.cell[symmetry.cards[card]] = symmetry.cells[s.cell[card]]
    settle_board(image)
    image.turn, image.ply, image.surprised = s.turn, s.ply, s.surprised
    image.barred = _image(s.barred, symmetry.cards)
    return image
