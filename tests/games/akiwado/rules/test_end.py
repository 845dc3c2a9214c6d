"""End and score (rules 49 to 54)."""

from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.akiwado.given import (
    GAME,
    MON,
    OIC,
    cards,
    in_secret,
    letters,
    over,
    result,
    scores,
    stocking,
)
from honjin.games.akiwado.content.data import SET_POINTS
from honjin.games.akiwado.rules.scoring import best_cards, layer, points_of_sets, special_points
from honjin.games.akiwado.rules.state import OVER


def test_the_last_turn_is_finished() -> None:
    """Rule 49: with an empty deck both phases are played; cards in a market belong to nobody."""
    s = stocking(("w", "w", "w"), said="eee", deck="")
    after = in_secret(s, "east2", "east2", "pocket")
    assert (OVER, 0, "y") == (after.phase, GAME.may_act(after), letters(after.market[1]))
    assert (1, 1, 1) == scores(after)


@pytest.mark.parametrize(
    ("hand", "points"),
    [("wwyo", 4 + 3), ("wwyyro", 6 + 6), ("wyoo", 4 + 3), ("oo", 2), ("wwyyrbko", 8 + 6)],
)
def test_custom_orders(hand: str, points: int) -> None:
    """Rule 50: each counts as a card of the colour that brings the most; in the waste nothing."""
    s = over((hand, "", ""))
    s.waste[:] = cards("oo")
    assert points == scores(s)[MON]


def test_a_point_for_each_card() -> None:
    """Rule 51: cards, orders too, and sets, and the white purveyor."""
    s = over(("wyrbko", "wwyy", ""), variant="purveyor")
    s.marker[0] = 2
    assert (6, 7, 3) == scores(s)


def test_what_a_card_is_worth() -> None:
    """Ruling Q13: one point; with the option none or two."""
    found = [scores(over(("wwyyr", "", ""), basic_points_per_article=n))[0] for n in "012"]
    assert [3, 8, 13] == found


def test_what_sets_are_worth() -> None:
    """Rule 52: of two, three, four and five colours, two cards each."""
    assert (0, 0, 3, 6, 12, 20) == SET_POINTS


def test_a_set_needs_two_of_each() -> None:
    """Ruling Q14: two cards that differ are no set, nor are two of one colour."""
    assert [0, 0, 3] == [special_points(over((hand, "", "")), MON) for hand in ("wy", "ww", "wwyy")]


@cache
def best_total(pairs: tuple[int, ...]) -> int:
    """The best total of disjoint sets, by trying them all: a slow reference."""
    totals = [0]
    colours = [colour for colour, n in enumerate(pairs) if n]
    for size in range(2, len(colours) + 1):
        for chosen in combinations(colours, size):
            left = tuple(n - (colour in chosen) for colour, n in enumerate(pairs))
            totals.append(SET_POINTS[size] + best_total(left))
    return max(totals)


def test_several_sets() -> None:
    """Rule 53: the best total of disjoint sets, whatever pairs there are."""
    s = over(("", "", ""))
    for pairs in product(range(5), repeat=5):
        packed = sum(2 * n << 4 * colour for colour, n in enumerate(pairs))
        assert best_total(tuple(sorted(pairs))) == points_of_sets(s, packed)


@given(st.lists(st.integers(0, 6), min_size=5, max_size=5), st.integers(0, 2))
def test_orders_are_used_best(counts: list[int], orders: int) -> None:
    """Rule 50: no way to colour the orders brings more."""
    s = over(("", "", ""))
    s.hand[MON][:] = [*counts, orders]
    totals = []
    for colours in product(range(5), repeat=orders):
        with_orders = [n + colours.count(colour) for colour, n in enumerate(counts)]
        totals.append(best_total(tuple(sorted(n // 2 for n in with_orders))))
    assert max(totals) == special_points(s, MON) == points_of_sets(s, best_cards(s, MON))


@given(st.lists(st.integers(0, 8), min_size=5, max_size=5), st.integers(1, 8))
def test_colours_are_counted(counts: list[int], n: int) -> None:
    """A packed hand gives the number of colours with at least n cards."""
    packed = sum(count << 4 * colour for colour, count in enumerate(counts))
    assert sum(count >= n for count in counts) == layer(packed, n)


def test_one_set_or_several() -> None:
    """Ruling Q15: all sets count; with the option only the best one."""
    hand = "rrrrbbbbkk"
    assert 10 + 6 + 3 == scores(over((hand, "", "")))[0]
    assert 10 + 6 == scores(over((hand, "", ""), special_mode="best_single_set"))[0]


@pytest.mark.parametrize(
    ("hands", "coins", "expected"),
    [
        (("wwyy", "www", "w"), (0, 9, 9), ("end.won", (2, 0, -2))),
        (("wwyy", "wwwwwwo", "w"), (9, 0, 0), ("end.won", (0, 2, -2))),
        (("ww", "ww", "w"), (3, 4, 9), ("end.won", (0, 2, -2))),
        (("ww", "ww", "ww"), (4, 4, 1), ("end.shared", (1, 1, -2))),
        (("w", "w", "w"), (4, 4, 4), ("end.shared", (0, 0, 0))),
    ],
)
def test_who_wins(
    hands: tuple[str, ...], coins: tuple[int, ...], expected: tuple[str, tuple[int, ...]]
) -> None:
    """Rule 54: points, then cards with orders, then coins, then a shared victory."""
    s = over(hands)
    s.coins[:3] = coins
    assert expected == result(s)


def test_the_others_are_placed() -> None:
    """Ruling W2: ranked as the winner is; the number behind minus the number ahead."""
    s = over(("wwyy", "w", "ww", "w", ""))
    s.coins[:5] = [0, 3, 0, 3, 9]
    assert ("end.won", (4, -1, 2, -1, -4)) == result(s)


def test_coins_are_no_points() -> None:
    """Rule 54: a player with many coins and few cards has few points."""
    s = over(("w", "w", "ww"))
    s.coins[:3] = [40, 5, 5]
    assert (1, 1, 2) == scores(s)
    assert 2 == result(s)[1][OIC]


def test_nobody_gives_up() -> None:
    """Ruling W4: a game that others have to finish cannot be given up."""
    s = stocking(said="eeee")
    assert not any(GAME.may_resign(s, seat) for seat in range(4))
    kept = s.copy()
    GAME.resign(s, MON)
    assert kept == s
