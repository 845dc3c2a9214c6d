"""The process that compiles loops of a game: python -m honjin.bots.compiling <module> [loops].

It waits for other processes on this machine that compile the same game, until they are done or have
compiled what it needs, and reuses their work; the number of processes that compile at once is
limited too. For each function compiled it prints a line: the index of the loop file, the number
done, and the approximate total. If its input is a pipe, it ends with that: its parent is gone.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from filelock import BaseFileLock, FileLock, Timeout

from honjin.core.game import load_game
from honjin.core.jit.cache.compile_lock import compile_lock, lock_folder
from honjin.core.jit.compiled import ready_check, warm
from honjin.core.reading.child import end_with_parent

CORES: Final = max(1, min(2, os.cpu_count() or 1))
"""The number of games compiled at once in the background; each takes a core and much memory."""

_PAUSE: Final = 0.2


def warm_command(address: str, *loops: Path, niceness: int = 0) -> list[str]:
    """The command that compiles loops of the game at `<module>[:NAME]` in another process."""
    words = [sys.executable, "-m", "honjin.bots.compiling", "--nice", str(niceness), address]
    return words + [str(path) for path in loops]


def main(arguments: Sequence[str] | None = None) -> None:
    """Compile loops of one game, one file after the other."""
    parser = argparse.ArgumentParser("python -m honjin.bots.compiling", description=main.__doc__)
    parser.add_argument("game", help="<module>[:NAME], such as honjin.games.rokumon.game")
    parser.add_argument("loops", nargs="+", help="loop files")
    parser.add_argument("--nice", type=int, default=0, help="niceness of the process")
    given = parser.parse_args(arguments)
    if given.nice and hasattr(os, "nice"):
        os.nice(given.nice)
    game = load_game(given.game)
    for number, loops in enumerate(given.loops):
        with place(game.key, ready_check(game, Path(loops))):
            warm(game, Path(loops), partial(_print_progress, number))


@contextmanager
def place(key: str, is_there: Callable[[], bool]) -> Iterator[None]:
    """Hold the lock on compiling this game, and one of the few places to compile at all.

    Neither is held if `is_there` says, meanwhile, that nothing is left to compile.
    """
    with compile_lock(key, is_there) as is_held, ExitStack() as held:
        if is_held:
            held.enter_context(_free_place(lock_folder()))
        yield


def _free_place(folder: Path) -> BaseFileLock:
    """A held lock of CORES + 1: an urgent compile must not wait for those in the background."""
    while True:
        for n in range(CORES + 1):
            lock = FileLock(folder / f"compiling-{n}.lock")
            with suppress(Timeout):
                lock.acquire(timeout=0)
                return lock
        time.sleep(_PAUSE)


def _print_progress(number: int, done: int, every: int) -> None:
    # The reader may be gone, and with it this process soon.
    with suppress(OSError):
        print(number, done, every, flush=True)


if __name__ == "__main__":
    end_with_parent()
    main()
