"""Provers of several games, each lent to one thread at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from honjin.core.game import Game
from honjin.core.parts.index import Unsolvable
from honjin.solver.proof.loops import CHECK, SEARCH
from honjin.solver.tables.ask import listed
from honjin.solver.tables.plans import index_of

if TYPE_CHECKING:
    from honjin.solver.proof.inquiry import Inquiry
    from honjin.solver.proof.known import KnownProofs
    from honjin.solver.proof.prover import Prover


class Provers:
    """Provers of the most recently queried games, each used by one thread at a time.

    `loops` are the loop files that must be compiled for a game.
    """

    loops: Final = (SEARCH, CHECK)

    def __init__(
        self, folder: Path | None = None, *, keep: int = 2, proofs: KnownProofs | None = None
    ) -> None:
        self._folder, self._keep, self._given = folder, keep, proofs
        self._free: dict[tuple[str, str], Prover] = {}
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        """What has been learned, without the lock."""
        return {name: value for name, value in vars(self).items() if name != "_lock"}

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held)
        self._lock = threading.Lock()

    @cached_property
    def _proofs(self) -> KnownProofs:
        # Imported when something is proved: a server's pages need neither them nor NumPy.
        from honjin.solver.proof.known import KnownProofs

        return self._given or KnownProofs(self._folder)

    def fresh(self, keep: int = 0) -> Provers:
        """The same without anything learned except proofs; for games independent of others."""
        return Provers(keep=keep or self._keep, proofs=self._proofs)

    def can_prove(self, game: Game[Any], s: Any) -> bool:
        """True if positions of this game can be proved."""
        if game.index is None:
            return False
        try:
            game.index.case(s)
        except Unsolvable:
            return False
        return True

    @contextmanager
    def asked(self, game: Game[Any], s: Any) -> Iterator[Inquiry]:
        """Open an inquiry into a position; later ones benefit from what it learns."""
        from honjin.solver.proof.inquiry import Inquiry
        from honjin.solver.proof.prover import Prover

        key = game.key, index_of(game).case(s).key
        with self._lock:
            prover = self._free.pop(key, None)
        prover = prover or Prover.of(game, s, proofs=self._proofs)
        try:
            yield Inquiry(prover, s)
        finally:
            with self._lock:
                self._free[key] = prover
                while len(self._free) > self._keep:
                    del self._free[next(iter(self._free))]


def warm_up(game: Game[Any]) -> None:
    """Compile the loops of the search by a short inquiry."""
    from honjin.solver.proof.inquiry import Inquiry
    from honjin.solver.proof.prover import Prover
    from honjin.solver.proof.search import Attempt

    index = index_of(game)
    s = game.setup(game.read_options(index.cases(game.read_options())[0]))
    prover = Prover(game, index.case(s), bits=8)
    steps = iter(range(3))
    inquiry = Inquiry(prover, s)
    inquiry.run(lambda: next(steps, None) is None)
    inquiry.line(listed(game, s, inquiry.seat)[0], 2)
    prover.search(Attempt(0, defers=True)).choose()
