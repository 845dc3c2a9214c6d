"""A search guided by a network: what it is told by the network, what it sees, what it finds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from bots.mcts.brute import Solver
from honjin.bots import Budget, SearchHandle, SearchRequest, SlippingBot, all_loops_of, ask
from honjin.bots.net import GuidedBot, NetBot, Network, find_net
from honjin.bots.net.bot import seen_as_array
from honjin.bots.net.guide import guide_of
from honjin.bots.net.guided import LOOPS, blank
from honjin.bots.net.network import layout_of
from honjin.core.errors import UnknownBot
from honjin.core.jit.rng import seeded
from honjin.core.play import Play
from honjin.core.seats import CHANCE
from honjin.games import load
from honjin.lab.matches.entrants import find_entrant, sources_of
from madeup.game import GAME
from netmaker import untrained, write_net

THREE = {"seats": "3"}


def valued(options: Any, seed: int = 1) -> Network:
    """A network of random weights with a value for each seat."""
    net = blank(GAME, GAME.read_options(options), (8, 4))
    rng = np.random.default_rng(seed)
    weights = {
        name: held if name == "scale" else rng.normal(scale=0.3, size=held.shape)
        for name, held in net.weights.items()
    }
    return Network(net.about, {name: held.astype(np.float32) for name, held in weights.items()})


def bidding(options: Any, seed: int = 3) -> Play[Any]:
    """A fair in which all seats have drawn and must bid."""
    play = Play(GAME, options)
    luck = random.Random(seed)
    play.run_chance(luck.randrange)
    return play


def request(play: Play[Any], seat: int, work: int = 30) -> SearchRequest:
    """The request to a seat's bot."""
    seen = play.game.seen_by(play.state, seat)
    budget = Budget(600.0, work)
    return SearchRequest(
        play.game, seen, seat, play.seats, random.Random(1), budget, SearchHandle()
    )


def slow(net: Network, **given: Any) -> GuidedBot:
    """The bot, interpreted."""
    options = GAME.read_options(net.about.options)
    return GuidedBot(net=net, path="x.npz", options=options, compiles=False, **given)


# ---- what the network tells it


@pytest.mark.parametrize("options", [{}, THREE, {"seats": "4"}])
@pytest.mark.parametrize("select", ["ucb", "regret"])
def test_a_search_begins_with_what_the_network_thinks(options: Any, select: str) -> None:
    """The priors are the odds of the policy, the values those of all seats, the viewer first."""
    net = valued(options)
    play = bidding(options)
    for seat in play.must_act():
        task = request(play, seat)
        tree = slow(net, select=select).begin(task).tree
        legal = task.legal()
        mask = np.zeros((1, net.actions), np.int8)
        numbers = net.numbers(GAME)
        mask[0, [numbers[action] for action in legal]] = 1
        seen = seen_as_array(task, net.places)[None]
        odds, _ = net.think(seen, mask)
        count = tree.count[0]
        assert legal == tree.action[:count]
        expected = [odds[0, numbers[action]] for action in legal]
        assert np.allclose(expected, tree.prior[:count], atol=1e-5)
        x = seen * net.weights["scale"]
        for k in range(2):
            x = np.maximum(x @ net.weights[f"w{k}"] + net.weights[f"b{k}"], 0)
        values = (x @ net.weights["value_w"] + net.weights["value_b"])[0].clip(-1, 1)
        turned = [values[(one - seat) % play.seats] for one in range(play.seats)]
        assert np.allclose(turned, tree.sim_value[: play.seats], atol=1e-5)


def test_one_value_serves_two_seats_who_play_for_a_sum_of_zero() -> None:
    """The other seat expects the opposite."""
    net = untrained(GAME, {"seats": "2"})
    assert 1 == net.about.values
    play = bidding({"seats": "2"})
    tree = slow(net).begin(request(play, 1)).tree
    assert tree.sim_value[0] == -tree.sim_value[1] != 0


def test_weights_of_any_size_are_survived() -> None:
    """Weights near the limits of their numbers give a legal action, and values from -1 to 1."""
    net = valued({})
    net.weights = {name: held * np.float32(1e30) for name, held in net.weights.items()}
    play = bidding({})
    with np.errstate(over="ignore", invalid="ignore"):
        result = ask(slow(net), play, 0, random.Random(1), Budget(60.0, 20))
    assert result.action in play.legal(0)
    assert all(one.value is None or -1 <= one.value <= 1 for one in result.stats)


