"""The search by a learned value: its arithmetic, what it sees, and which games it plays."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.learned.valuemaker import drawn_value, write_value
from honjin.bots import (
    Budget,
    ManneredBot,
    MctsBot,
    SearchHandle,
    SearchRequest,
    SlippingBot,
    all_loops_of,
)
from honjin.bots.learned.bot import LOOPS, ValuedBot, with_value
from honjin.bots.learned.files import MOST_BYTES, read_value
from honjin.bots.learned.learned_loop import GUESS_UNIT
from honjin.bots.learned.weights import LearnedValue, blank, weights_for
from honjin.bots.mcts.tree_loop import SIM_STATE
from honjin.bots.net.files import BadNet
from honjin.core.errors import UnknownBot
from honjin.core.jit.compiled import interpreted
from honjin.core.jit.rng import seeded
from honjin.core.play import Play
from honjin.lab.matches.entrants import find_entrant, sources_of
from madeup.game import GAME

THREE = {"seats": "3"}


def bidding(options: Any, seed: int = 3) -> Play[Any]:
    """A fair in which all seats have drawn and must bid."""
    play = Play(GAME, options)
    play.run_chance(random.Random(seed).randrange)
    return play


def request(play: Play[Any], seat: int, work: int = 30, seed: int = 1) -> SearchRequest:
    """The request to a seat's bot."""
    return SearchRequest(
        play.game, play.game.seen_by(play.state, seat), seat, play.seats, random.Random(seed),
        Budget(600.0, work), SearchHandle(),
    )  # fmt: skip


def slow(value: LearnedValue, **given: Any) -> ValuedBot:
    """The bot, interpreted."""
    options = GAME.read_options(value.about.options)
    return with_value(MctsBot(compiles=False, **given), value, options)


def expected(value: LearnedValue, seen: list[int], guess: float) -> float:
    """The value of an observation, by matrices."""
    w: Mapping[str, Any] = value.weights
    x = np.array(seen)[w["places"]] @ w["first"][:-1] + GUESS_UNIT * guess * w["first"][-1]
    y = np.maximum(x + w["bias"], 0) @ w["second"] + w["second_bias"]
    z = w["last"][0] * guess + w["last"][1] + np.maximum(y, 0) @ w["last"][2:]
    return float(2 / (1 + np.exp(-z)) - 1)


# ---- its arithmetic


@pytest.mark.parametrize("options", [{}, THREE, {"seats": "4"}])
def test_each_seat_is_valued_by_what_it_sees(options: Any) -> None:
    """The loops and matrices agree, for every seat's own observation of one world."""
    value, module = drawn_value(GAME, options), interpreted(GAME, LOOPS)
    play = bidding(options)
    tree = slow(value).begin(request(play, 0)).tree
    weights = weights_for(value, GAME, play.options)
    states = [play.state.copy() for _ in range(5)]
    module.expect(states, tree, weights)
    for seat in range(play.seats):
        guess = module.guess_of(states, SIM_STATE, seat)
        seen = play.state.copy()
        GAME.observe(seen, seat)
        GAME.retract_sealed(seen, seat)
        out = [0] * GAME.observation_size(play.options)
        assert GAME.encode is not None
        GAME.encode(seen, seat, play.seats, out)
        assert expected(value, out, guess) == pytest.approx(tree.sim_value[seat], abs=1e-5)


@pytest.mark.parametrize("select", ["ucb", "regret"])
@pytest.mark.parametrize("widths", [(1, 1, 0), (4, 3, 2)])
@pytest.mark.parametrize("options", [{}, THREE])
def test_without_weights_it_is_the_games_own_estimate(
    options: Any, widths: Any, select: str
) -> None:
    """A blank value and `mcts` visit the same actions equally often."""
    play = bidding(options)
    ours = slow(blank(GAME, play.options, widths), select=select).think(request(play, 0))
    theirs = MctsBot(compiles=False, select=select).think(request(play, 0))
    assert theirs.action == ours.action
    assert [(one.action, one.visits) for one in theirs.stats] == [
        (one.action, one.visits) for one in ours.stats
    ]
    assert [one.value for one in theirs.stats] == pytest.approx([one.value for one in ours.stats])


