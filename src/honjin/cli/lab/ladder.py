"""`honjin ladder`: whether each level of a game clearly beats the one below."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from honjin.cli import flags
from honjin.cli.given import Cases, given_cases
from honjin.cli.lab import shared
from honjin.cli.lab.arena import PLACE
from honjin.cli.lab.arena_tables import new_table, percent, print_table, row_of
from honjin.cli.lab.progress import Bar
from honjin.cli.show import say_line
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.games import load
from honjin.lab import Backend, Holds, Ladder, Report, Rung
from honjin.lab.matches.ladder import TARGET, draw

STYLES = {Holds.YES: "green", Holds.NO: "red", Holds.OPEN: "yellow"}


def ladder(
    ctx: typer.Context,
    game: flags.GameName,
    option: flags.GivenOptions = None,
    all_presets: Annotated[
        bool,
        typer.Option("--all-presets", help="Play every preset (default if no options are given)."),
    ] = False,
    games: Annotated[int, typer.Option(help="Maximum number of games per pair of levels.")] = 200,
    seed: flags.Seed = 1,
    out: flags.ResumedFolder = None,
    jobs: flags.Jobs = 2,
    backend: shared.OnBackend = Backend.PROCESSES,
    target: Annotated[
        float, typer.Option(help="The score a level should reach against the one below.")
    ] = TARGET,
    no_sprt: flags.AllGames = False,
    forgive: flags.Forgive = False,
    other_code: flags.OtherCode = False,
) -> None:
    """Play each level against the one below and report whether it reaches the target score.

    Each pair stops as soon as a test between 5 points below and above the target has decided. The
    folder receives report.md, report.json and a plot. If interrupted, run the same command again to
    resume.
    """
    found = load(game)
    cases, given, _ = _cases(found, option or [], ctx.args, all_presets)
    here = Ladder(found, cases, seed=seed, target=target, other_code=other_code)
    questions = [here.arena(rung).question for rung in here.rungs()]
    here.folder = out or PLACE / f"{game}-ladder-{shared.short_name(questions)}"
    here.check(games, jobs=jobs, backend=backend)
    say_line(f"Games are saved in {here.folder}", "dim")
    shared.warn_of_jobs(jobs, backend)
    shared.warn_of_plots()
    again = shared.command(
        "ladder", game, *given,
        games=games, seed=seed, jobs=jobs, backend=backend,
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
        raise BadOption("--all-presets cannot be combined with options of the game")
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
    shared.tell_plots(lambda: draw(report, folder))
