"""Terminal output. Text is never read as markup, since notation contains brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from honjin.bots import BOTS, LEVELS, words_of_bots
from honjin.core.contract.rules import Result
from honjin.core.errors import BadOption, HonjinError, UnknownBot, UnknownGame
from honjin.core.events import Event
from honjin.core.game import Game
from honjin.core.options import Option
from honjin.core.reading.files import file_words
from honjin.core.words import Say, Value, Words, load_words, speak
from honjin.games import keys, load


class Language(StrEnum):
    """Languages of the interface."""

    EN = "en"
    JA = "ja"


def say_line(text: str, style: str = "", *, error: bool = False) -> None:
    """Print one line of plain text, never wrapped."""
    console = Console(highlight=False, stderr=error)
    console.print(Text(text, style), soft_wrap=True)


@cache
def own_words() -> Words:
    """The command line's own words."""
    with resources.as_file(resources.files("honjin.cli")) as folder:
        return load_words(Path(folder) / "words")


def find_game(key: str, language: str) -> Game[Any]:
    """The game with a key; UnknownGame, in the language, if there is none."""
    try:
        return load(key)
    except UnknownGame:
        held = {"key": repr(key), "known": ", ".join(keys())}
        raise UnknownGame(speak(own_words(), Say("cli.no_game", held), language)) from None


class Screen:
    """One terminal in one language, with the words of a game and of the command line."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self.words: Words = {
            **own_words(), **words_of_bots(), **file_words(), **game.words,
        }  # fmt: skip
        self.language = language
        self.console = Console(highlight=False)

    def line(self, text: str, style: str = "") -> None:
        """Print text as it is."""
        self.console.print(Text(text, style), soft_wrap=True)

    def speak(self, say: Say) -> str:
        """A Say in the screen's language."""
        return speak(self.words, say, self.language)

    def say(self, key: str, style: str = "", **holes: Value) -> None:
        """Print a sentence of the command line."""
        self.line(self.speak(Say(key, holes)), style)

    @contextmanager
    def waiting(self, say: Say) -> Iterator[None]:
        """Show what is being waited for: on a terminal while it lasts, elsewhere as a line."""
        text = self.speak(say)
        if self.console.is_terminal:
            with self.console.status(Text(text, "dim")):
                yield
        else:
            self.line(text, "dim")
            yield

    def columns(self, texts: Sequence[str]) -> None:
        """Print short strings side by side, as many as fit on a line."""
        width = 2 + max(map(len, texts))
        fitting = max(1, (self.console.width - 2) // width)
        for start in range(0, len(texts), fitting):
            row = (text.ljust(width) for text in texts[start : start + fitting])
            self.line("  " + "".join(row).rstrip())

    def rule(self, number: str) -> str:
        """The reference to a rule that follows a sentence."""
        return "  " + self.speak(Say("cli.rule", {"rule": number})) if number else ""

    def board(self, game: Game[Any], seen: Any) -> None:
        """Print the board as a seat sees it."""
        self.line("\n" + game.sketch(seen, self.language).rstrip("\n") + "\n", "bold")

    def unreadable(self, text: str, problem: HonjinError) -> None:
        """Say that input is no choice in notation. What was expected is known in English only."""
        if self.language == "en":
            self.line(str(problem), "yellow")
        else:
            self.say("cli.unreadable", "yellow", text=text)

    @contextmanager
    def refusing(self, options: Iterable[Option], bot: str = "") -> Iterator[None]:
        """Tell what is wrong with options, or with a bot, in the screen's language."""
        try:
            yield
        except BadOption as problem:
            raise BadOption(self.bad_option(options, problem)) from None
        except UnknownBot:
            if self.language == "en":
                raise
            held = {"bot": bot, "levels": ", ".join(LEVELS), "bots": ", ".join(BOTS)}
            raise UnknownBot(self.speak(Say("cli.bad_bot", held))) from None

    def bad_option(self, options: Iterable[Option], problem: BadOption) -> str:
        """What is wrong with an option, in the screen's language as far as it is data."""
        option = next((one for one in options if one.key == problem.option), None)
        if self.language == "en" or option is None:
            return self.speak(problem.say) if problem.say and option is None else str(problem)
        if problem.say is not None:
            return self.speak(Say("cli.bad_text", {"key": option.key, "why": problem.say}))
        values = ("true", "false") if isinstance(option.default, bool) else option.values
        if values:
            said = {"key": option.key, "values": ", ".join(values)}
            return self.speak(Say("cli.bad_value", said))
        return str(problem)

    def event(self, step: int, event: Event) -> None:
        """Print one line of the log."""
        shown = Text(f"{step:3}  {self.speak(event.say)}")
        shown.append(self.rule(event.rule), "dim")
        self.console.print(shown, soft_wrap=True)

    def log(self, lines: Iterable[tuple[int, Event]]) -> None:
        """Print lines of the log."""
        for step, event in lines:
            self.event(step, event)

    def seat(self, seat: int) -> Say:
        """The game's name for a seat."""
        return Say(f"seat.{seat}")

    def result(self, result: Result) -> None:
        """Print how a game ended."""
        winners = result.winners()
        if winners:
            headline = Say("cli.won", {"who": tuple(map(self.seat, winners))})
        elif len(result.returns) == 1 and result.returns[0] < 0:
            headline = Say("cli.lost", {"who": self.seat(0)})
        else:
            headline = Say("cli.draw")
        self.say("cli.ended", "bold green", headline=headline, why=Say(result.reason))
