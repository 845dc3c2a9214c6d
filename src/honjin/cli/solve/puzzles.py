"""`honjin puzzles`: print the puzzle of a day, or make puzzles.

They are made from solved tables, or in games with themes from games between weak players.
"""

import datetime as dt
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from filelock import FileLock, Timeout
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from honjin.cli import flags
from honjin.cli.given import given_options, only_given
from honjin.cli.show import Language, Screen, find_game, say_line
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.locales import weekday
from honjin.core.seats import SPECTATOR
from honjin.core.words import Say

if TYPE_CHECKING:
    from honjin.lab.puzzles.maker import DecisionMaker
    from honjin.solver import Book, Daily, Decision, Maker
    from honjin.solver.puzzles.book import AnyPuzzle

LINES: Final = 5.0
"""Seconds between two lines where there is no terminal."""

LEVELS: Final = ("easy", "medium", "hard")


def puzzles(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="GAME", help="The game; `honjin games` lists them.")
    ] = "rokumon",
    game: Annotated[str, typer.Option(help="The game, given as an option.")] = "",
    day: Annotated[
        str, typer.Option(help="A day such as 2026-03-01 (default: today in UTC).")
    ] = "",
    solution: Annotated[bool, typer.Option("--solution", help="Also print the solution.")] = False,
    book: Annotated[
        Path | None, typer.Option(help="File of puzzles (default: the one that comes with Honjin).")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Make puzzles and write them to this file.")
    ] = None,
    count: Annotated[
        int, typer.Option(help="Number of puzzles to make; an existing file is extended.", min=1)
    ] = 7,
    option: flags.GivenOptions = None,
    tables: Annotated[
        Path | None, typer.Option(help="Folder of the tables (default: in your data folder).")
    ] = None,
    theme: Annotated[
        list[str] | None, typer.Option(help="Make puzzles of this theme only; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Random seed for making puzzles.", min=0)] = 1,
    lang: Annotated[Language, typer.Option(help="Language of the puzzle.")] = Language.EN,
) -> None:
    """Print the puzzle of a day, or make puzzles.

    In a puzzle, exactly one action keeps the win, or has the best value, at each of the solver's
    turns. Each day has its puzzle, the same on every machine: easy on Monday, hard on Sunday.
    """
    found = find_game(game or name, lang)
    if out is not None:
        _must_be_writable(out.parent)
        with _alone_with(out):
            if found.themes:
                options = only_given(found, option or [], ctx.args)
                _decide(found, out, count, options, _themes(found, theme or []), seed)
            else:
                _make(found, out, count, given_options(found, option or [], ctx.args), tables, seed)
        return
    if option or ctx.args:
        raise BadOption("options of a game apply only when making puzzles; expected --out FILE")
    when = _day(day)
    _print(Screen(found, lang), found, _book(found, book).of(when), when, solution)


def _day(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text) if text else dt.datetime.now(dt.UTC).date()
    except ValueError:
        raise BadOption(f"--day expects a day such as 2026-03-01, got {text!r}") from None


def _book(game: Game[Any], path: Path | None) -> "Book":
    from honjin.solver import Book, NoPuzzle

    found = Book.read(game, path) if path else Book.shipped(game)
    if found is None:
        raise NoPuzzle(f"{game.key} has no puzzles; make some from solved tables with --out")
    return found


def _print(screen: Screen, game: Game[Any], daily: "Daily", day: dt.date, solution: bool) -> None:
    from honjin.solver import Decision

    puzzle = daily.puzzle
    holes = {"weekday": weekday(day, screen.language), "day": str(day)}
    level = Say(f"cli.puzzle.{LEVELS[daily.level - 1]}")
    print(screen.speak(Say("cli.puzzle", {**holes, "level": level})))
    if isinstance(puzzle, Decision):
        _print_decision(screen, game, puzzle, solution)
        return
    play = puzzle.play(game)
    print(game.sketch(game.seen_by(play.state, SPECTATOR), screen.language))
    print(game.notation.write_position(play.state))
    if solution:
        print(" ".join(puzzle.line()))
    assert game.index is not None
    seat = play.may_act()[0]
    # A side's own name, as the sketch and positions have it, is English.
    side = game.index.sides[seat] if screen.language == "en" else screen.seat(seat)
    print(screen.speak(Say("cli.puzzle.ask", {"side": side, "n": puzzle.plies})))


