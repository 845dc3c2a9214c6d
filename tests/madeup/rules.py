"""The rules of the fair, in the chapters of rules.md."""

from typing import Any, Final

from honjin.core.actions import Phase, Phases
from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE
from madeup.actions import (
    ACTIONS,
    DECLINE,
    encode_bid,
    encode_card,
    encode_lantern,
    encode_offer,
    encode_sale,
)
from madeup.state import (
    BID,
    BRIGHT,
    CARD,
    DIM,
    DRAW,
    LANTERN,
    MOST,
    NOBODY,
    OVER,
    START_COINS,
    VALUES,
    Fair,
)

BY_SCORE: Final = 0  # reasons
ALONE: Final = 1
NOBODY_LEFT: Final = 2
EVEN: Final = 3


# ---- set-up (1)


def setup(seats: int, rounds: int, *, offers: bool) -> Fair:
    """The fair before the first draw."""
    s = Fair(seats=seats, rounds=rounds, offers=int(offers))
    s.alive = (1 << seats) - 1
    for value in range(1, VALUES + 1):
        s.deck[value] = seats
    s.deck_left = seats * VALUES
    for seat in range(seats):
        s.coins[seat] = START_COINS
    return s


# ---- who acts


@rule
def bidders(s: Fair) -> int:
    """Rule 4: the seats in the game that have not changed their bid."""
    return s.alive & ~(s.bidden & s.changed)


@rule
def traders(s: Fair) -> int:
    """Rules 6, 8, 9: the seat whose turn it is, and those that can make or answer an offer."""
    mask = 1 << s.actor
    for seat in range(s.seats):
        if can_offer(s, seat) or s.offer_to == seat:
            mask |= 1 << seat
    return mask


@rule
def must_act(s: Fair) -> int:
    """The seats whose bid is missing, or the seat whose turn it is."""
    if s.phase == BID:
        return s.alive & ~s.bidden
    if s.phase == LANTERN or s.phase == CARD:
        return 1 << s.actor
    return 0


@rule
def apply_action(s: Fair, seat: int, action: int) -> None:
    """The next state."""
    if seat == CHANCE:
        fall(s, action)
    else:
        do(s, seat, action)


# ---- round (2-5)


@rule
def list_draws(s: Fair, out: Any, weights: Any) -> int:
    """Rule 2: the values that can be drawn, weighted by the number of cards left."""
    n = 0
    for value in range(1, VALUES + 1):
        if s.deck[value] > 0:
            out[n] = value
            weights[n] = s.deck[value]
            n += 1
    return n


@rule
def draw_card(s: Fair, value: int) -> None:
    """Rule 2: the next seat draws; after the last one, bidding begins."""
    s.deck[value] -= 1
    s.deck_left -= 1
    s.hand[s.drawer][value] += 1
    s.held[s.drawer] += 1
    s.drawer += 1
    while s.drawer < s.seats and s.alive >> s.drawer & 1 == 0:
        s.drawer += 1
    if s.drawer == s.seats:
        s.phase = BID


@rule
def list_bids(s: Fair, seat: int, out: Any) -> int:
    """Rules 3 and 4: any number of the seat's coins, except its present bid."""
    is_in = s.bidden >> seat & 1
    n = 0
    for coins in range(s.coins[seat] + 1):
        if not (is_in and coins == s.bid[seat]):
            out[n] = encode_bid(coins)
            n += 1
    return n


@rule
def bid(s: Fair, seat: int, coins: int) -> None:
    """Rules 3 and 4: a first bid, or the single change."""
    if s.bidden >> seat & 1:
        s.changed |= 1 << seat
    s.bid[seat] = coins
    s.bidden |= 1 << seat
    if s.bidden == s.alive:
        open_bids(s)


@rule
def open_bids(s: Fair) -> None:
    """Rule 5: a single highest bidder pays and takes the turn."""
    actor = highest_bidder(s)
    if actor == NOBODY:
        end_round(s)
        return
    s.coins[actor] -= s.bid[actor]
    s.bank += s.bid[actor]
    s.actor = actor
    s.phase = LANTERN
    clear_bids(s)


