"""The evaluation that searches use."""

import random

from games.rokumon.given import GAME, at, do, options
from honjin.core.seats import CHANCE, seats_in
from honjin.games.rokumon.ai.evaluation import DECIDED


def test_guesses_are_zero_sum() -> None:
    """One side's advantage is the other side's disadvantage."""
    rng = random.Random(3)
    s = GAME.setup(options("4"))
    while GAME.may_act(s):
        assert GAME.evaluate(s, 0) == -GAME.evaluate(s, 1)
        assert abs(GAME.evaluate(s, 0)) < DECIDED
        GAME.apply_action(s, s.turn, rng.choice(GAME.legal(s, s.turn)))


def test_results_are_decisive() -> None:
    """A won game has a higher value than any game still running."""
    s = do(at("2", "r,r,./.,.,.,.", "r"), "r1c3")
    assert (DECIDED, -DECIDED) == (GAME.evaluate(s, 0), GAME.evaluate(s, 1))
    drawn = at("2", "r,r,./.,.,.,.", "r")
    drawn.outcome = 1 + GAME.reasons.index("end.length")
    assert 0 == GAME.evaluate(drawn, 0)


def test_two_of_a_row_are_worth_more_than_two_apart() -> None:
    """A row in the making counts, more so while no rival holds its third card."""
    in_row = GAME.evaluate(at("2", "r,r,./.,.,.,b"), 0)
    held = GAME.evaluate(at("2", "r,r,b/.,.,.,."), 0)
    apart = GAME.evaluate(at("2", "r,.,./r,.,.,b"), 0)
    assert in_row > held > apart


def test_own_pairs_count() -> None:
    """An open pair, a move away from a stack, counts."""
    assert GAME.evaluate(at("2", "rr,.,./.,.,.,."), 0) > GAME.evaluate(at("2", "br,.,./.,.,.,."), 0)


def test_chance_seats_are_left_out() -> None:
    """In the Epilogue the evaluation is the player's, regardless of who is to act."""
    s = do(at("epilogue", "r,./.,.,./.,.", "r"), "r1c2")
    assert () == seats_in(GAME.may_act(s))
    assert GAME.may_act(s) >> CHANCE & 1
    assert GAME.evaluate(s, 0) > 0
