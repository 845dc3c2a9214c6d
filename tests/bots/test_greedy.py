"""The greedy bot: one action ahead."""

import random
from typing import Any

import pytest

from bots.playing import played, result, score, task
from bots.tiny import CROSSES, RACE, Race, crosses
from honjin.bots import Budget, GreedyBot, RandomBot
from honjin.bots.greedy import LOOPS, Look
from honjin.bots.precompile import is_loaded, load_loops
from honjin.core.game import Game
from honjin.core.jit.compiled import compiled, interpreted, warm
from honjin.core.play import Play
from honjin.games import load
from madeup.game import GAME

FAIR: Game[Any] = GAME


@pytest.mark.parametrize("seed", range(5))
def test_takes_an_immediate_win(seed: int) -> None:
    """Whatever the seed, a win on the board is taken."""
    board = crosses("xx./oo./...")
    assert 2 == result(GreedyBot(), CROSSES, board, 0, seed).action


def test_weighs_chance_by_its_odds() -> None:
    """One step from the goal a sure step wins; the die may show nothing."""
    s = Race(at=[5, 5])
    assert 0 == result(GreedyBot(), RACE, s, 0, 1).action


def test_prefers_the_better_expectation() -> None:
    """At the start a throw yields 9/5 of a step on average, more than the one certain step."""
    assert 1 == result(GreedyBot(), RACE, Race(), 0, 1).action


def test_samples_where_outcomes_are_many() -> None:
    """With room for one outcome only it throws once, and still chooses legally."""
    bot = GreedyBot(outcomes=1)
    assert result(bot, RACE, Race(), 0).action in (0, 1)


def test_ties_are_broken_by_the_seed() -> None:
    """Against a cross in the centre all corners are as good; the seed decides, always alike."""
    board = crosses(".../.x./...")
    chosen = [result(GreedyBot(), CROSSES, board, 1, n).action for n in range(20)]
    again = [result(GreedyBot(), CROSSES, board, 1, n).action for n in range(20)]
    assert chosen == again
    assert {0, 2, 6, 8} == set(chosen)


def test_plays_with_what_it_cannot_see() -> None:
    """In the fair, with hidden cards about, it plays the card that scores more."""
    play = Play(FAIR, {"rounds": "3"})
    play.run_chance(lambda total: 0)
    for text in ("0:bid0", "1:bid0"):
        play.act_text(int(text[0]), text[2:])
    play.run_chance(lambda total: total - 1)  # now each has a 1 and a 3
    for text in ("0:bid1", "1:bid0", "0:bright"):
        play.act_text(int(text[0]), text[2:])
    chosen = result(GreedyBot(), FAIR, play.state, 0).action
    assert "card3" == FAIR.notation.write_action(play.state, 0, chosen)


@pytest.mark.parametrize("seats", ["2", "3", "4"])
def test_plays_whole_games_with_secrets(seats: str) -> None:
    """Sealed bids, hidden cards, several seats at once: every choice is legal to the end."""
    bots = [GreedyBot(worlds=4)] * int(seats)
    for seed in range(3):
        assert played(FAIR, bots, seed, {"seats": seats}).result() is not None


def test_answers_late_rather_than_never() -> None:
    """Without any time, or stopped beforehand, it still weighs each action once."""
    board = crosses("xx./oo./...")
    assert 2 == result(GreedyBot(), CROSSES, board, 0, budget=Budget(0.0)).action
    stopped = task(CROSSES, board, 0)
    stopped.handle.stop()
    assert 2 == GreedyBot().think(stopped).action


def test_beats_random() -> None:
    """Over 40 games of crosses it wins at least three times as often."""
    won, lost = score(CROSSES, GreedyBot(), RandomBot(), 40)
    assert won >= 3 * lost, (won, lost)


# ---- compiled


def values(game: Game[Any], play: Play, seat: int, *, fast: bool) -> list[float]:
    """The sums of the actions' values in three worlds."""
    module = (compiled if fast else interpreted)(game, LOOPS)
    look = Look(module, task(game, play.state, seat), 8)
    for seed in range(1, 4):
        look.go_on([seed], seed)
    return look.sums()


@pytest.mark.parametrize(
    "game", [FAIR, *(pytest.param(load(key), marks=pytest.mark.slow) for key in ("akiwado",))],
    ids=lambda game: game.key,
)  # fmt: skip
def test_compiled_it_values_actions_alike(game: Game[Any]) -> None:
    """To the last bit, with secrets, dice, and seats that choose at the same time."""
    warm(game, LOOPS)
    rng, seen = random.Random(3), 0
    for _ in range(20):
        play = Play(game, {"seats": rng.choice(["3", "4"])})
        play.run_chance(rng.randrange)
        while due := play.must_act():
            seat = rng.choice(due)
            if rng.random() < 0.4:
                assert values(game, play, seat, fast=False) == values(game, play, seat, fast=True)
                seen += 1
            play.act(seat, rng.choice(play.legal(seat)))
            play.run_chance(rng.randrange)
    assert seen > 40


def test_it_runs_compiled_where_its_loops_were_loaded() -> None:
    """As an arena does; at a table nothing is compiled for it."""
    bot = GreedyBot()
    result(bot, RACE, Race(), 0)
    assert not is_loaded(RACE, LOOPS)
    warm(FAIR, LOOPS)
    load_loops(FAIR, bot, "greedy")
    assert is_loaded(FAIR, LOOPS)
    assert played(FAIR, [bot] * 2, 1).result() is not None
