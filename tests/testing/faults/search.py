"""Faults in what a search relies on."""

from dataclasses import replace

from honjin.core.parts.terms import Term, Terms
from honjin.games import load
from madeup import bots, rules
from madeup.game import GAME
from madeup.state import BID, CARD, DRAW, LANTERN, OVER, Fair
from testing.faults.planting import Faulty, fault


@fault("retract_sealed")
def sealed_bids_that_stay() -> Faulty:
    return replace(GAME, retract_sealed=lambda s, seat: None)


@fault("retract_sealed")
def a_seal_broken_bit_by_bit() -> Faulty:
    def retract_sealed(s: Fair, seat: int) -> None:
        if s.phase == BID and s.bidden & ~(1 << seat):
            s.bidden &= s.bidden - 1

    return replace(GAME, retract_sealed=retract_sealed)


@fault("retract_sealed")
def an_own_bid_taken_back() -> Faulty:
    def retract_sealed(s: Fair, seat: int) -> None:
        rules.retract_sealed(s, seat)
        if s.phase == BID:
            s.bidden = 0

    return replace(GAME, retract_sealed=retract_sealed)


@fault("off_turn")
def an_illegal_action_out_of_turn() -> Faulty:
    return replace(GAME, off_turn=lambda seen, seat: 99)


@fault("off_turn")
def an_aside_that_changes_what_it_is_shown() -> Faulty:
    def off_turn(seen: Fair, seat: int) -> int:
        seen.round += 1
        return -1

    return replace(GAME, off_turn=off_turn)


@fault("prune_optional")
def a_search_for_which_nothing_is_awaited() -> Faulty:
    def prune_optional(s: Fair) -> None:
        s.phase = OVER

    return replace(GAME, prune_optional=prune_optional)


@fault("prune_optional")
def a_search_that_may_do_more() -> Faulty:
    def prune_optional(s: Fair) -> None:
        if s.phase == CARD:
            s.phase = LANTERN

    return replace(GAME, prune_optional=prune_optional)


@fault("prune_optional")
def a_search_in_another_game() -> Faulty:
    def prune_optional(s: Fair) -> None:
        s.round = min(s.round, 1)

    return replace(GAME, prune_optional=prune_optional)


@fault("prune_optional")
def a_search_that_leaves_out_more_and_more() -> Faulty:
    def prune_optional(s: Fair) -> None:
        s.bank += 1

    return replace(GAME, prune_optional=prune_optional)


@fault("prune_optional")
def a_search_that_leaves_out_more_and_more_of_a_draw() -> Faulty:
    def prune_optional(s: Fair) -> None:
        s.bank += s.phase == DRAW

    return replace(GAME, prune_optional=prune_optional)


@fault("state_key")
def a_fingerprint_of_all() -> Faulty:
    return replace(GAME, state_key=lambda s: s.round)


@fault("state_key")
def a_fingerprint_below_zero() -> Faulty:
    return replace(GAME, state_key=lambda s: -1)


@fault("state_key")
def a_fingerprint_that_is_never_the_same() -> Faulty:
    return replace(GAME, state_key=id)


@fault("state_key", "state_key")
def a_fingerprint_of_the_board_alone() -> Faulty:
    """The same board with the other side to move is another position."""
    return replace(load("rokumon"), state_key=lambda s: s.dice)


@fault("terms")
def terms_that_leave_something_out() -> Faulty:
    return replace(GAME, terms=lambda s, seat: bots.terms(s, seat)[:1])


@fault("terms", "terms")
def terms_that_are_blended_in_another_way() -> Faulty:
    return replace(GAME, blend=lambda terms: 2 * sum(term.value for term in terms) + 4)


@fault("terms")
def a_term_without_words() -> Faulty:
    def terms(s: Fair, seat: int) -> Terms:
        return (*bots.terms(s, seat), Term("luck", 0))

    return replace(GAME, terms=terms)


@fault("terms")
def an_amount_without_words() -> Faulty:
    def terms(s: Fair, seat: int) -> Terms:
        *found, last = bots.terms(s, seat)
        return (*found, last._replace(amount=1.0))

    return replace(GAME, terms=terms)


@fault("terms")
def terms_that_change_the_position() -> Faulty:
    def terms(s: Fair, seat: int) -> Terms:
        found = bots.terms(s, seat)
        s.coins[seat] += 1
        return found

    return replace(GAME, terms=terms)
