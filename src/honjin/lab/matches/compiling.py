"""What bots run compiled is compiled once on a machine, before its workers load it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from honjin.bots.precompile import address_of
from honjin.core.child import child_environment
from honjin.core.game import Game
from honjin.core.jit.compiled import is_ready, warm_command
from honjin.core.jit.generated import cache_folder
from honjin.lab.errors import WorkerFailed
from honjin.lab.matches.entrants import Entrant, loops_of


class Compiling(NamedTuple):
    """News: a search is being compiled, once for all workers."""

    bot: str
    number: int
    of: int


def prepare(
    game: Game[Any], entrants: Iterable[Entrant], tell: Callable[[Compiling], None]
) -> tuple[str, ...]:
    """Compile what the bots run, once, so that every worker loads it; notes where that fails."""
    loops = {path: e.label for e in entrants for path in loops_of(e.player.bot)}
    cold = [path for path in loops if not is_ready(game, path)]
    notes = []
    for number, path in enumerate(cold, 1):
        tell(Compiling(loops[path], number, len(cold)))
        if not compile_once(game, path, loops[path]):
            notes.append(
                f"{loops[path]} plays interpreted, so slowly: its compiled code could not be kept "
                f"in {cache_folder()}"
            )
    return tuple(notes)


def compile_once(game: Game[Any], loops: Path, name: str) -> bool:
    """Whether loops are kept compiled, once another process has tried; they bear a name in errors.

    Whoever else compiles rules of the game on this machine is waited for.
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
