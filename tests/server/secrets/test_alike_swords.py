"""Hands, cards set aside, other seats' offers and deals: two games of Swords that look alike.

Both begin in the middle of a game that was played at random. When trade is open, the others' hands
differ between the two; they still make deals, about different cards, after more or fewer drafts.
When cards are set aside, the order differs, and so does the number of changes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import cycle
from typing import Any, Final

import pytest

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rng import seeded
from honjin.core.play import Play
from honjin.core.seats import CHANCE, CHANCE_BIT, SPECTATOR, seats_in
from honjin.games import load
from honjin.games.swords.content.data import CARD_LETTERS, CARDS
from honjin.games.swords.content.maps import SQUARES
from honjin.games.swords.info.log import tell
from honjin.games.swords.info.observation import observe
from honjin.games.swords.rules.actions import ACTIONS, SEALED
from honjin.games.swords.rules.battles.battle import strike
from honjin.games.swords.rules.battles.secret import is_sealed_phase, undecided
from honjin.games.swords.rules.phases import advance
from honjin.games.swords.rules.state import COMMIT, REDUCE, TRAVEL, Swords, is_in
from honjin.games.swords.rules.trading.trade import MAX_TRADE_ACTIONS, is_open
from server.secrets.test_alike import Pair, SentApart, worlds
from server.twins import Deed, Twins

__all__ = ["worlds"]

GAME: Final = load("swords")
GIVEN: Final = {"seats": "3", "start_hand": "5", "max_rounds": "10"}
SEATS: Final = range(3)
SECRET: Final = (COMMIT, REDUCE)
FEW: Final = 6  # drafts that are tried, of hundreds
MANY: Final = 40
ROUNDS: Final = 2  # steps until a game where trade is open


@lru_cache
def begun(seed: int) -> Swords:
    """A game played at random for some rounds, up to a point where trade is open."""
    rng, play = random.Random(seed), Play(GAME, GIVEN)
    while True:
        play.run_chance(rng.randrange)
        s = play.state
        assert isinstance(s, Swords)
        if s.round >= ROUNDS and s.phase == TRAVEL and min(s.held[:3]) > 0:
            return s.copy()
        seat = rng.choice(play.must_act())
        duties = [action for action in play.legal(seat) if not is_deal(action)]
        play.push(seat, rng.choice(duties))


@lru_cache
def fought(phase: int, seed: int) -> Swords:
    """Then an army attacks a distant one, until cards are to be chosen or hands put down."""
    rng, s = random.Random(seed), begun(seed).copy()
    base = s.army.index(s.turn + 1)
    target = next(square for square in range(SQUARES) if s.army[square] - 1 in seats_but(s.turn))
    strike(s, base, target)
    advance(s)
    while s.phase != phase:
        if GAME.may_act(s) & CHANCE_BIT:
            GAME.apply_action(s, CHANCE, rng.choice(GAME.outcomes(s))[0])
        else:
            seat = lowest_bit(GAME.must_act(s))
            legal = GAME.legal(s, seat)
            # With only one card set aside, many are left, some of which have to be put down.
            GAME.apply_action(s, seat, SEALED if SEALED in legal else rng.choice(legal))
    return s


def is_deal(action: int) -> bool:
    """True if an action is about trade."""
    return ACTIONS.decode(action).key.startswith("deal")


def seats_but(seat: int) -> set[int]:
    """The others."""
    return set(SEATS) - {seat}


def imagined(s: Swords, viewer: int, seed: int) -> Swords:
    """Another game that looks the same to a viewer."""
    seen = GAME.seen_by(s, viewer)
    GAME.resample(seen, viewer, seeded(seed))
    seen.eyes = 0
    return seen


class Clans(Twins):
    """Twins of a game with hundreds of choices, a sample of which is tried."""

    states: list[Swords]

    def unseen(self, n: int, seat: int, text: str) -> Deed:
        """A seat acts in one of the games, unnoticed by the viewer."""
        action = self._read(n, seat, text)
        after = self._after(self.states[n], seat, action)
        assert (after.told, after.seen) == ((), self.game.seen_by(self.states[n], self.viewer))
        return self._do(n, seat, action, after.state)

    def openly(self, seat: int, text: str) -> tuple[Deed, Deed] | None:
        """A seat does the same in both games, and it looks the same; None if it does not."""
        done = [self._after(self.states[n], seat, self._read(n, seat, text)) for n in range(2)]
        found = self._chance(done[0].state, done[1].state) if done[0][1:] == done[1][1:] else None
        if found is None:
            return None
        self.states = list(found[0])
        return Deed(seat, text, found[1][0]), Deed(seat, text, found[1][1])

    def _read(self, n: int, seat: int, text: str) -> int:
        action: int = self.game.notation.read_action(self.states[n], seat, text)
        assert action in self.game.legal(self.states[n], seat), text
        return action

    def _tried(self, choices: list[int]) -> list[int]:
        duties = [action for action in choices if not is_deal(action)]
        drafts = [action for action in choices if is_deal(action)]
        return duties + self.rng.sample(drafts, min(FEW, len(drafts)))

    def _shuffled(self, choices: list[int]) -> list[int]:
        self.rng.shuffle(choices)
        return sorted(choices, key=is_deal)[:MANY]


class Clash(Pair):
    """Both worlds of a game in which others trade, or choose cards in secret."""

    most = 7
    twins: Clans

    def __init__(self, phase: int, viewer: int, rng: random.Random, **leak: Any) -> None:
        super().__init__(GAME, GIVEN, viewer, rng)
        self.time = {"days": 3}
        seed = rng.randrange(3)
        first = second = fought(phase, seed) if phase in SECRET else begun(seed)
        if phase not in SECRET:
            second = imagined(first, viewer, rng.randrange(99))
        options = GAME.read_options(GIVEN)
        self.twins = Clans(GAME, options, viewer, rng, first.copy(), second.copy())
        self.games = leaking(first, leak), leaking(second, leak)
        self.happened: Counter[str] = Counter()
        self.ends = cycle(("accept", "decline", "accept", "clear", "left"))

    @property
    def state(self) -> Swords:
        """The game in the first of the worlds."""
        return self.twins.states[0]

    def _secrets(self) -> None:
        while is_sealed_phase(self.state):
            if not self._choose():
                return
        super()._secrets()
        if is_open(self.state):
            self._haggle()

    def _openly(self, seat: int, text: str) -> bool:
        deeds = self.twins.openly(seat, text)
        if deeds:
            self._step(deeds)
        return deeds is not None

    def _apart(self, seat: int, texts: tuple[list[str], list[str]]) -> None:
        """A seat acts in each of the worlds, unnoticed by the viewer."""
        for n, world in enumerate(self.worlds):
            for text in texts[n]:
                world.do(self.twins.unseen(n, seat, text))
                world.goes_on(7)
        self.uneven += len(texts[0]) != len(texts[1])
        self._compare()

    # ---- cards in secret

    def _choose(self) -> bool:
        """All seats that must choose set cards aside and seal; True if this can look alike."""
        for seat in seats_in(undecided(self.state)):
            wanted = self._wanted(seat)
            if seat == self.viewer:
                for card in wanted:
                    assert self._openly(seat, f"+{card}")
            else:
                self._apart(seat, (self._order(wanted, 0), self._order(wanted, 2)))
            self.happened[f"chosen {self.state.phase}"] += 1
            if not self._openly(seat, "seal"):
                return False
        return True

    def _wanted(self, seat: int) -> list[str]:
        """Some cards of a hand, as many as have to be put down."""
        s = self.state
        cards = list(letters(s.hand[seat]))
        short = s.held[seat] - s.limit[seat] if s.phase == REDUCE else self.rng.randint(1, 4)
        return self.rng.sample(cards, min(short, len(cards)))

    def _order(self, wanted: list[str], changes: int) -> list[str]:
        """The actions that end with the wanted cards, including changes of mind."""
        order = [f"+{card}" for card in self.rng.sample(wanted, len(wanted))]
        detour = [order[-1], order[-1].replace("+", "-")] * changes
        return order[:-1] + detour + order[-1:]

    # ---- trade

    def _haggle(self) -> None:
        """One seat makes another an offer, of different cards if the viewer has no part in it."""
        maker, other = self.rng.sample(SEATS, 2)
        if not all(self._is_free(s, maker, other) for s in self.twins.states):
            return
        offers = self._offers(maker, other)
        if maker == self.viewer:
            for text in offers[0]:
                assert self._openly(maker, text)
        else:
            self._apart(maker, (offers[0], self._redrafted(offers[1])))
        self._between(maker, other, maker, "send")
        self._end(maker, other)

    def _is_free(self, s: Swords, maker: int, other: int) -> bool:
        able = is_in(s, maker) and is_in(s, other) and s.closed == 0 and s.held[maker] > 0
        return (
            able
            and s.offer_to[maker] == 0
            and s.doings[maker] <= MAX_TRADE_ACTIONS - 10
            and s.doings[other] < MAX_TRADE_ACTIONS
        )

    def _offers(self, maker: int, other: int) -> tuple[list[str], list[str]]:
        hands = [Counter(letters(s.hand[maker])) for s in self.twins.states]
        if self.viewer in (maker, other):
            hands = [hands[0] & hands[1]] * 2
        count = min(self.rng.randint(1, 2), *(hand.total() for hand in hands))
        cards = [self.rng.sample(sorted(hand.elements()), count) for hand in hands]
        if self.viewer in (maker, other):
            cards[1] = cards[0]
        gold = self.rng.randint(0, min(2, self.state.gold[other]))
        asked = ["give-promises-1", *([f"ask-gold-{gold}"] if gold else [])]
        begun = [f"offer-{other}", *asked]
        one, two = ([*begun, *(f"give-{card}" for card in some)] for some in cards)
        self.happened["unlike"] += sorted(one) != sorted(two)
        return one, two

    def _redrafted(self, texts: list[str]) -> list[str]:
        begin, *items = texts
        return [begin, "give-promises-2", *self.rng.sample(items, len(items))]

    def _end(self, maker: int, other: int) -> None:
        end = next(self.ends)
        self.happened[end] += 1
        if end == "accept":
            self.happened["alike"] += self._openly(other, f"accept-{maker}")
        elif end == "decline":
            self._between(maker, other, other, f"decline-{maker}")
        elif end == "clear":
            self._between(maker, other, maker, "clear")

    def _between(self, maker: int, other: int, seat: int, text: str) -> None:
        """One of two seats acts, and nobody else learns of it."""
        if self.viewer in (maker, other):
            assert self._openly(seat, text)
        else:
            self._apart(seat, ([text], [text]))


def letters(cards: list[int]) -> Iterator[str]:
    """The letters of cards, one by one."""
    for card in range(CARDS):
        yield from [CARD_LETTERS[card]] * cards[card]


def leaking(s: Swords, leak: dict[str, Any]) -> Any:
    """A leaking version of the game from a position on."""
    return replace(GAME, setup=lambda _options: s.copy(), **leak)


VIEWERS = {"a watcher": SPECTATOR, "a seat": 1}


@pytest.mark.slow
@pytest.mark.parametrize("viewer", VIEWERS)
def test_deals_of_others_are_told_alike(viewer: str, worlds: Callable[[Pair], None]) -> None:
    """Rule 25, rulings Q66, W7: who draws what, drafts of offers, offers, traded cards."""
    rng, differing, uneven, happened = random.Random(viewer), 0, 0, Counter[str]()
    for _ in range(2):
        pair = Clash(TRAVEL, VIEWERS[viewer], rng)
        worlds(pair)
        differing, uneven = differing + pair.differing, uneven + pair.uneven
        happened += pair.happened
    assert differing > 10
    assert uneven > 3
    assert {"unlike", "accept", "decline", "clear"} <= set(happened)
    assert happened["accept"] == happened["alike"]


@pytest.mark.slow
@pytest.mark.parametrize("phase", SECRET)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_cards_in_secret_are_told_alike(
    viewer: str, phase: int, worlds: Callable[[Pair], None]
) -> None:
    """Rules 18, 23, ruling Q66: what others set aside, and how often they change their minds."""
    pair = Clash(phase, VIEWERS[viewer], random.Random(viewer))
    worlds(pair)
    assert pair.happened[f"chosen {phase}"] > 0
    assert pair.uneven > 0


# ---------------------------------------------------------------- leaks


def shows_trade_actions(s: Swords, seat: int) -> None:
    """As before ruling W7: the number of trade actions that others have used."""
    doings = s.doings[:]
    observe(s, seat)
    s.doings[:] = doings


def shows_hands(s: Swords, seat: int) -> None:
    hands = [hand[:] for hand in s.hand]
    observe(s, seat)
    s.hand[:] = hands


def shows_changes(s: Swords, seat: int) -> None:
    changes = s.changes[:]
    observe(s, seat)
    s.changes[:] = changes


def tells_cards(before: Swords, seat: int, action: int, after: Swords, _viewer: int) -> Any:
    """Everybody is sent what the actor is sent."""
    return tell(before, seat, action, after, seat)


LEAKS: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "drafts": (TRAVEL, {"observe": shows_trade_actions}),
    "hands": (TRAVEL, {"observe": shows_hands}),
    "deals": (TRAVEL, {"tell": tells_cards}),
    "choices": (COMMIT, {"observe": shows_changes}),
    "cards aside": (COMMIT, {"tell": tells_cards}),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_of_swords_is_found(leak: str, worlds: Callable[[Pair], None]) -> None:
    """The tests above can fail."""
    phase, leaks = LEAKS[leak]
    with pytest.raises(SentApart):
        worlds(Clash(phase, SPECTATOR, random.Random(leak), **leaks))
