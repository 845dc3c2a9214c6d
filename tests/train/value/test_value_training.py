"""Learning a value: what games teach, and runs that are repeatable and resumable bit for bit."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from honjin.bots import MctsBot
from honjin.bots.learned.files import read_value
from honjin.bots.learned.weights import LearnedValue, blank, weights_for
from honjin.bots.mcts.tree import sow
from honjin.core.jit.compiled import interpreted
from honjin.core.jit.rng import seeded
from honjin.core.play import Play
from honjin.envs.setting import Setting
from honjin.lab import WrongFolder
from honjin.lab.lines import alone_in
from honjin.train import BadTraining, ValueConfig, Workers
from honjin.train.value.fitting import fit, logits, varied_places
from honjin.train.value.order import ordered
from honjin.train.value.play_loop import NEAR
from honjin.train.value.playing import LOOPS, Odds, Plan, Rows, Table, Taught
from honjin.train.value.run import ValueRun
from madeup.game import GAME

TINY = ValueConfig(
    games=25, generations=2, simulations=4, look=3, kept=0.5, siblings=2, widths=(4, 3, 2),
    minibatch=32, epochs=3, seed=3,
)  # fmt: skip


def fair(options: Any) -> Setting:
    """A fair with these options."""
    return Setting(GAME, GAME.read_options(options))


def table(options: Any, **plan: Any) -> Table:
    """A table where games are played interpreted."""
    usual = {"simulations": 4, "look": 4, "kept": 1.0}
    return Table(fair(options), Plan(**(usual | plan)), "interpreted")


def started(setting: Setting) -> LearnedValue:
    """The game's own estimate as a value."""
    return blank(setting.game, setting.options)


# ---- what games teach


