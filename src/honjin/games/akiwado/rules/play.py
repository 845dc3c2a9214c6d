"""The rules of Akiwado, in the chapters of rules.md. Numbers in docstrings are its statements.

What can be done stands in actions.py, who does it and when in the table of phases below. Outcomes
of chance are a colour, the seat that begins, a card, three dice as 64 * a + 8 * b + c.
"""

from typing import Any, Final

from honjin.core.actions import Phase, Phases
from honjin.core.jit.bits import count_bits
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.games.akiwado.content.data import (
    ANYBODY,
    BLACK,
    BLUE,
    CARDS,
    COLOUR_OF,
    COLOURS,
    DICE,
    NOBODY,
    RED,
    TIED,
    YELLOW,
)
from honjin.games.akiwado.rules.actions import (
    ACCEPT,
    ACTIONS,
    BACK,
    CHALLENGE,
    LEAVE,
    POCKET_MONEY,
    encode_bid,
    encode_declaration,
    encode_split,
    encode_take,
    write_card,
    write_colour,
    write_roll,
    write_seat,
)
from honjin.games.akiwado.rules.scoring import (
    check_markers,
)
from honjin.games.akiwado.rules.setup import draw_colour, draw_waste, leave_deck, player_of
from honjin.games.akiwado.rules.state import (
    BID,
    CALL,
    DECLARE,
    DRAW_EAST,
    DRAW_WEST,
    EAST,
    MOST_CHANGES,
    OVER,
    POCKET,
    ROLL,
    SALVAGE,
    SPLIT,
    TAKE_BACK,
    WASTE,
    WEST,
    Akiwado,
    callers,
    choosers,
    clockwise,
    everybody,
    holds,
    is_plain,
    is_sealed,
    liars,
    next_of,
    quorum,
    stockers,
    undeclared,
)

ROLLS: Final = tuple(
    64 * a + 8 * b + c for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)
)
"""What three dice can show, the smallest first."""
WAYS: Final = tuple((1, 3, 6)[len({roll >> 6, roll >> 3 & 7, roll & 7}) - 1] for roll in ROLLS)
"""In how many ways of 216 each comes about."""


# ---- who acts


@rule
def bidders(s: Akiwado) -> int:
    """All who stock, as long as they can change their bid."""
    return stockers(s) & ~s.settled


@rule
def answerers(s: Akiwado) -> int:
    """Who may challenge: all at once in secret, or one after the other (Q7)."""
    if s.in_order:
        return 1 << next_of(s, callers(s) & ~s.decided)
    return callers(s) & ~s.settled


@rule
def turn_player(s: Akiwado) -> int:
    """Who has rolled."""
    return 1 << s.turn


@rule
def declarer(s: Akiwado) -> int:
    """Who declares next."""
    return 1 << next_of(s, undeclared(s))


@rule
def blue_purveyor(s: Akiwado) -> int:
    """Who may take a coin back."""
    return 1 << s.marker[BLUE]


@rule
def red_purveyor(s: Akiwado) -> int:
    """Who takes a card at the end."""
    return 1 << s.marker[RED]


@rule
def must_act(s: Akiwado) -> int:
    """Whose choice is missing; one that is in may be made anew, but nobody waits for that."""
    if is_sealed(s):
        return choosers(s) & ~s.decided
    return may_act(s) & ~CHANCE_BIT


@rule
def apply_action(s: Akiwado, seat: int, action: int) -> None:
    """The next state."""
    if seat == CHANCE:
        fall(s, action)
    elif is_sealed(s):
        seal(s, seat, action)
    elif s.phase == CALL:
        call_out(s, seat, action)
    else:
        do(s, seat, action)


# ---- chance (rules 4, 7, 11, 25)


@rule
def list_rolls(s: Akiwado, out: Any, weights: Any) -> int:
    """Three dice by their ways."""
    for k in range(len(ROLLS)):
        out[k] = ROLLS[k]
        weights[k] = WAYS[k]
    return len(ROLLS)


@rule
def list_cards(s: Akiwado, out: Any, weights: Any) -> int:
    """Each card of the deck is as likely as any other."""
    n = 0
    for card in range(CARDS):
        if s.deck[card]:
            out[n] = card
            weights[n] = s.deck[card]
            n += 1
    return n


@rule
def list_seats(s: Akiwado, out: Any, weights: Any) -> int:
    """Each seat is as likely to begin (rule 7)."""
    for seat in range(s.seats):
        out[seat] = seat
        weights[seat] = 1
    return s.seats


