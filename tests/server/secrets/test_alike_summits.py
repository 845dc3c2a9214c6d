"""Hands, cards face down, ambushes that were possible: two battles that look alike.

In the two, others pick different hands, change their minds more often in one, play different cards
face down, and give different standing orders about enemies who enter. The Akechi could ambush in
only one of them: the viewer is sent the same, byte by byte, after as many steps.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from honjin.core.seats import SPECTATOR
from honjin.games import load
from honjin.games.summits.content.data import AMBUSH
from honjin.games.summits.info.log import tell
from honjin.games.summits.info.observation import observe
from honjin.games.summits.rules.actions import LET
from honjin.games.summits.rules.play import apply_action
from honjin.games.summits.rules.state import ALARM, Summits
from server.secrets.test_alike import Pair, SentApart, worlds
from server.twins import Deed, Twins

__all__ = ["worlds"]

GAME: Final = load("summits")
GIVEN: Final = {"battle": "tennozan"}
H, A = 0, 1
SEATS: Final = {"H": H, "A": A}

# The script. `A0` and `A1`: only in one of the battles, unnoticed by the viewer; `one|other`:
# actions that look alike to the viewer. If the viewer is Hideyoshi, he takes the first in both.
PICKS: Final = """
A0 take:ambush take:fire take:rally take:assault
A1 take:fire take:rally clear take:rally take:rally take:combined take:fire
H0 take:fire take:combined take:assault
H1 take:combined clear take:combined take:fire take:rally
A ready
H ready
"""
PICKS_OF_AMBUSHES: Final = """
A0 take:ambush take:fire take:ambush take:assault
A1 take:fire take:rally clear take:ambush take:rally take:combined take:fire
H0 take:fire take:combined take:assault
H1 take:combined clear take:combined take:fire take:rally
A ready
H ready
"""
TO_YAMAZAKI: Final = """
H pass
A down:assault|down:combined
A gather:shimoueno move:yamazaki_higashi move:yamazaki
"""
ENTRY: Final = """
H down:fire|down:rally
H gather:minase
A0 lurk:ogura
A1 let:ogura ask-all
H move:yamazaki
"""
ASKED: Final = PICKS + TO_YAMAZAKI + ENTRY + "A let|let-all"
ORDERED: Final = (
    PICKS
    + TO_YAMAZAKI
    + """
A0 let:yamazaki lurk:choshi
A1 let-all ask:yamazaki let:yamazaki
H down:fire|down:rally
H gather:minase
A0 lurk:ogura
A1 ask:ogura
H move:yamazaki
"""
)
SPRUNG: Final = (
    PICKS_OF_AMBUSHES
    + TO_YAMAZAKI
    + """
