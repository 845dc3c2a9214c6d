"""Compiling the loops of bots once per machine, before its workers load them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from honjin.bots.precompile import address_of
from honjin.core.game import Game
from honjin.core.jit.compiled import is_ready, warm_command
from honjin.core.jit.generated import cache_folder
from honjin.core.reading.child import child_environment
from honjin.lab.errors import WorkerFailed
from honjin.lab.matches.entrants import Entrant, loops_of


class Compiling(NamedTuple):
    """Progress: a search is being compiled, once for all workers."""

    bot: str
    number: int
    of: int


def prepare(
    game: Game[Any], entrants: Iterable[Entrant], tell: Callable[[Compiling], None]
) -> tuple[str, ...]:
    """Compile the loops of the bots, so that every worker loads them; return notes on failures."""
    loops = {path: e.label for e in entrants for path in loops_of(e.player.bot)}
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


def compile_once(game: Game[Any], loops: Path, name: str) -> bool:
    """Compile loops in another process; True if the result was saved. `name` is for errors.

    It waits for other processes that compile rules of the game on this machine.
    """
    address = address_of(game)
    if address and not is_ready(game, loops):
        _warm(address, loops, name)
    return is_ready(game, loops)


def _warm(address: str, loops: Path, name: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own command
        warm_command(address, loops), env=child_environment(), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise WorkerFailed(
            f"{name} could not be compiled: {said[-1] if said else 'no reason given'}"
        )
