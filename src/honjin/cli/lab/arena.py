"""`honjin arena`: which bot is stronger, by how much, and how certain that is."""

import os
import shlex
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from honjin.bots import LEVELS
from honjin.cli.extras import install_command, missing_packages
from honjin.cli.given import (
    GameName,
    GivenOptions,
    OnBackend,
    OtherCode,
    Seed,
    given_options,
    given_words,
)
from honjin.cli.lab.arena_tables import show_outcome
from honjin.cli.progress import Bar
from honjin.cli.show import say_line
from honjin.core.errors import BadOption
from honjin.games import load
from honjin.lab import Arena, Backend, NoPlots, Outcome, Sprt, Until, read_sprt, read_until
from honjin.lab.report.plots import save, score_plot

PLACE: Final = Path("arenas")
EVERY_LEVEL: Final = "levels"


def arena(
    ctx: typer.Context,
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="Bots, separated by commas: mcts:1s,greedy; or `levels`.")
    ],
    option: GivenOptions = None,
    games: Annotated[int, typer.Option(help="Maximum number of games, in whole rounds.")] = 200,
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the games; one that exists is resumed.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Number of workers.")] = 2,
    backend: OnBackend = Backend.PROCESSES,
    sprt: Annotated[
        str | None, typer.Option(help="Test to stop by: scores of the first bot, as H0,H1.")
    ] = None,
    no_sprt: Annotated[bool, typer.Option("--no-sprt", help="Play all games.")] = False,
    until: Annotated[
        str | None, typer.Option(help="Stop after a time such as 30m or at a precision such as 2%.")
    ] = None,
    forgive: Annotated[bool, typer.Option("--forgive", help="Continue when a bot fails.")] = False,
    other_code: OtherCode = False,
) -> None:
    """Play bots against each other, each deal with all seats swapped, and show the results.

    With two bots, a sequential test stops the arena as soon as it has decided, by default between
    scores of 50 % and 60 % for the first bot. If interrupted, run the same command again to resume.
    """
    found = load(game)
    names = [one for name in bots.split(",") for one in _named(name.strip())]
    options = given_options(found, option or [], ctx.args)
    here = Arena(found, names, options=options, seed=seed, other_code=other_code)
    here.folder = out or PLACE / f"{game}-{short_name([here.question])}"
    test = _test(sprt, no_sprt, len(names))
    limit = read_until(until) if until else Until()
    here.check(games, jobs=jobs, backend=backend, sprt=test)
    say_line(f"Games are saved in {here.folder}", "dim")
    warn_of_jobs(jobs, backend)
    warn_of_plots()
    again = command(
        "arena", game, *given_words(found, options, option or [], ctx.args),
        bots=bots, games=games, seed=seed, jobs=jobs, backend=named(backend),
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
    title = f"{here.game.key}: {' · '.join(here.labels())}"
    try:
        files = save(score_plot(outcome.tally, here.labels(), title), here.folder, "score")
    except NoPlots as problem:
        say_line(str(problem), "yellow")
    else:
        say_line(f"Plot: {', '.join(map(str, files))}", "dim")


def command(*words: str, **options: object) -> str:
    """A command line; options that are None or False are left out.

    >>> command("arena", "rokumon", bots="a,b", no_sprt=True, until=None)
    'honjin arena rokumon --bots a,b --no-sprt'
    """
    line = ["honjin", *words]
    for key, value in options.items():
        if value is not None and value is not False:
            line += [f"--{key.replace('_', '-')}", *([] if value is True else [str(value)])]
    return shlex.join(line)


def named(backend: Backend) -> str | None:
    """The value of --backend; None for the default."""
    return None if backend is Backend.PROCESSES else backend.value


def warn_of_jobs(jobs: int, backend: Backend) -> None:
    """Warn if there are more workers than local cores; does not apply to a cluster."""
    cores = os.cpu_count() or 1
    if backend is Backend.PROCESSES and jobs > cores:
        text = f"{jobs} workers share {cores} cores: bots with a time limit play weaker than alone"
        say_line(text, "yellow")


def warn_of_plots() -> None:
    """Warn that no plots will be drawn if the packages for them are missing."""
    if "matplotlib" in missing_packages("lab"):
        text = f"No plots will be drawn: they need matplotlib: {install_command('lab')}"
        say_line(text, "yellow")


def short_name(questions: Iterable[msgspec.Struct]) -> str:
    """Eight digits that identify a set of questions."""
    return blake2b(msgspec.json.encode(list(questions)), digest_size=4).hexdigest()
