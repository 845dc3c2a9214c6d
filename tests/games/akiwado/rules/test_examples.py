"""The examples by which these rules were settled."""

import pytest

from games.akiwado.given import (
    FOUR,
    MON,
    OIC,
    ROK,
    SAK,
    called,
    do,
    gains,
    in_secret,
    legal,
    letters,
    over,
    result,
    scores,
    start,
    stocking,
    touting,
)
from honjin.games.akiwado.rules.state import CALL, DRAW_EAST, EAST, ROLL, WEST
from honjin.games.akiwado.rules.touting import income


@pytest.mark.parametrize(
    ("given", "decks"),
    [
        ({}, (12, 9, 12)),
        ({"waste": "total_2"}, (16, 15, 20)),
        ({"removed": "constant_deck"}, (12, 12, 12)),
    ],
)
def test_decks_after_the_set_up(given: dict[str, str], decks: tuple[int, ...]) -> None:
    """Example A-01: the deck with three, four, five players; a turn for each two cards."""
    found = []
    for seats in (3, 4, 5):
        s = do(start(seats, **given), "seat0")
        while s.phase < ROLL:
            s = do(s, min(legal(s)))
        found.append(s.left)
    assert decks == tuple(found)


def incomes(*, dice: tuple[int, int, int], split: str, unjust: tuple[int, ...] = ()) -> object:
    """The incomes of Monzaemon, Sakichi, Oichi and Rokusuke."""
    s = do(touting(FOUR, dice, unjust=unjust), split)
    return tuple(income(s, seat) for seat in range(4))


def test_the_split_of_the_rulebook() -> None:
    """Example A-02: 1, 4, 5; 1 and 5 kept; Oichi and Rokusuke are half of four: a new roll."""
    assert (2, 2, 0, 1) == incomes(dice=(1, 4, 5), split="15/4")
    s = called(do(touting(), "15/4"), OIC, ROK)
    assert (ROLL, 1) == (s.phase, s.again)


def test_a_split_that_pays_one() -> None:
    """Example A-03: 1 kept, twice 6 given away."""
    assert (1, 0, 0, 0) == incomes(dice=(1, 6, 6), split="1/66")


def test_a_pair_given_away() -> None:
    """Example A-05: 2 kept, twice 4 given away."""
    assert (0, 4, 0, 2) == incomes(dice=(2, 4, 4), split="2/44")


def test_an_ungrateful_sakichi() -> None:
    """Example A-06: as A-02, but Sakichi has no part in it."""
    assert (2, 0, 0, 1) == incomes(dice=(1, 4, 5), split="15/4", unjust=(SAK,))


@pytest.mark.parametrize(
    ("seats", "unjust", "callers", "falls"),
    [
        (3, (), (1,), False),
        (3, (), (1, 2), True),
        (4, (), (1,), False),
        (4, (), (1, 2), True),
        (5, (), (1, 2), False),
        (5, (), (1, 2, 3), True),
        (4, (2, 3), (1,), True),
    ],
)
def test_quorums(
    seats: int, unjust: tuple[int, ...], callers: tuple[int, ...], falls: bool
) -> None:
    """Example A-07: the number of challenges needed."""
    s = touting(("w",) * seats, unjust=unjust)
    s = called(do(s, "1/45"), *callers)
    assert (ROLL if falls else DRAW_EAST) == s.phase


def test_alone() -> None:
    """Example A-07: the sole participant cannot be challenged."""
    s = touting(("w", "w", "w"), unjust=(1, 2))
    assert DRAW_EAST == do(s, "1/45").phase
    assert CALL == do(touting(("w", "w", "w"), unjust=(1,)), "1/45").phase


def test_the_auction_of_the_rulebook() -> None:
    """Example A-09: a tie in the west, Oichi buys in the east, Sakichi's pocket money is 3."""
    s = stocking(said="weew", pool=2, deck="ww")
    after = in_secret(s, "west2", "pocket", "east3", "west2")
    assert (0, 3, -3, 0) == gains(s, after)
    assert ("", "b") == (letters(after.market[EAST]), letters(after.market[WEST]))
    assert "wyy" == letters(after.hand[OIC])
    assert (0, 1 << SAK) == (after.pool, after.unjust)


