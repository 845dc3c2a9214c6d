"""`honjin compile`: rules, searches and bots compiled in advance."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from honjin.bots import all_loops_of, find_player, players_of
from honjin.bots.compiling import CORES, warm_command
from honjin.bots.prepare import search_loops
from honjin.cli.show import say_line
from honjin.core.errors import NotCompiled
from honjin.core.game import Game, address_of
from honjin.core.jit.cache.folders import require_writable
from honjin.core.jit.compiled import LOOPS, is_ready
from honjin.core.reading.child import child_environment
from honjin.games import keys, load
from honjin.solver.proof.pool import Provers

MEGABYTE = 1_000_000


class Part(NamedTuple):
    """A loop file of a game, to be compiled."""

    game: Game[Any]
    loops: Path


def compile_games(
    game: Annotated[
        list[str] | None,
        typer.Argument(help="The games; `honjin games` lists them. All if none is named."),
    ] = None,
) -> None:
    """Compile the rules, searches and bots of games, so that nothing has to wait for them.

    The code is kept in HONJIN_CACHE, or in your user cache folder.
    Others who can read that folder can use it.
    What is there already is not compiled again.
    """
    games = [load(key) for key in dict.fromkeys(game or keys())]
    folder, begun = require_writable(), time.monotonic()
    parts = [Part(game, loops) for game in games for loops in loops_of(game)]
    missing = [part for part in parts if not is_ready(*part)]
    _compile(missing)
    for part in missing:
        if not is_ready(*part):
            raise NotCompiled(f"{_name(part)} was compiled, but could not be kept in {folder}")
    say_line(_summary(games, len(missing), len(parts), time.monotonic() - begun, folder))


def _summary(games: list[Game[Any]], made: int, every: int, seconds: float, folder: Path) -> str:
    size = sum(path.stat().st_size for path in folder.glob("compiled/*/*/*") if path.is_file())
    names = ", ".join(game.key for game in games)
    return (
        f"Compiled {made} of {every} parts of {names} in {seconds:.0f} s; the others were there. "
        f"{folder} holds {size / MEGABYTE:.1f} MB of compiled code."
    )


def loops_of(game: Game[Any]) -> list[Path]:
    """The loop files that tables, bots, analysis and the arena need for a game."""
    presets = [preset.options for preset in game.presets] or [{}]
    settings = [game.read_options(options) for options in presets]
    bots = (
        find_player(game, options, name).bot
        for options in settings
        for name in players_of(game, options)
    )
    proofs = Provers.loops if game.index else ()
    own = (loops for bot in bots for loops in all_loops_of(bot))
    return list(dict.fromkeys((LOOPS, *search_loops(game), *own, *proofs)))


def _compile(parts: Iterable[Part]) -> None:
    """Compile each game's parts in a process of their own, and show how far it is."""
    by_game: dict[str, list[Part]] = {}
    for part in parts:
        by_game.setdefault(part.game.key, []).append(part)
    bar = Progress(
        TextColumn("{task.description}", markup=False), BarColumn(None),
        TextColumn("{task.percentage:.0f} %"), TimeElapsedColumn(),
        disable=not sys.stdout.isatty(),
    )  # fmt: skip
    with bar, ThreadPoolExecutor(CORES) as pool:
        tasks = {key: bar.add_task(key, total=len(own)) for key, own in by_game.items()}
        done = [
            pool.submit(_compile_game, own, partial(_show, bar, tasks[key]))
            for key, own in by_game.items()
        ]
    for future in done:
        future.result()


def _compile_game(parts: list[Part], show: Callable[[float], None]) -> None:
    """Compile parts of one game in another process; NotCompiled says why it failed."""
    game, said = parts[0].game, "no reason given"
    command = warm_command(address_of(game) or "", *(part.loops for part in parts))
    with subprocess.Popen(  # noqa: S603 - our own command
        command, env=child_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            words = line.split()
            if len(words) == 3 and all(word.isdigit() for word in words):
                number, done, every = map(int, words)
                show(number + done / every)
                if done == every and not sys.stdout.isatty():
                    say_line(f"{_name(parts[number])} ({number + 1} of {len(parts)})")
            else:
                said = line.strip() or said
    if process.returncode:
        raise NotCompiled(f"{game.key} could not be compiled: {said}")


def _show(bar: Progress, task: TaskID, done: float) -> None:
    bar.update(task, completed=done)


def _name(part: Part) -> str:
    return f"{part.game.key}: {part.loops.stem}"