A0 lurk:yamazaki
A1 let-all ask:yamazaki lurk:yamazaki
H down:fire|down:rally
H gather:minase
A1 ask:ogura
H move:yamazaki
"""
)
SCRIPTS: Final = {"asked": ASKED, "ordered": ORDERED, "sprung": SPRUNG}


class Armies(Twins):
    """Twins of a battle, played by a script."""

    states: list[Summits]

    def unseen(self, n: int, seat: int, text: str) -> Deed:
        """A seat acts in one of the battles, unnoticed by the viewer."""
        action = self._read(n, seat, text)
        after = self._after(self.states[n], seat, action)
        assert (after.told, after.seen) == ((), self.game.seen_by(self.states[n], self.viewer))
        return self._do(n, seat, action, after.state)

    def openly(self, seat: int, *texts: str) -> tuple[Deed, Deed]:
        """A seat acts in both, and it looks the same."""
        done = [self._after(self.states[n], seat, self._read(n, seat, texts[n])) for n in (0, 1)]
        assert done[0][1:] == done[1][1:], texts
        found = self._chance(done[0].state, done[1].state)
        assert found is not None
        self.states = list(found[0])
        return Deed(seat, texts[0], found[1][0]), Deed(seat, texts[1], found[1][1])

    def _read(self, n: int, seat: int, text: str) -> int:
        action: int = self.game.notation.read_action(self.states[n], seat, text)
        assert action in self.game.legal(self.states[n], seat), text
        return action


class Battle(Pair):
    """Both worlds of a battle: first by a script, then at random."""

    most = 6
    twins: Armies

    def __init__(self, script: str, viewer: int, rng: random.Random, **leak: Any) -> None:
        super().__init__(GAME, GIVEN, viewer, rng)
        self.time = {"main": 10_800, "increment": 5}
        self.script = script
        self.twins = Armies(GAME, GAME.read_options(GIVEN), viewer, rng)
        self.games = (replace(GAME, **leak),) * 2

    def play(self, worlds: Any) -> None:
        self.worlds, self.version = worlds, 1
        for line in filter(None, self.script.split("\n")):
            who, *texts = line.split()
            seat = SEATS[who[0]]
            if len(who) == 1:
                for text in texts:
                    self._both(seat, text)
            elif seat != self.viewer:
                self._one(int(who[1]), seat, texts)
            elif who[1] == "0":
                for text in texts:
                    self._both(seat, text)
        super().play(worlds)

    def _both(self, seat: int, text: str) -> None:
        one, _, other = text.partition("|")
        self._step(self.twins.openly(seat, one, one if seat == self.viewer else other or one))

    def _one(self, n: int, seat: int, texts: list[str]) -> None:
        self.worlds[n].passes(10)
        self.worlds[1 - n].passes(10)
        for text in texts:
            self.worlds[n].do(self.twins.unseen(n, seat, text))
            self.worlds[n].goes_on(7)
        self.uneven += 1
        self._compare()


VIEWERS: Final = {"a watcher": SPECTATOR, "Hideyoshi": H}


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_ambushes_are_told_alike(viewer: str, script: str, worlds: Callable[[Pair], None]) -> None:
    """Rules 7, 13, rulings W3, W5, W9: hands, cards face down, orders, who could ambush."""
    pair = Battle(SCRIPTS[script], VIEWERS[viewer], random.Random(viewer + script))
    worlds(pair)
    assert pair.differing > 10
    assert pair.uneven > 3


def test_the_battles_differ() -> None:
    """In one of them the Akechi could ambush, in the other not."""
    pair = Battle(ASKED, SPECTATOR, random.Random(0))
    alarms = []
    for line in filter(None, ASKED.split("\n")):
        who, *texts = line.split()
        for text in texts:
            if len(who) > 1:
                pair.twins.unseen(int(who[1]), SEATS[who[0]], text)
            else:
                one, _, other = text.partition("|")
                pair.twins.openly(SEATS[who], one, other or one)
            if all(s.phase == ALARM for s in pair.twins.states):
                alarms.append([s.hand[A][AMBUSH] for s in pair.twins.states])
    assert [[1, 0]] == alarms


# ---------------------------------------------------------------- leaks


def shows_hands(s: Summits, seat: int) -> None:
    hands = [hand[:] for hand in s.hand]
    observe(s, seat)
    s.hand[:] = hands


def shows_covered(s: Summits, seat: int) -> None:
    down = [cards[:] for cards in s.down]
    observe(s, seat)
    s.down[:] = down


def shows_orders(s: Summits, seat: int) -> None:
    orders = s.orders[:]
    observe(s, seat)
    s.orders[:] = orders


def shows_clears(s: Summits, seat: int) -> None:
    clears = s.clears[:]
    observe(s, seat)
    s.clears[:] = clears


def tells_all(before: Summits, seat: int, action: int, after: Summits, _viewer: int) -> Any:
    """Everybody is sent what the actor is sent."""
    return tell(before, seat, action, after, seat)


def asks_who_can(s: Summits, seat: int, action: int) -> None:
    """A seat without an Ambush card is not asked, so the battle continues at once."""
    apply_action(s, seat, action)
    if s.phase == ALARM and s.hand[1 - s.actor][AMBUSH] == 0:
        apply_action(s, 1 - s.actor ^ s.swapped, LET)


LEAKS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "hands": (ASKED, {"observe": shows_hands}),
    "cards face down": (ASKED, {"observe": shows_covered}),
    "hands picked anew": (ASKED, {"observe": shows_clears}),
    "orders": (ORDERED, {"observe": shows_orders}),
    "what is told": (ASKED, {"tell": tells_all}),
    "no pause": (ASKED, {"apply_action": asks_who_can}),
}


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_of_the_battles_is_found(leak: str, worlds: Callable[[Pair], None]) -> None:
    """The tests above can fail."""
    script, leaks = LEAKS[leak]
    with pytest.raises(SentApart):
        worlds(Battle(script, SPECTATOR, random.Random(leak), **leaks))
