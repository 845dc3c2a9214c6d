"""`honjin bench`: random games per second, compiled and interpreted."""

import time
from typing import Annotated, Any

import typer

from honjin.cli import flags
from honjin.cli.given import given_options
from honjin.core.game import Game
from honjin.core.jit.compiled import playouts
from honjin.core.play import Play
from honjin.games import load


def bench(
    ctx: typer.Context,
    game: flags.GameName,
    seconds: Annotated[
        float, typer.Option(help="Approximate duration of each run in seconds.", min=0, max=86_400)
    ] = 2.0,
    option: flags.GivenOptions = None,
) -> None:
    """Measure random games per second on one thread, interpreted and compiled."""
    found = load(game)
    play = Play(found, given_options(found, option or [], ctx.args))
    for interpreted in (False, True):
        games, actions, taken = _measure(found, play, seconds, interpreted)
        name = "interpreted" if interpreted else "compiled"
        print(f"{name:12}{games / taken:14,.0f} games/s{actions / taken:16,.0f} actions/s")


def _measure(
    game: Game[Any], play: Play, seconds: float, interpreted: bool
) -> tuple[int, int, float]:
    """Games, actions and seconds of one run, after a warm-up run that compiles."""
    playouts(game, play.state, play.seats, 1, 1, interpreted=interpreted)
    games = actions = 0
    count = 1
    start = time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds or not games:
        done = playouts(game, play.state, play.seats, count, games + 1, interpreted=interpreted)
        games, actions = games + done.games, actions + done.actions
        count = min(2 * count, 100_000)
    return games, actions, taken
