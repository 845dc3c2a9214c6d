"""`honjin arena`: which bot is stronger, by how much, and how sure that is."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from honjin.cli.given import given_options, given_words
from honjin.cli.lab.arena_tables import show_outcome
from honjin.cli.progress import Bar
from honjin.cli.show import say_line
from honjin.core.errors import BadOption
from honjin.games import load
from honjin.lab import Arena, Backend, NoPlots, Outcome, Sprt, Until, read_sprt, read_until
from honjin.lab.report.plots import save, score_plot

PLACE: Final = Path("arenas")


def arena(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; see `honjin games`.")],
    bots: Annotated[
        str, typer.Option(help="Who plays, with commas between: mcts:1s,greedy or levels.")
    ],
    option: Annotated[
        list[str] | None,
        typer.Option(help="key=value of the game; `--key value` does the same."),
    ] = None,
    games: Annotated[int, typer.Option(help="So many at most; rounds are made whole.")] = 200,
    seed: Annotated[int, typer.Option(help="Same seed: same deals and dice.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="The folder to keep the games in, and to go on from.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="So many workers.")] = 2,
    backend: Annotated[Backend, typer.Option(help="Where they are.")] = Backend.PROCESSES,
    sprt: Annotated[
        str | None, typer.Option(help="Stop when H0 or H1 is sure (scores of the first bot).")
    ] = None,
    no_sprt: Annotated[bool, typer.Option("--no-sprt", help="Play all games.")] = False,
    until: Annotated[
        str | None, typer.Option(help="Stop after 30m, or at an interval of ± 2%.")
    ] = None,
    forgive: Annotated[
        bool, typer.Option("--forgive", help="A bot that fails does not stop the arena.")
    ] = False,
    other_code: Annotated[
        bool, typer.Option("--other-code", help="Go on although the code has changed.")
    ] = False,
) -> None:
    """Let bots play each other, every deal with all seats swapped, and tell what came of it.

    With two bots a sequential test stops the arena as soon as it is sure: by default whether the
    first scores 50 % or 60 %. Interrupted, it goes on when the same command is given again.
    """
    found = load(game)
    names = [name for name in bots.split(",") if name.strip()]
    options = given_options(found, option or [], ctx.args)
    here = Arena(found, names, options=options, seed=seed, other_code=other_code)
    here.folder = out or PLACE / f"{game}-{short_name([here.question])}"
    test = _test(sprt, no_sprt, len(names))
    limit = read_until(until) if until else Until()
    say_line(f"Games are kept in {here.folder}", "dim")
    warn_of_jobs(jobs, backend)
    again = command(
        "arena", game, *given_words(found, options),
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
    """A command line; what is None or False is left out.

    >>> command("arena", "rokumon", bots="a,b", no_sprt=True, until=None)
    'honjin arena rokumon --bots a,b --no-sprt'
    """
    told = ["honjin", *words]
    for key, value in options.items():
        if value is not None and value is not False:
            told += [f"--{key.replace('_', '-')}", *([] if value is True else [str(value)])]
    return shlex.join(told)


def named(backend: Backend) -> str | None:
    """How a backend is given again; nothing where it is the usual one."""
    return None if backend is Backend.PROCESSES else backend.value


def warn_of_jobs(jobs: int, backend: Backend) -> None:
    """Say so when there are fewer cores than workers; of a cluster nothing is known here."""
    cores = os.cpu_count() or 1
    if backend is Backend.PROCESSES and jobs > cores:
        text = f"{jobs} workers share {cores} cores: bots with a time limit play weaker than alone"
        say_line(text, "yellow")


def short_name(questions: Iterable[msgspec.Struct]) -> str:
    """Eight digits that tell one question from another."""
    return blake2b(msgspec.json.encode(list(questions)), digest_size=4).hexdigest()
