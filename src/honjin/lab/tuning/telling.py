"""The result of a search in words, as sections with tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from honjin.core.words import Say
from honjin.lab.report.sections import Row, Section, Teller
from honjin.lab.tuning.plan import Search
from honjin.lab.tuning.proof import Proved, Tuned

COLUMNS: Final = ("who", "share", "interval", "games")


def tuned_sections(tuned: Tuned, teller: Teller) -> list[Section]:
    """The values found, and the results of the proof before and after."""
    values = [_value(teller, name, value) for name, value in tuned.values.items()]
    sections = [teller.section("found", ("varied", "value"), values)]
    for key, proved in (("before", tuned.given), ("after", tuned.proved)):
        if proved:
            rows = list(_shares(teller, proved))
            text = teller.say(f"verdict.{proved.verdict}")
            sections.append(teller.section(key, COLUMNS, rows, text))
    return sections


def how_found(search: Search, tuned: Tuned, teller: Teller) -> Iterator[str]:
    """The numbers of games and choices played, and the reason for stopping."""
    found = tuned.found
    yield teller.say("found.how", games=found.games, points=found.points)
    ended = "found.even" if found.is_even else "found.all"
    yield teller.say(ended, percent=f"{100 * search.within:g}", games=search.games)


def _value(teller: Teller, name: str, value: str | bool) -> Row:
    """An option in the game's words; what is drawn has none of its own."""
    if any(option.key == name for option in teller.game.options):
        return teller.speak(Say(f"option.{name}")), teller.value(name, value)
    return name, str(value)


def _shares(teller: Teller, proved: Proved) -> Iterator[Row]:
    for seat, share in enumerate(proved.shares):
        yield teller.group("seat", str(seat)), *teller.percent(share), str(proved.games)
