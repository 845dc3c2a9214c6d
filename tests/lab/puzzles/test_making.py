"""Making decision puzzles: a seed makes the same ones again, and values are recomputed."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from honjin.games import load
from honjin.lab.puzzles.asked import SIMULATIONS, asked_player
from honjin.lab.puzzles.maker import DecisionMaker
from honjin.lab.puzzles.searched import searched_node
from honjin.solver import Book, Decision

GAME = load("akiwado")
OPEN = {"show_coins": True}


def first_of(maker: DecisionMaker) -> list[Decision]:
    """What the first game that has any puzzles gives."""
    return next(found for _ in count() if (found := maker.look()))


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzles() -> None:
    """With the same puzzles so far; and those are not made again."""
    made = first_of(DecisionMaker(GAME, OPEN, seed=4))
    assert made == first_of(DecisionMaker(GAME, OPEN, seed=4))
    later = first_of(DecisionMaker(GAME, OPEN, made, seed=4))
    assert not {one.entries for one in made} & {one.entries for one in later}


@pytest.mark.slow
def test_only_the_themes_asked_for_are_made() -> None:
    """A theme by its key."""
    made = first_of(DecisionMaker(GAME, OPEN, seed=2, themes=["split"]))
    assert {"split"} == {one.theme for one in made}


@pytest.mark.slow
@pytest.mark.parametrize("n", [0, 18, 36])
def test_searched_values_are_recomputed(n: int) -> None:
    """By the same simulations with the same seeds, from what the seat sees."""
    book = Book.shipped(GAME)
    assert book is not None
    puzzle = book.decisions[n]
    play, theme = puzzle.play(GAME), GAME.theme(puzzle.theme)
    assert theme is not None
    seen: Any = play.seen(puzzle.seat)
    assert puzzle.first == searched_node(GAME, theme, seen, puzzle.seat, play.seats)


def test_levels_are_asked_with_a_fixed_amount_of_work() -> None:
    """One that is limited by time elsewhere gets a number of simulations."""
    player = asked_player(GAME, GAME.read_options(), "shogun")
    assert SIMULATIONS == player.budget.work
