"""The conformance kit: whole games without trade, the beginnings of games with it, options."""

import random

import pytest

from honjin.core.play import Play, pick
from honjin.games.swords.rules.actions import ACTIONS
from honjin.games.swords.rules.state import Swords
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
    """The same at the beginning of a game with each option, and with trade."""
    play = random_play(GAME, {**SHORT, **given}, seed=7, steps=150)
    report = check_record(GAME, play.record(), compiled=False)
    assert 1 == report.games


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("tiles", ["hexes", "squares"])
def test_laying_conforms(tiles: str) -> None:
    """The same while the board is laid, tile by tile; a preset lays squares in every run."""
    options = {"seats": "3", "trade": "off", "board": "laid", "tiles": tiles, **SHORT}
    play = random_play(GAME, options, seed=7, steps=16)
    assert 1 == check_record(GAME, play.record(), compiled=False).games


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "trade"), [("2", "full"), ("3", "full"), ("2", "goods")])
def test_deals_conform(seats: str, trade: str) -> None:
    """The same where offers are sent and accepted whenever possible."""
    play = haggled({"seats": seats, "trade": trade, **SHORT}, steps=160)
    assert isinstance(play.state, Swords)
    assert play.state.deals > 0
    assert 1 == check_record(GAME, play.record(), compiled=False).games


def haggled(given: dict[str, str], steps: int) -> Play:
    """The beginning of a game of eager traders."""
    play, chosen = Play(GAME, given), random.Random(4)
    while play.result() is None and len(play.steps) < steps:
        if play.is_chance():
            play.chance(pick(GAME.outcomes(play.state), chosen.randrange))
            continue
        seat = chosen.choice(play.may_act())
        legal = play.legal(seat)
        deals = [a for a in legal if ACTIONS.decode(a).key in ("deal_send", "deal_accept")]
        play.act(seat, deals[0] if deals and chosen.random() < 0.6 else chosen.choice(legal))
    return play
