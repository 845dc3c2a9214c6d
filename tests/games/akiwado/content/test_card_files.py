"""Lists of cards from files: read and written, refused with a flaw, and drawn at the desk."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.akiwado.given import GAME
from honjin.core.errors import BadOption, Flaw
from honjin.core.words import speak
from honjin.games.akiwado.content.cardfile import (
    MAX_CHARACTERS,
    PRINTED_KEY,
    PRINTED_TEXT,
    cards_of,
    read_cards,
    write_cards,
)
from honjin.games.akiwado.content.cardlist import (
    MAX_CARDS,
    MAX_COPIES,
    MAX_ORDERS,
    MAX_START,
    MAX_TURNS,
    PRINTED,
    CardList,
    turns,
)
from honjin.games.akiwado.content.data import COLOURS, REMOVALS, SEATS, WASTES
from honjin.games.akiwado.rules.actions import MAX_COINS
from honjin.games.akiwado.view.desk import VARIANTS

LARGEST = CardList(copies=(MAX_COPIES,) * COLOURS + (MAX_ORDERS,), start_coins=MAX_START)


def said(text: str) -> str:
    """The flaw of a file, in English; it has words in Japanese too."""
    with pytest.raises(Flaw) as caught:
        read_cards(text)
    assert speak(GAME.words, caught.value.say, "ja")
    return speak(GAME.words, caught.value.say)


def refused(text: str, **options: Any) -> str:
    """Why a game with these options cannot be played with a file."""
    with pytest.raises(BadOption) as caught:
        GAME.read_options({"cards": text, **options})
    assert caught.value.say is not None
    return speak(GAME.words, caught.value.say)


# ---- reading and writing


@pytest.mark.parametrize("cards", [PRINTED, *VARIANTS.values(), CardList(name='A "long" 商い')])
def test_what_is_written_is_read(cards: CardList) -> None:
    """A list, its name included, comes back byte for byte."""
    text = write_cards(cards)
    assert cards == read_cards(text)
    assert text == write_cards(read_cards(text))


def test_a_file_says_only_what_is_different() -> None:
    """The rest is as printed; what the option keeps has every number."""
    found = read_cards("[copies]\nred = 4\n\n[sets]\n5 = 25\n")
    assert (6, 6, 4, 6, 6, 2) == found.copies
    assert (0, 0, 3, 6, 12, 25) == found.set_points
    kept = GAME.read_options({"cards": "sets.5 = 25\ncopies.red = 4"})["cards"]
    assert write_cards(found) == kept


@pytest.mark.parametrize("text", ["", "printed", " printed\n", PRINTED_TEXT, "# nothing\n[coins]"])
def test_the_printed_list_has_a_name(text: str) -> None:
    """However it is given, the option keeps one word."""
    assert PRINTED_KEY == GAME.read_options({"cards": text})["cards"]
    assert PRINTED == cards_of(text)


# ---- flaws

FLAWS = [
    ("[copies]\nred = 1", "copies, red: expected 2 to 7, got 1"),
    ("[copies]\nblack = 8", "copies, black: expected 2 to 7, got 8"),
    ("[copies]\ncustom_orders = 3", "copies, custom_orders: expected 0 to 2, got 3"),
    ("[copies]\ngreen = 6", "copies, green: expected one of white, yellow, red, blue, black, "
                            "custom_orders, got green"),
    ("[pips]\nwhite = 1", "pips, white: expected 2 to 6, got 1"),
    ("[pips]\nyellow = 2", "pips, yellow: expected another number than that of white, got 2"),
    ("[coins]\nbox = 121", "coins, box: expected 1 to 120, got 121"),
    ("[coins]\nstart = 10", "coins, start: expected 0 to 9, got 10"),
    ("[sets]\n2 = -1", "sets, 2: expected 0 to 99, got -1"),
    ("[sets]\n3 = 5", "sets, 3: expected at least 6, since a further colour may not add less than "
                      "the one before: sets are counted as large as possible, got 5"),
    ("[sets]\n6 = 30", "sets, 6: expected one of 2, 3, 4, 5, got 6"),
    ("[purveyors]\nwhite = 100", "purveyors, white: expected 0 to 99, got 100"),
    ("rats = 3", "rats: expected one of name, copies, pips, coins, sets, purveyors, got rats"),
    ('name = "a\\nb"', "name: expected at most 60 characters on one line, got a\nb"),
    (f'name = "{"x" * 61}"', "name: expected at most 60 characters on one line, got " + "x" * 60
                             + "…"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "flaw"), FLAWS)
def test_flaws_name_place_and_value(text: str, flaw: str) -> None:
    """Where it is, what was expected, and what came."""
    assert flaw == said(text)


SHORT = [
    ("[copies]\nred = 2", {},
     "copies, red: expected at least 3 cards of this colour with 4 players, got 2"),
    ("[copies]\nblack = 3", {"removed": "constant_deck"},
     "copies, black: expected at least 4 cards of this colour with 4 players, got 3"),
    ("[copies]\nblack = 2", {"colours": "lot"},
     "copies, black: expected at least 3 cards of this colour with 4 players, got 2"),
    ("[copies]\nwhite = 3\nyellow = 3\nred = 3\nblue = 3\nblack = 3", {"seats": "5"},
     "copies: expected enough cards for a turn: with 5 players at least 1 in the deck after the "
     "set-up, got -3"),
    ("[coins]\nbox = 24", {"seats": "5"},
     "coins, box: expected at least 25 coins, for what 5 players start with, got 24"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "flaw"), SHORT)
def test_a_set_up_needs_enough(text: str, options: dict[str, str], flaw: str) -> None:
    """Cards for every seat, for the box and for one turn; coins to start with."""
    assert flaw == refused(text, **options)


def test_black_is_rare_where_nobody_plays_it() -> None:
    """Two cards are taken out, and none is left."""
    options = GAME.read_options({"cards": "copies.black = 2"})
    assert [3, 3, 3, 3, 0] == GAME.setup(options).deck[:COLOURS]


def test_a_list_without_custom_orders_has_none_taken_out() -> None:
    """Rule 2 takes out no more than there are."""
    s = GAME.setup(GAME.read_options({"cards": "copies.custom_orders = 0"}))
    assert (0, 0) == (s.deck[-1], s.removed[-1])


# ---- bounds


def test_a_colour_fits_four_bits() -> None:
    """With six added and both custom orders, a colour stays below sixteen (scoring.layer)."""
    assert MAX_COPIES + MAX_ORDERS + 6 < 16


def test_no_game_has_more_turns_than_declared() -> None:
    """With any number of players and any reading of the set-up."""
    every = product(SEATS, REMOVALS, WASTES, ("seats", "lot"))
    keys = ("seats", "removed", "waste", "colours")
    found = [turns(LARGEST, dict(zip(keys, values, strict=True))) for values in every]
    assert MAX_TURNS == max(found)
    assert 37 == MAX_CARDS


def test_no_seat_owns_more_coins_than_an_action_can_bid() -> None:
    """Two dice a turn for every card that can be there, and pocket money in all turns but two."""
    incomes = sum(2 * min(MAX_COPIES, 2 * turn - 1) for turn in range(1, MAX_TURNS + 1))
    pockets = 2 * (MAX_TURNS - 2) + MAX_TURNS
    assert MAX_COINS >= MAX_START + incomes + pockets - 2


def test_bids_are_numbered_by_the_box() -> None:
    """As many as there are coins; without a limit, and as printed, nothing changes."""

    def count(**given: Any) -> int:
        return len(GAME.actions.numbering(GAME.read_options(given)).actions)

    assert 2 * 10 == count(cards="coins.box = 60") - count()
    assert count(coin_limit=False) == count(cards="coins.box = 60", coin_limit=False)


# ---- junk

JUNK = [
    "[", "x", "[copies]\nred = 'six'", "[copies]\nred = true", "[copies]\nred = 6.0", "copies = 6",
    "[copies]\nred = 99999999999999999999", "[[copies]]\nred = 6", "name = 3", "\x00",
    "#" * (MAX_CHARACTERS + 1), "[sets]\n" * 400, "[" * 3000,
]  # fmt: skip


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_is_refused_in_both_languages(junk: str) -> None:
    """Whatever it is, a flaw says so."""
    assert said(junk)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_no_text_raises_anything_else(text: str) -> None:
    """A list, or a flaw."""
    with suppress(Flaw):
        assert cards_of(text)
