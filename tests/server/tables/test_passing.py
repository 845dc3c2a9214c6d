"""A seat that can only pass is told so, and whether the others can see it."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from honjin.core.game import Game
from honjin.core.play import Play
from honjin.games import load
from honjin.server.people.caller import Caller
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room
from honjin.server.tables.view.views import ViewBuilder
from server.secrets.test_secrets import GUESTS

TWO = {"seats": "2", "trade": "full", "max_rounds": "5"}


def room_at(game: Game[Any], options: dict[str, Any], position: str) -> Room:
    """A running table of two that begins with a position."""
    full = dict(game.read_options(options))
    opened = e.Opened(1, game.key, game.version, full, "7" * 64, start=position)
    room = Room("table", game, opened)
    for seat in range(2):
        room.apply(e.Sat(1, seat, "person", GUESTS[seat], GUESTS[seat]))
    room.apply(e.Started(1))
    return room


def turn_of(room: Room, seat: int) -> dict[str, Any]:
    """The turn as it is sent to the seat."""
    caller = Caller(GUESTS[seat], GUESTS[seat])
    view = json.loads(ViewBuilder(room).view(seat, caller, frozenset()))
    found: dict[str, Any] = view.get("turn", {})
    return found


def turns(key: str, options: dict[str, Any], seed: int, most: int) -> Counter[str]:
    """The turns of a random game on which a seat could pass, by whether it had another choice.

    The messages are compared with the choices that the rules allow.
    """
    game, rng, found = load(key), Random(seed), Counter[str]()
    play = Play(game, options)
    for n in range(most):
        play.run_chance(rng.randrange)
        if not play.must_act():
            break
        seat = rng.choice(play.must_act())
        if n % 5 == 0:
            found[_passing(game, options, play, seat)] += 1
        play.push(seat, rng.choice(play.legal(seat)))
    return found


def _passing(game: Game[Any], options: dict[str, Any], play: Play, seat: int) -> str:
    position = game.notation.write_position(play.state)
    passing = turn_of(room_at(game, options, position), seat).get("passing")
    pruned = game.seen_by(play.state, seat)
    game.prune_optional(pruned)
    duties = {game.notation.write_action(pruned, seat, a) for a in game.legal(pruned, seat)}
    idle = str(passing.get("idle", "")) if passing else "none"
    assert (passing is not None and duties == {passing["do"]}) == (idle in ("seen", "hidden"))
    return idle


@pytest.mark.parametrize("seed", range(2))
def test_in_swords_a_seat_passes_for_no_reason_that_others_can_see(seed: int) -> None:
    """It could hold a card to play, so it must not show that it has none (rule 11)."""
    found = turns("swords", TWO, seed, 400)
    assert found["hidden"]
    assert not found["seen"]


def test_in_akebono_all_see_that_a_turn_is_over() -> None:
    """Once armies are placed nothing is hidden: a seat without points can only end (rule 13)."""
    found = turns("akebono", {}, 3, 400)
    assert found["seen"]
    assert not found["hidden"]


def test_a_game_in_which_nothing_passes_says_nothing() -> None:
    """In Rokumon every action changes something."""
    assert {"none"} == turns("rokumon", {}, 1, 60).keys()
