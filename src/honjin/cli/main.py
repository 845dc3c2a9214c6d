"""`honjin`: the command group and its error handling.

Modules that define commands do without `from __future__ import annotations`: Typer would evaluate
each annotation as text, which made every start 70 ms longer.
"""

import sys
from io import TextIOWrapper
from typing import Any

import typer
from typer.core import TyperGroup

from honjin import __version__
from honjin.cli import bench, games, maps, new_game, perft, picture, play, replay, study
from honjin.cli.lab import arena, balance, experiment, ladder
from honjin.cli.show import say_line
from honjin.cli.site import club, copies, house, serve
from honjin.cli.solve import command as solve
from honjin.cli.solve import puzzles, verify
from honjin.cli.train import dataset, learn, train
from honjin.core.errors import HonjinError

EXTRA = {"allow_extra_args": True, "ignore_unknown_options": True}


class Group(TyperGroup):
    """Print an error of Honjin as one red line and exit with code 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader closed the pipe: not an error
            raise
        except (HonjinError, OSError) as problem:
            say_line(f"honjin: {' '.join(str(problem).split())}", "red", error=True)
            raise typer.Exit(2) from None


app = typer.Typer(
    cls=Group,
    name="honjin",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Honjin 本陣: play and study board games of old Japan.",
)
app.command()(serve.serve)
app.command()(copies.backup)
app.command()(copies.restore)
app.command(context_settings=EXTRA)(play.play)
app.command()(games.games)
app.command("new-game")(new_game.new_game)
app.command("map", context_settings=EXTRA)(maps.show_map)
app.command()(replay.replay)
app.command()(picture.picture)
app.command()(verify.verify)
app.command()(study.study)
app.command(context_settings=EXTRA)(perft.perft)
app.command(context_settings=EXTRA)(bench.bench)
app.command(context_settings=EXTRA)(arena.arena)
app.command(context_settings=EXTRA)(ladder.ladder)
app.command(context_settings=EXTRA)(balance.balance)
app.command(context_settings=EXTRA)(experiment.experiment)
app.command(context_settings=EXTRA)(train.train)
app.command(context_settings=EXTRA)(learn.learn)
app.command(context_settings=EXTRA)(dataset.dataset)
app.command()(dataset.grade)
app.command(context_settings=EXTRA)(solve.solve)
app.command(context_settings=EXTRA)(puzzles.puzzles)
app.add_typer(house.admin, name="admin")
app.add_typer(club.history, name="history")
app.add_typer(club.ratings, name="ratings")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"honjin {__version__}")
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
