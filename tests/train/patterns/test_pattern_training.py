"""Learning weights of patterns: what games teach, fitting, runs that are repeatable bit for bit."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from honjin.bots.alphabeta.table import SURE, WON
from honjin.bots.patterns.files import read_patterns
from honjin.bots.patterns.patterns_loop import FINE
from honjin.bots.patterns.weights import blank
from honjin.core.jit.compiled import interpreted
from honjin.envs.setting import Setting
from honjin.games import load
from honjin.lab import WrongFolder
from honjin.lab.lines import alone_in
from honjin.train import BadTraining, PatternConfig, Workers
from honjin.train.patterns.fitting import fit
from honjin.train.patterns.playing import LOOPS, Rows, Table, first_position
from honjin.train.patterns.run import PatternRun
from madeup.game import GAME as FAIR

GAME = load("rokumon")
TINY = PatternConfig(
    games=10, generations=1, nodes=40, look=30, walks=1, steps=2, siblings=2, epochs=2, slip=0.5,
    seed=3,
)  # fmt: skip


def act(key: str, **options: Any) -> Setting:
    """An act of Rokumon."""
    return Setting(GAME, GAME.read_options({"act": key, **options}))


def table(setting: Setting, **changes: Any) -> Table:
    """A table where games are played interpreted."""
    return Table(setting, msgspec.structs.replace(TINY, **changes), "interpreted")


# ---- what games teach


def test_the_same_seed_plays_the_same_game() -> None:
    """Whatever was played before at the table; another seed plays another game."""
    setting = act("1")
    value = blank(GAME, setting.options)
    fresh, used = table(setting), table(setting)
    used.play(value, (1, 0, 1))
    one, two, other = (
        fresh.play(value, (1, 0, 2)),
        used.play(value, (1, 0, 2)),
        used.play(value, (1, 0, 3)),
    )
    for name in Rows.__dataclass_fields__:
        assert (getattr(one, name) == getattr(two, name)).all()
    assert len(one.target) != len(other.target) or (one.target != other.target).any()
    assert (one.game == 2).all()


def test_targets_are_expected_results_of_the_first_seat() -> None:
    """From 0 to 1; some are proved, and rows have as many patterns as the position."""
    setting = act("1")
    one = table(setting)
    rows = Rows.joined([one.play(blank(GAME, setting.options), (1, 0, n)) for n in range(6)])
    assert len(rows) > 50
    assert 0 <= rows.target.min() <= 0.5 <= rows.target.max() <= 1
    assert {0.0, 1.0} & set(rows.target.tolist())
    assert set((rows.places >= 0).sum(axis=1).tolist()) == {6 + 2 + 15 + 2}


def test_a_searchs_value_becomes_an_expected_result() -> None:
    """A forced win is 1 however far, EVAL_SCALE a logit of 1, and both sides agree."""
    module = interpreted(GAME, LOOPS)
    half = SURE // 2  # an estimate of EVAL_SCALE
    found = [module.expected(value) for value in (WON - 9, half, 0, -half, 9 - WON)]
    assert [1.0, 1 / (1 + np.exp(-1)), 0.5, 1 / (1 + np.exp(1)), 0.0] == pytest.approx(found)


def test_deals_can_be_left_out() -> None:
    """No game begins with one of them."""
    setting = act("4")
    deals = {"gggjjjj", "jjjjggg", "gjgjgjj"}
    index = GAME.index
    assert index is not None
    assert index.options_of is not None
    starts = [first_position(setting, tuple(deals), random.Random(n)) for n in range(300)]
    met = {str(index.options_of(s)["deal"]) for s in starts}
    assert 32 == len(met)
    assert met.isdisjoint(deals)


@pytest.mark.parametrize(
    ("setting", "without", "told"),
    [
        (act("4"), ("gggjjjx",), "expected deals to leave out: .*gggjjjx"),
        (act("4"), ("gggjjjj", ""), "got an empty one"),
        (act("4", deal="gggjjjj"), ("gggjjjj",), "expected a deal that is played"),
    ],
)
def test_deals_that_cannot_be_left_out_are_refused(
    setting: Setting, without: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    """Unknown ones, and all that there are: before a folder is made."""
    config = msgspec.structs.replace(TINY, without=without)
    with pytest.raises(BadTraining, match=told):
        PatternRun(setting, config, tmp_path / "run", "interpreted")
    assert not (tmp_path / "run").exists()


def test_a_game_without_patterns_is_refused() -> None:
    """Before anything is played."""
    with pytest.raises(BadTraining, match="has no patterns"):
        table(Setting(FAIR, FAIR.read_options({})))


# ---- fitting


def made_up(count: int) -> Rows:
    """Rows with one of four patterns each, and results by their logits."""
    rng = np.random.default_rng(5)
    kind = rng.integers(0, 4, count)
    places = np.stack([100 + kind, np.full(count, 7), np.full(count, -1)], axis=1)
    target = 1 / (1 + np.exp(-(kind - 1.0)))
    guess = rng.integers(-40, 40, count)
    game = np.arange(count) % 50
    return Rows(
        places.astype(np.int32), target.astype(np.float32), guess.astype(np.int32),
        game.astype(np.int32),
    )  # fmt: skip


def test_fitting_finds_the_weights_behind_results() -> None:
    """Their differences, in units of the search; -1 stands for no pattern."""
    config = msgspec.structs.replace(TINY, epochs=30, decay=0.0)
    found = fit(GAME, made_up(2000), config, interpreted(GAME, LOOPS), 1)
    learned = found.weights[100:104] / (1 << FINE)
    assert [1.0, 1.0, 1.0] == pytest.approx(np.diff(learned).tolist(), abs=0.05)
    assert found.held_out < found.before
    assert 5 == np.count_nonzero(found.weights)


# ---- runs


def run(folder: Path, config: PatternConfig) -> bytes:
    """The file that a run makes, or goes on to make."""
    PatternRun(act("1"), config, folder, "interpreted").go(lambda _: None)
    return (folder / "value.npz").read_bytes()


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("generations", [1, 2])
def test_a_resumed_run_makes_the_same_weights(generations: int, tmp_path: Path) -> None:
    """What is missing is made again, bit for bit, and the curve has no row twice."""
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    config = msgspec.structs.replace(TINY, generations=generations)
    made = run(whole, config)
    shutil.copytree(whole, cut)
    (cut / "gen-1" / "games-0000.npz").unlink()
    (cut / "gen-1" / "value.npz").unlink()
    (cut / "value.npz").unlink()
    shutil.rmtree(cut / "gen-2", ignore_errors=True)
    assert made == run(cut, config)
    assert 1 + generations == len((cut / "curve.csv").read_text().splitlines())
    value = read_patterns(whole / "value.npz")
    assert value.suits(GAME, act("1").options)
    about = value.about
    assert (generations, 10 * generations, 3) == (about.generation, about.games, about.seed)


def test_a_folder_keeps_to_its_settings(tmp_path: Path) -> None:
    """Another seed, or other options, are refused."""
    PatternRun(act("1"), TINY, tmp_path, "interpreted")
    with pytest.raises(BadTraining, match="other settings"):
        PatternRun(act("1"), msgspec.structs.replace(TINY, seed=4), tmp_path, "interpreted")
    with pytest.raises(BadTraining, match="other settings"):
        PatternRun(act("2"), TINY, tmp_path, "interpreted")


def test_a_damaged_shard_is_named(tmp_path: Path) -> None:
    """Once it is removed it is played again, and the weights are the same."""
    made = run(tmp_path, TINY)
    shard = tmp_path / "gen-1" / "games-0000.npz"
    whole = shard.read_bytes()
    (tmp_path / "gen-1" / "value.npz").unlink()
    method = whole.rindex(b"PK\x01\x02") + 10  # in the last entry of the archive's directory
    strange = whole[:method] + b"\x55" + whole[method + 1 :]
    for damaged in (b"", whole[:-30], strange, b"junk" * 20):
        shard.write_bytes(damaged)
        with pytest.raises(BadTraining, match=r"games-0000.npz.* once it is removed"):
            run(tmp_path, TINY)
    shard.unlink()
    assert made == run(tmp_path, TINY)
    assert whole == shard.read_bytes()


@pytest.mark.slow
def test_a_shard_of_an_earlier_generation_is_played_again(tmp_path: Path) -> None:
    """By the weights that played it then."""
    config = msgspec.structs.replace(TINY, generations=2)
    made = run(tmp_path, config)
    (tmp_path / "gen-1" / "games-0000.npz").unlink()
    (tmp_path / "gen-2" / "value.npz").unlink()
    assert made == run(tmp_path, config)


def test_a_run_has_its_folder_for_itself(tmp_path: Path) -> None:
    """Another process that uses it is named; what is said counts the games."""
    said: list[str] = []
    runs = PatternRun(act("1"), TINY, tmp_path, "interpreted")
    with alone_in(tmp_path), pytest.raises(WrongFolder, match="in use by another process"):
        runs.go(said.append)
    runs.go(said.append)
    assert "generation 1: 1 of 1 shards, 10 of 10 games" in said


@pytest.mark.parametrize("jobs", [0, -1, 65])
def test_there_are_no_runs_without_workers(tmp_path: Path, jobs: int) -> None:
    """A number of them that is impossible is refused before anything is played."""
    here = PatternRun(act("1"), TINY, tmp_path, "interpreted")
    with pytest.raises(BadTraining, match=f"expected 1 to 64 jobs, got {jobs}"):
        here.go(lambda _: None, Workers(jobs))


@pytest.mark.parametrize("given", [{"games": 1}, {"slip": 2.0}, {"look": 1}])
def test_impossible_settings_are_refused(given: Any) -> None:
    """Before anything is played."""
    with pytest.raises(BadTraining, match="expected"):
        PatternConfig(**given)
