"""Searches and their word: they lie where it pays, and their choice stays secret within them."""

import random
from collections import Counter

import pytest

from games.akiwado.given import GAME, MON, NOTATION, OIC, SAK, do, stocking
from honjin.bots import Budget, SearchHandle, SearchRequest, read_player
from honjin.bots.bot import SearchResult
from honjin.games.akiwado.rules.state import Akiwado

LEVEL = GAME.levels(GAME.read_options())[-1].replace("2s", "{n}") + ":compiles=0"
REGRETS = "mcts:{n}:select=regret:prior=0:doubt=0.9:compiles=0"


def result(
    s: Akiwado, seat: int = MON, simulations: int = 1500, seed: int = 1, bot: str = LEVEL
) -> SearchResult:
    """The result of a search (of the highest level) after the given simulations."""
    player = read_player(bot.format(n=simulations))
    seen, budget = GAME.seen_by(s, seat), Budget(600.0, simulations)
    return player.bot.think(
        SearchRequest(GAME, seen, seat, s.seats, random.Random(seed), budget, SearchHandle())
    )


def worth(s: Akiwado, seat: int, bot: str) -> float:
    """The mean result of a search."""
    stats = result(s, seat, 3000, bot=bot).stats
    total = sum(one.visits * one.value for one in stats if one.value is not None)
    return GAME.best * total / sum(one.visits for one in stats)


def text(s: Akiwado, action: int, seat: int = MON) -> str:
    """An action in notation."""
    return NOTATION.write_action(s, seat, action)


def duel(said: str = "eep") -> Akiwado:
    """The last turn, the same card twice: with it Monzaemon wins, unless Sakichi ties his bid.

    One coin each; they have 3 and 4 points. If both bid on the same market nobody gets a card,
    and Sakichi is ahead; otherwise it is 7 to 5. So it is a game of matching pennies, worth half
    of a win over Sakichi, whatever was declared. Oichi has nothing.
    """
    return stocking(
        ("wwy", "wybk", ""), east="y", west="y", said=said, deck="", pool=0, coins=(1, 1, 0)
    )


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("said", "seat"), [("eep", MON), ("wep", MON), ("eep", SAK)])
def test_matched_regrets_find_the_value_of_matching_pennies(said: str, seat: int) -> None:
    """Ahead of one rival always, and of the other in half the cases; the same for Sakichi."""
    assert worth(duel(said), seat, REGRETS) == pytest.approx(1, abs=0.2)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("seat", [MON, SAK])
def test_rivals_in_the_search_do_not_know_what_was_chosen(seat: int) -> None:
    """The value would be 0 if rivals knew the choice, 2 if theirs were known; it is in between."""
    assert 0.5 < worth(duel(), seat, LEVEL) < 1.5


@pytest.mark.slow
def test_lies_in_about_half_of_the_cases() -> None:
    """Both markets are tried about as often, though one of them was declared; neither is sure."""
    s = duel()
    visits = {text(s, one.action): one.visits for one in result(s, simulations=3000).stats}
    assert 0.3 < visits["west1"] / (visits["east1"] + visits["west1"]) < 0.7
    chosen = Counter(text(s, result(s, simulations=300, seed=n).action) for n in range(20))
    assert {"east1", "west1"} == set(chosen)


def test_a_choice_in_secret_changes_nothing() -> None:
    """Whatever Sakichi has sealed, Monzaemon thinks the same."""
    s = duel()
    alone = result(s, simulations=400)
    for choice in ("east1", "west1", "pocket"):
        sealed = result(do(s, choice, seat=SAK), simulations=400)
        assert alone.stats == sealed.stats


def test_lies_where_that_pays() -> None:
    """In the last turn breaking one's word costs nothing: the winning card is bought regardless."""
    s = stocking(
        ("wwy", "wyrb", "b"), east="y", west="k", said="ppp", deck="", pool=0, coins=(2, 0, 0)
    )
    assert text(s, result(s).action).startswith("east")


@pytest.mark.slow
@pytest.mark.parametrize("said", ["epp", "wpp"])
def test_keeps_its_word_where_a_lie_brings_nothing(said: str) -> None:
    """Of two markets with the same card and no rival, it takes the one it declared."""
    s = stocking(
        ("wwy", "wyrb", "b"), east="y", west="y", said=said, deck="rrbbkk", pool=0,
        coins=(2, 0, 0),
    )  # fmt: skip
    expected = {"e": "east1", "w": "west1"}[said[0]]
    assert expected == text(s, result(s, simulations=3000).action)


def test_who_has_no_coins_has_no_choice() -> None:
    """Oichi can only take pocket money, and does not think about it."""
    assert "pocket" == text(duel(), result(duel(), OIC).action, OIC)
