"""`honjin play`: a game in the terminal, against bots or with all seats yours."""

import random
import sys
from contextlib import suppress
from typing import Annotated, Final

import typer

from honjin.bots import LEVELS
from honjin.cli import flags
from honjin.cli.given import given_options
from honjin.cli.playing.session import Session
from honjin.cli.playing.thinking import Opponent
from honjin.cli.show import Language, Screen, find_game
from honjin.core.errors import BadOption
from honjin.core.play import Play
from honjin.core.words import Say
from honjin.lab import find_entrant

NOBODY: Final = "none"
MIDDLE: Final = LEVELS[1]


def play(
    ctx: typer.Context,
    game: flags.GameName,
    option: flags.GivenOptions = None,
    bot: Annotated[
        str,
        typer.Option(
            help=f"Bot for the other seats: {', '.join(LEVELS)}, a bot with a budget such as "
            f"mcts:2s, a trained network (net:FILE), or {NOBODY} to play all seats yourself."
        ),
    ] = MIDDLE,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.", min=0)] = 0,
    seed: Annotated[
        int | None, typer.Option(help="Random seed: the same dice and bots each time.")
    ] = None,
    lang: flags.InLanguage = Language.EN,
) -> None:
    """Play a game in the terminal; actions are typed in the game's notation."""
    found = find_game(game, lang)
    screen = Screen(found, lang)
    with screen.refusing(found.options, bot):
        table = Play(found, given_options(found, option or [], ctx.args))
    if seat >= table.seats:
        said = Say("cli.bad_seat", {"most": table.seats - 1, "seat": seat})
        raise BadOption(screen.speak(said))
    with screen.refusing(found.options, bot):
        bots = _opponents(table, seat, bot, seed)
    _introduce(screen, table, seat, bots)
    _edit_lines()
    Session(table, screen, bots, _random(seed, "dice")).run()


def _edit_lines() -> None:
    """Enable arrow keys and input history in a terminal, where readline exists."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401


def _opponents(table: Play, own: int, bot: str, seed: int | None) -> dict[int, Opponent]:
    """An opponent for every seat except the player's own."""
    if bot == NOBODY:
        return {}
    player = find_entrant(table.game, table.options, bot)
    others = [seat for seat in range(table.seats) if seat != own]
    return {seat: Opponent(player, _random(seed, f"bot {seat}")) for seat in others}


def _random(seed: int | None, whose: str) -> random.Random:
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
