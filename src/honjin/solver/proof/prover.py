"""A prover of forced wins in the games of one class of deals, which remembers what it learns."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.parts.index import Case
from honjin.solver.proof.known import KnownProofs
from honjin.solver.proof.search import Attempt, Search
from honjin.solver.retrograde.graph import short_states
from honjin.solver.tables.ask import result_of
from honjin.solver.tables.plans import index_of
from honjin.solver.tables.value import LOSES_AT_ONCE, Value

BITS: Final = 20
"""2 ** 20 positions of 32 bytes, for each of up to four searches."""


class Prover:
    """Searches for forced wins in the games of one class of deals and remembers what it learns."""

    def __init__(
        self, game: Game[Any], case: Case, *, folder: Path | None = None, bits: int = BITS,
        plain: bool = False, proofs: KnownProofs | None = None,
    ) -> None:  # fmt: skip
        self.game, self.case, self.bits, self.plain = game, case, bits, plain
        self._searches: dict[Attempt, Search] = {}
        proofs = proofs or KnownProofs(folder)
        known = None if plain else proofs.find(game, case)
        # A table too small for a proof would forget what the proof depends on.
        self._known = known if known and len(known.positions) <= 1 << bits else None

    @classmethod
    def of(cls, game: Game[Any], s: Any, **given: Any) -> Prover:
        """The prover of a position's game; raises Unsolvable if there is none."""
        return cls(game, index_of(game).case(s), **given)

    def search(self, attempt: Attempt) -> Search:
        """The search for a win of this kind, with everything it has learned."""
        if attempt not in self._searches:
            search = Search(self.game, self.case, attempt, bits=self.bits, plain=self.plain)
            if self._known and self._known.winner == attempt.attacker:
                search.learn(self._known.positions)
            self._searches[attempt] = search
        return self._searches[attempt]

    def recall(self) -> None:
        """Load the known proof of these games before anything is searched."""
        if self._known:
            self.search(Attempt(self._known.winner, defers=True))

    @property
    def nodes(self) -> int:
        """The number of actions played by all its searches so far."""
        return sum(search.nodes for search in self._searches.values())

    def record(self, s: Any) -> Any:
        """A position as searches take it: in the game of the first deal of its class."""
        image = self.case.turned(s)
        return image if self.plain else short_states(self.game, image, 1)[0]

    def ended(self, s: Any, side: int) -> Value | None:
        """The value of an action to its side if it ended the game; else None."""
        value = result_of(self.game, s, side, self.case.late)
        if value is None and not self.game.may_act(s):
            return LOSES_AT_ONCE.after
        return value

    def after(self, s: Any, side: int) -> Value | None:
        """The known value of the action that led to s, for its side; None if unknown."""
        ended = self.ended(s, side)
        if ended is not None:
            return ended
        return self.known(self.record(s), side)

    def known(self, record: Any, side: int) -> Value | None:
        """The same for the record of a position that is not over."""
        for search in self._searches.values():
            plies = search.known(record)
            if plies:
                return Value(1 if search.attacker == side else -1, plies + 1)
        return None
