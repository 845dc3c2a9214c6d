"""`honjin solve`: exact values of positions, and the tables that hold them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from honjin.cli.given import given_options
from honjin.cli.show import say_line
from honjin.cli.solve.bar import progress_bar
from honjin.cli.solve.position import tell_position
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.games import load

if TYPE_CHECKING:
    from honjin.solver import Answer

SEARCHES: Final = 4
"""So many tables share the memory when the choices of a position are proved."""


def solve(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; see `honjin games`.")],
    option: Annotated[
        list[str] | None,
        typer.Option(help="key=value of the game; `--key value` does the same."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every deal: one of each class that are alike.")
    ] = False,
    position: Annotated[
        str, typer.Option(help="Tell the value of this position and of each choice in it.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="The folder of tables; one in your data folder.")
    ] = None,
    prove: Annotated[
        bool, typer.Option("--check", help="Prove tables that are there, position by position.")
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option("--export", help="Write the positions to this .csv or .npz file."),
    ] = None,
    sample: Annotated[
        int, typer.Option(help="Export so many positions, drawn at random; 0: all.", min=0)
    ] = 0,
    jobs: Annotated[int, typer.Option(help="Threads.", min=1, max=64)] = 2,
    minutes: Annotated[
        float, typer.Option(help="So long at most a proof is looked for.", min=0)
    ] = 30.0,
    memory: Annotated[
        int, typer.Option(help="GiB for the search of a proof: 1, 2, 4, 8 ...", min=1)
    ] = 2,
    proof: Annotated[
        Path | None, typer.Option("--check-proof", help="Check a proof by the rules alone.")
    ] = None,
) -> None:
    """Solve a game by retrograde analysis; the last line is the value at the start.

    Tables are kept, and solving goes on where it was stopped. Whoever wins hurries, whoever loses
    delays, and who can force nothing draws. Where no table can hold a game, a search looks for a
    proof of who wins, and keeps it.
    """
    from honjin import solver

    found, folder = load(game), out or solver.default_folder()
    if proof:
        print(solver.check_proof(found, proof).text)
        return
    if position:
        options = given_options(found, option or [], ctx.args) if option or ctx.args else None
        bits = _bits((memory << 30) // SEARCHES)
        tell_position(found, position, options, folder, minutes=minutes, bits=bits)
        return
    options = given_options(found, option or [], ctx.args)
    try:
        cases = _cases(found, options, every=every)
    except solver.TooLarge:
        _prove(found, options, folder, every=every, prove=prove, minutes=minutes, memory=memory)
        return
    with progress_bar() as bar:
        for number, case in enumerate(cases, 1):
            bar.begin(solver.plan_for(found, case).key, number, len(cases))
            work = solver.check if prove else solver.solve
            work(found, case, folder, jobs=jobs, tell=bar.tell)
            if every:
                bar.say(f"{solver.plan_for(found, case).key}: {_start(found, case, folder).text}")
    if to:
        count = solver.export(found, options, folder, to, sample=sample)
        say_line(f"{count:,} positions in {to}", "dim")
    if not every:
        print(_start(found, options, folder).text)


def _cases(game: Game[Any], options: Options, *, every: bool) -> list[Options]:
    """What is to be solved; TooLarge where there is no table for it."""
    from honjin import solver

    if every:
        return solver.plans_for(game, options)
    solver.plan_for(game, options)
    return [options]


def _prove(
    game: Game[Any], options: Options, folder: Path,
    *, every: bool, prove: bool, minutes: float, memory: int,
) -> None:  # fmt: skip
    """Prove who wins by searching, or check the proof that is there."""
    from honjin import solver

    cases = solver.cases_for(game, options) if every else [options]
    bits = _bits(memory << 30)
    with progress_bar() as bar:
        for number, one in enumerate(cases, 1):
            case = solver.case_for(game, one)
            bar.begin(case.key, number, len(cases))
            try:
                if prove:
                    head = solver.check_proof(game, solver.found_proof(folder, game.key, case.key))
                else:
                    head = solver.prove(
                        game, one, folder, seconds=60 * minutes, bits=bits, tell=bar.tell
                    )
            except solver.NotProved as problem:
                if not every:
                    raise
                bar.say(str(problem))
            else:
                bar.say(f"{case.key}: {head.text}" if every else head.text)


def _bits(room: int) -> int:
    """How large a table of a search is in so many bytes: an entry takes 32."""
    return room.bit_length() - 6


def _start(game: Game[Any], options: Options, folder: Path) -> Answer:
    from honjin.solver import Tables

    return Tables.open(game, folder).value(game.setup(options))
