"""Said and done by all commands that play bots against each other."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from honjin.cli.extras import install_command, missing_packages
from honjin.cli.show import say_line
from honjin.lab import Backend, NoPlots

OnBackend = Annotated[Backend, typer.Option(help="Where the workers run.")]


def command(*words: str, **options: object) -> str:
    """A command line; options that are None, False or the usual backend are left out.

    >>> command("arena", "rokumon", bots="a,b", no_sprt=True, until=None)
    'honjin arena rokumon --bots a,b --no-sprt'
    """
    line = ["honjin", *words]
    for key, value in options.items():
        if not any(value is usual for usual in (None, False, Backend.PROCESSES)):
            line += [f"--{key.replace('_', '-')}", *([] if value is True else [str(value)])]
    return shlex.join(line)


def all_cores(jobs: int | None, backend: Backend) -> int:
    """The number of workers given, else one for each core."""
    return min(backend.most_jobs, os.cpu_count() or 1) if jobs is None else jobs


def _say_plots(files: str) -> None:
    say_line(f"Plot: {files}", "dim")


def tell_plots(draw: Callable[[], Sequence[Path]], say: Callable[[str], None] = _say_plots) -> None:
    """Draw plots and say where they are, or why there are none."""
    try:
        files = draw()
    except NoPlots as problem:
        say_line(str(problem), "yellow")
    else:
        if files:
            say(", ".join(map(str, files)))


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
