"""`honjin examples`: short programs that use the library or the site, to copy and change."""

import shutil
from pathlib import Path
from typing import Annotated, Final

import typer

from honjin.cli.show import say_line
from honjin.core.errors import HonjinError

_PACKAGE: Final = Path(__file__).parent.parent
PLACES: Final = (_PACKAGE / "examples", _PACKAGE.parents[1] / "examples")
"""Where the examples are in a wheel, and in a source tree."""


def examples(
    folder: Annotated[
        Path | None, typer.Argument(help="Folder to copy them into; without it they are listed.")
    ] = None,
) -> None:
    """Copy short example programs into a folder, or list them."""
    files = _files()
    if folder is None:
        for file in files:
            say_line(f"{file.name:14} {_about(file)}")
        say_line("\nhonjin examples FOLDER copies them into a folder.")
        return
    for file in files:
        if (folder / file.name).exists():
            raise HonjinError(f"{folder / file.name} already exists; choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        shutil.copyfile(file, folder / file.name)
    say_line(f"{folder}: {', '.join(file.name for file in files)}")


def _files() -> list[Path]:
    home = next(filter(Path.is_dir, PLACES))
    return sorted(file for file in home.iterdir() if file.suffix in (".py", ".mjs"))


def _about(file: Path) -> str:
    """The first line, without the marks of a comment or docstring."""
    with file.open(encoding="utf-8") as lines:
        return next(lines).strip('"/ \n')
