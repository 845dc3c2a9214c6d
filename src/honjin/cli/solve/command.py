"""`honjin solve`: exact values of positions, and the tables that store them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from honjin.cli import flags
from honjin.cli.given import given_options
from honjin.cli.progress import progress_bar
from honjin.cli.show import say_line
from honjin.cli.solve.position import print_position
from honjin.cli.solve.stages import solve_stages
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.games import load

if TYPE_CHECKING:
    from honjin.solver import Answer

SEARCHES: Final = 4
"""The number of tables that share the memory when the choices of a position are proved."""

JOBS: Final = 2
MINUTES: Final = 30.0
MEMORY: Final = 2
MAX_MEMORY: Final = 1024

TOGETHER: Final = (("--stages", "--check"), ("--all", "--check"), ("--export", "--check"))
"""The options that say what to do, where two of them can be given."""


def solve(
    ctx: typer.Context,
    game: flags.GameName,
    option: flags.GivenOptions = None,
    every: Annotated[
        bool, typer.Option("--all", help="Solve every deal, one of each class of equivalent deals.")
    ] = False,
    position: Annotated[
        str, typer.Option(help="Print the value of this position and of each choice in it.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="Folder of the tables (default: in your data folder).")
    ] = None,
    prove: Annotated[
        bool, typer.Option("--check", help="Check existing tables, position by position.")
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option("--export", help="Export the positions to this .csv or .npz file."),
    ] = None,
    sample: Annotated[
        int, typer.Option(help="Number of positions to export, drawn at random; 0: all.", min=0)
    ] = 0,
    jobs: Annotated[
        int | None, typer.Option(help="Threads for tables (default: 2).", min=1, max=64)
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="Time limit for the search of a proof in minutes (default: 30).", min=0),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            help="Memory for the search of a proof in GiB: 1, 2, 4, 8 ... (default: 2).",
            min=1,
            max=MAX_MEMORY,
        ),
    ] = None,
    staged: Annotated[
        bool,
        typer.Option("--stages", help="Solve a game too large for one table stage by stage."),
    ] = False,
    proof: Annotated[
        Path | None, typer.Option("--check-proof", help="Check a stored proof by the rules alone.")
    ] = None,
) -> None:
    """Solve a game by retrograde analysis; the last line is the value of the start position.

    Tables are saved, and an interrupted solve resumes. The winning side wins as soon as possible,
    the losing side delays, and a side that cannot force a win draws. If a game is too large for a
    table, a search looks for a proof of which side wins, and saves it; with `--stages`, the game is
    solved board by board: which side wins, not how soon.
    """
    from honjin import solver

    found, folder = load(game), out or solver.default_folder()
    _must_go_together({
        "--check-proof": proof is not None, "--position": bool(position), "--stages": staged,
        "--all": every, "--export": to is not None, "--check": prove,
    })  # fmt: skip
    _must_be_exportable(to, sample)
    threads = {"--jobs": jobs}
    search: dict[str, float | None] = {"--minutes": minutes, "--memory": memory}
    searching = _Search(MINUTES if minutes is None else minutes, (memory or MEMORY) << 30)
    if proof:
        _must_be_of_use("--check-proof", threads | search)
        print(solver.check_proof(found, proof).text)
        return
    if position:
        options = given_options(found, option or [], ctx.args) if option or ctx.args else None
        _must_be_of_use("--position", threads)
        bits = _bits(searching.room // SEARCHES)
        with _enough_memory(searching):
            print_position(found, position, options, folder, minutes=searching.minutes, bits=bits)
        return
    options = given_options(found, option or [], ctx.args)
    if staged:
        _must_be_of_use("--stages", search)
        solve_stages(found, options, folder, jobs=jobs or JOBS, check=prove)
        return
    try:
        cases = _cases(found, options, every=every)
    except solver.TooLarge:
        if to:
            raise BadOption(f"{game} has no table to export with these options") from None
        _must_be_of_use("a proof", threads)
        _must_be_of_use("--check", search if prove else {})
        with _enough_memory(searching):
            _prove(found, options, folder, searching, every=every, prove=prove)
        return
    _must_be_of_use("a table", search)
    work = partial(solver.check if prove else solver.solve, jobs=jobs or JOBS)
    _make(found, cases, folder, work, every=every, to=to, sample=sample)
    if not every:
        print(_start(found, options, folder).text)


def _make(
    game: Game[Any], cases: list[Options], folder: Path, work: Callable[..., object],
    *, every: bool, to: Path | None, sample: int,
) -> None:  # fmt: skip
    """Solve or check the tables of some cases; export that of the only one."""
    from honjin import solver

    with progress_bar() as bar:
        for number, case in enumerate(cases, 1):
            key = solver.plan_for(game, case).key
            bar.begin(key, number, len(cases))
            work(game, case, folder, tell=bar.tell)
            if every:
                bar.say(f"{key}: {_start(game, case, folder).text}")
        if to:
            count = solver.export(game, cases[0], folder, to, sample=sample, tell=bar.tell)
    if to:
        say_line(f"{count:,} positions in {to}", "dim")


def _must_be_exportable(to: Path | None, sample: int) -> None:
    """Raise an error if nothing can be exported there, or a sample is for no export."""
    from honjin import solver

    if to:
        solver.must_be_exportable(to)
    elif sample:
        raise BadOption("--sample means nothing without --export")


def _must_go_together(given: Mapping[str, bool]) -> None:
    """Raise BadOption if one of the options would be ignored because of another one."""
    for one, other in combinations([name for name, is_given in given.items() if is_given], 2):
        if (one, other) not in TOGETHER:
            raise BadOption(f"{other} means nothing with {one}")


def _cases(game: Game[Any], options: Options, *, every: bool) -> list[Options]:
    """The cases to solve; raises TooLarge where a table cannot hold one."""
    from honjin import solver

    if every:
        return solver.plans_for(game, options)
    solver.plan_for(game, options)
    return [options]


def _must_be_of_use(what: str, given: Mapping[str, float | None]) -> None:
    """Raise BadOption if an option was given that changes nothing there."""
    if unused := [name for name, value in given.items() if value is not None]:
        raise BadOption(f"{unused[0]} means nothing with {what}")


class _Search(NamedTuple):
    """The limits of a search of a proof: its time, and the room for its tables in bytes."""

    minutes: float
    room: int


@contextmanager
def _enough_memory(search: _Search) -> Iterator[None]:
    """Raise BadOption if the machine has less memory than a search was given."""
    try:
        yield
    except MemoryError:
        told = f"expected --memory that this machine has, got {search.room >> 30:,} GiB"
        raise BadOption(told) from None


def _prove(
    game: Game[Any], options: Options, folder: Path, search: _Search, *, every: bool, prove: bool
) -> None:
    """Prove by search which side wins, or check the stored proof."""
    from honjin import solver

    cases = solver.cases_for(game, options) if every else [options]
    bits = _bits(search.room)
    with progress_bar() as bar:
        for number, one in enumerate(cases, 1):
            case = solver.case_for(game, one)
            bar.begin(case.key, number, len(cases))
            try:
                if prove:
                    head = solver.check_proof(game, solver.found_proof(folder, game.key, case.key))
                else:
                    head = solver.prove(
                        game, one, folder, seconds=60 * search.minutes, bits=bits, tell=bar.tell
                    )
            except solver.NotProved as problem:
                if not every:
                    raise
                bar.say(str(problem))
            else:
                bar.say(f"{case.key}: {head.text}" if every else head.text)


def _bits(room: int) -> int:
    """The size of a search's table in `room` bytes, as a power of two; an entry takes 32."""
    return room.bit_length() - 6


def _start(game: Game[Any], options: Options, folder: Path) -> "Answer":
    from honjin.solver import Tables

    return Tables.open(game, folder).value(game.setup(options))
