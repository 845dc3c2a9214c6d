"""Known proofs of games: read and checked once, then shared by all provers."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.core.parts.index import Case
from honjin.solver.proof.certificate import checked, found_proof, read_head
from honjin.solver.tables.files import Damaged
from honjin.solver.tables.plans import default_folder, index_of

log = logging.getLogger(__name__)

MAX_POSITIONS: Final = 1 << 20
"""The size above which proofs are not loaded; a position takes 24 bytes."""

MAX_KEPT: Final = 4


class Met(NamedTuple):
    """The winner of a proof, and the records of its positions (`certificate.Met`)."""

    winner: int
    positions: Any


class KnownProofs:
    """The proofs of a folder and those shipped with Honjin; safe for use by several threads."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._kept: dict[Path, Met | None] = {}
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy reads the proofs again."""
        return KnownProofs, (self._folder,)

    def find(self, game: Game[Any], case: Case) -> Met | None:
        """The proof of a case's games; None if there is none, or if it is too large."""
        path = _existing(self._folder or default_folder(), game, case)
        if path is None:  # it may still be made
            return None
        with self._lock:
            if path not in self._kept:
                self._kept[path] = _read(game, path)
                while len(self._kept) > MAX_KEPT:
                    del self._kept[next(iter(self._kept))]
            return self._kept[path]


def _existing(folder: Path, game: Game[Any], case: Case) -> Path | None:
    """The path of a proof; None if there is none, or if the folder cannot be searched."""
    try:
        path = found_proof(folder, game.key, case.key)
        return path if path.exists() else None
    except OSError as problem:
        log.warning("continuing without proofs: %s", problem)
        return None


def _read(game: Game[Any], path: Path) -> Met | None:
    try:
        if read_head(game, path).positions > MAX_POSITIONS:  # before anything is unpacked
            return None
        head, check = checked(game, path)
    except (Damaged, OSError) as problem:
        log.warning("ignoring an invalid proof: %s", problem)
        return None
    met = check.table[check.table["plies"] > 0]
    return Met(index_of(game).sides.index(head.winner), met)
