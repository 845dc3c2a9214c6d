"""Learning the weights of an estimate by matches: trials, what they teach, repeatable runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest

from harvest import GAME
from honjin.bots.weighed.files import read_weights
from honjin.bots.weighed.learned import LearnedWeights, usual_weights
from honjin.envs.setting import Setting
from honjin.games import load
from honjin.train import BadTraining, WeightConfig, Workers
from honjin.train.weights.playing import Table, sides_of
from honjin.train.weights.run import WeightRun
from honjin.train.weights.shards import Scores
from honjin.train.weights.trials import drawn, learned, rate, spread, trial

TINY = WeightConfig(games=40, generations=3, simulations=2, learning_rate=0.1, spread=0.3, seed=3)
DRY = Setting(GAME, GAME.read_options({"field": "dry"}))
WET = Setting(GAME, GAME.read_options({"field": "wet"}))
USUAL = usual_weights(GAME, {"field": "dry"})


def quiet(_: str) -> None:
    """Tell nobody."""


def run(
    folder: Path, config: WeightConfig = TINY, start: LearnedWeights | None = None
) -> WeightRun:
    """A run, interpreted."""
    return WeightRun((DRY, WET), config, folder, {"field": "dry"}, start, "interpreted")


# ---- trials


def test_both_sides_of_a_trial_are_equally_far_from_the_weights() -> None:
    """Each weight is larger for one side and smaller for the other, by the spread; 0 stays."""
    latest = msgspec.structs.replace(USUAL, weights={"worth.0": 5e4, "worth.1": 1e3, "idle": 0.0})
    one = trial(TINY, latest, 1, 5)
    assert set(one.signs) <= {-1, 1}
    assert np.log(one.first[:2] / one.second[:2]) == pytest.approx(0.6 * one.signs[:2], abs=0.01)
    assert 0 == one.first[2] == one.second[2]
    assert (trial(TINY, latest, 1, 5).first == one.first).all()
    signs = {tuple(trial(TINY, latest, 1, n).signs) for n in range(60)}
    assert len(signs) == 8


def test_weights_are_rounded_to_either_side_at_random() -> None:
    """On average they stay what they are."""
    luck = np.random.default_rng(1)
    many = np.array([drawn(np.array([2.25, 7.0]), luck) for _ in range(4000)])
    assert {2, 3} == set(many[:, 0].tolist())
    assert {7} == set(many[:, 1].tolist())
    assert 2.25 == pytest.approx(many[:, 0].mean(), abs=0.03)


def test_a_side_that_wins_draws_every_weight_its_way() -> None:
    """By the learning rate; a drawn trial moves nothing, and two opposite ones neither."""
    signs = trial(TINY, USUAL, 1, 4).signs
    found = learned(TINY, USUAL, 1, {4: 1.0})
    for n, (key, weight) in enumerate(USUAL.weights.items()):
        assert weight * np.exp(0.1 * signs[n]) == pytest.approx(found[key])
    assert USUAL.weights == pytest.approx(learned(TINY, USUAL, 1, {4: 0.0}))
    assert found == pytest.approx(learned(TINY, USUAL, 1, {4: 0.5, 5: 0.0}) | {
        key: weight * np.exp(0.1 * sign)
        for (key, weight), sign in zip(USUAL.weights.items(), signs, strict=True)
    })  # fmt: skip


def test_gains_fall_as_recommended() -> None:
    """Spall 1998: by the powers 0.602 and 0.101, the rate after a tenth of the run."""
    config = WeightConfig(generations=30, learning_rate=0.03, spread=0.3)
    assert 0.03 == rate(config, 1)
    assert 0.03 * (4 / 33) ** 0.602 == pytest.approx(rate(config, 30))
    assert 0.3 == spread(config, 1)
    assert 0.3 / 30**0.101 == pytest.approx(spread(config, 30))


def test_sides_share_the_seats() -> None:
    """Half each; with three seats one side has two, now one and now the other."""
    luck = np.random.default_rng(1)
    assert {1} == {sum(sides_of(2, luck)) for _ in range(20)}
    assert {2} == {sum(sides_of(4, luck)) for _ in range(20)}
    assert {(0, 1), (1, 0)} == {tuple(sides_of(2, luck)) for _ in range(20)}
    assert len({tuple(sides_of(5, luck)) for _ in range(200)}) == 10


def test_the_better_weights_win() -> None:
    """Rice is what counts: a side that prefers it scores nearly always."""
    table = Table([DRY], 2, "interpreted")
    rice, straw = (1, 30, 0), (30, 1, 0)
    scores = [
        table.play(0, sides, (rice, straw), n) for n in range(20) for sides in ((0, 1), (1, 0))
    ]
    assert sum(scores) > 30
    assert sum(table.play(0, (n & 1, ~n & 1), (rice, rice), n) for n in range(40)) < 15


# ---- runs


def test_a_run_learns_what_wins(tmp_path: Path) -> None:
    """After 300 games rice is worth more than straw, whose usual weight is larger."""
    config = msgspec.structs.replace(TINY, games=100, learning_rate=0.05)
    found = run(tmp_path, config).go(quiet)
    assert found.weights["worth.1"] > 1.5 * found.weights["worth.0"]
    assert 0 == found.weights["idle"]
    assert (3, 300, 2, 3) == (found.generation, found.games, found.simulations, found.seed)
    assert {"field": "dry"} == found.options
    assert found == read_weights(tmp_path / "value.json")
    curve = (tmp_path / "curve.csv").read_text().splitlines()
    assert "generation,games,decided,moved,seconds" == curve[0]
    assert ["1,100", "2,200", "3,300"] == [line[:5] for line in curve[1:]]


def test_the_weights_of_a_run_are_the_mean_of_its_later_half(tmp_path: Path) -> None:
    """The geometric one, as weights are changed by their logarithms; 0 stays."""
    slow = msgspec.structs.replace(TINY, learning_rate=0.01)
    found = run(tmp_path, slow).go(quiet).weights
    later = [read_weights(tmp_path / f"gen-{n}" / "value.json").weights for n in (2, 3)]
    assert later[0] != pytest.approx(later[1])
    for key, weight in found.items():
        assert weight**2 == pytest.approx(later[0][key] * later[1][key])


def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    """The same bytes, whatever had to be made again."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    run(whole).go(quiet)
    shutil.copytree(whole, broken)
    (broken / "gen-2" / "games-0020.json").unlink()
    (broken / "gen-2" / "value.json").unlink()
    shutil.rmtree(broken / "gen-3")
    run(broken).go(quiet)
    for name in ("value.json", "gen-2/games-0020.json", "gen-2/value.json", "gen-3/value.json"):
        assert (whole / name).read_bytes() == (broken / name).read_bytes()


