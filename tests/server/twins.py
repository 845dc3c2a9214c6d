"""Two games that one viewer cannot tell apart, played in step by everybody else.

Each twin is a separate state; the chance of both is chosen here so that the viewer sees the same,
and passed to the servers as the tickets of their draws.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from honjin.core.events import Event
from honjin.core.game import Game
from honjin.core.seats import CHANCE, CHANCE_BIT, seats_in

Tickets = tuple[int, ...]


class After(NamedTuple):
    """The result of an action: the state, and what the viewer was told and sees."""

    state: Any
    told: tuple[Event, ...]
    seen: Any


class Deed(NamedTuple):
    """An action of a seat in one of the games, and the tickets of the chance after it."""

    seat: int
    text: str
    tickets: Tickets = ()


class Twins:
    """Two states that look the same to the viewer: two of the set-up, or given ones."""

    def __init__(
        self, game: Game[Any], options: Any, viewer: int, rng: random.Random, *states: Any
    ) -> None:
        self.game, self.viewer, self.rng = game, viewer, rng
        self.seats: int = game.seats(options)
        self.states = list(states or (game.setup(options), game.setup(options)))
        self.last: tuple[dict[int, str], dict[int, str]] = ({}, {})
        """The last action of each seat, in either game."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.game.may_act(self.states[0])

    @property
    def differ(self) -> bool:
        """Whether there is anything that the viewer does not know."""
        return bool(self.states[0] != self.states[1])

    # ---- in step

    def begin(self) -> tuple[Tickets, Tickets]:
        """The chance before the first action."""
        found = self._chance(*self.states)
        assert found is not None
        self.states = list(found[0])
        return found[1]

    def step(self, *, waited: bool) -> tuple[Deed, Deed] | None:
        """Act in both games so that it looks the same; None if that is impossible."""
        ask = self.game.must_act if waited else self.game.may_act
        for seat in self._shuffled(list(seats_in(ask(self.states[0])))):
            found = self._together(seat)
            if found is not None:
                return found
        return None

    def _together(self, seat: int) -> tuple[Deed, Deed] | None:
        first, second = self.states
        choices = self._shuffled(self.game.legal(first, seat))
        theirs = self._shuffled(self.game.legal(second, seat))
        alike = self.rng.random() < 0.5  # the viewer does the same in both, others now and then
        for one in choices:
            after = self._after(first, seat, one)
            for other in sorted(theirs, key=lambda x: (x == one) != alike):
                if seat == self.viewer and other != one:
                    continue
                twin = self._after(second, seat, other)
                if after[1:] != twin[1:]:
                    continue
                found = self._chance(after.state, twin.state)
                if found is not None:
                    texts = self._text(0, seat, one), self._text(1, seat, other)
                    self.last[0][seat], self.last[1][seat] = texts
                    self.states = list(found[0])
                    return Deed(seat, texts[0], found[1][0]), Deed(seat, texts[1], found[1][1])
        return None

    def _chance(
        self, one: Any, other: Any
    ) -> tuple[tuple[Any, Any], tuple[Tickets, Tickets]] | None:
        """Play the chance of both so that it looks the same; None if that is impossible."""
        tickets: tuple[list[int], list[int]] = ([], [])
        while self.game.may_act(one) & CHANCE_BIT:
            found = self._fall(one, other)
            if found is None:
                return None
            for state, got, outcome in zip((one, other), tickets, found[0], strict=True):
                got.extend(self._ticket(state, outcome))
            one, other = found[1]
        return (one, other), (tuple(tickets[0]), tuple(tickets[1]))

    def _fall(self, one: Any, other: Any) -> tuple[tuple[int, int], tuple[Any, Any]] | None:
        outcomes = self._shuffled([x for x, _ in self.game.outcomes(one)])
        theirs = self._shuffled([x for x, _ in self.game.outcomes(other)])
        for first in outcomes:
            after = self._after(one, CHANCE, first)
            for second in sorted(theirs, key=lambda x: x == first):
                twin = self._after(other, CHANCE, second)
                if after[1:] == twin[1:]:
                    return (first, second), (after.state, twin.state)
        return None

    def _ticket(self, state: Any, outcome: int) -> list[int]:
        outcomes = self.game.outcomes(state)
        before = [x for x, _ in outcomes].index(outcome)
        return [sum(weight for _, weight in outcomes[:before])] if len(outcomes) > 1 else []

    def _after(self, state: Any, seat: int, action: int) -> After:
        after = state.copy()
        self.game.apply_action(after, seat, action)
        told = self.game.tell(state, seat, action, after, self.viewer)
        return After(after, told, self.game.seen_by(after, self.viewer))

    def _tried(self, choices: list[int]) -> list[int]:
        """The actions that a seat might take in one game alone."""
        return choices

    def _shuffled(self, choices: list[int]) -> list[int]:
        self.rng.shuffle(choices)
        return choices

    # ---- separately

    def secretly(self, n: int) -> Deed | None:
        """Act in one game so that the viewer learns nothing of it."""
        found = list(self._secret(n))
        return self._do(n, *self.rng.choice(found)) if found else None

    def alike(self) -> Iterator[Deed]:
        """Repeat in the second game, unseen by the viewer, the seats' last actions in the first."""
        for seat in seats_in(self.game.may_act(self.states[1])):
            text = self.last[0].get(seat)
            if text == self.last[1].get(seat):
                continue
            for one, action, after in self._secret(1):
                if one == seat and text == self._text(1, seat, action):
                    yield self._do(1, seat, action, after)
                    break

    def _secret(self, n: int) -> Iterator[tuple[int, int, Any]]:
        state = self.states[n]
        seen = self.game.seen_by(state, self.viewer)
        for seat in seats_in(self.game.may_act(state)):
            legal = self.game.legal(state, seat) if seat != self.viewer else []
            for action in self._tried(legal):
                after = self._after(state, seat, action)
                if not after.told and after.seen == seen:
                    yield seat, action, after.state

    def _do(self, n: int, seat: int, action: int, after: Any) -> Deed:
        text = self.last[n][seat] = self._text(n, seat, action)
        self.states[n] = after
        return Deed(seat, text)

    def _text(self, n: int, seat: int, action: int) -> str:
        return str(self.game.notation.write_action(self.states[n], seat, action))
