"""`honjin map`: a generated, designed or custom map of a game, and how balanced it is."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from honjin.cli import flags
from honjin.cli.given import given_texts
from honjin.cli.show import Language, Screen, find_game, say_line
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.options import Options, read_options
from honjin.core.parts.maps import MapMaker, MapSheet
from honjin.core.words import Say
from honjin.games import keys, load


def show_map(
    ctx: typer.Context,
    game: flags.GameName,
    option: Annotated[
        list[str] | None,
        typer.Option(help="Map option as key=value; `--key value` also works."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="File to write the map to; must not exist yet.")
    ] = None,
    lang: flags.InLanguage = Language.EN,
) -> None:
    """Show a map of a game with its legend, and how balanced it is.

    The options (players, seed, a name, a file of your own) depend on the game; `honjin games` lists
    them.
    """
    found = find_game(game, lang)
    screen = Screen(found, lang)
    maker = _maker(found)
    with screen.refusing(maker.options):
        options = _options(found, maker, option or [], ctx.args)
    if out and out.exists():
        raise BadOption(f"expected a new file to write to, but {out} exists")
    if out and not out.absolute().parent.is_dir():
        raise BadOption(f"expected a file in a folder that exists, got {out}")
    sheet = _made(screen, maker, options)
    show_sheet(screen, sheet)
    if out:
        out.write_text(sheet.file, "utf-8")
        screen.say("cli.map_file", "dim", file=str(out))


def _maker(game: Game[Any]) -> MapMaker:
    if game.maps:
        return game.maps
    able = ", ".join(key for key in keys() if load(key).maps) or "no game"
    raise BadOption(f"expected a game that makes maps ({able}), got {game.key}")


def _options(game: Game[Any], maker: MapMaker, pairs: list[str], rest: list[str]) -> Options:
    return read_options(maker.options, given_texts(maker.options, pairs, rest), game.words)


def _made(screen: Screen, maker: MapMaker, options: Options) -> MapSheet:
    """Make the map; on a terminal, show the attempts."""
    console = Console(highlight=False, stderr=True)
    with console.status("") as status:

        def tell(number: int, of: int) -> None:
            words = screen.speak(Say("cli.map_try", {"n": number, "of": of}))
            status.update(Text(words, "dim"))

        return maker.make(options, tell)


def show_sheet(screen: Screen, sheet: MapSheet) -> None:
    """Print a map: its letters in colour, their meanings, its figures and remarks."""
    screen.line(screen.speak(sheet.title), "bold")
    screen.line("")
    for row in _rows(sheet):
        screen.console.print(row, soft_wrap=True)
    screen.line("")
    for letter in sheet.letters:
        legend = Text(f"  {letter.letter}  ", f"bold {letter.colour}")
        legend.append(screen.speak(letter.say), "not bold default")
        screen.console.print(legend, soft_wrap=True)
    screen.line("")
    for say, value in sheet.figures:
        screen.line(f"  {value:>7}  {screen.speak(say)}")
    for remark in sheet.remarks:
        say_line(screen.speak(remark), "yellow")


def _rows(sheet: MapSheet) -> list[Text]:
    """The map with lettered columns and numbered rows, as in the names of its squares."""
    colours = {letter.letter: letter.colour for letter in sheet.letters}
    names = " ".join(chr(ord("a") + n) for n in range(len(sheet.rows[0])))
    shown = [Text(f"     {names}", "dim")]
    for n, row in enumerate(sheet.rows):
        line = Text(f"  {n + 1:>2} " + " " * (sheet.shifted and n % 2), "dim")
        for letter in row:
            line.append(letter, f"not dim bold {colours[letter]}")
            line.append(" ")
        line.rstrip()
        shown.append(line)
    return shown
