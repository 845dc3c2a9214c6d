"""Faults in what a network is shown."""

from dataclasses import replace
from typing import Any

from honjin.core.jit.rule import rule
from madeup import observation
from madeup.arrays import encode
from madeup.game import GAME
from madeup.state import Fair
from testing.faults.planting import Faulty, fault


@fault("arrays")
def a_place_that_holds_more_than_it_says() -> Faulty:
    def encode_much(s: Fair, seat: int, seats: int, out: Any) -> int:
        size = encode(s, seat, seats, out)
        out[0] = 50
        return size

    return replace(GAME, encode=encode_much)


@fault("arrays")
def an_array_that_is_said_to_be_shorter() -> Faulty:
    def encode_less(s: Fair, seat: int, seats: int, out: Any) -> int:
        return encode(s, seat, seats, out) - 1

    return replace(GAME, encode=encode_less)


@fault("arrays")
def an_array_that_changes_what_is_seen() -> Faulty:
    def encode_and_count(s: Fair, seat: int, seats: int, out: Any) -> int:
        s.bank += 1
        return encode(s, seat, seats, out)

    return replace(GAME, encode=encode_and_count)


@fault("arrays alike")
def an_array_with_a_hidden_hand() -> Faulty:
    hidden: list[int] = [0]

    def observe(s: Fair, seat: int) -> None:
        if any(map(sum, s.hand)):
            hidden[0] = sum(hand[3] for hand in s.hand)
        observation.observe(s, seat)

    def encode_all(s: Fair, seat: int, seats: int, out: Any) -> int:
        size = encode(s, seat, seats, out)
        out[0] = min(3, hidden[0])
        return size

    return replace(GAME, observe=observe, encode=encode_all)


@rule
def encode_beyond_64_bits(s: Any, seat: int, seats: int, out: Any) -> int:
    size = encode(s, seat, seats, out)
    out[0] = ((s.round + 1) << 70) >> 70 & 1
    return size


@fault("array twin")
def an_array_that_differs_when_compiled() -> Faulty:
    return replace(GAME, encode=encode_beyond_64_bits)