# ---- what it sees and finds


def test_what_others_hide_changes_nothing() -> None:
    """Worlds that look alike to a seat give the same search, simulation for simulation."""
    net = valued(THREE)
    play = bidding(THREE)
    seat = 0
    found = set()
    worlds = set()
    for seed in range(12):
        state = GAME.seen_by(play.state, seat)
        GAME.resample(state, seat, seeded(seed))
        worlds.add(str(GAME.notation.write_position(state)))
        task = request(play, seat)._replace(observation=GAME.seen_by(state, seat))
        found.add(str(slow(net).think(task)._replace(seconds=0.0)))
    assert len(worlds) > 1
    assert 1 == len(found)


def test_the_same_seed_gives_the_same_search() -> None:
    """Another one gives another."""
    net, play = valued({}), bidding({})

    def counted(seed: int) -> list[tuple[int, int]]:
        task = request(play, 0, 60)._replace(rng=random.Random(seed))
        return [(one.action, one.visits) for one in slow(net).think(task).stats]

    assert counted(1) == counted(1)
    assert len({str(counted(seed)) for seed in range(8)}) > 1


def test_visits_follow_the_priors_and_then_the_values() -> None:
    """A network sure of one action is believed first, and corrected where a game's end is near."""
    play = bidding({"rounds": "1", "offers": False})
    net = valued(play.options)
    for name, held in net.weights.items():
        if name != "scale":
            held[:] = 0
    worst = net.numbers(GAME)[play.legal(0)[0]]
    net.weights["policy_b"][worst] = 3.0
    few, many = (slow(net, select="ucb").think(request(play, 0, work)).stats for work in (3, 3000))
    assert few[0].action == play.legal(0)[0]
    assert few[0].visits > 0.5 * sum(one.visits for one in few)
    assert many[0].visits > sum(one.visits for one in many) / len(many)
    assert many[0].value == max(one.value for one in many if one.value is not None)


@pytest.mark.slow
def test_finds_a_known_value_without_help() -> None:
    """With a blank network the mean over all cards comes to what brute force finds."""
    start = GAME.setup(GAME.read_options({"seats": "2", "rounds": "2", "offers": False}))
    start.round, start.bank = 2, 1
    start.coins[:2], start.score[:2] = (1, 2), (2, 1)
    value = GAME.best * Solver(GAME, start).solve(40)
    options = GAME.read_options({})
    bot = GuidedBot(net=blank(GAME, options), path="x.npz", options=options)
    for seat in (0, 1):
        found = []
        for card in (1, 2, 3):
            s = start.copy()
            for drawer in (0, 1):
                GAME.apply_action(s, CHANCE, card if drawer == seat else 2)
            task = SearchRequest(
                GAME, GAME.seen_by(s, seat), seat, 2, random.Random(1), Budget(600.0, 30_000),
                SearchHandle(),
            )  # fmt: skip
            search = bot.begin(task)
            search.go_on(30_000)
            tree, count = search.tree, int(search.tree.count[0])
            prior, total, tried = map(np.asarray, (tree.prior, tree.total, tree.tried))
            odds = prior[:count] / prior[:count].sum()
            means = total[:count] / np.maximum(1, tried[:count])
            found.append(GAME.best * float(odds @ means))
        sign = 1 if seat == 0 else -1
        assert abs(sum(found) / 3 - sign * value) < 0.1


@pytest.mark.slow
def test_compiled_and_interpreted_searches_agree() -> None:
    """Simulation for simulation, as long as roundings of 32 and 64 bits choose alike."""
    for options in ({}, THREE):
        net, play = valued(options), bidding(options)
        for select in ("ucb", "regret"):
            task = request(play, 0, 200)
            fast, plain = (
                GuidedBot(net=net, path="x", options=play.options, compiles=compiles, select=select)
                for compiles in (True, False)
            )
            one = fast.begin(task._replace(rng=random.Random(1)))
            other = plain.begin(task._replace(rng=random.Random(1)))
            for search in (one, other):
                search.go_on(40)
            assert list(one.tree.tried[:3]) == other.tree.tried[:3]
            assert np.allclose(one.tree.total[:3], other.tree.total[:3], atol=1e-4)