@pytest.mark.parametrize("options", [{}, THREE])
def test_priors_are_corrected_by_what_the_seat_sees(options: Any) -> None:
    """The loops and matrices agree: the prior by the estimate, times the odds of the layer."""
    value, play = drawn_value(GAME, options), bidding(options)
    task = request(play, 0)
    ours = slow(value, select="ucb").begin(task).tree
    theirs = MctsBot(compiles=False, select="ucb").begin(request(play, 0)).tree
    out = [0] * GAME.observation_size(play.options)
    assert GAME.encode is not None
    GAME.encode(task.observation, 0, play.seats, out)
    w: Mapping[str, Any] = value.weights
    u = np.maximum(np.array(out)[w["places"]] @ w["odds_first"] + w["odds_bias"], 0)
    numbers = [GAME.numbering(play.options).number_of[action] for action in task.legal()]
    rows = w["odds_last"][numbers]
    made = np.array(theirs.prior[: len(numbers)]) * np.exp(rows[:, :-1] @ u + rows[:, -1])
    assert made / made.sum() == pytest.approx(ours.prior[: len(numbers)], rel=1e-4)
    assert ours.prior[: len(numbers)] != pytest.approx(theirs.prior[: len(numbers)], rel=0.1)


def test_regret_matching_keeps_its_first_strategies() -> None:
    """Its odds are strategies, which the search sums up, and no priors."""
    play = bidding({})
    ours, theirs = (
        bot.begin(request(play, 0)).tree
        for bot in (slow(drawn_value(GAME, {}), select="regret"), MctsBot(compiles=False))
    )
    assert theirs.prior == ours.prior


def test_random_weights_play_otherwise() -> None:
    """So the weights are used: values differ from those of the estimate."""
    play = bidding(THREE)
    ours = slow(drawn_value(GAME, THREE)).think(request(play, 0))
    theirs = MctsBot(compiles=False).think(request(play, 0))
    assert {one.value for one in ours.stats}.isdisjoint({one.value for one in theirs.stats})


def test_the_same_seed_gives_the_same_search() -> None:
    """Another one gives another."""
    value, play = drawn_value(GAME, {}), bidding({})

    def counted(seed: int) -> str:
        found = slow(value).think(request(play, 0, 40, seed))
        return str([(one.action, one.visits) for one in found.stats])

    assert counted(1) == counted(1)
    assert len({counted(seed) for seed in range(6)}) > 1


def test_searches_side_by_side_do_not_share_room() -> None:
    """Weights are shared, what a search writes is not."""
    bot, play = slow(drawn_value(GAME, {})), bidding({})
    one, two = (bot.weights(play.game) for _ in range(2))
    assert one.first is two.first
    for name in ("seen", "words", "x", "y", "u", "unit"):
        assert not np.shares_memory(getattr(one, name), getattr(two, name))
    assert np.shares_memory(one.seen, one.words)


# ---- what it sees


@pytest.mark.parametrize("select", ["ucb", "regret"])
def test_what_others_hide_changes_nothing(select: str) -> None:
    """Worlds that look alike to a seat give the same search, simulation for simulation."""
    value, play = drawn_value(GAME, THREE), bidding(THREE)
    found, worlds = set(), set()
    for seed in range(8):
        state = GAME.seen_by(play.state, 0)
        GAME.resample(state, 0, seeded(seed))
        worlds.add(str(GAME.notation.write_position(state)))
        task = request(play, 0)._replace(observation=GAME.seen_by(state, 0))
        found.add(str(slow(value, select=select).think(task)._replace(seconds=0.0)))
    assert len(worlds) > 1
    assert 1 == len(found)


def test_the_network_does_not_see_what_others_hide() -> None:
    """In worlds that look alike to a seat, with the same estimate, its value is the same."""
    module, play = interpreted(GAME, LOOPS), bidding(THREE)
    weights = weights_for(drawn_value(GAME, THREE), GAME, play.options)
    seen = set()
    for seed in range(8):
        state = GAME.seen_by(play.state, 0)
        GAME.resample(state, 0, seeded(seed))
        states = [state.copy() for _ in range(5)]
        module.see(states, SIM_STATE, 0, play.seats, weights)
        seen.add(module.value_seen(weights, 0.5))
    assert 1 == len(seen)


