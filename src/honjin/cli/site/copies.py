"""`honjin backup` and `honjin restore`: a copy of all of a server's data."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from honjin.cli.extras import needs
from honjin.cli.show import say_line
from honjin.cli.site.admin import Data, settings_of

_MEGA = 1_000_000
_PAUSE = 5.0
"""Seconds between two lines that say how far it is."""


@needs("server")
def backup(
    file: Annotated[Path, typer.Argument(help="File to write; an existing one is replaced.")],
    data: Data = None,
) -> None:
    """Back up all of a server's data to one file, whether or not the server is running."""
    settings = settings_of(data)
    from honjin.server.copies.copies import make_copy
    from honjin.server.db.folder import note_backup

    manifest = make_copy(settings, file)
    size = sum(part.size for part in manifest.parts.values())
    say_line(f"{file}: {', '.join(manifest.parts)}; {size / _MEGA:.1f} MB, readable by you alone")
    try:
        note_backup(settings.folder, manifest.made, size)
    except OSError as problem:
        said = f"the backup is complete, but the metrics do not know of it: {problem}"
        say_line(f"honjin: {said}", "red", error=True)


@needs("server")
def restore(
    file: Annotated[Path, typer.Argument(help="File written by `honjin backup`.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the data that is there.")
    ] = False,
    data: Data = None,
) -> None:
    """Restore a backup completely or not at all. No server may be running on the data.

    A backup of SQLite can be restored into PostgreSQL, and the other way round.
    """
    settings = settings_of(data)
    from honjin.server.copies.copies import restore_copy

    with _rows() as tell:
        done: Any = restore_copy(settings, file, replace=replace, tell=tell)
    made = datetime.fromtimestamp(done.manifest.made / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    say_line(f"Restored the state of {made} UTC. Clocks have been stopped since then.")
    if done.crossed is not None:
        _say_crossed(done.manifest.database, done.crossed)
    if done.former is not None:
        say_line(f"The previous data is in {done.former}; remove it when all is well.")


def _say_crossed(source: str, crossed: Any) -> None:
    names = {"sqlite": ("SQLite", "PostgreSQL"), "postgresql": ("PostgreSQL", "SQLite")}
    old, new = names[source]
    say_line(f"From {old} to {new}: {crossed.rows:,} rows in {crossed.tables} tables.")
    if crossed.left_out:
        left = ", ".join(crossed.left_out)
        say_line(f"Left out, since Honjin does not know these tables: {left}.", "yellow")


@contextmanager
def _rows() -> Iterator[Callable[[int, int | None], None]]:
    """Shows rows as they are stored: a bar on a terminal, a line every few seconds elsewhere."""
    console, said = Console(highlight=False), time.monotonic()
    bar = Progress(
        TextColumn("rows"), BarColumn(None), TextColumn("{task.completed:,.0f}"),
        TimeElapsedColumn(), console=console, disable=not console.is_terminal, transient=True,
    )  # fmt: skip
    task = bar.add_task("rows", total=None, visible=False)

    def tell(count: int, total: int | None) -> None:
        nonlocal said
        bar.update(task, completed=count, total=total, visible=True)
        if not console.is_terminal and time.monotonic() - said > _PAUSE:
            said = time.monotonic()
            say_line(f"{count:,}{f' of {total:,}' if total else ''} rows")

    with bar:
        yield tell
