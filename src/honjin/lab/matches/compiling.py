"""Compiling the loops of bots once per machine, before its workers load them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from honjin.bots import all_loops_of
from honjin.bots.precompile import compile_once
from honjin.core.game import Game
from honjin.core.jit.cache.folders import cache_folder
from honjin.core.jit.compiled import is_ready
from honjin.lab.matches.entrants import Entrant


class Compiling(NamedTuple):
    """Progress: a search is being compiled, once for all workers."""

    bot: str
    number: int
    of: int


def prepare(
    game: Game[Any], entrants: Iterable[Entrant], tell: Callable[[Compiling], None]
) -> tuple[str, ...]:
    """Compile the loops of the bots, so that every worker loads them; return notes on failures."""
    loops = {path: e.label for e in entrants for path in all_loops_of(e.player.bot)}
    cold = [path for path in loops if not is_ready(game, path)]
    notes = []
    for number, path in enumerate(cold, 1):
        tell(Compiling(loops[path], number, len(cold)))
        if not compile_once(game, path, loops[path]):
            notes.append(
                f"{loops[path]} plays interpreted and slowly: its compiled code could not be saved "
                f"in {cache_folder()}"
            )
    return tuple(notes)
