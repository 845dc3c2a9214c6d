"""Learning from searches: its targets, its buffer, repeatable and resumable bit for bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from honjin.bots.net import GuidedBot, NetBot, Network, find_net, read_net
from honjin.bots.net.files import read_arrays, write_arrays
from honjin.bots.net.guided import blank
from honjin.core.errors import BadNet
from honjin.core.jit.rng import seeded
from honjin.envs.engine.engine import SEAT, VIEWER, Engine
from honjin.envs.setting import Setting
from honjin.envs.vector import make_vec
from honjin.games import load
from honjin.lab import match
from honjin.train import BadTraining, SearchConfig, Trainer, Workers
from honjin.train.search.playing import SearchRows, chosen
from honjin.train.search.replay import Replay, ends_of
from honjin.train.search.searcher import Found, Searcher
from madeup.game import GAME

TINY = SearchConfig(
    parallel=6, steps=10, minibatch=32, hidden=(16, 8), simulations=12, buffer=90, seed=3
)


# ---- searches


def fairs(options: Any, count: int, noise: float = 0.25) -> tuple[Engine, Searcher]:
    """Games in progress, and a searcher with a network of random weights; all interpreted."""
    setting = Setting(GAME, GAME.read_options(options))
    engine = Engine(setting, count, rules="interpreted")
    engine.seed(range(count))
    engine.begin(engine.everybody)
    searcher = Searcher(setting, 20, noise, rules="interpreted")
    net = blank(GAME, setting.options, (8,))
    rng = np.random.default_rng(1)
    weights = {
        name: held if name == "scale" else rng.normal(size=held.shape).astype(np.float32)
        for name, held in net.weights.items()
    }
    searcher.follow(weights, (8,))
    return engine, searcher


def luck(seed: int = 1) -> np.random.Generator:
    """Random numbers for a search."""
    return np.random.default_rng(seed)


@pytest.mark.parametrize("options", [{}, {"seats": "3"}])
def test_targets_are_odds_of_the_legal_actions(options: Any) -> None:
    """In every position of some games: all legal actions, none other, and a sum of 1."""
    engine, searcher = fairs(options, 3)
    for step in range(12):
        engine.desk[:, VIEWER] = engine.desk[:, SEAT]
        going = np.flatnonzero(engine.desk[:, SEAT] >= 0)
        engine.look(going)
        for i in going.tolist():
            found = searcher.think(engine, i, int(engine.desk[i, SEAT]), luck(step))
            assert np.flatnonzero(engine.legal[i]).tolist() == sorted(found.numbers.tolist())
            assert (found.odds >= 0).all()
            assert pytest.approx(1) == found.odds.sum()
            engine.actions[i] = engine.setting.actions[chosen(found, luck(step), is_drawn=True)]
        engine.advance(going)


def test_what_others_hide_changes_no_target() -> None:
    """The hidden cards drawn again, a seat's search of its game gives the same odds to the bit."""
    engine, searcher = fairs({"seats": "3"}, 1)
    seat = int(engine.desk[0, SEAT])
    positions, found = set(), set()
    for seed in range(12):
        state = GAME.seen_by(engine.state(0), seat)
        GAME.resample(state, seat, seeded(seed))
        positions.add(GAME.notation.write_position(state))
        engine.put(0, state)
        found.add(searcher.think(engine, 0, seat, luck()).odds.tobytes())
    assert len(positions) > 1
    assert 1 == len(found)


def test_a_search_does_not_depend_on_those_before_it() -> None:
    """One tree serves all searches: it is emptied in between."""
    engine, searcher = fairs({}, 2)
    seat = int(engine.desk[1, SEAT])
    first = searcher.think(engine, 1, seat, luck()).odds.tolist()
    searcher.think(engine, 0, int(engine.desk[0, SEAT]), luck(2))
    assert first == searcher.think(engine, 1, seat, luck()).odds.tolist()
    assert first != searcher.think(engine, 1, seat, luck(2)).odds.tolist()


