"""How well a merchant stands, for search: small and quick; and the levels of strength.

In hundredths of a point, of a seat less the best of the others:

    score     as things stand (rule 51)
    promise   what one more card of a colour would bring, while such cards can still come
    purse     coins, worth less the more there are and the fewer cards are to come
    tile      an ungrateful one costs the next income, and perhaps the turn
"""

from typing import Final

from honjin.core.options import Options
from honjin.core.rule import rule
from honjin.games.akiwado.data import CARDS, COLOURS, DICE
from honjin.games.akiwado.rules import income
from honjin.games.akiwado.scoring import best_cards, points_of_sets, score, standing
from honjin.games.akiwado.state import BID, CALL, EAST, OVER, WEST, Akiwado

DECIDED: Final = 100_000
SWING: Final = 500

MOST: Final = (1 << 63) - 1
MIXER: Final = 0x2545F4914F6CDD1D

POINT: Final = 100
PROMISE: Final = 12  # of a point, for each card to come that would bring it
LIKELY: Final = 3  # more cards to come than this make it no likelier
COIN: Final = 9  # for each card to come, up to MOST_COMING
MOST_COMING: Final = 4
LAST_COIN: Final = 2  # it still breaks ties
PLENTY: Final = 8  # coins beyond these are worth half
TILE: Final = 90


def levels(options: Options) -> tuple[str, ...]:  # noqa: ARG001
    """What the levels are (`bots.players`)."""
    return ("greedy:slip=0.3", "greedy", "mcts:1000", "mcts:2s")


# ---- what a position is to a search


@rule
def fingerprint(s: Akiwado) -> int:
    """Cards, coins, the dice and what was said and chosen; not how it came about.

    What was bid and called last, and how often a choice was made anew, does not matter any more.
    """
    found = (s.phase * 8 + s.turn) * 4 + s.again * 2 + 1
    for seat in range(s.seats):
        found = mixed(found, pile(s.hand[seat]))
        found = mixed(found, (s.coins[seat] << 3 | s.said[seat]) << 13 | s.sealed[seat])
        if s.phase > BID and s.phase < OVER:
            found = mixed(found, s.place[seat] << 10 | s.bid[seat])
    for place in (EAST, WEST):
        found = mixed(found, pile(s.market[place]))
    found = mixed(found, pile(s.deck) << 1)
    found = mixed(found, pile(s.waste) << 1)
    for colour in range(COLOURS):
        found = mixed(found, s.marker[colour])
    for k in range(DICE):
        found = mixed(found, s.dice[k])
    found = mixed(found, s.kept << 16 | s.unjust << 8 | s.absent)
    return mixed(found, s.decided << 16 | s.calls * s.in_order << 8 | s.pool)


@rule
def pile(cards: list[int]) -> int:
    """Some cards as a number."""
    found = 0
    for card in range(CARDS):
        found = found << 4 | cards[card]
    return found


@rule
def mixed(found: int, more: int) -> int:
    """A number that stands for both."""
    found = (found ^ more & MOST) * MIXER & MOST
    return found ^ found >> 29


# ---- how well a seat stands


@rule
def evaluate(s: Akiwado, seat: int) -> int:
    """A guess for a seat."""
    if s.phase == OVER:
        return DECIDED * lead(s, seat)
    best = -DECIDED
    coming = cards_to_come(s)
    for other in range(s.seats):
        if other != seat:
            best = max(best, worth(s, other, coming))
    return worth(s, seat, coming) - best


@rule
def lead(s: Akiwado, seat: int) -> int:
    """How many stand behind a seat less how many stand ahead of it."""
    found = 0
    mine = standing(s, seat)
    for other in range(s.seats):
        theirs = standing(s, other)
        found += (mine > theirs) - (mine < theirs)
    return found


@rule
def cards_to_come(s: Akiwado) -> int:
    """Cards that can still be bought."""
    found = s.left
    for card in range(CARDS):
        found += s.market[EAST][card] + s.market[WEST][card]
    return found


@rule
def worth(s: Akiwado, seat: int, coming: int) -> int:
    """What a seat has and may hope for."""
    value = POINT * score(s, seat) + promise(s, seat) + purse(s, seat, coming)
    return value - TILE if s.unjust >> seat & 1 else value


@rule
def promise(s: Akiwado, seat: int) -> int:
    """What the next card of each colour would add to the sets of a seat."""
    cards = best_cards(s, seat)
    now = points_of_sets(s, cards)
    found = 0
    for colour in range(COLOURS):
        coming = s.deck[colour] + s.market[EAST][colour] + s.market[WEST][colour]
        if coming:
            gain = points_of_sets(s, cards + (1 << 4 * colour)) - now
            found += PROMISE * gain * min(coming, LIKELY)
    return found


@rule
def purse(s: Akiwado, seat: int, coming: int) -> int:
    """What coins are worth while there is something to buy; a split that is judged counts."""
    coins = s.coins[seat]
    if s.phase == CALL:
        coins += income(s, seat)
    some = min(coins, PLENTY)
    return (2 * some + coins - some) * (LAST_COIN + COIN * min(coming, MOST_COMING)) // 2