# ---- which games it plays


@pytest.mark.parametrize(
    "about",
    [{"game": "rokumon"}, {"rules": GAME.version + 1}, {"layout": "other"}, {"options": {}}],
)
def test_a_value_of_something_else_is_refused(about: Any, tmp_path: Path) -> None:
    """Another game, other rules, another layout, other options."""
    value = drawn_value(GAME, {}, about=about)
    options = GAME.read_options({})
    assert not value.suits(GAME, options)
    with pytest.raises(ValueError, match="expected"):
        weights_for(value, GAME, options)
    path = write_value(value, tmp_path / "a.npz")
    with pytest.raises(UnknownBot, match="it was learned for"):
        find_entrant(GAME, options, f"value:{path}:20")


def test_a_value_with_places_beyond_the_layout_is_refused() -> None:
    """A file may claim the layout of a game that it does not fit."""
    value = drawn_value(GAME, {})
    assert value.suits(GAME, GAME.read_options({}))
    value.weights["places"][-1] = 100_000
    assert not value.suits(GAME, GAME.read_options({}))


def test_odds_of_other_actions_are_refused() -> None:
    """A file with fewer rows than the game has actions."""
    value = drawn_value(GAME, {})
    short = LearnedValue(value.about, value.weights | {"odds_last": value.weights["odds_last"][1:]})
    assert not short.suits(GAME, GAME.read_options({}))


def test_a_value_of_a_game_plays_it_by_name(tmp_path: Path) -> None:
    """`value:FILE` takes the settings of a search, and says which file and loops it uses."""
    path = write_value(drawn_value(GAME, {}), tmp_path / "a.npz")
    options = GAME.read_options({})
    bot = find_entrant(GAME, options, f"value:{path}:20:c=1").bot
    assert isinstance(bot, ValuedBot)
    assert (1.0, {path}, (LOOPS,)) == (bot.c, sources_of(bot), all_loops_of(bot))
    assert not bot.suits(GAME, GAME.read_options(THREE))
    slipping = find_entrant(GAME, options, f"value:{path}:20:slip=0.5").bot
    assert isinstance(slipping, SlippingBot)
    assert 0.5 == slipping.share
    mannered = find_entrant(GAME, options, f"value:{path}:20:temperature=0.5:slip=0.5").bot
    assert replace(slipping, bot=ManneredBot(slipping.bot, 0.5)) == mannered
    with pytest.raises(UnknownBot, match="rollout=0"):
        find_entrant(GAME, options, f"value:{path}:rollout=3")
    with pytest.raises(UnknownBot, match="No such file"):
        find_entrant(GAME, options, "value:nowhere.npz")


# ---- its file


def test_a_file_gives_what_was_written(tmp_path: Path) -> None:
    """The same value has the same bytes, and the file gives it back."""
    value = drawn_value(GAME, {})
    path = write_value(value, tmp_path / "a.npz")
    again = read_value(path)
    assert value.about == again.about
    assert all((held == again.weights[name]).all() for name, held in value.weights.items())
    assert path.read_bytes() == write_value(again, tmp_path / "b.npz").read_bytes()


@pytest.mark.parametrize(
    ("name", "spoilt"),
    [
        ("last", np.full(6, np.nan, np.float32)),
        ("last", np.full(6, 1e6, np.float32)),
        ("bias", np.zeros(7, np.float32)),
        ("odds_bias", np.zeros(4, np.float32)),
        ("bias", np.zeros(6, np.float64)),
        ("places", np.array([3, 3], np.int32)),
        ("more", np.zeros(1, np.float32)),
    ],
)
def test_bad_weights_are_refused(name: str, spoilt: Any) -> None:
    """Those that are not numbers or too large, of a wrong shape or type, out of order, unknown."""
    value = drawn_value(GAME, {})
    with pytest.raises(ValueError, match="expected"):
        LearnedValue(value.about, value.weights | {name: spoilt})


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    """Before it is read."""
    path = tmp_path / "a.npz"
    path.write_bytes(b"0" * (MOST_BYTES + 1))
    with pytest.raises(BadNet, match="at most"):
        read_value(path)