# ---- by name


def test_it_is_named_by_its_file_and_its_budget(tmp_path: Path) -> None:
    """`search` takes a number of simulations or a time; a slip can be added."""
    file = write_net(valued(THREE), tmp_path / "a.npz")
    options = GAME.read_options(THREE)
    player = find_net(GAME, options, f"net:{file}:search=50")
    assert isinstance(player.bot, GuidedBot)
    assert 50 == player.budget.work
    assert 0.5 == find_net(GAME, options, f"net:{file}:search=500ms").budget.seconds
    slipping = find_net(GAME, options, f"net:{file}:search=50:slip=0.1").bot
    assert isinstance(slipping, SlippingBot)
    assert (LOOPS,) == all_loops_of(player.bot) == all_loops_of(slipping)
    assert {file} == sources_of(player.bot)
    assert isinstance(find_entrant(GAME, options, f"net:{file}").bot, NetBot)


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ("search=0", "expected a count from 1"),
        ("search=fast", "expected a time"),
        ("search=", "expected a time"),
        ("search=50:depth=1", "expected temperature=0.5, search=200"),
        ("search=50:temperature=0", r"expected a temperature from 0\.1 to 100 for a search, got 0"),
        ("search=50:temperature=nan", "expected a temperature from"),
        ("search=50:temperature=warm", "warm"),
        ("search=d4", "search=d4"),
    ],
)
def test_a_text_that_means_none_is_refused(tmp_path: Path, parts: str, told: str) -> None:
    """UnknownBot says what was expected."""
    file = write_net(valued({}), tmp_path / "a.npz")
    with pytest.raises(UnknownBot, match=told):
        find_net(GAME, GAME.read_options({}), f"net:{file}:{parts}")


def test_temperature_flattens_the_odds(tmp_path: Path) -> None:
    """The hotter, the less a search keeps to what the network prefers; 1 changes nothing."""
    net = valued({})
    net.weights["policy_b"][:] = 30.0 * np.arange(len(net.weights["policy_b"]))
    file = write_net(net, tmp_path / "a.npz")
    play = bidding({})
    options = play.options

    def visits(parts: str) -> list[int]:
        player = find_net(GAME, options, f"net:{file}:search=60{parts}")
        result = ask(player.bot, play, seat=0, rng=random.Random(1), budget=player.budget)
        return [one.visits for one in result.stats]

    assert visits("") == visits(":temperature=1")
    assert max(visits(":temperature=100")) < max(visits(""))


def test_three_seats_need_a_value_each(tmp_path: Path) -> None:
    """A network that only values the seat that acts cannot guide a search there."""
    file = write_net(untrained(GAME, THREE), tmp_path / "a.npz")
    options = GAME.read_options(THREE)
    assert isinstance(find_net(GAME, options, f"net:{file}").bot, NetBot)
    with pytest.raises(UnknownBot, match=r"a value for each of 3 seats .* got one with 1"):
        find_net(GAME, options, f"net:{file}:search=50")


@pytest.mark.parametrize(("options", "seats"), [({}, 3), (THREE, 2)])
def test_a_file_that_claims_another_games_layout_is_refused(
    tmp_path: Path, options: Any, seats: int
) -> None:
    """Its weights have to fit, since the compiled search checks no index."""
    other = GAME.read_options({"seats": str(seats)})
    net = valued(options)
    claimed = msgspec.structs.replace(net.about, layout=layout_of(GAME, other))
    file = write_net(Network(claimed, net.weights), tmp_path / "a.npz")
    for text in (f"net:{file}", f"net:{file}:search=10"):
        with pytest.raises(UnknownBot, match="which is not madeup with these options"):
            find_net(GAME, other, text)
    with pytest.raises(ValueError, match=r"expected a network of \d+ places"):
        guide_of(GAME, other, net.weights, net.about.hidden)


def test_a_network_has_one_value_or_one_for_each_seat() -> None:
    """ValueError for any other number."""
    with pytest.raises(ValueError, match="expected 1 value or one for each of 2 seats, got 3"):
        untrained(load("rokumon"), {"act": "3"}, values=3)