@rule
def list_colours(s: Akiwado, out: Any, weights: Any) -> int:
    """Each colour that nobody has yet (W3)."""
    n = 0
    for colour in range(COLOURS):
        if player_of(s, colour) == NOBODY:
            out[n] = colour
            weights[n] = 1
            n += 1
    return n


@rule
def roll(s: Akiwado, outcome: int) -> None:
    """Three dice, the smallest first."""
    s.dice[0] = outcome >> 6
    s.dice[1] = outcome >> 3 & 7
    s.dice[2] = outcome & 7
    s.phase = SPLIT


@rule
def begin(s: Akiwado, seat: int) -> None:
    """Who begins (rule 7)."""
    s.turn = seat
    s.phase = WASTE


# ---- choices in secret (rules 19, 28, W1)


@rule
def seal(s: Akiwado, seat: int, action: int) -> None:
    """A choice is in, or made anew; when the last one is in all are opened."""
    if s.decided >> seat & 1:
        s.changes[seat] += 1
        if s.changes[seat] == MOST_CHANGES:
            s.settled |= 1 << seat
    s.sealed[seat] = action
    s.decided |= 1 << seat
    if s.decided == choosers(s):
        reveal(s)


@rule
def reveal(s: Akiwado) -> None:
    """All choices are opened and done at once; then it goes on (rules 19, 29)."""
    for seat in range(s.seats):
        if s.decided >> seat & 1:
            do(s, seat, s.sealed[seat])
    clear_seals(s)
    if s.phase == CALL:
        judge_calls(s)
    elif can_take_back(s):
        s.phase = TAKE_BACK
    else:
        settle(s)


@rule
def clear_seals(s: Akiwado) -> None:
    """Nothing is secret any more."""
    s.decided = 0
    s.settled = 0
    for seat in range(s.seats):
        s.sealed[seat] = 0
        s.changes[seat] = 0


# ---- touting (11-18)


@rule
def list_splits(s: Akiwado, seat: int, out: Any) -> int:
    """One or two dice to keep; of equal dice the first ones (rule 11)."""
    n = 0
    for kept in range(1, (1 << DICE) - 1):
        if is_plain(s, kept, 0) and is_plain(s, kept, 1):
            out[n] = encode_split(kept)
            n += 1
    return n


@rule
def split(s: Akiwado, seat: int, kept: int) -> None:
    """The dice are parted; who takes part may challenge (rules 11, 19, 21)."""
    s.kept = kept
    s.calls = 0
    s.phase = CALL
    if callers(s) == 0:
        pay_incomes(s)
        end_touting(s)


@rule
def income(s: Akiwado, seat: int) -> int:
    """What the split pays a seat: kept dice the turn player, the others everybody else (12-16)."""
    if s.unjust >> seat & 1:
        return 0
    total = 0
    for k in range(DICE):
        if (s.kept >> k & 1 == 1) == (seat == s.turn):
            pip = s.dice[k]
            total += 1 if pip == ANYBODY else s.hand[seat][COLOUR_OF[pip]]
    return total


@rule
def pay_incomes(s: Akiwado) -> None:
    """Incomes come from the stock, clockwise from the turn player (rule 18)."""
    for k in range(s.seats):
        pay(s, clockwise(s, k), income(s, clockwise(s, k)))


@rule
def pay(s: Akiwado, seat: int, coins: int) -> None:
    """Coins from the stock, as far as there are any (rule 18, Q20)."""
    if s.limited and coins > s.stock:
        coins = s.stock
    s.stock -= coins
    s.coins[seat] += coins


@rule
def end_touting(s: Akiwado) -> None:
    """All tiles are turned back; the stocking is prepared (rules 17, 25, 26)."""
    s.absent = s.unjust if s.sits_out else 0
    s.unjust = 0
    for seat in range(s.seats):
        s.said[seat] = 0
        s.place[seat] = 0
        s.bid[seat] = 0
    if s.stock > 0 or s.limited == 0:
        s.stock -= 1
        s.pool += 1
    s.phase = DRAW_EAST


# ---- challenge (19-24)


@rule
def list_answers(s: Akiwado, seat: int, out: Any) -> int:
    """To let the split stand, or to challenge (rule 19)."""
    out[0] = ACCEPT
    out[1] = CHALLENGE
    return 2


@rule
def accept(s: Akiwado, seat: int) -> None:
    """The split may stand."""


