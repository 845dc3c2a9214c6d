"""Who looks for forced wins in the games of one class of deals, and keeps what was learned."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.index import Case
from honjin.solver.proof.known import KnownProofs
from honjin.solver.proof.search import Attempt, Search
from honjin.solver.retrograde.graph import short_states
from honjin.solver.tables.ask import result_of
from honjin.solver.tables.solving import index_of
from honjin.solver.tables.value import LOSES_AT_ONCE, Value

BITS: Final = 20
"""2 ** 20 positions of 32 bytes, for each of up to four searches."""


class Prover:
    """Looks for wins in the games of one class of deals, and keeps what it has learned."""

    def __init__(
        self, game: Game[Any], case: Case, *, folder: Path | None = None, bits: int = BITS,
        plain: bool = False, proofs: KnownProofs | None = None,
    ) -> None:  # fmt: skip
        self.game, self.case, self.bits, self.plain = game, case, bits, plain
        self._searches: dict[Attempt, Search] = {}
        proofs = proofs or KnownProofs(folder)
        known = None if plain else proofs.find(game, case)
        # A table that is too small for a proof would forget what it rests on.
        self._known = known if known and len(known.positions) <= 1 << bits else None

    @classmethod
    def of(cls, game: Game[Any], s: Any, **given: Any) -> Prover:
        """The prover of the game that a position stands in; Unsolvable says why there is none."""
        return cls(game, index_of(game).case(s), **given)

    def search(self, attempt: Attempt) -> Search:
        """The search for a win of this kind, with all that it has learned."""
        if attempt not in self._searches:
            search = Search(self.game, self.case, attempt, bits=self.bits, plain=self.plain)
            if self._known and self._known.winner == attempt.attacker:
                search.learn(self._known.positions)
            self._searches[attempt] = search
        return self._searches[attempt]

    def recall(self) -> None:
        """Have the proof at hand that is known of these games, before anything is searched."""
        if self._known:
            self.search(Attempt(self._known.winner, defers=True))

    @property
    def nodes(self) -> int:
        """Actions that all its searches have done so far."""
        return sum(search.nodes for search in self._searches.values())

    def record(self, s: Any) -> Any:
        """A position as a search takes it: in the game of the first deal of its class."""
        image = self.case.turned(s)
        return image if self.plain else short_states(self.game, image, 1)[0]

    def ended(self, s: Any, side: int) -> Value | None:
        """What an action was worth to the side that did it, if the game is over; else None."""
        value = result_of(self.game, s, side, self.case.late)
        if value is None and not self.game.may_act(s):
            return LOSES_AT_ONCE.after
        return value

    def after(self, s: Any, side: int) -> Value | None:
        """What is known of an action that led to s, for the side that did it; None: nothing."""
        ended = self.ended(s, side)
        if ended is not None:
            return ended
        return self.known(self.record(s), side)

    def known(self, record: Any, side: int) -> Value | None:
        """The same of a running position's record."""
        for search in self._searches.values():
            plies = search.known(record)
            if plies:
                return Value(1 if search.attacker == side else -1, plies + 1)
        return None
