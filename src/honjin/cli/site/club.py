"""`honjin history` and `honjin ratings`: rebuild both from the journals."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from honjin.cli.extras import needs
from honjin.cli.show import say_line

if TYPE_CHECKING:
    from honjin.server.site import Site

LINES = 10
Data = Annotated[
    Path | None, typer.Option(help="Data folder (default: HONJIN_DATA, or your user data folder).")
]
Tell = Callable[[int, int], None]

history = typer.Typer(no_args_is_help=True, help="The history of finished games.")
ratings = typer.Typer(no_args_is_help=True, help="The ratings of players.")


@history.command("rebuild")
@needs("server")
def rebuild_history(data: Data = None) -> None:
    """Add all finished games to the history that it does not contain yet.

    A running server does this in the background; this command does it at once. If interrupted, run
    it again to continue.
    """
    with _site(data) as site, _progress("games added") as tell:
        count = asyncio.run(_take_in(site, tell))
    say_line(f"Added {count} finished {'game' if count == 1 else 'games'} to the history.")


@ratings.command("rebuild")
@needs("server")
def rebuild_ratings(data: Data = None) -> None:
    """Recompute all ratings from the rated games, in the order in which they were rated.

    The ratings come out identical unless the model or the bots' ratings have changed.
    """
    from honjin.server.history import ranking

    with _site(data) as site, _progress("games rated") as tell, site.store.engine.begin() as one:
        count = ranking.rebuild(one, tell)
    say_line(f"Rated {count} {'game' if count == 1 else 'games'}.")


async def _take_in(site: "Site", tell: Tell) -> int:
    from honjin.server.history.store import count_unknown

    most = await site.store.ask(count_unknown)
    return await site.recorder.mend(0, lambda count: tell(count, most))


@contextlib.contextmanager
def _site(data: Path | None) -> "Iterator[Site]":
    """The parts of a server, without serving; refused while a server uses the folder."""
    os.umask(0o077)
    from honjin.server.db.folder import DataFolder
    from honjin.server.settings import Settings
    from honjin.server.site import make_site

    settings = Settings.read() if data is None else Settings.read(data=str(data))
    with contextlib.ExitStack() as held:
        if not settings.database:  # one process at a time writes to an SQLite file
            folder = DataFolder(
                settings.folder, "nowhere: it is rebuilding the history or the ratings"
            )
            held.enter_context(contextlib.closing(folder))
        site = make_site(settings)
        site.store.open()
        held.callback(site.store.close)
        yield site


@contextlib.contextmanager
def _progress(what: str) -> Iterator[Tell]:
    """A progress bar on a terminal, occasional lines elsewhere."""
    console = Console(highlight=False)
    bar = Progress(
        TextColumn(what), BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, disable=not console.is_terminal,
    )  # fmt: skip
    task, said = bar.add_task(what, total=None), 0

    def tell(count: int, most: int) -> None:
        nonlocal said
        bar.update(task, completed=count, total=most)
        part = LINES * count // max(1, most)
        if part > said and not console.is_terminal:
            said = part
            say_line(f"{count}/{most} {what}")

    with bar:
        yield tell
