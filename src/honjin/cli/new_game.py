"""`honjin new-game`: a small complete game as a starting point for your own."""

import keyword
import re
import sys
from importlib import resources
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Annotated, Final

import typer

from honjin.cli.show import say_line
from honjin.core.errors import HonjinError
from honjin.games import keys

_KEY: Final = re.compile(r"[a-z][a-z0-9_]{1,29}", re.ASCII)

_KEY_LINE: Final = re.compile(r'\bkey="\w+"')

TAKEN: Final = sys.stdlib_module_names | {"honjin"}
"""Names of modules that a folder of the same name would hide."""

_TEST: Final = '''"""The kit plays random games and checks what every game must keep."""

from honjin.testing import conformance
from {key}.game import GAME


def test_it_conforms() -> None:
    assert conformance(GAME, games=12).games >= 12
'''


def new_game(
    key: Annotated[str, typer.Argument(help="Name of the game in code: a-z, 0-9, _.")],
    folder: Annotated[Path, typer.Option(help="Parent of the new folder.")] = Path(),
    *,
    cards: Annotated[bool, typer.Option("--cards", help="A card game with hidden hands.")] = False,
) -> None:
    """Create a small, complete, playable game and its test, to start your own from."""
    if not _KEY.fullmatch(key):
        raise HonjinError(f"expected a name of 2 to 30 of a-z, 0-9 and _, got {key!r}")
    if keyword.iskeyword(key) or key in TAKEN:
        raise HonjinError(f"expected a name that Python does not use itself, got {key!r}")
    if key in packages_distributions():
        raise HonjinError(f"expected a name that no installed package uses, got {key!r}")
    if key in keys():
        raise HonjinError(f"there is already a game called {key}")
    home = folder / key
    try:
        home.mkdir(parents=True)
    except FileExistsError:
        raise HonjinError(f"expected a new folder, but {home} exists") from None
    for name, text in _files(key, "yomi.py" if cards else "game.py").items():
        (home / name).write_text(text, "utf-8")
    _say_what_next(home, key, folder)


def _files(key: str, copied: str) -> dict[str, str]:
    source = resources.files("honjin.cli.hello").joinpath(copied).read_text("utf-8")
    return {
        "__init__.py": "",
        "game.py": _KEY_LINE.sub(f'key="{key}"', source, count=1),
        "test_game.py": _TEST.format(key=key),
    }


def _say_what_next(home: Path, key: str, folder: Path) -> None:
    say_line(f"{home / 'game.py'} is a complete game. Change it into your own.")
    if folder != Path():
        say_line(f"  cd {folder}")
    say_line(f"  python -m pytest {key}                 check it")
    say_line(f"  honjin serve --game {key}.game         play it in the browser")