@rule
def highest_bidder(s: Fair) -> int:
    """The seat that bids more than every other, or NOBODY."""
    best = NOBODY
    most = -1
    for seat in range(s.seats):
        if s.alive >> seat & 1:
            if s.bid[seat] > most:
                best = seat
                most = s.bid[seat]
            elif s.bid[seat] == most:
                best = NOBODY
    return best


@rule
def clear_bids(s: Fair) -> None:
    """Remove all bids."""
    s.bidden = 0
    s.changed = 0
    for seat in range(MOST):
        s.bid[seat] = 0


# ---- turn (6, 7)


@rule
def list_lanterns(s: Fair, seat: int, out: Any) -> int:
    """Rule 6: a lantern; for the other seats, offers and answers."""
    n = 0
    if seat == s.actor:
        out[0] = encode_lantern(BRIGHT)
        out[1] = encode_lantern(DIM)
        n = 2
    return list_trade(s, seat, out, n)


@rule
def choose_lantern(s: Fair, seat: int, lantern: int) -> None:
    """Rule 6: the card comes next."""
    s.lantern = lantern
    s.phase = CARD


@rule
def list_cards(s: Fair, seat: int, out: Any) -> int:
    """Rule 7: then a card; for the other seats, offers and answers."""
    n = 0
    for value in range(1, VALUES + 1):
        if seat == s.actor and s.hand[seat][value] > 0:
            out[n] = encode_card(value)
            n += 1
    return list_trade(s, seat, out, n)


@rule
def points(lantern: int, value: int) -> int:
    """Rule 7: the points of a card on a lantern."""
    if lantern == BRIGHT:
        return value
    return VALUES + 1 - value


@rule
def play_card(s: Fair, seat: int, value: int) -> None:
    """Rule 7: the card is face up and scores; the round ends."""
    s.hand[seat][value] -= 1
    s.held[seat] -= 1
    s.open[value] += 1
    s.score[seat] += points(s.lantern, value)
    end_round(s)


# ---- offers (8, 9)


@rule
def list_trade(s: Fair, seat: int, out: Any, n: int) -> int:
    """Rules 8 and 9: an offer, or the answer to one."""
    if can_offer(s, seat):
        n = list_offers(s, seat, out, n)
    if seat == s.offer_to:
        n = list_answers(s, seat, out, n)
    return n


@rule
def can_offer(s: Fair, seat: int) -> bool:
    """Rule 8: true if the seat may make an offer now."""
    if s.offers == 0 or s.offer_by != NOBODY or (s.phase != LANTERN and s.phase != CARD):
        return False
    if seat == s.actor or s.alive >> seat & 1 == 0 or s.offered >> seat & 1:
        return False
    return s.coins[seat] >= 2


@rule
def list_offers(s: Fair, seat: int, out: Any, n: int) -> int:
    """Rule 8: to any other seat in the game."""
    for other in range(s.seats):
        if other != seat and s.alive >> other & 1:
            out[n] = encode_offer(other)
            n += 1
    return n


@rule
def make_offer(s: Fair, seat: int, other: int) -> None:
    """Rule 8: a coin is set aside."""
    s.coins[seat] -= 1
    s.offered |= 1 << seat
    s.offer_by = seat
    s.offer_to = other


@rule
def list_answers(s: Fair, seat: int, out: Any, n: int) -> int:
    """Rule 9: decline, or sell a card if there are two."""
    out[n] = DECLINE
    n += 1
    if s.held[seat] >= 2:
        for value in range(1, VALUES + 1):
            if s.hand[seat][value] > 0:
                out[n] = encode_sale(value)
                n += 1
    return n


@rule
def sell(s: Fair, seat: int, value: int) -> None:
    """Rule 9: a card for the coin."""
    s.hand[seat][value] -= 1
    s.held[seat] -= 1
    s.hand[s.offer_by][value] += 1
    s.held[s.offer_by] += 1
    s.coins[seat] += 1
    s.offer_by = NOBODY
    s.offer_to = NOBODY


@rule
def decline(s: Fair, seat: int) -> None:
    """Rule 9: no deal."""
    drop_offer(s)


@rule
def drop_offer(s: Fair) -> None:
    """Rule 9: the coin goes back."""
    if s.offer_by != NOBODY:
        s.coins[s.offer_by] += 1
    s.offer_by = NOBODY
    s.offer_to = NOBODY