def test_noise_changes_where_a_search_begins() -> None:
    """Without noise the same priors for any random numbers; with noise others that sum to 1."""
    for share, priors in ((0.0, 1), (0.5, 8)):
        engine, searcher = fairs({}, 1, share)
        searcher._simulations = 0
        found = {
            tuple(searcher.think(engine, 0, int(engine.desk[0, SEAT]), luck(seed)).odds.tolist())
            for seed in range(8)
        }
        assert priors == len(found)
        assert all(pytest.approx(1) == sum(odds) for odds in found)


def test_an_action_is_drawn_or_the_likeliest() -> None:
    """Drawn as often as the odds say."""
    found = Found(np.array([4, 7, 9]), np.array([0.5, 0.2, 0.3]))
    assert 4 == chosen(found, luck(), is_drawn=False)
    rng = luck()
    drawn = [chosen(found, rng, is_drawn=True) for _ in range(2000)]
    assert [pytest.approx(share, abs=0.05) for share in found.odds] == [
        drawn.count(number) / len(drawn) for number in found.numbers
    ]


# ---- the buffer

SEATS, GAMES, PLACES, ACTIONS = 3, 4, 2, 5


def played(seed: int, steps: int, first: int) -> SearchRows:
    """Rows of games that end now and then; each decision has a number of its own in its odds."""
    rng = np.random.default_rng(seed)
    rows = SearchRows(steps, GAMES, SEATS, PLACES, ACTIONS)
    rows.seat[:] = rng.integers(0, SEATS, rows.seat.shape)
    rows.over[:] = rng.random(rows.over.shape) < 0.2
    rows.rewards[:] = np.where(rows.over[..., None], rng.normal(size=rows.rewards.shape), 0)
    rows.odds[..., 0] = first + np.arange(steps * GAMES).reshape(steps, GAMES)
    return rows


def test_results_are_those_of_the_game_that_was_played() -> None:
    """Steps up to an end have its result; those after the last one have none yet."""
    over = np.array([[False], [True], [False], [False]])
    rewards = np.zeros((4, 1, 2), np.float32)
    rewards[1, 0] = [1, -1]
    ends, are_over = ends_of(rewards, over)
    assert [[1, -1], [1, -1]] == ends[:2, 0].tolist()
    assert [True, True, False, False] == are_over[:, 0].tolist()


def test_every_decision_gets_its_result_once() -> None:
    """Over several updates, for the seat that decided and those after it, as by hand."""
    replay = Replay(10_000, GAMES, SEATS, PLACES, ACTIONS)
    updates = [played(seed, 7, 28 * seed) for seed in range(6)]
    settled = sum(replay.add(rows) for rows in updates)
    over = np.concatenate([rows.over for rows in updates])
    rewards = np.concatenate([rows.rewards for rows in updates])
    seats = np.concatenate([rows.seat for rows in updates])
    expected = {}
    for step, game in np.ndindex(over.shape):
        ends = np.flatnonzero(over[step:, game])
        if len(ends):
            result = rewards[step + ends[0], game]
            turned = [result[(seats[step, game] + k) % SEATS] for k in range(SEATS)]
            expected[GAMES * step + game] = turned
    held = replay.settled
    pairs = zip(held["odds"], held["result"], strict=True)
    found = {int(one[0]): list(result) for one, result in pairs}
    assert expected == found
    assert settled == len(found) == len(replay)
    waiting = {int(one[0]) for one in replay.waiting["odds"]}
    assert set(range(over.size)) == waiting | expected.keys()
    assert not waiting & expected.keys()


