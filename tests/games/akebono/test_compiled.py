"""The rules compiled: the same games as interpreted, within the declared bounds."""

import pytest

from games.akebono.content.test_board import small
from honjin.core.jit.compiled import playouts

from .given import GAME


@pytest.mark.slow
@pytest.mark.parametrize(
    "given",
    [
        {},
        {"midline": "west_east", "counts": "b", "shot_cost": "path"},
        {"midline": "random", "setup_revisions": "3", "shot_min_empty_hexes": "0"},
        {"board": small(), "defence": "c"},
    ],
)
def test_compiled_games(given: dict[str, str]) -> None:
    """From one seed, ten random games are the same both ways, set-up and dice included."""
    s = GAME.setup(GAME.read_options(given))
    compiled = playouts(GAME, s, 2, 10, 5)
    assert compiled == playouts(GAME, s, 2, 10, 5, interpreted=True)


@pytest.mark.slow
def test_no_game_is_too_long() -> None:
    """Of two thousand random games none exceeds what the game declares."""
    s = GAME.setup(GAME.read_options({"setup_revisions": "3"}))
    assert 2000 == sum(playouts(GAME, s, 2, 2000, 7).reasons)