@rule
def challenge(s: Akiwado, seat: int) -> None:
    """One more who challenges."""
    s.calls |= 1 << seat


@rule
def call_out(s: Akiwado, seat: int, action: int) -> None:
    """One after the other says in the open whether to challenge (Q7)."""
    s.decided |= 1 << seat
    do(s, seat, action)
    if s.decided == callers(s):
        s.decided = 0
        judge_calls(s)


@rule
def weight_of_calls(s: Akiwado) -> int:
    """How many challenge; the black purveyor counts as two (rule 24)."""
    n = count_bits(s.calls)
    for seat in range(s.seats):
        if s.calls >> seat & 1 and holds(s, seat, BLACK):
            n += 1
    return n


@rule
def judge_calls(s: Akiwado) -> None:
    """The split pays; or a new roll; or, the second time, nobody earns (rules 20, 22, 23)."""
    if weight_of_calls(s) < quorum(s):
        pay_incomes(s)
        end_touting(s)
    elif s.again:
        end_touting(s)
    else:
        s.again = 1
        s.kept = 0
        s.phase = ROLL


# ---- stocking (25-29)


@rule
def draw_goods(s: Akiwado, card: int) -> None:
    """A card for the east, then one for the west if there is one (rules 25, 26)."""
    leave_deck(s, card)
    if s.phase == DRAW_EAST:
        s.market[EAST][card] += 1
        s.phase = DRAW_WEST if s.left else DECLARE
    else:
        s.market[WEST][card] += 1
        s.phase = DECLARE


@rule
def declare(s: Akiwado, seat: int, place: int) -> None:
    """In the open, clockwise from the turn player; then all choose in secret (rules 27, 28)."""
    s.said[seat] = place
    if undeclared(s) == 0:
        s.phase = BID


@rule
def list_declarations(s: Akiwado, seat: int, out: Any) -> int:
    """East, west or pocket money (rule 27)."""
    for k in range(3):
        out[k] = encode_declaration(EAST + k)
    return 3


@rule
def list_bids(s: Akiwado, seat: int, out: Any) -> int:
    """Pocket money, or any number of own coins on one of the markets (rule 28)."""
    out[0] = POCKET_MONEY
    n = s.coins[seat]
    for coins in range(1, n + 1):
        out[coins] = encode_bid(EAST, coins)
        out[n + coins] = encode_bid(WEST, coins)
    return 2 * n + 1


@rule
def bid(s: Akiwado, seat: int, place: int, coins: int) -> None:
    """The screen is lifted: coins on a market (rule 29)."""
    s.place[seat] = place
    s.bid[seat] = coins


@rule
def take_pocket_money(s: Akiwado, seat: int) -> None:
    """The screen is lifted: nothing but pocket money (rule 29)."""
    s.place[seat] = POCKET
    s.bid[seat] = 0


# ---- the blue purveyor (46)


@rule
def list_withdrawals(s: Akiwado, seat: int, out: Any) -> int:
    """To leave the bid, or to take a coin back."""
    out[0] = LEAVE
    out[1] = BACK
    return 2


@rule
def leave(s: Akiwado, seat: int) -> None:
    """The bid stays as it is."""
    settle(s)


@rule
def take_back(s: Akiwado, seat: int) -> None:
    """A coin of the bid comes back."""
    s.bid[seat] -= 1
    settle(s)


@rule
def can_take_back(s: Akiwado) -> bool:
    """True if the blue purveyor has a bid that can be lowered (rule 46, Q19)."""
    seat = s.marker[BLUE]
    return s.purveyor == 1 and seat != NOBODY and s.bid[seat] > s.blue_floor


# ---- bids (30-34)


@rule
def settle(s: Akiwado) -> None:
    """East, west, pocket money, injustice; then the next turn (rules 30-39)."""
    settle_market(s, EAST)
    settle_market(s, WEST)
    pay_pockets(s)
    punish(s)
    end_turn(s)


@rule
def best_bidder(s: Akiwado, place: int) -> int:
    """The single highest bidder on a market; TIED if there are several, NOBODY if none."""
    best = NOBODY
    most = 0
    for seat in range(s.seats):
        if s.place[seat] == place and s.bid[seat] >= most and s.bid[seat] > 0:
            best = TIED if s.bid[seat] == most else seat
            most = s.bid[seat]
    return best