def test_the_buffer_keeps_the_latest() -> None:
    """No more than it should."""
    whole, some = (Replay(most, GAMES, SEATS, PLACES, ACTIONS) for most in (1000, 20))
    for seed in range(4):
        rows = played(seed, 7, 28 * seed)
        whole.add(rows)
        some.add(rows)
    assert 20 == len(some) < len(whole)
    assert (whole.settled["odds"][-20:] == some.settled["odds"]).all()


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("waiting/seat", lambda held: held + SEATS, "expected a seat from 0 to 2"),
        ("waiting/game", lambda held: held - GAMES, "expected a game from 0 to 3"),
        ("waiting/seen", lambda held: held[:, :1], "expected seen of int8"),
        ("settled/odds", lambda held: held[1:], "expected odds of float32"),
        ("settled/result", lambda held: held.astype(np.float64), "expected result of float32"),
        ("settled/more", lambda held: np.zeros(3), "expected arrays seen, mask, odds, result"),
    ],
)
def test_what_is_no_buffer_is_refused(name: str, change: Any, told: str) -> None:
    """ValueError says what was expected."""
    replay = Replay(1000, GAMES, SEATS, PLACES, ACTIONS)
    replay.add(played(1, 7, 0))
    kept = replay.kept()
    again = Replay(1000, GAMES, SEATS, PLACES, ACTIONS)
    again.take_up(kept)
    assert all((held == kept[key]).all() for key, held in again.kept().items())
    with pytest.raises(ValueError, match=told):
        again.take_up(kept | {name: change(kept.get(name, np.zeros(0)))})


# ---- training


def trained(updates: int, game: Any = GAME, options: Any = None, **changed: Any) -> Trainer:
    """A trainer after some updates."""
    fields = {name: getattr(TINY, name) for name in SearchConfig.__struct_fields__}
    trainer = Trainer(game, options, SearchConfig(**fields | changed))
    for _ in range(updates):
        trainer.update()
    return trainer


def told(trainer: Trainer, file: Path) -> dict[str, bytes]:
    """Everything that a run saves, as bytes, without times."""
    trainer.save(file)
    arrays = dict(read_arrays(file))
    for name in ("about", "run/rows"):
        del arrays[name]
    rows = [row._replace(seconds=0.0) for row in trainer.rows]
    return {name: held.tobytes() for name, held in arrays.items()} | {"rows": repr(rows).encode()}


ROKUMON, AKIWADO = load("rokumon"), load("akiwado")
OPTIONS = {"rokumon": {"act": "1"}, "akiwado": {"seats": "3"}}


@pytest.mark.slow
@pytest.mark.parametrize("game", [ROKUMON, AKIWADO], ids=lambda game: game.key)
def test_a_resumed_run_is_the_uninterrupted_one(tmp_path: Path, game: Any) -> None:
    """Bit for bit; another run with the same seed is the same too, one with another is not."""
    options = OPTIONS[game.key]
    expected = told(trained(6, game, options), tmp_path / "a.npz")
    trained(3, game, options).save(tmp_path / "b.npz")
    second = Trainer.resume(tmp_path / "b.npz")
    for _ in range(3):
        second.update()
    assert expected == told(second, tmp_path / "c.npz")
    other = trained(6, game, options, seed=4)
    assert expected["net/w0"] != told(other, tmp_path / "d.npz")["net/w0"]
    assert second.rows[-1].games > 0


@pytest.mark.slow
def test_workers_and_parts_change_nothing(tmp_path: Path) -> None:
    """Two processes play three parts: the same network as from one part in this process."""
    alone, shared = (trained(0, AKIWADO, OPTIONS["akiwado"], parts=parts) for parts in (1, 3))
    with shared.workers(Workers(2)):
        for _ in range(3):
            shared.update()
    for _ in range(3):
        alone.update()
    one, two = told(alone, tmp_path / "a.npz"), told(shared, tmp_path / "b.npz")
    assert one.pop("run/config") != two.pop("run/config")
    assert one == two


@pytest.mark.slow
def test_jax_and_numpy_think_alike() -> None:
    """The network gives the same numbers in training and in play."""
    trainer = trained(3, AKIWADO, OPTIONS["akiwado"])
    seen, mask = trainer.rollout.seen[-1], trainer.rollout.mask[-1]
    odds, value = trainer.network().think(seen, mask)
    log_odds, values = trainer.method.imitation.think(trainer.average, seen, mask)  # type: ignore[attr-defined]
    assert np.abs(np.exp(log_odds) - odds).max() < 1e-5
    assert np.abs(np.asarray(values)[:, 0] - value).max() < 1e-5
    assert (6, 3) == values.shape


