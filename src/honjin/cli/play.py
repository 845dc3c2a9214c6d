"""`honjin play`: a game in the terminal, against a bot or with all seats your own."""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from enum import StrEnum
from typing import Annotated

import typer

from honjin.bots import BOTS, Bot
from honjin.cli.given import given_options
from honjin.cli.session import Session
from honjin.cli.show import Language, Screen
from honjin.core.errors import BadOption
from honjin.core.play import Play
from honjin.core.words import Say
from honjin.games import load

Opponent = StrEnum("Opponent", [*BOTS, "none"])  # type: ignore[misc]


def play(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; see `honjin games`.")],
    option: Annotated[
        list[str] | None,
        typer.Option(help="key=value of the game; `--key value` does the same."),
    ] = None,
    bot: Annotated[
        Opponent | None, typer.Option(help="Who plays the other seats; none: you do.")
    ] = None,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.", min=0)] = 0,
    seed: Annotated[int | None, typer.Option(help="Same seed: same dice, same bots.")] = None,
    seconds: Annotated[float, typer.Option(help="Time for each of the bot's choices.")] = 1.0,
    lang: Annotated[Language, typer.Option(help="Language.")] = Language.EN,
) -> None:
    """Play in the terminal, in the same notation as everywhere."""
    found = load(game)
    table = Play(found, given_options(found, option or [], ctx.args))
    if seat >= table.seats:
        raise BadOption(f"--seat is from 0 to {table.seats - 1} in this game, not {seat}")
    opponent = _bot(table, bot)
    bots = {other: opponent for other in range(table.seats) if opponent and other != seat}
    screen = Screen(found, lang)
    _introduce(screen, table, seat, bots)
    _edit_lines()
    Session(table, screen, bots, random.Random(seed), seconds).run()


def _edit_lines() -> None:
    """Arrow keys and a history in a terminal, where the system has them."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401


def _bot(table: Play, wanted: Opponent | None) -> Bot | None:
    """The bot that was asked for, else the strongest that suits."""
    if wanted == "none":
        return None
    suiting = {key: b for key, b in BOTS.items() if b.suits(table.game, table.options)}
    if wanted is None:
        return list(suiting.values())[-1]
    if wanted.value not in suiting:
        raise BadOption(f"--bot {wanted} does not suit this game; {', '.join(suiting)} do")
    return suiting[wanted.value]


def _introduce(screen: Screen, table: Play, seat: int, bots: dict[int, Bot]) -> None:
    screen.line(screen.speak(table.game.title), "bold magenta")
    others = [
        screen.speak(Say("cli.other", {"who": screen.seat(other), "bot": bot.name}))
        for other, bot in bots.items()
    ]
    told = ", ".join(others) or screen.speak(Say("cli.alone"))
    if table.seats > 1:
        screen.say("cli.you", who=screen.seat(seat), others=told)
    screen.say("cli.help", "dim")
