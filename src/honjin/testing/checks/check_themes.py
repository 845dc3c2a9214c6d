"""Checks of the themes of puzzles."""

from __future__ import annotations

from collections import Counter

from honjin.core.locales import LANGUAGES
from honjin.core.parts.themes import Theme, Worth, never
from honjin.core.state import State
from honjin.core.words import Say
from honjin.testing.check import Case, Moment, check, fail
from honjin.testing.checks.check_words import must_have_words


@check("themes", "once", "themes",
    "Themes of puzzles have keys of their own, words, and either an end or a search; asking "
    "changes nothing, and leaves the seat a choice.",
)  # fmt: skip
def standing_themes(case: Case) -> None:
    """Keys, words, and how values are found."""
    themes = case.game.themes
    twice = [key for key, n in Counter(theme.key for theme in themes).items() if n > 1]
    if twice:
        fail(f"two themes have the key {twice[0]!r}")
    for theme in themes:
        if bool(theme.search) == (theme.is_over is not never):
            fail(f"theme {theme.key} needs either an end and a score, or a search")
        must_have_words(case, _says(theme, case), "themes")
        for key in theme.word_keys():
            if set(case.game.words.get(key, {})) != set(LANGUAGES):
                fail(f"theme {theme.key}: {key} needs words in {LANGUAGES}")


def _says(theme: Theme[State], case: Case) -> list[Say]:
    worths = (Worth(0), Worth(theme.whole or 1), Worth(1, 2))
    sides = (Say(f"seat.{seat}") for seat in range(case.seats))
    return [theme.name, *map(theme.question, sides), *map(theme.says, worths)]


@check("themes", "position", "themes")
def asked_themes(moment: Moment) -> None:
    """A theme reads what the seat sees; where it asks, some choice can be an answer."""
    game = moment.case.game
    for seat in moment.may_act() if game.themes else ():
        seen = moment.seen_by(seat)
        before = seen.copy()
        for theme in game.themes:
            asks = theme.asks(seen, seat)
            taken = [one for one in game.legal(seen, seat) if theme.takes(seen, seat, one)]
            if seen != before:
                fail(f"theme {theme.key} changes what it is given")
            if asks and not taken:
                fail(f"theme {theme.key} asks where no choice can be an answer")
            if asks and theme.is_over(seen, seen, seat):
                fail(f"theme {theme.key} asks where its question has ended")
