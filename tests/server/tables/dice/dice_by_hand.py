"""Recomputes a finished game's dice from its export, using only what docs/dice.md says.

It uses nothing of Honjin, and nothing but the standard library:

    python dice_by_hand.py game.json
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from itertools import combinations_with_replacement
from typing import Any

Outcomes = list[tuple[str, int]]


class Off(Exception):
    """The export is not as the page says."""


def expect(what: str, expected: object, got: object) -> None:
    """Raise Off unless the value found is the right one."""
    if expected != got:
        raise Off(f"{what}: expected {expected}, got {got}")


# ---- tickets


def ticket(secret: str, nonces: list[str], n: int, total: int) -> int:
    """Draw number `n`."""
    attempt = 0
    while True:
        message = f"{','.join(nonces)}|{n}|{attempt}".encode("ascii")
        value = int(hmac.new(bytes.fromhex(secret), message, hashlib.sha256).hexdigest(), 16)
        if value < 2**256 // total * total:
            return value % total
        attempt += 1


def fallen(outcomes: Outcomes, number: int) -> str:
    """The outcome that a ticket selects."""
    reached = 0
    for text, weight in outcomes:
        reached += weight
        if reached > number:
            return text
    raise Off(f"ticket {number} is above all of {outcomes}")


# ---- possible outcomes, and their order


def dice(count: int) -> Outcomes:
    """The results of rolling `n` dice, the smallest number first."""
    ways = {1: {1: 1}, 2: {1: 1, 2: 2}, 3: {1: 1, 2: 3, 3: 6}}[count]
    rolls = combinations_with_replacement(range(1, 7), count)
    return [("-".join(map(str, roll)), ways[len(set(roll))]) for roll in rolls]


def evenly(*texts: str) -> Outcomes:
    """Outcomes of equal weight."""
    return [(text, 1) for text in texts]


COLOURS = ("white", "yellow", "red", "blue", "black")
SWORDS = [
    *("ya", "bn", "wm", "aa", "bm"),
    *("ys", "nd", "ca", "yc", "sa", "hc"),
    *("st", "tr", "pr", "mh"),
    *("di", "sp", "fm", "in", "ni"),
]
COPIES = [6] * 5 + [5] * 6 + [10, 3, 1, 1] + [5] * 5

WHOLE: dict[str, list[Outcomes]] = {
    "rokumon": [],
    "akebono": [evenly("north_south", "west_east"), evenly("red", "white"), dice(2), dice(1)],
    "akiwado": [dice(3), *(evenly(*(f"seat{n}" for n in range(k))) for k in (3, 4, 5))],
    "swords": [
        *(evenly(*(f"seat{n}" for n in range(k))) for k in (2, 3, 4, 5, 6)),
        evenly(*(f"{a}{b}" for a in range(1, 7) for b in range(1, 7))),
        [(str(n), 6 - abs(n - 7)) for n in range(2, 13)],
    ],
    "summits": [evenly("seat:0", "seat:1"), dice(2)],
}
"""Lists that are always complete, in the same order."""

EVEN: dict[str, list[tuple[str, ...]]] = {
    "rokumon": [tuple("1234567")],
    "akiwado": [COLOURS],
}
"""Lists in this order, each with weight 1, less what is used up."""

STOCKS: dict[str, list[dict[str, int]]] = {
    "rokumon": [{"g": 3, "j": 4}],
    "akiwado": [dict.fromkeys(COLOURS, 6) | {"order": 2}],
    "swords": [
        dict(zip(SWORDS, COPIES, strict=True)),
        {"o": 64, "d": 9, "c": 16, "t": 11, "X": 6},
    ],
}
"""The most that a deck or stock holds, in order."""


def is_part(texts: list[str], order: list[str]) -> bool:
    """True if the texts are a subsequence of an order."""
    return texts == [text for text in order if text in texts]


class Lists:
    """Checks each list of outcomes against the page, and keeps track of decks and fortresses."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.game: str = record["game"]
        self.places: list[str] | None = None
        self.decks: dict[int, dict[str, int]] = {}

    def check(self, outcomes: Outcomes) -> None:
        """Raise Off if this is not a list of the game."""
        texts = [text for text, _ in outcomes]
        if outcomes in WHOLE[self.game] or self._is_even(texts, outcomes):
            return
        for k, stock in enumerate(STOCKS.get(self.game, ())):
            if is_part(texts, list(stock)):
                self._check_stock(k, stock, dict(outcomes))
                return
        self._check_places(texts, outcomes)

    def _is_even(self, texts: list[str], outcomes: Outcomes) -> bool:
        even = EVEN.get(self.game, ())
        # The lot of colours is drawn before the first card, when no deck has that composition.
        return not self.decks and any(
            is_part(texts, list(order)) and outcomes == evenly(*texts) for order in even
        )

    def _check_stock(self, k: int, stock: dict[str, int], listed: dict[str, int]) -> None:
        if any(count > stock[text] for text, count in listed.items()):
            raise Off(f"more than there are: {listed} of {stock}")
        before = {text: count for text, count in self.decks.get(k, {}).items() if count}
        if before:  # an empty deck is refilled
            expect("what is left", before, listed)
        self.decks[k] = dict(listed)

    def _check_places(self, texts: list[str], outcomes: Outcomes) -> None:
        """Squares of a map: all with equal weight, and always in the order of the first list."""
        expect("places", evenly(*texts), outcomes)
        if self.game == "rokumon":
            expect("reading order", sorted(texts), texts)
        elif self.places is not None and not is_part(texts, self.places):
            raise Off(f"{texts} are not in the order of {self.places}")
        self.places = self.places or texts

    def take(self, text: str) -> None:
        """Remove an outcome from its deck, drawn with a ticket or without."""
        for deck in self.decks.values():
            if text in deck:
                deck[text] -= 1


# ---- a game


def check(record: dict[str, Any]) -> int:
    """Check a whole export and return the number of draws; Off says what is wrong."""
    info, given = record["dice"], record.get("given", 0)
    secret, nonces = info["secret"], info["nonces"]
    expect("commitment", hashlib.sha256(bytes.fromhex(secret)).hexdigest(), info["commit"])
    for n, draw in enumerate(info.get("draws", ()), 1):
        expect("number", n, draw["n"])
        expect(f"ticket {n}", ticket(secret, nonces, n, draw["total"]), draw["ticket"])
    decided = {d["step"]: d for d in info.get("draws", ()) if not d.get("undone")}
    expect("order of draws", sorted(decided), list(decided))
    lists = Lists(record)
    for step, entry in enumerate(record["actions"], 1):
        who, _, text = entry.partition(":")
        if step <= given or who != "*":
            expect("whose draw", None, decided.get(step))
        else:
            if step in decided:
                outcomes = [(one, weight) for one, weight in decided[step]["outcomes"]]
                lists.check(outcomes)
                expect("total", sum(weight for _, weight in outcomes), decided[step]["total"])
                expect(f"entry {step}", fallen(outcomes, decided[step]["ticket"]), text)
            lists.take(text)
    return len(info.get("draws", ()))


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(check(json.load(file)), "draws are as the page says")
