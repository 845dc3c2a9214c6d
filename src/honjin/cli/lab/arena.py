"""`honjin arena`: which bot is stronger, by how much, and how certain that is."""

from pathlib import Path
from typing import Annotated, Final

import typer

from honjin.bots import LEVELS
from honjin.cli import flags
from honjin.cli.given import given_options, given_words
from honjin.cli.lab import shared
from honjin.cli.lab.arena_tables import show_outcome
from honjin.cli.lab.progress import Bar
from honjin.cli.show import say_line
from honjin.core.errors import BadOption
from honjin.games import load
from honjin.lab import Arena, Backend, Outcome, Sprt, Until, read_sprt, read_until
from honjin.lab.report.plots import save, score_plot

PLACE: Final = Path("arenas")
EVERY_LEVEL: Final = "levels"


def arena(
    ctx: typer.Context,
    game: flags.GameName,
    bots: Annotated[
        str, typer.Option(help="Bots, separated by commas: mcts:1s,greedy; or `levels`.")
    ],
    option: flags.GivenOptions = None,
    games: Annotated[int, typer.Option(help="Maximum number of games, in whole rounds.")] = 200,
    seed: flags.Seed = 1,
    out: flags.ResumedFolder = None,
    jobs: flags.Jobs = 2,
    backend: shared.OnBackend = Backend.PROCESSES,
    sprt: Annotated[
        str | None, typer.Option(help="Test to stop by: scores of the first bot, as H0,H1.")
    ] = None,
    no_sprt: flags.AllGames = False,
    until: Annotated[
        str | None, typer.Option(help="Stop after a time such as 30m or at a precision such as 2%.")
    ] = None,
    forgive: flags.Forgive = False,
    other_code: flags.OtherCode = False,
) -> None:
    """Play bots against each other, each deal with all seats swapped, and show the results.

    With two bots, a sequential test stops the arena as soon as it has decided, by default between
    scores of 50 % and 60 % for the first bot. If interrupted, run the same command again to resume.
    """
    found = load(game)
    names = [one for name in bots.split(",") for one in _named(name.strip())]
    options = given_options(found, option or [], ctx.args)
    here = Arena(found, names, options=options, seed=seed, other_code=other_code)
    here.folder = out or PLACE / f"{game}-{shared.short_name([here.question])}"
    test = _test(sprt, no_sprt, len(names))
    limit = read_until(until) if until else Until()
    here.check(games, jobs=jobs, backend=backend, sprt=test)
    say_line(f"Games are saved in {here.folder}", "dim")
    shared.warn_of_jobs(jobs, backend)
    shared.warn_of_plots()
    again = shared.command(
        "arena", game, *given_words(found, options, option or [], ctx.args),
        bots=bots, games=games, seed=seed, jobs=jobs, backend=backend,
        sprt=sprt, no_sprt=no_sprt, until=until, forgive=forgive,
        other_code=other_code, out=here.folder,
    )  # fmt: skip
    with Bar(here.labels(), again) as bar:
        outcome = here.run(
            games,
            jobs=jobs,
            backend=backend,
            sprt=test,
            until=limit,
            forgive=forgive,
            tell=bar.tell,
        )
    show_outcome(here, outcome)
    _draw(here, outcome)


def _named(name: str) -> tuple[str, ...]:
    """The bots of a name: `levels` are all of them."""
    return LEVELS if name == EVERY_LEVEL else (name,) if name else ()


def _test(sprt: str | None, no_sprt: bool, bots: int) -> Sprt | None:
    if sprt is not None:
        if no_sprt:
            raise BadOption("--sprt and --no-sprt cannot be given together")
        return read_sprt(sprt)
    return None if no_sprt or bots != 2 else Sprt()


def _draw(here: Arena, outcome: Outcome) -> None:
    assert here.folder is not None
    folder, title = here.folder, f"{here.game.key}: {' · '.join(here.labels())}"
    shared.tell_plots(
        lambda: save(score_plot(outcome.tally, here.labels(), title), folder, "score")
    )
