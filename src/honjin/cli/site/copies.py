"""`honjin backup` and `honjin restore`: a copy of all of a server's data."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from honjin.cli.extras import needs
from honjin.cli.show import say_line
from honjin.cli.site.admin import Data, settings_of

_MEGA = 1_000_000


@needs("server")
def backup(
    file: Annotated[Path, typer.Argument(help="File to write; an existing one is replaced.")],
    data: Data = None,
) -> None:
    """Back up all of a server's data to one file, whether or not the server is running."""
    settings = settings_of(data)
    from honjin.server.storage.copies.copies import make_copy

    manifest = make_copy(settings, file)
    size = sum(part.size for part in manifest.parts.values()) / _MEGA
    say_line(f"{file}: {', '.join(manifest.parts)}; {size:.1f} MB, readable by you alone")


@needs("server")
def restore(
    file: Annotated[Path, typer.Argument(help="File written by `honjin backup`.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the data that is there.")
    ] = False,
    data: Data = None,
) -> None:
    """Restore a backup completely or not at all. No server may be running on the data."""
    settings = settings_of(data)
    from honjin.server.storage.copies.copies import restore_copy

    done: Any = restore_copy(settings, file, replace=replace)
    made = datetime.fromtimestamp(done.manifest.made / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    say_line(f"Restored the state of {made} UTC. Clocks have been stopped since then.")
    if done.former is not None:
        say_line(f"The previous data is in {done.former}; remove it when all is well.")
