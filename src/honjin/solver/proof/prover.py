"""Who looks for forced wins in the games of one class of deals, and keeps what was learned."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.index import Case
from honjin.solver.proof.certificate import checked, found_proof, read_proof
from honjin.solver.proof.search import Attempt, Search
from honjin.solver.retrograde.graph import short_states
from honjin.solver.tables.ask import result_of
from honjin.solver.tables.files import Damaged
from honjin.solver.tables.solving import default_folder, index_of
from honjin.solver.tables.value import LOSES_AT_ONCE, Value

log = logging.getLogger(__name__)

BITS: Final = 20
"""2 ** 20 positions of 32 bytes, for each of up to four searches."""


class Prover:
    """Looks for wins in the games of one class of deals, and keeps what it has learned."""

    def __init__(
        self, game: Game[Any], case: Case, *, folder: Path | None = None, bits: int = BITS,
        plain: bool = False,
    ) -> None:  # fmt: skip
        self.game, self.case, self.bits, self.plain = game, case, bits, plain
        self._searches: dict[Attempt, Search] = {}
        self._known = self._read(folder or default_folder())

    @classmethod
    def of(cls, game: Game[Any], s: Any, **given: Any) -> Prover:
        """The prover of the game that a position stands in; Unsolvable says why there is none."""
        return cls(game, index_of(game).case(s), **given)

    def _read(self, folder: Path) -> tuple[int, Any] | None:
        """The winner of the proof that is known of these games, and the positions it has met.

        None where there is no proof, or one that a table of this size cannot hold.
        """
        path = found_proof(folder, self.game.key, self.case.key)
        if self.plain or not path.exists():
            return None
        try:
            if read_proof(self.game, path)[0].positions > 1 << self.bits:
                return None
            head, check = checked(self.game, path)
        except Damaged as problem:
            log.warning("not believed: %s", problem)
            return None
        met = check.table[check.table["plies"] > 0]
        return index_of(self.game).sides.index(head.winner), met

    def search(self, attempt: Attempt) -> Search:
        """The search for a win of this kind, with all that it has learned."""
        if attempt not in self._searches:
            search = Search(self.game, self.case, attempt, bits=self.bits, plain=self.plain)
            if self._known and self._known[0] == attempt.attacker:
                search.learn(self._known[1])
            self._searches[attempt] = search
        return self._searches[attempt]

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
        record = self.record(s)
        for search in self._searches.values():
            plies = search.known(record)
            if plies:
                return Value(1 if search.attacker == side else -1, plies + 1)
        return None