@pytest.mark.parametrize(
    ("shard", "told"),
    [
        (Scores(0, (0.5,) * 3), "10 trials from number 0 on, got 3 from 0"),
        (Scores(10, (0.5,) * 10), "10 trials from number 0 on, got 10 from 10"),
        ({"first": 0, "scores": [2.0] * 10}, "expected scores from -1 to 1, got 2"),
        ({"first": 0}, "missing required field `scores`"),
    ],
)
def test_a_shard_of_other_trials_is_refused(tmp_path: Path, shard: object, told: str) -> None:
    """It was learned from, whatever it held; it is played again once it is removed."""
    whole = run(tmp_path).go(quiet)
    last = tmp_path / "gen-3"
    (last / "value.json").unlink()
    (last / "games-0000.json").write_bytes(msgspec.json.encode(shard))
    with pytest.raises(BadTraining, match=f"gen-3/games-0000.json, .*{told}.*; once it is removed"):
        run(tmp_path).go(quiet)
    (last / "games-0000.json").unlink()
    assert whole == run(tmp_path).go(quiet)


def test_a_run_can_begin_with_other_weights(tmp_path: Path) -> None:
    """Its first trials are about those; they must be the game's."""
    weights = {"worth.0": 500.0, "worth.1": 1.0, "idle": 0.0}
    start = msgspec.structs.replace(USUAL, weights=weights)
    one = msgspec.structs.replace(TINY, generations=1, learning_rate=1e-6)
    found = run(tmp_path / "one", one, start).go(quiet)
    assert weights == pytest.approx(found.weights, rel=1e-3)
    with pytest.raises(BadTraining, match="other settings"):
        run(tmp_path / "one", one)
    with pytest.raises(BadTraining, match=r"as it is to start with, got harvest \(rules 2\)"):
        run(tmp_path / "two", one, msgspec.structs.replace(start, rules=2))


def test_a_folder_belongs_to_its_run(tmp_path: Path) -> None:
    """Other settings are refused there, and a game without weights everywhere."""
    run(tmp_path).go(quiet)
    with pytest.raises(BadTraining, match="holds a run with other settings"):
        run(tmp_path, msgspec.structs.replace(TINY, seed=4))
    with pytest.raises(BadTraining, match="other settings, rules or options"):
        WeightRun((DRY, WET), TINY, tmp_path, {}, None, "interpreted")  # for any field
    rokumon = load("rokumon")
    with pytest.raises(BadTraining, match="rokumon has no weights to learn"):
        WeightRun([Setting(rokumon, rokumon.read_options({}))], TINY, tmp_path / "b", {})


def test_games_of_an_unknown_run_are_refused(tmp_path: Path) -> None:
    """Without run.json, what lay in the folder was taken for games of any run."""
    one = msgspec.structs.replace(TINY, generations=1)
    run(tmp_path, one).go(quiet)
    (tmp_path / "run.json").unlink()
    with pytest.raises(BadTraining, match=rf"expected run\.json in {tmp_path}"):
        run(tmp_path, msgspec.structs.replace(one, seed=4))
    assert not (tmp_path / "run.json").exists()


@pytest.mark.slow
def test_workers_make_the_same_weights(tmp_path: Path) -> None:
    """Two processes, compiled, and this one."""

    def made(place: str, jobs: int) -> LearnedWeights:
        run = WeightRun((DRY, WET), TINY, tmp_path / place, {"field": "dry"})
        return run.go(quiet, Workers(jobs))

    assert made("one", 1) == made("two", 2)


@pytest.mark.parametrize("changes", [
    {"games": 3}, {"games": 0}, {"generations": 0}, {"simulations": 0}, {"learning_rate": 0.0},
    {"spread": 2.0}, {"seed": -1},
])  # fmt: skip
def test_settings_have_limits(changes: dict[str, float]) -> None:
    """What is wrong is named with what was expected."""
    with pytest.raises(BadTraining, match=f"expected .*{changes[next(iter(changes))]:g}"):
        WeightConfig(**changes)  # type: ignore[arg-type]