# ---- end (10-12)


@rule
def end_round(s: Fair) -> None:
    """Rules 9, 10 and 12: the offer lapses, seats without coins are out, the next round or end."""
    drop_offer(s)
    clear_bids(s)
    for seat in range(s.seats):
        if s.alive >> seat & 1 and s.coins[seat] == 0:
            leave(s, seat)
    s.actor = NOBODY
    s.lantern = 0
    if count_bits(s.alive) < 2 or s.round == s.rounds:
        s.phase = OVER
        return
    s.round += 1
    s.phase = DRAW
    s.drawer = lowest_bit(s.alive)


@rule
def leave(s: Fair, seat: int) -> None:
    """Rules 10 and 11: the seat is out, its cards are revealed."""
    s.alive &= ~(1 << seat)
    for value in range(1, VALUES + 1):
        s.open[value] += s.hand[seat][value]
        s.hand[seat][value] = 0
    s.held[seat] = 0
    s.bank += s.coins[seat]
    s.coins[seat] = 0


@rule
def may_resign(s: Fair, seat: int) -> bool:
    """Rule 11: whenever no card is being drawn."""
    return s.alive >> seat & 1 == 1 and s.phase != DRAW and s.phase != OVER


@rule
def resign(s: Fair, seat: int) -> None:
    """Rule 11: the seat is out; the fair continues without it, or ends."""
    if seat == s.offer_by or seat == s.offer_to:
        drop_offer(s)
    leave(s, seat)
    s.bid[seat] = 0
    s.bidden &= s.alive
    s.changed &= s.alive
    if count_bits(s.alive) < 2 or seat == s.actor:
        end_round(s)
    elif s.phase == BID and s.bidden == s.alive:
        open_bids(s)


@rule
def returns(s: Fair, out: Any) -> int:
    """Rule 12: the single best remaining seat takes one from every other."""
    winner = best_seat(s)
    for seat in range(s.seats):
        if winner == NOBODY:
            out[seat] = 0
        elif winner == seat:
            out[seat] = s.seats - 1
        else:
            out[seat] = -1
    if s.alive == 0:
        return NOBODY_LEFT
    if count_bits(s.alive) == 1:
        return ALONE
    return EVEN if winner == NOBODY else BY_SCORE


@rule
def best_seat(s: Fair) -> int:
    """The remaining seat with the single highest score, or NOBODY."""
    best = NOBODY
    most = -1
    for seat in range(s.seats):
        if s.alive >> seat & 1:
            if s.score[seat] > most:
                best = seat
                most = s.score[seat]
            elif s.score[seat] == most:
                best = NOBODY
    return best


@rule
def retract_sealed(s: Fair, seat: int) -> None:
    """Take back the bids that a seat cannot see."""
    if s.phase == BID:
        for other in range(s.seats):
            if other != seat:
                s.bid[other] = 0
                s.bidden &= ~(1 << other)
                s.changed &= ~(1 << other)


# ---- evaluation


@rule
def evaluate(s: Fair, seat: int) -> int:
    """Points, then coins, compared with the best rival."""
    if s.alive >> seat & 1 == 0:
        return -1000
    best = 0
    for other in range(s.seats):
        if other != seat and s.alive >> other & 1:
            best = max(best, 10 * s.score[other] + s.coins[other])
    return 10 * s.score[seat] + s.coins[seat] - best


# ---- the tables


def write_card(_s: Fair, value: int) -> str:
    """A drawn card as text."""
    return str(value)


PHASES: Final = Phases(
    Phase("draw", draws=list_draws, falls=draw_card, writes=write_card),
    Phase("bid", acts=bidders, lists=list_bids),
    Phase("lantern", acts=traders, lists=list_lanterns),
    Phase("card", acts=traders, lists=list_cards),
    Phase("over"),
)

may_act: Final = PHASES.may_act(__name__)
legal_actions: Final = PHASES.legal_actions(__name__)
chance_outcomes: Final = PHASES.chance_outcomes(__name__)
fall: Final = PHASES.fall(__name__)
do: Final = ACTIONS.dispatch(
    __name__, "do", bid=bid, lantern=choose_lantern, card=play_card, offer=make_offer,
    decline=decline, sell=sell,
)  # fmt: skip
