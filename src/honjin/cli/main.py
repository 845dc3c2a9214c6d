"""`honjin`: the command group and its error handling.

A command's module is imported when the command is run or asked for help, so that `honjin` starts
quickly, and with any set of extras.

Modules that define commands do without `from __future__ import annotations`: Typer would evaluate
each annotation as text, which made every start 70 ms longer.
"""

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperGroup

from honjin.core.version import full_version


class Row(NamedTuple):
    """A command: where it is defined, as module:name, and the first sentence of its help."""

    place: str
    about: str
    options: bool = False
    """True if it also takes a game's options, as `--key value`."""


GAME_OPTIONS: Final = {"allow_extra_args": True, "ignore_unknown_options": True}

COMMANDS: Final = {
    "serve": Row("site.serve:serve", "Run the server and open the lobby in the browser."),
    "backup": Row(
        "site.copies:backup",
        "Back up all of a server's data to one file, whether or not the server is running.",
    ),
    "restore": Row(
        "site.copies:restore",
        "Restore a backup completely or not at all. No server may be running on the data.",
    ),
    "play": Row(
        "playing.play:play",
        "Play a game in the terminal; actions are typed in the game's notation.",
        options=True,
    ),
    "games": Row("games:games", "List the games with their options, presets and bots."),
    "compile": Row(
        "rules.compile:compile_games",
        "Compile the rules, searches and bots of games, so that nothing has to wait for them.",
    ),
    "new-game": Row(
        "new_game:new_game",
        "Create a small, complete, playable game and its test, to start your own from.",
    ),
    "examples": Row(
        "examples:examples", "Copy short example programs into a folder, or list them."
    ),
    "map": Row(
        "rules.maps:show_map",
        "Show a map of a game with its legend, and how balanced it is.",
        options=True,
    ),
    "replay": Row(
        "records.replay:replay",
        "Print a recorded game as text, with a sketch of the board after each step.",
    ),
    "picture": Row(
        "records.picture:picture",
        "Draw a recorded position as the site draws it, or animate several steps.",
    ),
    "verify": Row(
        "records.verify:verify",
        "Replay a record under the rules; for a game exported from the site, also check its dice.",
    ),
    "study": Row(
        "records.study:study",
        "Check an exported study and print its chapters, or make a lesson or a record of one.",
    ),
    "perft": Row(
        "rules.perft:perft",
        "Count the action sequences of a given depth; the last line is the total alone.",
        options=True,
    ),
    "bench": Row(
        "rules.bench:bench",
        "Measure random games per second on one thread, interpreted and compiled.",
        options=True,
    ),
    "arena": Row(
        "lab.arena:arena",
        "Play bots against each other, each deal with all seats swapped, and show the results.",
        options=True,
    ),
    "ladder": Row(
        "lab.ladder:ladder",
        "Play each level against the one below and report whether it reaches the target score.",
        options=True,
    ),
    "balance": Row(
        "lab.balance:balance",
        "Play every case many times with the same bots and report on the game's balance.",
        options=True,
    ),
    "experiment": Row(
        "lab.experiment:experiment",
        "Play variants of a game on the same deals and dice, and compare them.",
        options=True,
    ),
    "train": Row(
        "train.train:train",
        "Train a network by self-play, saving it regularly and measuring it in the arena.",
        options=True,
    ),
    "learn": Row(
        "train.learn:learn",
        "Learn weights by generations of games that a search plays against itself.",
        options=True,
    ),
    "dataset": Row(
        "train.dataset:dataset",
        "Write solved positions with the value of every choice to Parquet, split by deal.",
        options=True,
    ),
    "grade": Row(
        "train.dataset:grade",
        "Have bots choose in each position of a data set and print how often they keep the value.",
    ),
    "solve": Row(
        "solve.command:solve",
        "Solve a game by retrograde analysis; the last line is the value of the start position.",
        options=True,
    ),
    "puzzles": Row(
        "solve.puzzles:puzzles", "Print the puzzle of a day, or make puzzles.", options=True
    ),
    "settings": Row(
        "site.settings:settings", "Print the settings in force, and where each comes from."
    ),
    "admin": Row("site.house:admin", "Moderate your server: people, tables, reports."),
    "history": Row("site.club:history", "The history of finished games."),
    "ratings": Row("site.club:ratings", "The ratings of players."),
}


def load_command(name: str) -> Any:
    """The command with a name of `COMMANDS`, as Typer builds it; imports its module."""
    row = COMMANDS[name]
    module, _, attribute = row.place.partition(":")
    defined = getattr(import_module(f"honjin.cli.{module}"), attribute)
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    if isinstance(defined, typer.Typer):
        app.add_typer(defined, name=name)
        return typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    app.command(name, context_settings=GAME_OPTIONS if row.options else None)(defined)
    return typer.main.get_command(app)


class Group(TyperGroup):
    """Import a command when it is called, and print an error of Honjin as one red line."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments name, in place of its row."""
        if args[0] in COMMANDS:
            self.add_command(load_command(args[0]), args[0])
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an error of Honjin ends it with exit code 2."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader closed the pipe: not an error
            raise
        except Exception as problem:
            from honjin.cli.show import say_line
            from honjin.core.errors import HonjinError

            if not isinstance(problem, HonjinError | OSError):
                raise
            say_line(f"honjin: {' '.join(str(problem).split())}", "red", error=True)
            raise typer.Exit(2) from None


app = typer.Typer(
    cls=Group,
    name="honjin",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Honjin 本陣: play and study board games of old Japan.",
)


def _in_the_list() -> None:
    """Stand for a command in the list of them; the group puts the command itself in its place."""


for _name, _row in COMMANDS.items():
    app.command(_name, help=_row.about)(_in_the_list)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"honjin {full_version()}")
        raise typer.Exit


@app.callback()
def _common(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    del version
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a stray byte must not crash the command
