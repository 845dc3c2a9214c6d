"""The evaluation that searches use (small and fast), and the levels of strength.

The result counts the rivals a merchant ends ahead of (W2). So each merchant gets a value, in
thousandths of log odds: of two merchants whose values differ by 1000, the better ends ahead in 2.7
of 3.7 games. The evaluation adds up, over all rivals, how likely the merchant is to end ahead of
them, and so is on the scale of the results for any number of players.

The weights (`weights.py`) come from games played by searches: a logistic regression of the order of
two merchants at the end on what both had whenever dice were about to be rolled (see
docs/games/akiwado.md). They depend on the turns to come, since a lead means little early on:

score     the points so far (rule 51)
    cards     each card beyond its points: it earns, and may become part of a pair
customs   each custom order
    pairs     colours with two cards, singles that can still become a pair
gain      what one more card of a colour would bring, while such cards can still come
    purse     coins, as many as can be used
tile      an ungrateful tile costs the next income, and perhaps the turn
turn      whose roll is next
    markers   of purveyors: above all the red one, which brings a card of choice (rule 47)
reach     what the better market brings, as far as the rivals have fewer coins
    means     what two cards to come add to sets, for the merchant's share of all coins

The last two count by learned weights only; the usual weights, which set the levels below shogun,
are those of the estimate without them.
"""

from collections.abc import Sequence
from typing import Final

from honjin.core.jit.mixing import mixed
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.akiwado.ai.weights import (
    CARD,
    COIN,
    CUSTOM,
    FARTHEST,
    GAIN,
    LAST_COIN,
    LIKELY,
    MARKER,
    MEANS,
    PAIR,
    PLENTY,
    REACH,
    SALVAGED,
    SCORE,
    SINGLE,
    TILE,
    TURN,
)
from honjin.games.akiwado.content.data import (
    BLACK,
    CARDS,
    COLOURS,
    DICE,
    IN_ORDER,
    MAX_SEATS,
    ORDER,
    PURVEYOR,
    RED,
    YELLOW,
)
from honjin.games.akiwado.rules.scoring import (
    best_cards,
    layer,
    packed,
    points_of_sets,
    rank_key,
    score,
    with_orders,
)
from honjin.games.akiwado.rules.state import (
    BID,
    CALL,
    DECLARE,
    EAST,
    OVER,
    TAKE_BACK,
    WEST,
    Akiwado,
    articles,
    cards_in,
    holds,
)
from honjin.games.akiwado.rules.touting import income

DECIDED: Final = 100_000
EVAL_SCALE: Final = 1000

ONE: Final = 1000  # sure to end ahead of a rival
SURE: Final = 6000  # a lead in value that is as good as certain
ALL: Final = ONE * (MAX_SEATS - 1)
MAX_EXPECTED: Final = ALL - 100


def levels(options: Options) -> tuple[str, ...]:
    """The levels (see `bots.players`).

    A secret choice meets the choices of rivals, each searched for its own seat; mean values guide
    it better than regret matching here, and more than a thousand simulations gain nothing
    (docs/games/akiwado.md). Half a second is thousands, also where five merchants share it.
    """
    search = "select=ucb:prior=0:c=1"
    return (
        f"mcts:6:{search}:temperature=1:overlook=0.5", f"mcts:15:{search}:temperature=0.1",
        f"mcts:60:{search}", f"mcts:500ms:{search}:learned=1",
    )  # fmt: skip


# ---- the key of a position


@rule
def state_key(s: Akiwado) -> int:
    """The position (cards, coins, dice, declarations, choices), regardless of how it arose.

    The last bids and challenges, and how often a choice was changed, no longer matter.
    """
    key = (s.phase * 8 + s.turn) * 4 + s.again * 2 + 1
    for seat in range(s.seats):
        key = mixed(key, pile(s.hand[seat]))
        key = mixed(key, (s.coins[seat] << 3 | s.said[seat]) << 13 | s.sealed[seat])
        if s.phase > BID and s.phase < OVER:
            key = mixed(key, s.place[seat] << 10 | s.bid[seat])
    for place in (EAST, WEST):
        key = mixed(key, pile(s.market[place]))
    key = mixed(key, pile(s.deck) << 1)
    key = mixed(key, pile(s.waste) << 1)
    for colour in range(COLOURS):
        key = mixed(key, s.marker[colour])
    for k in range(DICE):
        key = mixed(key, s.dice[k])
    key = mixed(key, s.kept << 16 | s.unjust << 8 | s.absent)
    calls = s.calls if s.challenge_order == IN_ORDER else 0
    return mixed(key, s.decided << 16 | calls << 8 | s.pool)


@rule
def pile(cards: list[int]) -> int:
    """A pile of cards as one number."""
    number = 0
    for card in range(CARDS):
        number = number << 4 | cards[card]
    return number


# ---- the evaluation


@rule
def weigh(s: Akiwado, w: Sequence[int], seat: int) -> int:
    """Estimate a seat's result: the rivals it is likely to end ahead of, minus those behind."""
    if s.phase == OVER:
        return DECIDED * lead(s, seat)
    turns = turns_to_come(s)
    mine = value_of(s, w, seat, turns)
    expected = 0
    for other in range(s.seats):
        if other != seat:
            expected += ahead(mine - value_of(s, w, other, turns))
    return scaled(expected)


@rule
def scaled(expected: int) -> int:
    """The value x for which x / (EVAL_SCALE + |x|), as searches compute it, is expected / ALL."""
    some = min(MAX_EXPECTED, abs(expected))
    found = EVAL_SCALE * some // (ALL - some)
    return found if expected > 0 else -found


