"""The themes of puzzles: a turn that wins, a turn that takes prisoners."""

import pytest

from games.akebono.given import GAME, NOTATION, RED, WHITE, at
from honjin.games.akebono.ai.themes import MAX_POINTS, has_won, is_over, prisoners
from honjin.games.akebono.rules.state import Akebono
from honjin.solver import exact_node

TAIRO, PRISONERS = GAME.themes


def do(s: Akebono, *texts: str) -> Akebono:
    """The state after some actions of red."""
    later = s.copy()
    for text in texts:
        action = NOTATION.read_action(later, RED, text)
        assert action in GAME.legal(later, RED)
        GAME.apply_action(later, RED, action)
    return later


def test_the_turn_is_over_when_it_ends_or_the_game_does() -> None:
    """Not while points are left."""
    s = at("A:E5", points=3)
    assert not is_over(s, s, RED)
    assert is_over(s, do(s, "end"), RED)


def test_only_turns_with_few_points_are_asked_about() -> None:
    """Of the seat whose turn it is, near the enemy's tairo or an enemy."""
    s = at("A:K2 S:K3", "T:K1", points=3)
    assert TAIRO.asks(s, RED)
    assert not TAIRO.asks(s, WHITE)
    assert not TAIRO.asks(at("A:K2 S:K3", "T:K1", points=MAX_POINTS + 1), RED)
    assert not TAIRO.asks(at("A:E5", "T:K1", points=3), RED)
    assert PRISONERS.asks(at("A:E5", "A:E6", points=3), RED)
    assert not PRISONERS.asks(at("A:E5", "A:E8", points=3), RED)


def test_what_counts() -> None:
    """Prisoners since the start; a game that is won."""
    s = at("A:E5", "A:E6", points=12)
    assert 0 == prisoners(s, s, RED)
    assert 1 == prisoners(s, do(s, "E5xE6"), RED)
    assert 0 == has_won(s, s, RED)


@pytest.mark.parametrize("theme", GAME.themes, ids=lambda theme: theme.key)
def test_a_position_without_a_clear_answer_is_no_puzzle(theme: object) -> None:
    """Two ways to take the one prisoner, or none at all."""
    s = at("A:E5,E7", "A:E6", points=12)
    assert exact_node(GAME, theme, s, RED) is None  # type: ignore[arg-type]
