"""Faults in what a search relies on."""

from dataclasses import replace

from madeup import rules
from madeup.game import GAME
from madeup.state import BID, Fair
from testing.planting import Faulty, fault


@fault("unseal")
def sealed_bids_that_stay() -> Faulty:
    return replace(GAME, unseal=lambda s, seat: None)


@fault("unseal")
def a_seal_broken_bit_by_bit() -> Faulty:
    def unseal(s: Fair, seat: int) -> None:
        if s.phase == BID and s.bidden & ~(1 << seat):
            s.bidden &= s.bidden - 1

    return replace(GAME, unseal=unseal)


@fault("unseal")
def an_own_bid_taken_back() -> Faulty:
    def unseal(s: Fair, seat: int) -> None:
        rules.unseal(s, seat)
        if s.phase == BID:
            s.bidden = 0

    return replace(GAME, unseal=unseal)


@fault("fingerprint")
def a_fingerprint_of_all() -> Faulty:
    return replace(GAME, fingerprint=lambda s: s.round)


@fault("fingerprint")
def a_fingerprint_below_zero() -> Faulty:
    return replace(GAME, fingerprint=lambda s: -1)


@fault("fingerprint")
def a_fingerprint_that_is_never_the_same() -> Faulty:
    return replace(GAME, fingerprint=id)
