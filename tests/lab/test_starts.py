"""Who wins each start: figures that come with a game, and what they hold for."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.bots import LEVELS
from honjin.bots.weighed.files import read_weights, weights_bytes
from honjin.core.game import Game
from honjin.core.jit.sources.files import LEARNED
from honjin.core.options import Preset
from honjin.games import keys, load
from honjin.lab import Fixed, Series
from honjin.lab.starts import (
    PERFECT,
    Figure,
    Share,
    even_presets,
    figures_of,
    is_even,
    keep_figures,
    means_of,
    read_figures,
    start_of,
)
from madeup.game import GAME


def figure(game: Game[Any], preset: str = "two", level: str = "samurai", **given: Any) -> Figure:
    """A figure that holds today."""
    options = game.read_options(next(p.options for p in game.presets if p.key == preset))
    usual = {
        "means": means_of(game, options, level), "start": start_of(game, options),
        "day": "2026-11-30", "games": 400, "seats": shares(55, 45),
    }  # fmt: skip
    return Figure(preset, level, **(usual | given))


def shares(*values: float) -> tuple[Share, ...]:
    return tuple((value, max(0, value - 5), min(100, value + 5)) for value in values)


@pytest.fixture
def game(tmp_path: Path) -> Game[Any]:
    """A made-up game whose figures are in a folder of the test."""
    return replace(GAME, home=tmp_path)


def test_figures_are_kept_by_preset_and_level(game: Game[Any]) -> None:
    """The weakest level stands first, perfect play last; a later figure replaces an earlier one."""
    assert {} == figures_of(game)
    keep_figures(game, [figure(game, level=PERFECT), figure(game, level="daimyo")])
    keep_figures(game, [figure(game, level="ashigaru"), figure(game, "three")])
    keep_figures(game, [later := figure(game, level="daimyo", games=800)])
    found = figures_of(game)
    assert ["ashigaru", "daimyo", "perfect"] == [one.level for one in found["two"]]
    assert later == found["two"][1]
    assert ["samurai"] == [one.level for one in found["three"]]
    assert () == found["four"]


@pytest.mark.parametrize("other", [{"means": "mcts:1"}, {"start": "0" * 16}])
def test_figures_of_another_bot_or_start_are_left_out(
    other: dict[str, str], game: Game[Any]
) -> None:
    """A level that means another bot now, or another map, is not what was measured."""
    keep_figures(game, [figure(game, **other)])
    assert () == figures_of(game)["two"]
    assert 1 == len(read_figures(game))


def test_figures_of_other_rules_are_left_out(game: Game[Any]) -> None:
    """The version of the rules counts, even if the first position is the same."""
    keep_figures(game, [figure(game)])
    assert () == figures_of(replace(game, version=game.version + 1))["two"]


def test_a_start_is_its_map_and_its_numbers() -> None:
    """A battle with one turn less is another start, as is a handicap."""
    summits = load("summits")
    text = (summits.home / "content" / "tennozan.toml").read_text("utf-8")
    own = text.replace("\nturns = 12\n", "\nturns = 11\n", 1)
    given: list[dict[str, str]] = [{}, {"map": own}, {"handicap": "1"}]
    assert 3 == len({start_of(summits, summits.read_options(options)) for options in given})


def test_a_level_is_its_specification_and_what_it_has_learned(tmp_path: Path) -> None:
    """Other weights make another bot; a level that has learned nothing is its specification."""
    summits = load("summits")
    options = summits.read_options({"battle": "tennozan"})
    (tmp_path / LEARNED).mkdir()
    weights = read_weights(summits.home / LEARNED / "tennozan.json")
    changed = {**weights.weights, "hill": 1.0}
    own = msgspec.structs.replace(weights, weights=changed)
    (tmp_path / LEARNED / "tennozan.json").write_bytes(weights_bytes(own))
    other = replace(summits, home=tmp_path)
    assert means_of(summits, options, "samurai") != means_of(other, options, "samurai")
    assert means_of(GAME, {}, "samurai") == GAME.levels({})[1]


def test_figures_are_not_among_the_code_that_played_them(game: Game[Any]) -> None:
    """What was measured first does not forbid to resume the rest of the games."""
    before = Series(game, ["random"], lineup=Fixed).question
    keep_figures(game, [figure(game)])
    assert before == Series(game, ["random"], lineup=Fixed).question


@pytest.mark.parametrize(
    ("even", "values"),
    [
        (True, (60, 40)), (False, (60.1, 39.9)), (False, (39.9, 60.1)), (True, (100,)),
        (True, (42, 28, 30)), (False, (43, 27, 30)), (True, (25, 37, 38)), (False, (24, 38, 38)),
    ],
)  # fmt: skip
def test_even_is_up_to_the_odds_of_sixty_to_forty(even: bool, values: tuple[float, ...]) -> None:
    """1.5 to 1, of three seats against an even share of one third: 42.9 % or 25 %."""
    assert even == is_even(figure(GAME, seats=shares(*values)))


def test_the_most_even_preset_is_offered_instead() -> None:
    """It has all options of the uneven one and more, and its own best figure is even."""
    uneven, fair, fairer = shares(80, 20), shares(58, 42), shares(49, 51)
    presets = {
        "plain": {"seats": "2"}, "fair": {"seats": "2", "rounds": "2"},
        "fairer": {"seats": "2", "rounds": "3"}, "other": {"seats": "3"},
    }  # fmt: skip
    game = replace(GAME, presets=tuple(Preset(key, options) for key, options in presets.items()))
    figures = {
        "plain": (figure(GAME, seats=fairer), figure(GAME, seats=uneven)),
        "fair": (figure(GAME, seats=fair),),
        "fairer": (figure(GAME, seats=fairer),),
        "other": (figure(GAME, seats=shares(33, 33, 34)),),
    }
    assert {"plain": "fairer"} == even_presets(game, figures)
    figures["fairer"] = (figure(GAME, seats=uneven),)
    assert {"plain": "fair"} == even_presets(game, figures)
    assert {} == even_presets(game, {"plain": figures["plain"]})


@pytest.mark.parametrize("key", keys())
def test_shipped_figures_are_of_enough_games(key: str) -> None:
    """400 games at least; the shares add up to one game, and lie in their intervals."""
    game = load(key)
    seats = {preset.key: game.seats(game.read_options(preset.options)) for preset in game.presets}
    for one in read_figures(game):
        assert one.level == PERFECT or (one.level in LEVELS and one.games >= 400)
        assert seats[one.preset] == len(one.seats)
        for group in filter(None, (one.seats, one.order)):
            assert all(low <= value <= high for value, low, high in group)
            assert len(group) == 1 or abs(100 - sum(value for value, *_ in group)) < 0.5


@pytest.mark.parametrize("key", keys())
def test_shipped_figures_are_of_todays_starts_and_levels(key: str) -> None:
    """Others are not shown: count anew, or renew the digest if the start is the same game."""
    game = load(key)
    held = {(one.preset, one.level) for every in figures_of(game).values() for one in every}
    assert {(one.preset, one.level) for one in read_figures(game)} == held
