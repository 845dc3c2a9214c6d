"""Set-up (rules 1 to 8)."""

from itertools import product

import pytest

from games.akiwado.given import (
    GAME,
    MON,
    NOTATION,
    SAK,
    do,
    legal,
    letters,
    note,
    refusal,
    start,
    told,
)
from honjin.core.errors import BadOption
from honjin.core.seats import CHANCE
from honjin.games.akiwado.content.data import CARDS, COLOUR_NAMES, COLOURS, COPIES, NOBODY, PIPS
from honjin.games.akiwado.rules.state import CHOOSE_COLOUR, LOT, LOT_OF_COLOURS, ROLL, WASTE


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_each_begins_with(seats: int) -> None:
    """Rule 1: a colour of its own, five coins, a tile with its summary side up."""
    s = start(seats)
    assert seats == GAME.seats(GAME.read_options({"seats": str(seats)}))
    assert list(range(seats)) == s.colour[:seats]
    assert ([5] * seats, 0) == (s.coins[:seats], s.unjust)


@pytest.mark.parametrize(("seats", "out"), [(3, "wyrbbkko"), (4, "wyrbkko"), (5, "")])
def test_cards_taken_out(seats: int, out: str) -> None:
    """Rule 2: 8, 7 or no cards: one of each colour, another of those nobody plays, an order."""
    assert out == letters(start(seats).removed)


def test_cards_are_passed_to_the_left() -> None:
    """Rule 3: each has one card of its own colour and one of the right neighbour's."""
    assert ["wb", "wy", "yr", "rb"] == [letters(start(4).hand[seat]) for seat in range(4)]
    assert ["wr", "wy", "yr"] == [letters(start(3).hand[seat]) for seat in range(3)]


def test_a_player_receives_before_passing() -> None:
    """Ruling Q24: so nobody passes on what came from the right."""
    assert [1] * 5 == [start(5).hand[seat][seat] for seat in range(5)]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_rest_is_the_deck(seats: int) -> None:
    """Rule 4: all cards not in hands or taken out, including custom orders, can be drawn."""
    s = start(seats)
    used = [s.removed[c] + sum(hand[c] for hand in s.hand) for c in range(CARDS)]
    assert [n - u for n, u in zip(COPIES, used, strict=True)] == s.deck
    assert s.left == sum(s.deck)
    s = do(s, "seat0")
    weights = dict(GAME.outcomes(s))
    assert weights == {card: n for card, n in enumerate(s.deck) if n}
    assert "order" in legal(s)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_destruction_area(seats: int) -> None:
    """Rule 5: two cards for each player lie there when the first turn begins."""
    s = do(start(seats), "seat1")
    for _ in range(2 * seats):
        assert WASTE == s.phase
        s = do(s, "white" if "white" in legal(s) else min(legal(s)))
    assert (ROLL, 2 * seats) == (s.phase, sum(s.waste))


def test_two_cards_of_waste_in_all() -> None:
    """Ruling Q1: two for each player, or with the option two in all."""
    assert (10, 2) == (start(5).first_waste, start(5, waste="total_2").first_waste)


@pytest.mark.parametrize(("seats", "stock"), [(3, 35), (4, 30), (5, 25)])
def test_the_stock(seats: int, stock: int) -> None:
    """Rule 6: 50 coins in all."""
    s = start(seats)
    assert (stock, 50) == (s.stock, s.stock + sum(s.coins))


def test_who_begins() -> None:
    """Rule 7: each seat is equally likely, and the one drawn has the first turn."""
    s = start(5)
    assert LOT == s.phase
    assert [(seat, 1) for seat in range(5)] == GAME.outcomes(s)
    assert 3 == do(s, "seat3").turn


@pytest.mark.parametrize(("seats", "deck", "turns"), [(3, 12, 6), (4, 9, 5), (5, 12, 6)])
def test_how_long_it_takes(seats: int, deck: int, turns: int) -> None:
    """Rule 8: 12, 9 and 12 cards are left for the turns, two to a turn."""
    s = start(seats)
    assert deck == s.left - s.first_waste
    assert turns == (deck + 1) // 2


