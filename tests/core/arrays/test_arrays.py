"""Observations as arrays: declarations of fields, and the encoders and names made from them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from honjin.core.arrays import Shown, amount, bits, one_of, own, seat_number, seat_set
from honjin.core.arrays.encoder import Feature, encoder, features
from honjin.core.errors import NoArrays
from honjin.core.jit.rule import rule
from honjin.core.seats import SPECTATOR
from honjin.core.state import State, ints
from honjin.games import keys, load
from honjin.testing import random_play
from madeup.game import GAME


class Shop(State):
    day: int = ints(shows=amount(9))
    rent: int = ints(kind="i2", shows=amount(100, per=10))
    debt: int = ints(shows=amount(5, -5))
    phase: int = ints(shows=one_of(2, 1))
    keys: int = ints(shows=bits(3))
    clerk: int = ints(start=7, shows=seat_number())
    owner: int = ints(shows=seat_number(1))
    inside: int = ints(shows=seat_set())
    coins: list[int] = ints(4, shows=amount(20).by_seat())
    ware: list[list[int]] = ints(2, 4, shows=amount(9).by_seat(1))
    hand: list[list[int]] = ints(4, 2, shows=amount(9).of_mine())
    spied: list[list[list[int]]] = ints(4, 4, 2, shows=amount(9).of_mine().by_seat(1))
    shelf: list[list[int]] = ints(2, 2, shows=amount(9))
    rack: list[list[list[int]]] = ints(4, 2, 2, shows=amount(9).by_seat())
    code: int = ints(shows=own(2, 3))
    secret: int = ints()


@rule
def show_code(s: Shop, me: int, out: Any, at: int) -> None:
    out[at] = s.code >> 2
    out[at + 1] = me


encode = encoder(__name__, "encode", Shop, code=show_code)


def shown(s: Shop, seat: int, seats: int = 3) -> dict[str, int]:
    """The values of the places that are not 0, by name."""
    places = features(Shop, seats)
    out = [0] * len(places)
    assert len(places) == encode(s, seat, seats, out)
    return {place.name: value for place, value in zip(places, out, strict=True) if value}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"day": 4}, {"day": 4}),
        ({"day": 12}, {"day": 9}),
        ({"rent": 39}, {"rent": 3}),
        ({"rent": 1000}, {"rent": 10}),
        ({"debt": -3}, {"debt": -3}),
        ({"debt": -9}, {"debt": -5}),
        ({"phase": 1}, {"phase=1": 1}),
        ({"phase": 2}, {"phase=2": 1}),
        ({"phase": 3}, {}),
        ({"keys": 0b1101}, {"keys:0": 1, "keys:2": 1}),
        ({"clerk": 1}, {"clerk=+0": 1}),
        ({"clerk": 0}, {"clerk=+2": 1}),
        ({"owner": 3}, {"owner=+1": 1}),
        ({"inside": 0b110}, {"inside:+0": 1, "inside:+1": 1}),
        ({"coins": [5, 6, 7, 8]}, {"coins[+0]": 6, "coins[+1]": 7, "coins[+2]": 5}),
        ({"ware": [[0, 0, 2, 0], [3, 0, 0, 0]]}, {"ware[0][+1]": 2, "ware[1][+2]": 3}),
        ({"shelf": [[0, 2], [30, 0]]}, {"shelf[0][1]": 2, "shelf[1][0]": 9}),
        (
            {"rack": [[[0, 1], [0, 0]], [[0, 0], [2, 0]], [[3, 0], [0, 0]], [[4, 4], [4, 4]]]},
            {"rack[+2][0][1]": 1, "rack[+0][1][0]": 2, "rack[+1][0][0]": 3},
        ),
        ({"hand": [[1, 2], [3, 4], [5, 6], [7, 8]]}, {"hand[+0][0]": 3, "hand[+0][1]": 4}),
        ({"secret": 1}, {}),
        ({"code": 8}, {"code:0": 2}),
    ],
)
def test_each_word_shows_a_field_to_the_viewer(
    fields: dict[str, Any], expected: dict[str, int]
) -> None:
    """Seat 1 of three sees itself first, then seat 2, then seat 0."""
    assert {"code:1": 1} | expected == shown(Shop(**fields), 1)


def test_what_each_viewer_knows_of_each_seat_is_turned() -> None:
    """Of a list by viewer and seat only the viewer's part is shown, its own seat first."""
    spied = [[[0, 0] for _ in range(4)] for _ in range(4)]
    spied[2][0], spied[1][0] = [4, 5], [6, 7]
    expected = {"spied[+0][+1][0]": 4, "spied[+0][+1][1]": 5, "code:1": 2}
    assert expected == shown(Shop(spied=spied), 2)


def test_a_spectator_looks_from_seat_0() -> None:
    """A spectator sees the seats in the same order as seat 0."""
    s = Shop(coins=[5, 6, 7, 8], clerk=2)
    assert shown(s, 0) == shown(s, SPECTATOR)


def test_places_are_named_and_bounded() -> None:
    """There are as many places for seats as seats; each has its range."""
    assert Feature("rent", 0, 10) == features(Shop, 2)[1]
    assert Feature("debt", -5, 5) == features(Shop, 2)[2]
    by_seats = [len(features(Shop, seats)) for seats in (2, 3, 4)]
    # clerk, owner, inside, coins, two wares, two spied, four racks: twelve more with each seat
    assert [12, 12] == [by_seats[1] - by_seats[0], by_seats[2] - by_seats[1]]


@pytest.mark.parametrize("make", [lambda: amount(300), lambda: amount(5, -200),
                                  lambda: amount(5, -5, per=2)])  # fmt: skip
def test_a_number_fits_its_place(make: Callable[[], Shown]) -> None:
    """A place holds -128 to 127; a number counted in multiples is not negative."""
    with pytest.raises(ValueError, match=r"place holds|expected `least`"):
        make()


def test_a_field_is_shown_by_the_axes_it_has() -> None:
    """A number has no axis of seats."""
    with pytest.raises(TypeError, match="0 axes"):
        ints(shows=amount(3).by_seat())


def test_fields_shown_by_own_have_rules() -> None:
    """A rule is required for each of them, and for no other field."""
    with pytest.raises(TypeError, match="check code"):
        encoder(__name__, "other", Shop)
    with pytest.raises(TypeError, match="not marked @rule"):
        encoder(__name__, "other", Shop, code=lambda *_: None)


@pytest.mark.parametrize("key", keys())
def test_every_game_is_shown_as_arrays(key: str) -> None:
    """Each game in the catalogue has an array of one size for every seat and for spectators."""
    game = load(key)
    play = random_play(game, game.presets[0].options, seed=3, steps=30)
    size = game.observation_size(play.options)
    for viewer in (*range(play.seats), SPECTATOR):
        assert size == len(game.observation(play.state, viewer, play.options))


def test_seats_of_a_symmetric_position_see_the_same() -> None:
    """The first bid at the fair looks the same from every seat, except for the cards in hand."""
    play = random_play(GAME, {"seats": "3"}, seed=1, steps=3)
    play.state.hand = [[0, 1, 0, 0] for _ in play.state.hand]
    first, *others = (GAME.observation(play.state, seat, play.options) for seat in range(3))
    assert [first, first] == others


def test_a_game_without_arrays_is_refused() -> None:
    """NoArrays names the game and what it lacks."""
    with pytest.raises(NoArrays, match=r"a game that gives `encode`, got madeup"):
        replace(GAME, encode=None).observation_size(GAME.read_options())
