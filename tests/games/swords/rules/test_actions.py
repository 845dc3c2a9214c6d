"""The table of actions: their numbers, and which exist under which options."""

from __future__ import annotations

import random

import pytest

from games.swords.given import GAME
from honjin.core.play import Play, pick
from honjin.games.swords.content.data import CARDS
from honjin.games.swords.content.maps import IMPASSABLE, designed_for
from honjin.games.swords.rules.actions import ACTIONS, goal_of, walk


@pytest.mark.parametrize("key", ["step", "strike", "leap"])
def test_ways_are_those_of_the_map(key: str) -> None:
    """Rule 15, rulings Q5, Q32: steps and attacks to neighbours, leaps to squares behind them."""
    ways = {}
    for adjacency in ("four", "eight"):
        options = GAME.read_options({"board": "laid", "adjacency": adjacency, "pass_friends": True})
        numbered = map(ACTIONS.decode, GAME.numbering(options).actions)
        args = [found.args for found in numbered if found.key == key]
        assert args == [walk(way[0], goal_of(*way)) for way in args]
        ways[adjacency] = len(args)
    # (10 - rows) * (10 - columns) for each offset of rows and columns.
    near = {"four": 4 * 90, "eight": 4 * 90 + 4 * 81}
    far = {"four": 4 * 80 + 4 * 81, "eight": 4 * 80 + 8 * 72 + 4 * 64}
    assert ways == (far if key == "leap" else near)


def test_what_cannot_be_is_not_numbered() -> None:
    """Rule 25: no offers without trade; of goods alone, no honor, promises, armies or keeps."""
    off, goods, full = (
        GAME.action_count(GAME.read_options({"seats": "2", "trade": trade}))
        for trade in ("off", "goods", "full")
    )
    board = designed_for(2)
    land = sum(code != IMPASSABLE for code in board.terrain)
    answers, cards, amounts = 4 * 2 + 3, 2 * 2 * CARDS, 121
    assert answers + cards + 2 * amounts == goods - off
    assert 2 * (amounts + 4 + land + len(board.keeps)) == full - goods


@pytest.mark.parametrize(
    "given",
    [
        {"seats": "3", "max_rounds": "5"},
        {"seats": "2", "trade": "goods", "adjacency": "eight", "pass_friends": True},
        {"seats": "5", "trade": "off", "board": "laid", "tiles": "hexes"},
        {"seats": "4", "trade": "off", "map": "drawn:3", "pass_friends": True, "start_hand": "5"},
    ],
)
def test_what_is_legal_is_numbered(given: dict[str, str | bool]) -> None:
    """At the beginning of a random game, every legal action has a number under the options."""
    play, chosen = Play(GAME, given), random.Random(3)
    number_of, seen = GAME.numbering(play.options).number_of, set[str]()
    while play.result() is None and len(play.steps) < 400:
        if play.is_chance():
            play.chance(pick(GAME.outcomes(play.state), chosen.randrange))
            continue
        seat = chosen.choice(play.must_act())
        legal = play.legal(seat)
        assert -1 not in {number_of[action] for action in legal}
        seen |= {ACTIONS.decode(action).key for action in legal}
        play.act(seat, chosen.choice(legal))
    assert {"step", "raise", "on"} < seen
