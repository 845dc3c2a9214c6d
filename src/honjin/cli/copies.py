"""`honjin backup` and `honjin restore`: a copy of the whole house."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from honjin.cli.admin import Data, settings_of
from honjin.cli.show import say_line

_MEGA = 1_000_000


def backup(
    file: Annotated[Path, typer.Argument(help="File to write; one that is there is replaced.")],
    data: Data = None,
) -> None:
    """Copy the whole house into a file, while it runs or not."""
    settings = settings_of(data)
    from honjin.server.storage.copies.copies import make_copy

    manifest = make_copy(settings, file)
    size = sum(part.size for part in manifest.parts.values()) / _MEGA
    say_line(f"{file}: {', '.join(manifest.parts)}; {size:.1f} MB, for you alone to read")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `honjin backup` made.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of what is there.")
    ] = False,
    data: Data = None,
) -> None:
    """Put a copy of a house back, where none runs: all of it, or nothing."""
    settings = settings_of(data)
    from honjin.server.storage.copies.copies import restore_copy

    done: Any = restore_copy(settings, file, replace=replace)
    made = datetime.fromtimestamp(done.manifest.made / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    say_line(f"The house is as it was at {made} UTC. Clocks have stood still since then.")
    if done.former is not None:
        say_line(f"What was there before is in {done.former}; remove it when all is well.")