@pytest.mark.slow
@pytest.mark.parametrize("game", [ROKUMON, AKIWADO], ids=lambda game: game.key)
def test_its_network_sits_down_as_a_bot(tmp_path: Path, game: Any) -> None:
    """With a search and without, at a table of its game."""
    file, options = tmp_path / "a.npz", OPTIONS[game.key]
    trained(2, game, options).save(file)
    given = game.read_options(options)
    assert game.seats(given) == read_net(file).about.values
    for text, kind in ((f"net:{file}", NetBot), (f"net:{file}:search=10", GuidedBot)):
        assert isinstance(find_net(game, given, text).bot, kind)
        bots = [text, *["random"] * (game.seats(given) - 1)]
        assert match(game, bots, options).match.fault is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "simulations", "least"),
    [(ROKUMON, {"act": "1"}, 32, 0.3), (GAME, {"seats": "3"}, 256, 0.2)],
    ids=["rokumon", "madeup"],
)  # fmt: skip
def test_it_learns_to_win(
    game: Any, options: dict[str, Any], simulations: int, least: float
) -> None:
    """After fifteen thousand decisions the policy alone gains on random actions, at each seat.

    At the made-up game, whose bids are sealed, 32 simulations teach next to nothing (-0.09 to
    0.05); with 256 three seeds reached 0.29 to 0.30 in 900 games each, standard error 0.03.
    """
    config = SearchConfig(
        parallel=64, steps=16, hidden=(64, 64), simulations=simulations, minibatch=256
    )
    trainer = Trainer(game, options, config)
    while trainer.decisions < 15_000:
        trainer.update()
    assert mean_return(trainer.network(), make_vec(game, 900, **options)) > least


def mean_return(net: Network, env: Any) -> float:
    """A network's mean return against random actions, in one game each, over all seats."""
    rng, every, seats = np.random.default_rng(1), np.arange(env.num_envs), env.setting.seats
    seen, _ = env.reset(seed=1)
    got, is_over = np.zeros(env.num_envs), np.zeros(env.num_envs, bool)
    while not is_over.all():
        odds, _ = net.think(seen["observation"], seen["action_mask"])
        chance = rng.random(odds.shape) * seen["action_mask"]
        own = seen["to_play"] == every % seats
        seen, _, over, _, infos = env.step(np.where(own, odds.argmax(1), chance.argmax(1)))
        first = over & ~is_over
        got[first] = infos["rewards"][first, (every % seats)[first]]
        is_over |= over
    return float(got.mean())


@pytest.mark.slow
def test_a_file_with_a_wrong_buffer_is_refused(tmp_path: Path) -> None:
    """BadNet names the file."""
    file = tmp_path / "a.npz"
    trained(2, ROKUMON, OPTIONS["rokumon"]).save(file)
    arrays = dict(read_arrays(file))
    arrays["run/waiting/seat"] = arrays["run/waiting/seat"] + 2
    file.write_bytes(write_arrays(arrays))
    with pytest.raises(BadNet, match=r"a\.npz: expected a seat from 0 to 1"):
        Trainer.resume(file)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("simulations", 1, "expected simulations from 2 to 100,000, got 1"),
        ("noise", 1.5, "expected noise from 0 to 1, got 1.5"),
        ("opening", -1, "expected opening from 0"),
        ("buffer", 0, "expected buffer from 1"),
        ("decay", 2.0, "expected decay from 0 to 1"),
    ],
)
def test_settings_have_limits(name: str, value: Any, told: str) -> None:
    """BadTraining says what was expected."""
    with pytest.raises(BadTraining, match=told):
        SearchConfig(**{name: value})