def test_four_players_with_the_other_cards_out() -> None:
    """Ruling Q2: with the option four of each colour nobody plays, and 12 are left for all."""
    found = [start(seats, removed="constant_deck") for seats in (3, 4, 5)]
    assert ["bbbbkkkk", "kkkk", ""] == [letters(s.removed) for s in found]
    assert [12, 12, 12] == [s.left - s.first_waste for s in found]


def test_no_other_cards_could_be_out() -> None:
    """Ruling Q3: 8 and 7 cards, alike for colours in play and alike for others: one way."""
    ways = [
        (own, other, orders)
        for own, other, orders in product(range(5), range(7), range(3))
        if own * 3 + other * 2 + orders == 8 and own * 4 + other + orders == 7
    ]
    assert [(1, 2, 1)] == ways


def test_pips() -> None:
    """Ruling Q21: white 2, yellow 3, red 4, blue 5, black 6."""
    assert (2, 3, 4, 5, 6) == PIPS


def test_a_pip_to_a_colour() -> None:
    """Ruling Q22: all six cards of a colour are alike."""
    assert (6, 6, 6, 6, 6, 2) == COPIES
    assert COLOURS == len(set(PIPS))


def test_colours_by_lot() -> None:
    """Ruling W3: with the option each seat in turn draws one that is left."""
    s = start(3, colours="lot")
    assert (LOT_OF_COLOURS, [NOBODY] * 5) == (s.phase, s.colour)
    assert {"white", "yellow", "red", "blue", "black"} == legal(s, CHANCE)
    s = do(s, "black", "red")
    assert {"white", "yellow", "blue"} == legal(s, CHANCE)
    s = do(s, "yellow")
    assert (LOT, [4, 2, 1]) == (s.phase, s.colour[:3])
    assert ["yk", "rk", "yr"] == [letters(s.hand[seat]) for seat in range(3)]
    assert "wwyrbbko" == letters(s.removed)


def test_merchants_choose_their_colours() -> None:
    """Ruling W3: with the option each seat in turn chooses one; then cards are dealt."""
    s = start(3, colours="choose")
    assert (CHOOSE_COLOUR, [NOBODY] * 5, 0b001) == (s.phase, s.colour, GAME.may_act(s))
    assert {f"screen-{name}" for name in COLOUR_NAMES} == legal(s)
    s = do(s, "screen-black")
    assert 0b010 == GAME.may_act(s)
    s = do(s, "screen-red")
    assert {"screen-white", "screen-yellow", "screen-blue"} == legal(s)
    s = do(s, "screen-yellow")
    assert (LOT, [4, 2, 1]) == (s.phase, s.colour[:3])
    assert ["yk", "rk", "yr"] == [letters(s.hand[seat]) for seat in range(3)]
    assert "wwyrbbko" == letters(s.removed)


def test_a_colour_is_chosen_at_the_table() -> None:
    """Ruling W3: a button for each colour that is left; the others are told who plays it."""
    s = do(start(3, colours="choose"), "screen-black")
    assert ["Monzaemon plays black"] == told(start(3, colours="choose"), MON, "screen-black", SAK)
    verbs = [verb.id for verb in GAME.table.scene(GAME.seen_by(s, SAK)).verbs]
    assert [f"screen:{name}" for name in COLOUR_NAMES if name != "black"] == verbs
    assert "its cards earn with a 4" == note(s, SAK, "screen-red")
    assert ("Choose one of the colours that are left", "W3") == refusal(s, SAK, "deck")


def test_positions_in_which_colours_are_chosen_are_read() -> None:
    """Ruling W3: before, between and after the choices."""
    options = GAME.read_options({"seats": "3", "colours": "choose"})
    s = GAME.setup(options)
    for action in ("screen-black", "screen-red", "screen-yellow", "seat1"):
        text = NOTATION.write_position(s)
        assert s == NOTATION.read_position(text, options)
        s = do(s, action)
    assert "kry waste:1" in NOTATION.write_position(s)


def test_a_list_of_cards_must_suit_any_colour_chosen() -> None:
    """Ruling W3: as by lot, any colour may be in play, so each needs the copies for it."""
    few = "[copies]\nblack = 2\n"
    assert GAME.read_options({"seats": "3", "cards": few})
    for colours in ("lot", "choose"):
        with pytest.raises(BadOption):
            GAME.read_options({"seats": "3", "colours": colours, "cards": few})
