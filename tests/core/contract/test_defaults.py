"""The default parts of a game."""

from dataclasses import replace
from typing import Any

import pytest

from honjin.cli.hello import yomi
from honjin.cli.hello.game import GAME, Board
from honjin.core.contract.rules import Law
from honjin.core.errors import Unreadable
from honjin.core.game import Game
from honjin.core.jit.compiled import batch, compiled
from honjin.core.jit.rule import rule
from honjin.core.reading.plain import plain_words
from honjin.core.seats import CHANCE_BIT, MAX_SEATS, SPECTATOR

OPTIONS = GAME.read_options()


def test_positions_are_written_by_their_fields() -> None:
    """Fields with their start values are left out; the text is read back."""
    assert "start" == GAME.notation.write_position(Board())
    state = Board(square=[1, 0, 2, 0, 0, 0, 0, 0, 0], turn=2)
    text = GAME.notation.write_position(state)
    assert "square=1,0,2,0,0,0,0,0,0 turn=2" == text
    assert state == GAME.notation.read_position(text, OPTIONS)
    assert Board() == GAME.notation.read_position("start", OPTIONS)


def test_plain_words_name_every_seat() -> None:
    """A card game made one for three had no word for the third player."""
    assert {f"seat.{seat}" for seat in range(MAX_SEATS)} <= set(plain_words())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "expected each of square, turn, winner at most once, got ''"),
        ("colour=1", "expected each of square, turn, winner at most once, got 'colour=1'"),
        ("turn=1 turn=1", "at most once"),
        ("turn=", "expected 1 whole numbers for turn, got ''"),
        ("square=1", "expected 9 whole numbers for square, got '1'"),
        ("square=1,x", "expected 9 whole numbers for square, got '1,x'"),
        ("turn=" + "9" * 19, "expected 1 whole numbers"),
        ("turn=300", "turn"),
        ("turn=١", "expected 1 whole numbers"),
    ],
)
def test_what_is_no_position_is_refused(text: str, told: str) -> None:
    """The message says what was expected."""
    with pytest.raises(Unreadable, match=told):
        GAME.notation.read_position(text, OPTIONS)


def test_a_position_keeps_the_laws() -> None:
    """A position that breaks a law of the game is not read."""
    law = Law("squares counted", lambda s: s.turn == 9 - s.square.count(0))
    game: Game[Any] = replace(GAME, laws=(law,), notation=None)
    with pytest.raises(Unreadable, match="the law of squares counted"):
        game.notation.read_position("turn=1", OPTIONS)


@pytest.mark.parametrize("text", ["", "-1", "01", "1_0", " 1", "١", "1" * 10, "a"])
def test_an_action_is_a_square(text: str) -> None:
    """No other text is read as an action."""
    with pytest.raises(Unreadable, match="expected <square>"):
        GAME.notation.read_action(Board(), 0, text)


def test_what_follows_from_other_parts() -> None:
    """No chance, no secrets; every seat that may act must act, and all see the same."""
    assert (False, False) == (GAME.has_chance, GAME.has_secrets)
    state = Board(square=[1, *[0] * 8], turn=1)
    assert 0b10 == GAME.may_act(state) == GAME.must_act(state)
    assert state == GAME.seen_by(state, SPECTATOR)
    assert [] == GAME.outcomes(state)
    assert not GAME.may_resign(state, 1)


def test_a_game_never_waits_for_chance() -> None:
    """While chance is next no seat must act, interpreted and compiled."""
    state = yomi.GAME.setup({})
    assert (CHANCE_BIT, 0) == (yomi.GAME.may_act(state), yomi.GAME.must_act(state))
    assert 0 == compiled(yomi.GAME).waited_for(batch(yomi.GAME, state), 0)


def test_a_game_with_secrets_needs_its_own_log() -> None:
    """The default log would give hidden information away in the texts of actions."""

    @rule
    def hide(s: Any, seat: int) -> None:
        s.square[0] = 0

    with pytest.raises(TypeError, match="tictactoe hides something"):
        replace(GAME, observe=hide, has_secrets=None, tell=None)
