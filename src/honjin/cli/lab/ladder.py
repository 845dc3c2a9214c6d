"""`honjin ladder`: whether each level of a game is enough stronger than the one below."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from honjin.cli.given import Cases, given_cases
from honjin.cli.lab.arena import PLACE, command, named, short_name, warn_of_jobs
from honjin.cli.lab.arena_tables import new_table, percent, print_table, row_of
from honjin.cli.progress import Bar
from honjin.cli.show import say_line
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.games import load
from honjin.lab import Backend, Holds, Ladder, NoPlots, Report, Rung
from honjin.lab.matches.ladder import TARGET, draw

STYLES = {Holds.YES: "green", Holds.NO: "red", Holds.OPEN: "yellow"}


def ladder(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; see `honjin games`.")],
    option: Annotated[
        list[str] | None,
        typer.Option(help="key=value of the game; `--key value` does the same."),
    ] = None,
    all_presets: Annotated[
        bool, typer.Option("--all-presets", help="Every preset; so it is without options.")
    ] = False,
    games: Annotated[int, typer.Option(help="So many at most for each pair of levels.")] = 200,
    seed: Annotated[int, typer.Option(help="Same seed: same deals and dice.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="The folder to keep all in, and to go on from.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="So many workers.")] = 2,
    backend: Annotated[Backend, typer.Option(help="Where they are.")] = Backend.PROCESSES,
    target: Annotated[float, typer.Option(help="The score a level should reach.")] = TARGET,
    no_sprt: Annotated[bool, typer.Option("--no-sprt", help="Play all games.")] = False,
    forgive: Annotated[
        bool, typer.Option("--forgive", help="A bot that fails does not stop the ladder.")
    ] = False,
    other_code: Annotated[
        bool, typer.Option("--other-code", help="Go on although the code has changed.")
    ] = False,
) -> None:
    """Play each level against the one below, and report whether it scores the target or more.

    Each pair stops as soon as a test of 5 points to either side of the target is sure. The folder
    gets report.md, report.json and a plot; interrupted, the same command goes on.
    """
    found = load(game)
    cases, given = _cases(found, option or [], ctx.args, all_presets)
    here = Ladder(found, cases, seed=seed, target=target, other_code=other_code)
    questions = [here.arena(rung).question for rung in here.rungs()]
    here.folder = out or PLACE / f"{game}-ladder-{short_name(questions)}"
    say_line(f"Games are kept in {here.folder}", "dim")
    warn_of_jobs(jobs, backend)
    again = command(
        "ladder", game, *given,
        games=games, seed=seed, jobs=jobs, backend=named(backend),
        target=f"{target:g}", no_sprt=no_sprt, forgive=forgive,
        other_code=other_code, out=here.folder,
    )  # fmt: skip
    with Bar((), again, lines=2) as bar:

        def begin(rung: Rung, number: int, of: int) -> None:
            title = f"{rung.case}: {rung.upper} over {rung.lower} ({number}/{of})"
            bar.begin([rung.upper, rung.lower], title)

        report = here.run(
            games,
            jobs=jobs,
            backend=backend,
            sprt=not no_sprt,
            forgive=forgive,
            begin=begin,
            tell=bar.tell,
        )
    _show(report, here.folder)


def _cases(
    game: Game[Any], option: list[str], rest: list[str], all_presets: bool
) -> Cases:  # fmt: skip
    if all_presets and (option or rest):
        raise BadOption("--all-presets plays every preset; give options or that, not both")
    found = given_cases(game, option, rest)
    return found if found.cases else Cases(None, ["--all-presets"])


def _show(report: Report, folder: Path) -> None:
    table = new_table(
        f"Levels of {report.game}, target {report.target:.0%}",
        "case", "level", "against", "score", "95 %", "games", "verdict",
    )  # fmt: skip
    for step in report.steps:
        cells = (step.case, step.upper, step.lower, *percent(step.score), str(step.games))
        table.add_row(*row_of(*cells), Text(step.verdict.value, STYLES[step.verdict]))
    print_table(table)
    say_line(f"Report: {folder / 'report.md'}, {folder / 'report.json'}", "dim")
    try:
        say_line(f"Plot: {', '.join(map(str, draw(report, folder)))}", "dim")
    except NoPlots as problem:
        say_line(str(problem), "yellow")