@rule
def settle_market(s: Akiwado, place: int) -> None:
    """The best bid buys all cards; tied, they stay; without a bid they are lost (30-32)."""
    best = best_bidder(s, place)
    if best == TIED:
        return
    for card in range(CARDS):
        if best == NOBODY:
            s.waste[card] += s.market[place][card]
        else:
            s.hand[best][card] += s.market[place][card]
        s.market[place][card] = 0
    if best != NOBODY:
        s.coins[best] -= s.bid[best]
        s.stock += s.bid[best]
        if s.purveyor:
            check_markers(s)


# ---- pocket money (35-37)


@rule
def pay_pockets(s: Akiwado) -> None:
    """A coin from the stock and an equal share of the coin area (rules 35, 36)."""
    n = 0
    for seat in range(s.seats):
        n += s.place[seat] == POCKET
    if n == 0:
        return
    share = s.pool // n
    s.pool -= share * n
    for k in range(s.seats):
        seat = clockwise(s, k)
        if s.place[seat] == POCKET:
            s.coins[seat] += share
            pay(s, seat, 2 if holds(s, seat, YELLOW) else 1)


# ---- injustice and the next turn (9, 10, 38-40, 49)


@rule
def punish(s: Akiwado) -> None:
    """Who did not do as declared is ungrateful, unless all are (rules 38, 39)."""
    found = liars(s)
    s.unjust = 0 if found == everybody(s) else found


@rule
def end_turn(s: Akiwado) -> None:
    """The next one clockwise who is not ungrateful has the turn, or the game is over (10, 49)."""
    s.turns += 1
    if s.left == 0:
        close(s)
        return
    s.turn = clockwise(s, 1)
    while s.unjust >> s.turn & 1:
        s.turn = clockwise(s, 1)
    s.again = 0
    s.kept = 0
    s.calls = 0
    for k in range(DICE):
        s.dice[k] = 0
    s.phase = ROLL


# ---- purveyors (41-48)


@rule
def close(s: Akiwado) -> None:
    """The red purveyor takes a card first, if there is one (rules 47, 49)."""
    s.phase = OVER
    if s.purveyor and s.marker[RED] != NOBODY:
        for colour in range(COLOURS):
            if s.waste[colour]:
                s.phase = SALVAGE


@rule
def list_salvage(s: Akiwado, seat: int, out: Any) -> int:
    """Article cards of the destruction area (rule 47)."""
    n = 0
    for colour in range(COLOURS):
        if s.waste[colour]:
            out[n] = encode_take(colour)
            n += 1
    return n


@rule
def salvage(s: Akiwado, seat: int, colour: int) -> None:
    """The red purveyor takes a card, which moves no marker (rules 44, 47)."""
    s.waste[colour] -= 1
    s.hand[seat][colour] += 1
    s.phase = OVER


# ---- giving up (W4)


@rule
def may_resign(s: Akiwado, seat: int) -> bool:
    """Nobody gives up: the others could not go on without that house (W4)."""
    return False


@rule
def resign(s: Akiwado, seat: int) -> None:
    """Nobody does."""


# ---- all put together

PHASES: Final = Phases(
    Phase("lot_of_colours", draws=list_colours, falls=draw_colour, writes=write_colour),
    Phase("lot", draws=list_seats, falls=begin, writes=write_seat),
    Phase("waste", draws=list_cards, falls=draw_waste, writes=write_card),
    Phase("roll", draws=list_rolls, falls=roll, writes=write_roll),
    Phase("split", acts=turn_player, lists=list_splits),
    Phase("call", acts=answerers, lists=list_answers),
    Phase("draw_east", draws=list_cards, falls=draw_goods, writes=write_card),
    Phase("draw_west", draws=list_cards, falls=draw_goods, writes=write_card),
    Phase("declare", acts=declarer, lists=list_declarations),
    Phase("bid", acts=bidders, lists=list_bids),
    Phase("take_back", acts=blue_purveyor, lists=list_withdrawals),
    Phase("salvage", acts=red_purveyor, lists=list_salvage),
    Phase("over"),
)

may_act: Final = PHASES.may_act(__name__)
legal_actions: Final = PHASES.legal_actions(__name__)
chance_outcomes: Final = PHASES.chance_outcomes(__name__)
fall: Final = PHASES.fall(__name__)
do: Final = ACTIONS.dispatch(
    __name__, "do", split=split, accept=accept, challenge=challenge, declare=declare, leave=leave,
    back=take_back, take=salvage, pocket=take_pocket_money, bid=bid,
)  # fmt: skip