def test_a_tie_and_an_empty_market() -> None:
    """Example A-10: 3, 3, 1 on the east: nobody wins; the west card is destroyed."""
    s = stocking(("w", "w", "w"), said="eee", deck="ww")
    after = in_secret(s, "east3", "east3", "east1")
    assert (0, 0, 0) == gains(s, after)
    assert ("y", "", "b") == tuple(map(letters, (*after.market[1:3], after.waste)))
    assert s.pool == after.pool


def test_all_lie() -> None:
    """Example A-12: nobody's tile is turned, the results stand."""
    s = stocking(("w", "w", "w"), said="epw", deck="ww")
    after = in_secret(s, "west2", "east1", "pocket")
    assert 0 == after.unjust
    assert ("bw", "wy") == tuple("".join(sorted(letters(after.hand[k]))) for k in (0, 1))
    assert (-2, -1, 2) == gains(s, after)


@pytest.mark.parametrize(("bids", "paid"), [((4, 2), 3), ((2, 1), 0)])
def test_blue_takes_a_coin_back(bids: tuple[int, int], paid: int) -> None:
    """Example A-14: 4 against 2 buys for 3; 2 against 1 becomes a tie."""
    s = stocking(("w", "w", "w"), said="eep", deck="ww", variant="purveyor")
    s.marker[3] = MON
    after = do(in_secret(s, f"east{bids[0]}", f"east{bids[1]}", "pocket"), "back")
    assert (-paid, 0) == gains(s, after)[:2]
    assert ("" if paid else "y") == letters(after.market[EAST])


@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        ("wwyy", 3),
        ("wwyyrr", 6),
        ("wwyyrrbb", 12),
        ("wwyyrrbbkk", 20),
        ("wwwwww", 0),
        ("wwwyrbk", 0),
        ("rrrrbbbb", 6),
        ("rrrrbbkk", 6),
    ],
)
def test_sets(hand: str, sets: int) -> None:
    """Example A-15: the points of a hand's sets, in addition to a point per card."""
    assert len(hand) + sets == scores(over((hand, "", "")))[MON]


def test_one_set_only() -> None:
    """Example A-15: 4 red and 4 blue bring 3 where only the best set counts."""
    assert 8 + 3 == scores(over(("rrrrbbbb", "", ""), special_mode="best_single_set"))[MON]


def test_privileges_in_the_score() -> None:
    """Example A-17: red red with White is 2 + 3; red red blue, and Red takes blue, is 4 + 3."""
    s = over(("rr", "", ""), variant="purveyor")
    s.marker[0] = MON
    assert 5 == scores(s)[MON]
    s = stocking(("rrb", "", ""), east="", west="", said="ppp", deck="", variant="purveyor")
    s.marker[2], s.waste[3] = MON, 1
    assert 7 == scores(do(in_secret(s, "pocket", "pocket", "pocket"), "take-blue"))[MON]


@pytest.mark.parametrize(
    ("hands", "coins", "expected"),
    [
        (("wwyy", "wwwwwwy", ""), (0, 0, 0), ("end.won", (0, 2, -2))),
        (("wwyy", "yyrr", ""), (1, 3, 0), ("end.won", (0, 2, -2))),
        (("wwyy", "yyrr", ""), (2, 2, 9), ("end.shared", (1, 1, -2))),
    ],
)
def test_ties(
    hands: tuple[str, ...], coins: tuple[int, ...], expected: tuple[str, tuple[int, ...]]
) -> None:
    """Example A-19: more articles, then more coins, then a shared victory."""
    s = over(hands)
    s.coins[:3] = coins
    assert scores(s)[0] == scores(s)[1]
    assert expected == result(s)