def _print_decision(screen: Screen, game: Game[Any], puzzle: "Decision", solution: bool) -> None:
    """Print what the seat sees, its choices without their values, and the question."""
    theme, play, seat = game.theme(puzzle.theme), puzzle.play(game), puzzle.seat
    assert theme is not None
    print(game.sketch(play.seen(seat), screen.language))
    print("  ".join(puzzle.first.choices))
    if solution:
        for node in puzzle.nodes():
            print(f"{node.right[0]}: {screen.speak(theme.says(node.best))}")
    print(screen.speak(puzzle.question(game, play.seen(seat))))


# ---- making


def _make(
    game: Game[Any], out: Path, count: int, options: Any, tables: Path | None, seed: int
) -> None:
    from honjin.solver import Book, Maker, Tables

    have = Book.read(game, out).solved if out.exists() else []
    maker = Maker(Tables.open(game, tables), options, have, seed)
    _fill(game, out, count, maker, have)


def _themes(game: Game[Any], given: list[str]) -> list[str]:
    known = [theme.key for theme in game.themes]
    if unknown := [key for key in given if key not in known]:
        raise BadOption(f"--theme expects one of {', '.join(known)}, got {', '.join(unknown)}")
    return given


def _decide(
    game: Game[Any], out: Path, count: int, options: Any, themes: list[str], seed: int
) -> None:
    """Make decision puzzles."""
    from honjin.lab.puzzles.maker import DecisionMaker
    from honjin.solver import Book

    have = Book.read(game, out).decisions if out.exists() else []
    maker = DecisionMaker(game, options, have, seed, themes)
    _fill(game, out, count, maker, have)


def _fill(
    game: Game[Any], out: Path, count: int, maker: "Maker | DecisionMaker",
    have: "Sequence[AnyPuzzle]",
) -> None:  # fmt: skip
    """Add puzzles to a file, which is written when some are found, so that making can go on."""
    from honjin.solver import Book

    made: list[AnyPuzzle] = []

    def save() -> None:
        Book(game, [*have, *made]).write(out)

    try:
        _look(maker, count, made, save)
    except KeyboardInterrupt:
        say_line("Stopped; the puzzles found so far are saved.", "yellow")
    print(f"{len(made)} new in {maker.games:,} games; {len(have) + len(made)} puzzles in {out}")


def _must_be_writable(folder: Path) -> None:
    """Make a folder if there is none; OSError if nothing can be written there."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=folder):
        pass


@contextmanager
def _alone_with(out: Path) -> Iterator[None]:
    """Have a file for one process: of two, each would write it without the other's puzzles."""
    place = out.with_name(f".{out.name}.lock")
    try:
        with FileLock(place, timeout=0):
            try:
                yield
            finally:
                place.unlink(missing_ok=True)
    except Timeout:
        raise BadOption(f"{out} is in use by another process") from None


def _look(
    maker: "Maker | DecisionMaker", count: int, made: "list[Any]",
    save: Callable[[], None],
) -> None:  # fmt: skip
    """Append `count` puzzles to `made`, showing progress; `save` is called when some are new."""
    console = Console(highlight=False)
    bar = Progress(
        TextColumn("puzzles"), BarColumn(None), MofNCompleteColumn(),
        TextColumn("{task.fields[games]:,} games"), TimeElapsedColumn(),
        console=console, disable=not console.is_terminal, transient=True,
    )  # fmt: skip
    with bar:
        task, said = bar.add_task("", total=count, games=0), time.monotonic()
        while len(made) < count:
            if puzzles := _found(maker.look()):
                made += puzzles
                save()
            bar.update(task, completed=len(made), games=maker.games)
            if not console.is_terminal and time.monotonic() - said > LINES:
                said = time.monotonic()
                console.print(f"{len(made)} of {count} puzzles, {maker.games:,} games")


def _found(looked: "AnyPuzzle | list[Decision] | None") -> "list[Any]":
    """What a look found, as a list."""
    return looked if isinstance(looked, list) else [looked] if looked else []
