"""`honjin play`: a game in the terminal, against a bot or with all seats your own."""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from typing import Annotated, Final

import typer

from honjin.bots import LEVELS
from honjin.cli.given import given_options
from honjin.cli.session import Session
from honjin.cli.show import Language, Screen
from honjin.cli.thinking import Opponent
from honjin.core.errors import BadOption
from honjin.core.play import Play
from honjin.core.words import Say
from honjin.games import load
from honjin.lab import find_entrant

NOBODY: Final = "none"
MIDDLE: Final = LEVELS[1]


def play(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; see `honjin games`.")],
    option: Annotated[
        list[str] | None,
        typer.Option(help="key=value of the game; `--key value` does the same."),
    ] = None,
    bot: Annotated[
        str,
        typer.Option(
            help=f"Who plays the other seats: {', '.join(LEVELS)}, a bot with a budget such as "
            f"mcts:2s, a network that was trained (net:FILE), or {NOBODY}: you do."
        ),
    ] = MIDDLE,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.", min=0)] = 0,
    seed: Annotated[int | None, typer.Option(help="Same seed: same dice, same bots.")] = None,
    lang: Annotated[Language, typer.Option(help="Language.")] = Language.EN,
) -> None:
    """Play in the terminal, in the same notation as everywhere."""
    found = load(game)
    table = Play(found, given_options(found, option or [], ctx.args))
    if seat >= table.seats:
        raise BadOption(f"--seat is from 0 to {table.seats - 1} in this game, not {seat}")
    bots = _opponents(table, seat, bot, seed)
    screen = Screen(found, lang)
    _introduce(screen, table, seat, bots)
    _edit_lines()
    Session(table, screen, bots, _luck(seed, "dice")).run()


def _edit_lines() -> None:
    """Arrow keys and a history in a terminal, where the system has them."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401


def _opponents(table: Play, own: int, bot: str, seed: int | None) -> dict[int, Opponent]:
    """The bot that was asked for on every seat but one's own."""
    if bot == NOBODY:
        return {}
    player = find_entrant(table.game, table.options, bot)
    others = [seat for seat in range(table.seats) if seat != own]
    return {seat: Opponent(player, _luck(seed, f"bot {seat}")) for seat in others}


def _luck(seed: int | None, whose: str) -> random.Random:
    return random.Random(None if seed is None else f"{seed} {whose}")


def _introduce(screen: Screen, table: Play, seat: int, bots: dict[int, Opponent]) -> None:
    screen.line(screen.speak(table.game.title), "bold magenta")
    others = tuple(
        Say("cli.other", {"who": screen.seat(other), "bot": bot.player.name})
        for other, bot in bots.items()
    )
    if table.seats > 1:
        screen.say("cli.you", who=screen.seat(seat), others=others or Say("cli.alone"))
    screen.say("cli.help", "dim")
