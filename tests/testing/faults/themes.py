"""Faults in the themes of the fair's puzzles."""

from dataclasses import replace
from typing import Any

from honjin.core.locales import LANGUAGES
from honjin.core.parts.themes import Theme
from madeup.game import GAME
from madeup.state import Fair
from testing.faults.planting import Faulty, fault

WORDS = {
    f"puzzle.lantern{end}": dict.fromkeys(LANGUAGES, "x")
    for end in ("", ".ask", ".worth", ".sure", ".none")
}


def always(seen: Fair, seat: int) -> bool:
    """Every position asks."""
    return True


def is_over(start: Fair, s: Fair, seat: int) -> bool:
    """The question ends with the round."""
    return s.round != start.round


def points(start: Fair, s: Fair, seat: int) -> int:
    """1 if the seat has gained points."""
    return int(s.score[seat] > start.score[seat])


THEME: Theme[Fair] = Theme(key="lantern", asks=always, is_over=is_over, score=points)


def asking(*themes: Theme[Any], **parts: Any) -> Faulty:
    """The fair with themes."""
    return replace(GAME, words={**GAME.words, **WORDS}, themes=themes or (replace(THEME, **parts),))


@fault("themes")
def two_themes_of_one_key() -> Faulty:
    return asking(THEME, THEME)


@fault("themes")
def a_theme_without_words() -> Faulty:
    return asking(key="nameless")


@fault("themes")
def a_theme_without_an_end_or_a_search() -> Faulty:
    return asking(Theme(key="lantern", asks=always))


@fault("themes")
def a_theme_that_changes_what_it_sees() -> Faulty:
    def asks(seen: Fair, seat: int) -> bool:
        seen.round += 1
        return True

    return asking(asks=asks)


@fault("themes")
def a_question_without_answers() -> Faulty:
    return asking(takes=lambda s, seat, action: False)


@fault("themes")
def a_question_that_has_ended() -> Faulty:
    return asking(is_over=lambda start, s, seat: True)
