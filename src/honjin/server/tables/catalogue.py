"""Games as the lobby and their tables show them, and their rules."""

from __future__ import annotations

import contextlib
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from honjin.bots import words_of_bots
from honjin.core.contract.presentation import no_ahead, no_gestures
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.locales import LANGUAGES
from honjin.core.options import Options
from honjin.core.parts.desks import Desk
from honjin.core.parts.lesson import Lesson, lessons_of
from honjin.core.parts.rulebook import load_rulebook
from honjin.core.seats import SPECTATOR
from honjin.core.words import Numbers, Say, Words, speak
from honjin.lab.starts import Figure, Share, even_presets, figures_of
from honjin.server.tables.messages import games
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.session.chosen import is_explored
from honjin.solver import has_puzzles

_LISTED: Final = ("about", "honours", "option.", "preset.", "seat.")
"""How words that lists and forms use begin, beside those of titles, sides and endings."""


def game_info(game: Game[Any], bots: BotRoster) -> games.GameInfo:
    """A game as the lobby shows it."""
    presets = _presets(game, bots)
    return games.GameInfo(
        game.key,
        game.title,
        game.designer,
        game.publisher,
        game.year,
        game.version,
        tuple(
            games.OptionInfo(o.key, o.default, o.values, o.when, o.rule, o.file)
            for o in game.options
            if o.offered
        ),
        presets,
        _offered(game, bots),
        _written(game.words, set(_listed(game, presets))),
        has_puzzles(game),
        lesson_rows(game),
        tuple(_desk_row(game, desk) for desk in game.desks),
        is_explored(game),
        game.honours > 0,
    )


def _listed(game: Game[Any], presets: tuple[games.PresetInfo, ...]) -> Iterator[str]:
    """The keys of the words that lists and forms use."""
    yield from game.reasons
    yield from (key for key in game.words if key.startswith(_LISTED))
    for say in (game.title, *(side for preset in presets for side in preset.sides)):
        yield from _keys(say)


def _keys(say: Say) -> Iterator[str]:
    """The keys of the words that a text is made of."""
    yield say.k
    for value in say.p.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Say):
                yield from _keys(part)


def _written(words: Words, keys: Container[str]) -> dict[str, dict[str, str]]:
    return {key: dict(forms) for key, forms in words.items() if key in keys}


def _words(game: Game[Any]) -> Words:
    """The words of a game, and those of its perfect bot, if it can have one."""
    return {**words_of_bots(), **game.words} if game.index else game.words


def _desk_row(game: Game[Any], desk: Desk) -> games.DeskRow:
    words = {**game.words, **desk.words}
    title, about = (
        {lang: speak(words, say, lang) for lang in LANGUAGES} for say in (desk.title, desk.about)
    )
    return games.DeskRow(desk.key, title, about, desk.option)


def _presets(game: Game[Any], bots: BotRoster) -> tuple[games.PresetInfo, ...]:
    figures = figures_of(game)
    even = even_presets(game, figures)
    return tuple(
        games.PresetInfo(
            preset.key,
            dict(preset.options),
            game.seats(full := game.preset_options[preset.key]),
            bots.names(game, full),
            _sides(game, full),
            tuple(map(_figure, figures.get(preset.key, ()))),
            even.get(preset.key, ""),
        )
        for preset in game.presets
    )


def _sides(game: Game[Any], options: Options) -> tuple[Say, ...]:
    """The names of the seats as their tables show them."""
    scene = game.table.scene(game.seen_by(game.setup(options), SPECTATOR))
    named = {side.seat: side.name for side in scene.sides}
    return tuple(named[seat] for seat in range(game.seats(options)))


def _figure(one: Figure) -> games.WinFigure:
    return games.WinFigure(
        one.level, one.games, one.day, tuple(map(_whole, one.seats)), tuple(map(_whole, one.order))
    )


def _whole(share: Share) -> tuple[int, int, int]:
    value, low, high = map(round, share)
    return value, low, high


def _offered(game: Game[Any], bots: BotRoster) -> tuple[str, ...]:
    """The bots that can play at least one preset of the game."""
    names: dict[str, None] = {}
    for given in ({}, *(preset.options for preset in game.presets)):
        with contextlib.suppress(BadOption):
            names |= dict.fromkeys(bots.names(game, game.read_options(given)))
    return tuple(names)


def game_page(game: Game[Any], bots: BotRoster) -> games.GamePage:
    """A game as its tables show it."""
    words = _words(game)
    info = replace(game_info(game, bots), words=_written(words, words))
    return games.GamePage(
        info, dict(game.kinds), deals=game.deals,
        gestures=game.gestures is not no_gestures, plans=game.ahead is not no_ahead,
    )  # fmt: skip


def rules_of(game: Game[Any]) -> games.Rules:
    """The rules of a game in each language that has a rules file, and its reference tables."""
    files = {"en": game.home / "rules.md", "ja": game.home / "rules.ja.md"}
    books = {
        language: _rulebook(path, game.numbers) for language, path in files.items() if path.exists()
    }
    words = {key: dict(forms) for key, forms in game.reference.words.items()}
    return games.Rules(books, game.reference.tables, words)


def _rulebook(path: Path, numbers: Numbers) -> games.Rulebook:
    book = load_rulebook(path, numbers)
    points = tuple(
        games.SummaryPoint(point.text, dict(point.when)) for point in book.summary.points
    )
    chapters = tuple(
        games.Chapter(
            title, tuple(games.Statement(s.number, s.text, dict(s.when)) for s in statements)
        )
        for title, statements in book.chapters
    )
    return games.Rulebook(book.summary.title, points, chapters)


def lesson_rows(game: Game[Any]) -> tuple[games.LessonRow, ...]:
    """The lessons of a game, as the lobby lists them."""
    return tuple(
        games.LessonRow(one.key, one.title, _to_be_played(game, one), len(one.steps))
        for one in lessons_of(game)
    )


def _to_be_played(game: Game[Any], lesson: Lesson) -> dict[str, str | bool]:
    """The options of the preset nearest to a lesson, to be played after it."""
    options = game.read_options(lesson.options).items()
    alike = [dict(one.options) for one in game.presets if one.options.items() <= options]
    return max(alike, key=len, default={})
