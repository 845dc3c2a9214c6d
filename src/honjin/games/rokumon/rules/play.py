"""Who acts in Rokumon, and the actions, in the chapters of rules.md, whose numbers docstrings cite.

The actions are listed in actions.py. The Automa's turn is a chance turn with a single outcome,
which is one of its actions.
"""

from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE_BIT
from honjin.games.rokumon.content.data import AIR, MAX_CARDS, TOP_WINS
from honjin.games.rokumon.rules.actions import ACTIONS, encode_fight, encode_place, encode_surprise
from honjin.games.rokumon.rules.automa import decision
from honjin.games.rokumon.rules.setup import deal, list_deals
from honjin.games.rokumon.rules.state import (
    Rokumon,
    die_on,
    fight_cards,
    give_back,
    has_row,
    lift,
    move_targets,
    put,
    settle_board,
    surprise_cards,
    take,
)
from honjin.games.rokumon.rules.winning import RESIGNED, close_action, end, forget

FIRST_MOVE: Final = ACTIONS.first("move")


# ---- whose turn it is (rules 1, 3, 23)


@rule
def may_act(s: Rokumon) -> int:
    """The seat whose turn it is; chance during the deal and for the Automa (rule 3)."""
    if s.outcome:
        return 0
    if s.undealt or s.solo & s.turn:
        return CHANCE_BIT
    return 1 << s.turn


@rule
def legal_actions(s: Rokumon, seat: int, out: Any) -> int:
    """List a seat's actions: Place, Move, Fight, Surprise, as far as the act has them (rule 3)."""
    if seat != s.turn or may_act(s) & 3 == 0:
        return 0
    n = list_places(s, seat, out)
    n = list_moves(s, seat, out, n)
    n = list_fights(s, seat, out, n)
    return list_surprises(s, seat, out, n)


@rule
def apply_action(s: Rokumon, seat: int, action: int) -> None:
    """Apply an action; `turn` says whose it is, including the Automa's."""
    if s.undealt:
        deal(s, action)
    else:
        do(s, seat, action)


@rule
def chance_outcomes(s: Rokumon, out: Any, weights: Any) -> int:
    """The possible next cards of the deal, or the Automa's action."""
    if s.undealt:
        return list_deals(s, out, weights)
    if may_act(s) != CHANCE_BIT:
        return 0
    out[0] = decision(s) & 1023
    weights[0] = 1
    return 1


# ---- Place (rules 6, 7)


@rule
def list_places(s: Rokumon, seat: int, out: Any) -> int:
    """List any die of the seat's supply on any empty card (rules 4, 6, 7)."""
    n = 0
    kinds = s.kinds[seat]
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        left = s.high[0]
        while left:
            out[n] = encode_place(lowest_bit(left), kind)
            left &= left - 1
            n += 1
    return n


@rule
def place(s: Rokumon, seat: int, card: int, kind: int) -> None:
    """Place a die on an empty card (rule 6)."""
    take(s, kind)
    put(s, card, kind)
    if s.plain:
        forget(s)  # without fights no die ever comes back
    close_action(s, 0, False)


# ---- Move (rules 8-11)


@rule
def list_moves(s: Rokumon, seat: int, out: Any, n: int) -> int:
    """List moves of the seat's top dice to cards of another colour that can take them (8-10)."""
    movers = s.tops[seat]
    pairs = 0  # of card and target, in the order of their actions: one mask needs only one loop
    while movers:
        card = lowest_bit(movers)
        movers &= movers - 1
        pairs |= move_targets(s, seat, card) << MAX_CARDS * card
    while pairs:
        out[n] = FIRST_MOVE + lowest_bit(pairs)
        pairs &= pairs - 1
        n += 1
    return n


@rule
def move(s: Rokumon, seat: int, card: int, target: int) -> None:
    """Move a top die; the lift may uncover a rival row (rules 8, 11, M1)."""
    kind = lift(s, card)
    revealed = s.reveal == AIR and has_row(s, s.tops[1 - s.turn])
    put(s, target, kind)
    close_action(s, 0, revealed)


# ---- Fight (rules 12-15)


@rule
def list_fights(s: Rokumon, seat: int, out: Any, n: int) -> int:
    """List a fight on each card where the seat may fight."""
    left = fight_cards(s, seat)
    while left:
        out[n] = encode_fight(lowest_bit(left))
        left &= left - 1
        n += 1
    return n


@rule
def top_stays(s: Rokumon, card: int) -> bool:
    """True if the upper of two dice is the higher; false in a tie (rules 13, F2)."""
    return TOP_WINS >> (die_on(s, card, 0) << 3 | die_on(s, card, 1)) & 1 != 0


@rule
def fight(s: Rokumon, seat: int, card: int) -> None:
    """Leave the higher die alone on the card; the other returns to its supply (rule 13)."""
    stays = top_stays(s, card)
    loser = lift(s, card)
    if stays:
        winner = loser
        loser = lift(s, card)
        put(s, card, winner)
    give_back(s, loser)
    close_action(s, 0, False)


# ---- Surprise (rules 16-20)


@rule
def list_surprises(s: Rokumon, seat: int, out: Any, n: int) -> int:
    """List each such card to each place where it touches two others (rules 16, 17)."""
    cards = surprise_cards(s, seat)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        left = s.free[card]
        while left:
            out[n] = encode_surprise(card, lowest_bit(left))
            left &= left - 1
            n += 1
    return n


@rule
def surprise(s: Rokumon, seat: int, card: int, cell: int) -> None:
    """Move a card with its dice elsewhere, once per game (rules 16, 18, 20)."""
    s.cell[card] = cell
    settle_board(s)
    s.surprised |= 1 << s.turn
    forget(s)
    close_action(s, 1 << card, False)


# ---- resigning (rule 23)


@rule
def may_resign(s: Rokumon, seat: int) -> bool:
    """True if it is the seat's turn (rule 23)."""
    return seat == s.turn and may_act(s) & 3 != 0


@rule
def resign(s: Rokumon, seat: int) -> None:
    """The other side wins (rule 23)."""
    end(s, RESIGNED, 1 - seat)


do: Final = ACTIONS.dispatch(__name__, "do", place=place, move=move, fight=fight, surprise=surprise)