@pytest.mark.parametrize("options", [{}, {"seats": "3"}])
def test_positions_after_several_actions_are_recorded_as_every_seat_sees_them(options: Any) -> None:
    """A row for each seat, each position after another action; targets within bounds."""
    setting = fair(options)
    rows = table(options, siblings=3).play(started(setting), (1, 0, 7)).rows
    assert (rows.game == 7).all()
    assert (np.abs(rows.target) <= 1).all()
    assert list(range(setting.seats)) * (len(rows) // setting.seats) == rows.seat.tolist()
    counts = np.bincount(rows.step)[1:] // setting.seats
    assert 3 == counts.max()
    assert len(set(counts.tolist())) > 1


def test_actions_that_are_recorded_differ() -> None:
    """The best of those left, then any of those left, and so on, each at most once."""
    one = table({}, siblings=4)
    edges = 6
    picked = []
    for seed in range(20):
        for edge in range(edges):
            one.tree.action[edge], one.tree.tried[edge] = 10 + edge, edge
            one.tree.prior[edge] = float(edge)
        sow(one.tree, seed)
        assert 4 == interpreted(GAME, LOOPS).pick_siblings(one.tree, one.records, edges)
        picked.append(one.records.picked.tolist())
    assert all(4 == len(set(found)) for found in picked)
    assert {15} == {found[0] for found in picked}
    assert 1 < len({found[1] for found in picked})


@pytest.mark.parametrize("seat", [0, 1])
def test_a_target_is_what_a_search_expects_from_what_the_seat_sees(seat: int) -> None:
    """Worlds that look alike to a seat have the same target, whoever is to act."""
    one, play = table({}, look=40), Play(GAME, {})
    play.run_chance(random.Random(3).randrange)
    weights = weights_for(started(fair({})), GAME, play.options)
    found, worlds = set(), set()
    for seed in range(6):
        state = GAME.seen_by(play.state, seat)
        GAME.resample(state, seat, seeded(seed))
        worlds.add(str(GAME.notation.write_position(state)))
        one.states[NEAR] = state
        sow(one.tree, 5)
        loops = interpreted(GAME, LOOPS)
        found.add(loops.expected(one.states, one.tree, weights, one.records, seat))
    assert len(worlds) > 1
    assert 1 == len(found)


def test_the_same_seed_plays_the_same_game() -> None:
    """Whatever was played before at the table; another seed plays another game."""
    value = started(fair({}))
    fresh, used = table({}), table({})
    used.play(value, (1, 0, 1))
    games = [one.play(value, (1, 0, 2)).rows for one in (fresh, used)]
    names = ("seen", "guess", "target")
    assert all((getattr(games[0], k) == getattr(games[1], k)).all() for k in names)
    other = fresh.play(value, (1, 0, 3)).rows
    assert other.seen.shape != games[0].seen.shape or (other.seen != games[0].seen).any()


def test_a_row_holds_no_secret() -> None:
    """Worlds that look alike to a seat give it the same row, estimate and target included."""
    one, play = table({"seats": "3"}), Play(GAME, {"seats": "3"})
    play.run_chance(random.Random(3).randrange)
    weights = weights_for(started(fair({"seats": "3"})), GAME, play.options)
    found, worlds = set(), set()
    for seed in range(8):
        state = GAME.seen_by(play.state, 0)
        GAME.resample(state, 0, seeded(seed))
        worlds.add(str(GAME.notation.write_position(state)))
        one.states[NEAR] = state
        sow(one.tree, 5)
        interpreted(GAME, LOOPS).record(one.states, one.tree, weights, one.records, 0, 0)
        row = one.records.seen[0].tobytes(), one.records.guess[0], one.records.target[0]
        found.add(row)
    assert len(worlds) > 1
    assert 1 == len(found)


@pytest.mark.parametrize("select", ["ucb", "regret"])
def test_odds_are_the_shares_of_visits(select: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every decision with a choice, beside priors that sum to one; none of regret matching."""
    bot = MctsBot(select=select)
    monkeypatch.setattr("honjin.train.value.playing.tree_search", lambda *_: bot)
    odds = table({}, told=1.0, simulations=8).play(started(fair({})), (1, 0, 7)).odds
    if select == "regret":
        assert 0 == len(odds.game) == len(odds.odds)
        return
    assert (odds.game == 7).all()
    assert (odds.length > 1).all()
    assert int(odds.length.sum()) == len(odds.number) == len(odds.prior) == len(odds.odds)
    starts = np.cumsum(odds.length)[:-1]
    for shares, priors in zip(
        np.split(odds.odds, starts), np.split(odds.prior, starts), strict=True
    ):
        assert 1.0 == pytest.approx(shares.sum(), abs=1e-5)
        assert 1.0 == pytest.approx(np.exp(priors).sum(), abs=1e-5)
    assert ((odds.number >= 0) & (odds.number < GAME.action_count(GAME.read_options({})))).all()


# ---- fitting


def made_up(count: int, noise: float) -> Taught:
    """Rows whose target follows from one place, which the estimate does not see."""
    rng = np.random.default_rng(5)
    seen = rng.integers(0, 2, (count, 6)).astype(np.int8)
    seen[:, 3] = 1
    won = np.where(rng.random(count) < noise, rng.integers(0, 2, count), seen[:, 2])
    target = (2 * won - 1).astype(np.float32)
    guess = rng.normal(size=count).astype(np.float32)
    number = np.arange(count)
    rows = Rows(seen, guess, target, number % 2, number // 4 % 2, number // 8)
    return Taught(rows, made_up_odds(seen))


def made_up_odds(seen: Any) -> Odds:
    """Decisions between three actions: one place tells which is right, the prior is even."""
    count, right = len(seen), seen[:, 4].astype(int)
    odds = np.zeros((count, 3), np.float32)
    odds[np.arange(count), right] = 1
    return Odds(
        seen, np.full(count, 3), np.arange(count) // 8, np.tile([0, 1, 2], count),
        np.full(3 * count, -np.log(3), np.float32), odds.ravel(),
    )  # fmt: skip


def test_a_value_learns_what_the_estimate_does_not_see() -> None:
    """Its loss on games held out is far below that of the estimate, and it drops fixed places."""
    config = ValueConfig(widths=(4, 3, 3), minibatch=64, epochs=15, learning_rate=0.03)
    found = fit(made_up(800, 0.1), 3, config, 1)
    assert [0, 1, 2, 4, 5] == found.weights["places"].tolist()
    assert found.before > 0.68
    assert found.held_out < 0.4
    assert found.ordered > 0.9
    assert found.ordered_before < 0.7
    assert found.priors == pytest.approx(np.log(3), abs=1e-4)
    assert found.odds < 0.3


def test_pairs_are_those_of_one_decision_and_seat() -> None:
    """In the order of the targets, or not, or a tie; what hardly differs does not count."""
    target = np.array([0.0, 1.0, 0.0, 1.0, 0.5, 0.51, 0.3], np.float32)
    logit = np.array([0.0, 2.0, 5.0, 1.0, 9.0, 1.0, 9.0], np.float32)
    game = np.array([1, 1, 1, 2, 1, 1, 1])
    step = np.array([3, 3, 4, 3, 7, 7, 7])
    rows = Rows(np.zeros((7, 1), np.int8), logit, target, np.zeros(7, np.int64), step, game)
    assert 0.5 == ordered(rows.part(game == 1), logit[game == 1])
    assert 1.0 == ordered(rows.part(step < 7), logit[step < 7])
    assert np.isnan(ordered(rows.part(step == 4), logit[step == 4]))


def test_it_does_not_learn_noise() -> None:
    """Where results are random, what is kept is about as good as knowing nothing."""
    config = ValueConfig(widths=(16, 8, 4), minibatch=32, epochs=15, learning_rate=0.02)
    found = fit(made_up(400, 1.0), 3, config, 1)
    assert found.held_out < 0.75


def test_places_that_vary_are_found_in_many_rows() -> None:
    """Also where only the last row differs."""
    seen = np.zeros((25_000, 3), np.int8)
    seen[-1, 1] = 1
    assert [1] == varied_places(seen).tolist()


def test_fitting_uses_the_arithmetic_of_the_search() -> None:
    """The logit of the estimate alone, if all other weights are 0."""
    weights = blank(GAME, GAME.read_options({}), (2, 2, 0)).weights
    guess = np.array([-1.5, 2.0], np.float32)
    given = {name: held for name, held in weights.items() if name != "places"}
    assert [-1.5, 2.0] == logits(np, given, np.zeros((2, 0)), guess).tolist()


# ---- runs


def run(folder: Path, config: ValueConfig) -> bytes:
    """The file that a run makes, or goes on to make."""
    ValueRun(fair({}), config, folder, "interpreted").go(lambda _: None)
    return (folder / "value.npz").read_bytes()


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("generations", [1, 2])
def test_a_resumed_run_makes_the_same_value(generations: int, tmp_path: Path) -> None:
    """What is missing is made again, bit for bit, and the curve has no row twice."""
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    config = msgspec.structs.replace(TINY, generations=generations)
    made = run(whole, config)
    shutil.copytree(whole, cut)
    (cut / "gen-1" / "games-0020.npz").unlink()
    (cut / "gen-1" / "value.npz").unlink()
    (cut / "value.npz").unlink()
    shutil.rmtree(cut / "gen-2", ignore_errors=True)
    assert made == run(cut, config)
    assert 1 + generations == len((cut / "curve.csv").read_text().splitlines())
    value = read_value(whole / "value.npz")
    assert value.suits(GAME, GAME.read_options({}))
    about = value.about
    assert (generations, 25 * generations, 3) == (about.generation, about.games, about.seed)


def test_a_folder_keeps_to_its_settings(tmp_path: Path) -> None:
    """Another seed, or other options, are refused."""
    ValueRun(fair({}), TINY, tmp_path, "interpreted")
    with pytest.raises(BadTraining, match="other settings"):
        ValueRun(fair({}), ValueConfig(seed=4), tmp_path, "interpreted")
    with pytest.raises(BadTraining, match="other settings"):
        ValueRun(fair({"seats": "3"}), TINY, tmp_path, "interpreted")


@pytest.mark.parametrize("name", ["games-0000.npz", "games-0020.npz"])
def test_a_damaged_shard_is_named(tmp_path: Path, name: str) -> None:
    """Once it is removed it is played again, and the value is the same."""
    config = msgspec.structs.replace(TINY, generations=1)
    made = run(tmp_path, config)
    shard = tmp_path / "gen-1" / name
    whole = shard.read_bytes()
    (tmp_path / "gen-1" / "value.npz").unlink()
    method = whole.rindex(b"PK\x01\x02") + 10  # in the last entry of the archive's directory
    strange = whole[:method] + b"\x55" + whole[method + 1 :]
    for damaged in (b"", whole[:-30], strange, b"junk" * 20):
        shard.write_bytes(damaged)
        with pytest.raises(BadTraining, match=rf"{name}.* once it is removed"):
            run(tmp_path, config)
    shard.unlink()
    assert made == run(tmp_path, config)
    assert whole == shard.read_bytes()


@pytest.mark.slow
def test_a_shard_of_an_earlier_generation_is_played_again(tmp_path: Path) -> None:
    """By the value that played it then."""
    made = run(tmp_path, TINY)
    (tmp_path / "gen-1" / "games-0000.npz").unlink()
    (tmp_path / "gen-2" / "value.npz").unlink()
    assert made == run(tmp_path, TINY)


def test_a_run_has_its_folder_for_itself(tmp_path: Path) -> None:
    """Another process that uses it is named; what is said counts the games."""
    said: list[str] = []
    one = ValueRun(fair({}), msgspec.structs.replace(TINY, generations=1), tmp_path, "interpreted")
    with alone_in(tmp_path), pytest.raises(WrongFolder, match="in use by another process"):
        one.go(said.append)
    one.go(said.append)
    assert "generation 1: 2 of 2 shards, 25 of 25 games" in said


@pytest.mark.parametrize("jobs", [0, -1, 65])
def test_there_are_no_runs_without_workers(tmp_path: Path, jobs: int) -> None:
    """A number of them that is impossible is refused before anything is played."""
    here = ValueRun(fair({}), TINY, tmp_path, "interpreted")
    with pytest.raises(BadTraining, match=f"expected 1 to 64 jobs, got {jobs}"):
        here.go(lambda _: None, Workers(jobs))


def test_games_that_teach_nothing_are_refused() -> None:
    """Without rows there is nothing to fit."""
    with pytest.raises(BadTraining, match="expected rows to learn from"):
        fit(made_up(0, 0.1), 3, TINY, 1)


@pytest.mark.parametrize(
    "given", [{"games": 1}, {"kept": 0}, {"siblings": 0}, {"widths": (0, 4, 4)}]
)
def test_impossible_settings_are_refused(given: Any) -> None:
    """Before anything is played."""
    with pytest.raises(BadTraining, match="expected"):
        ValueConfig(**given)
