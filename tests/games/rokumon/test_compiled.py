"""The rules compiled: the same counts and the same games as interpreted."""

import pytest

from honjin.core.jit.compiled import perft, playouts

from .given import GAME, options, start

ACTS = ("1", "2", "3", "4", "5", "epilogue")


@pytest.mark.parametrize(
    ("act", "depth", "count"),
    [("2", 5, 24396), ("3", 3, 7608), ("4", 2, 3247), ("1", 2, 30)],
)
def test_compiled_perft(act: str, depth: int, count: int) -> None:
    """Leaf counts of the compiled rules are those that two other programs agreed on."""
    assert count == perft(GAME, start(act), depth)


@pytest.mark.parametrize("act", ACTS)
def test_compiled_games(act: str) -> None:
    """From one seed, a hundred random games are the same both ways, the deal included."""
    s = GAME.setup(options(act, ""))
    seats = GAME.seats(options(act))
    compiled = playouts(GAME, s, seats, 100, 5)
    assert compiled == playouts(GAME, s, seats, 100, 5, interpreted=True)


@pytest.mark.parametrize("act", ACTS)
def test_compiled_perft_is_the_interpreted(act: str) -> None:
    """Two actions deep, compiled and interpreted counts agree in every act."""
    assert perft(GAME, start(act), 2) == perft(GAME, start(act), 2, interpreted=True)
