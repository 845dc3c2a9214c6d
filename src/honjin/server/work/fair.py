"""Fair turns where few can work at a time: between addresses, and between the people of each.

The turns of one address form a line. Next is the front of the line that has waited longest since
it had its last turn; each second that it will take, or that turns of its line are now taking,
counts as if it had come `WEIGHT` seconds later. So short work is done before long work, what
somebody asks for many times delays others once, and nobody waits for ever: after as long as its own
work weighs, a turn is preceded by one more of each other line at most. The people of an address
share its turns in the same way. Of several processes each has turns of its own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from math import inf
from types import TracebackType
from typing import Any, Final, NamedTuple, TypeVar

K = TypeVar("K")

WEIGHT: Final = 4.0
"""The seconds that a turn has to wait longer for each second that it will take."""
SHORT: Final = 0.5
"""The most seconds of a turn that counts as short."""


class Asker(NamedTuple):
    """The person for whom something is done, and the address that it is charged to."""

    person: str
    address: str


class FairTurn:
    """A turn that is waited for, then held until it is left: `async with turn`.

    To leave it early ends the wait, too.
    """

    def __init__(self, turns: FairTurns, asker: Asker, seconds: float, since: float) -> None:
        self._turns, self.asker, self.seconds, self.since = turns, asker, seconds, since
        self.keys: tuple[str | Asker, ...] = asker.address, asker
        self.came = asyncio.Event()

    @property
    def place(self) -> int:
        """Its place among those that wait, from 1; 0 once it has come."""
        return 0 if self.came.is_set() else self._turns.places()[self]

    def leave(self) -> None:
        """Wait no more, or let others have the place; a second time does nothing."""
        self._turns.leave(self)

    async def __aenter__(self) -> FairTurn:
        try:
            await self.came.wait()
        except BaseException:
            self.leave()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.leave()


class FairTurns:
    """Turns for `places` at a time, of them `each` for one address and `own` for one person.

    Short work that finds no place has `short` more.
    """

    def __init__(
        self, places: int, each: float = inf, own: float = inf, *, short: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._most, self._each, self._own, self._short = places, each, own, short
        self._clock = clock
        self._waiting: list[FairTurn] = []
        self._held: list[FairTurn] = []
        self._spare: list[FairTurn] = []
        """Short ones, in the places that only they can have."""
        self._ended: dict[str | Asker, float] = {}
        """When the last turn ended of each address and asker that waits."""
        self._places: dict[FairTurn, int] = {}
        """Found once for all who ask; empty once somebody has come or gone."""

    def join(self, asker: Asker, seconds: float) -> FairTurn:
        """Wait for a turn of about so many seconds; it may come at once."""
        turn = FairTurn(self, asker, seconds, self._clock())
        self._waiting.append(turn)
        self._places = {}
        self._hand_on()
        return turn

    def leave(self, turn: FairTurn) -> None:
        """Let the next ones have what a turn holds or waits for."""
        for where in (self._waiting, self._held, self._spare):
            if turn in where:
                where.remove(turn)
                self._places = {}
                turn.came.set()
                if where is not self._waiting:
                    self._note_end(turn)
                self._hand_on()

    def waiting(self, address: str | None = None) -> int:
        """The number of turns that are waited for, in all or by one address."""
        return sum(address in (None, turn.asker.address) for turn in self._waiting)

    def load(self, person: str | None = None, address: str | None = None) -> int:
        """The number of turns that are held or waited for: in all, of a person, of an address."""
        return sum(
            person in (None, turn.asker.person) and address in (None, turn.asker.address)
            for turn in (*self._waiting, *self._held, *self._spare)
        )

    def order(self) -> list[FairTurn]:
        """The turns that are waited for, as they will come if nobody else joins."""
        lines = _by(self._waiting, lambda turn: turn.asker.address)
        return self._merged({address: self._line(line) for address, line in lines.items()})

    def places(self) -> dict[FairTurn, int]:
        """The places of the turns that are waited for in this order, from 1."""
        if not self._places:
            self._places = {turn: n for n, turn in enumerate(self.order(), 1)}
        return self._places

    def _line(self, turns: list[FairTurn]) -> list[FairTurn]:
        """The line of an address."""
        return self._merged(_by(turns, lambda turn: turn.asker))

    def _merged(self, lines: Mapping[Any, list[FairTurn]]) -> list[FairTurn]:
        """One line of several."""
        due: dict[FairTurn, float] = {}
        for key, line in lines.items():
            last = max(self._ended.get(key, -inf), line[0].since) + WEIGHT * self._at_work(key)
            for turn in line:
                due[turn] = last = max(last, turn.since) + WEIGHT * turn.seconds
        return sorted(due, key=due.__getitem__)

    def _at_work(self, key: str | Asker) -> float:
        """The seconds that turns of an address or asker are now taking."""
        return sum(one.seconds for one in (*self._held, *self._spare) if key in one.keys)

    def _hand_on(self) -> None:
        if len(self._held) >= self._most and len(self._spare) >= self._short:
            return
        for turn in self.order():
            if self._is_free(turn):
                self._begin(turn, self._held)
            elif turn.seconds <= SHORT and len(self._spare) < self._short:
                self._begin(turn, self._spare)

    def _is_free(self, turn: FairTurn) -> bool:
        """Whether a turn can have one of the usual places."""
        held = [one.asker for one in self._held]
        return (
            len(held) < self._most
            and sum(one.address == turn.asker.address for one in held) < self._each
            and sum(one.person == turn.asker.person for one in held) < self._own
        )

    def _begin(self, turn: FairTurn, where: list[FairTurn]) -> None:
        self._waiting.remove(turn)
        self._places = {}
        where.append(turn)
        turn.came.set()

    def _note_end(self, turn: FairTurn) -> None:
        waiting = {key for one in self._waiting for key in one.keys}
        self._ended |= dict.fromkeys(turn.keys, self._clock())
        self._ended = {key: at for key, at in self._ended.items() if key in waiting}


def _by(turns: Iterable[FairTurn], key: Callable[[FairTurn], K]) -> dict[K, list[FairTurn]]:
    lines: dict[K, list[FairTurn]] = {}
    for turn in turns:
        lines.setdefault(key(turn), []).append(turn)
    return lines
