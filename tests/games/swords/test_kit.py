"""The conformance kit: whole games without trade, the beginnings of games with it, options."""

import pytest

from honjin.core.locales import LANGUAGES
from honjin.core.seats import SPECTATOR
from honjin.core.words import Say, speak
from honjin.games.swords.rules.state import Swords
from honjin.games.swords.rules.trading.offers import SUMS
from honjin.testing import check_record, conformance, random_play

from .given import GAME

SHORT = {"max_rounds": "10"}


@pytest.mark.slow
@pytest.mark.parametrize("seats", ["2", "3"])
def test_games_conform(seats: str) -> None:
    """The kit finds no fault in a random game without trade."""
    report = conformance(
        GAME, games=1, options={"seats": seats, "trade": "off", **SHORT}, compiled=False
    )
    assert 1 == report.games


@pytest.mark.slow
@pytest.mark.parametrize(
    "given",
    [
        {"seats": "2", "trade": "full"},
        {"seats": "4", "trade": "goods", "map": "drawn:3"},
        {"seats": "5", "trade": "off", "board": "laid", "tiles": "hexes", "snake": True},
        {"seats": "6", "trade": "off", "board": "laid", "tile_hand": "1", "keeps_owned": True},
        {"seats": "3", "trade": "off", "adjacency": "eight", "pass_friends": True,
         "attacks": "0", "new_armies": "0", "start_hand": "5", "take_in_passing": False,
         "beaten_attacker": "forced", "holdings": "captor", "one_march": False},
        {"seats": "3", "trade": "off", "intrigue": "player", "honor_floor": False,
         "stack_traits": False, "supply_new": True, "monks_limited": True, "one_treachery": True,
         "beaten_attacker": "never", "any_fortress": True, "balanced_traits": True},
    ],
)  # fmt: skip
def test_switches_conform(given: dict[str, str | bool]) -> None:
    """The beginning of a game with each option, and with trade, passes the kit."""
    play = random_play(GAME, {**SHORT, **given}, seed=7, steps=150)
    report = check_record(GAME, play.record(), compiled=False)
    assert 1 == report.games


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("tiles", ["hexes", "squares"])
def test_laying_conforms(tiles: str) -> None:
    """So does a board that is laid tile by tile; a preset lays squares in every run."""
    options = {"seats": "3", "trade": "off", "board": "laid", "tiles": tiles, **SHORT}
    play = random_play(GAME, options, seed=7, steps=16)
    assert 1 == check_record(GAME, play.record(), compiled=False).games


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "trade"), [("2", "full"), ("3", "full"), ("2", "goods")])
def test_deals_conform(seats: str, trade: str) -> None:
    """So does a game in which offers are sent and accepted."""
    play = random_play(GAME, {"seats": seats, "trade": trade, **SHORT}, seed=4, steps=160)
    assert isinstance(play.state, Swords)
    assert play.state.deals > 0
    assert 1 == check_record(GAME, play.record(), compiled=False).games


def test_random_games_complete_deals() -> None:
    """Sums, cards and armies are given and got in random games, and told to all in words.

    No game of the kit had come to a deal with cards, which spectators had no words for.
    """
    lines = [line for seed in range(8) for line in deals_told(seed)]
    goods = {f"deal.{what}" for what in (*SUMS, "cards", "army")}
    for side in ("gives", "gets"):
        assert goods <= {what for line in lines for what in sorts_of(line, side)}
    assert all(speak(GAME.words, line, language) for line in lines for language in LANGUAGES)


def deals_told(seed: int) -> list[Say]:
    """The deals of a random game, as spectators read them."""
    play = random_play(GAME, {"seats": "2", "start_hand": "5"}, seed=seed, steps=400)
    told = (event.say for step in play.steps for event in step.told_to(SPECTATOR))
    return [say for say in told if say.k == "trade"]


def sorts_of(deal: Say, side: str) -> set[str]:
    """The gifts of one side of a deal, by the keys of its words."""
    given = deal.p[side]
    assert isinstance(given, Say)
    of = given.p.get("of", ())
    assert isinstance(of, tuple)
    return {one.k for one in of if isinstance(one, Say)}