@rule
def lead(s: Akiwado, seat: int) -> int:
    """The number of seats behind a seat minus the number ahead of it."""
    found = 0
    mine = rank_key(s, seat)
    for other in range(s.seats):
        theirs = rank_key(s, other)
        found += (mine > theirs) - (mine < theirs)
    return found


@rule
def ahead(more: int) -> int:
    """How much likelier it is to end ahead than behind, for a value that is larger by `more`.

    This is the hyperbolic tangent of half of it, approximated by x (27 + x^2) / (27 + 9 x^2).
    """
    if abs(more) >= SURE:
        return ONE if more > 0 else -ONE
    half = abs(more) // 2
    square = half * half // ONE
    found = half * (27 * ONE + square) // (27 * ONE + 9 * square)
    return found if more > 0 else -found


@rule
def turns_to_come(s: Akiwado) -> int:
    """The turns whose cards can still be bought, including the current one; at most FARTHEST."""
    found = (s.left + 1) // 2
    if s.phase >= DECLARE and s.phase <= TAKE_BACK and cards_in(s, EAST) + cards_in(s, WEST) > 0:
        found += 1
    return min(found, FARTHEST)


@rule
def value_of(s: Akiwado, w: Sequence[int], seat: int, turns: int) -> int:
    """The value of what a seat has and of its prospects."""
    value = w[SCORE + turns] * score(s, seat) + w[CARD + turns] * articles(s, seat)
    value += w[CUSTOM + turns] * s.hand[seat][ORDER]
    value += prospects(s, w, seat, turns) + purse(s, w, seat, turns)
    if s.unjust >> seat & 1:
        value -= w[TILE]
    if s.variant == PURVEYOR:
        value += privileges(s, w, seat, turns)
    if w[REACH + turns] > 0 or w[MEANS + turns] > 0:
        value += purchases(s, w, seat, turns)
    return value + w[TURN] if s.turn == seat else value


@rule
def prospects(s: Akiwado, w: Sequence[int], seat: int, turns: int) -> int:
    """The value of pairs, singles, and what the next card of each colour would add to sets."""
    cards = best_cards(s, seat)
    now = points_of_sets(s, cards)
    found = w[PAIR + turns] * layer(cards, 2)
    for colour in range(COLOURS):
        more = coming(s, colour)
        if more:
            gain = points_of_sets(s, cards + (1 << 4 * colour)) - now
            found += w[GAIN + turns] * gain * min(16 * more, w[LIKELY]) >> 7
            found += w[SINGLE + turns] * (s.hand[seat][colour] & 1)
    return found


@rule
def privileges(s: Akiwado, w: Sequence[int], seat: int, turns: int) -> int:
    """The value of a seat's markers beyond points; the blue one has hardly any."""
    found = w[MARKER] * (holds(s, seat, YELLOW) + holds(s, seat, BLACK))
    return found + w[SALVAGED + turns] if holds(s, seat, RED) else found


@rule
def purse(s: Akiwado, w: Sequence[int], seat: int, turns: int) -> int:
    """The value of a seat's coins, including the income of a split being judged."""
    coins = wealth(s, seat)
    some = min(coins, w[PLENTY] >> 4)
    return w[COIN + turns] * some + w[LAST_COIN] * (coins - some)


@rule
def wealth(s: Akiwado, seat: int) -> int:
    """The coins of a seat, including the income of a split being judged."""
    return s.coins[seat] + income(s, seat) if s.phase == CALL else s.coins[seat]


# ---- what coins can buy


@rule
def purchases(s: Akiwado, w: Sequence[int], seat: int, turns: int) -> int:
    """The value of being able to outbid: for the goods on offer, and for those to come."""
    mine = wealth(s, seat)
    outbid = 0
    total = 0
    for other in range(s.seats):
        coins = wealth(s, other)
        total += coins
        if other != seat:
            outbid += 2 * (coins < mine) + (coins == mine)
    found = w[REACH + turns] * best_market(s, seat) * outbid // (2 * (s.seats - 1))
    return found + w[MEANS + turns] * best_two(s, seat) * mine // max(total, 1)


@rule
def best_market(s: Akiwado, seat: int) -> int:
    """The most points that all goods of one market would bring a seat."""
    return max(gain_in(s, seat, EAST), gain_in(s, seat, WEST))


@rule
def gain_in(s: Akiwado, seat: int, place: int) -> int:
    """The points that all goods of a market would bring a seat (rules 50 to 52)."""
    n = cards_in(s, place)
    if n == 0:
        return 0
    cards = packed(s, seat)
    for colour in range(COLOURS):
        cards += s.market[place][colour] << 4 * colour
    cards = with_orders(s, cards, s.hand[seat][ORDER] + s.market[place][ORDER])
    return (
        s.basic_points_per_article * n
        + points_of_sets(s, cards)
        - points_of_sets(s, best_cards(s, seat))
    )


@rule
def best_two(s: Akiwado, seat: int) -> int:
    """The most that two cards that can still come, or the last one, would add to a seat's sets."""
    cards = best_cards(s, seat)
    now = points_of_sets(s, cards)
    best = 0
    for first in range(COLOURS):
        if coming(s, first):
            one = cards + (1 << 4 * first)
            best = max(best, points_of_sets(s, one) - now)
            for second in range(first, COLOURS):
                if coming(s, second) > (first == second):
                    best = max(best, points_of_sets(s, one + (1 << 4 * second)) - now)
    return best


@rule
def coming(s: Akiwado, colour: int) -> int:
    """The cards of a colour that can still be bought."""
    return s.deck[colour] + s.market[EAST][colour] + s.market[WEST][colour]
