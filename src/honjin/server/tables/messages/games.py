"""Answers about games: options, presets, lessons, rules."""

from __future__ import annotations

from msgspec import field

from honjin.core.parts.reference import ReferenceTable
from honjin.core.words import Say
from honjin.server.messages.parts import Answer


class OptionInfo(Answer):
    """An option as the lobby shows it; words `option.<key>` and `option.<key>.<value>`.

    Neither flag nor `values`: free text; the word `option.<key>.about` says what to write.
    `file`: its value can also be the contents of a file with this suffix; word `option.<key>.own`.
    """

    key: str
    default: str | bool
    values: tuple[str, ...] = ()
    when: tuple[str, tuple[str, ...]] | None = None
    rule: str = ""
    file: str = ""


class WinFigure(Answer):
    """Who won the games of a preset between bots of one level.

    `seats` are the shares by seat in per cent, each with its 95 % interval; `order` those by place
    in turn order, where it is not the order of the seats. With the level `perfect` it is who wins
    with perfect play, and `games` counts the deals. `day` is when it was measured.
    """

    level: str
    games: int
    day: str
    seats: tuple[tuple[int, int, int], ...]
    order: tuple[tuple[int, int, int], ...] = ()


class PresetInfo(Answer):
    """A named set of options, with the number of seats it gives; words `preset.<key>`.

    `bots` are the game's bots that can play with these options, `sides` the seats' names.
    `figures`, the best one last, say who wins. `even` is the preset to play instead if these seats
    do not win equally often.
    """

    key: str
    options: dict[str, str | bool]
    seats: int
    bots: tuple[str, ...]
    sides: tuple[Say, ...]
    figures: tuple[WinFigure, ...] = ()
    even: str = ""


class LessonRow(Answer):
    """A lesson of a game: its title, and the options of a game to play after it."""

    key: str
    title: dict[str, str]
    options: dict[str, str | bool]
    steps: int


class DeskRow(Answer):
    """A desk (an editor) of a game: what is drawn there, and the option that takes its files."""

    key: str
    title: dict[str, str]
    about: dict[str, str]
    option: str


class GameInfo(Answer):
    """One game of GET /api/games. `bots` are the names of its bots, the weakest first.

    Not all of them can play with all options: see PresetInfo. `words` are those of titles,
    options, presets, seats and endings: a GamePage has all. `puzzles`: the puzzle of the day is one
    of this game's. `openings`: they can be explored. `honours`: see OpenTable.
    """

    key: str
    title: Say
    designer: str
    publisher: str
    year: int
    version: int
    options: tuple[OptionInfo, ...]
    presets: tuple[PresetInfo, ...]
    bots: tuple[str, ...]
    words: dict[str, dict[str, str]]
    puzzles: bool = False
    lessons: tuple[LessonRow, ...] = ()
    desks: tuple[DeskRow, ...] = ()
    openings: bool = False
    honours: bool = False


class GamePage(Answer):
    """GET /api/games/{key}: a game with all its words, and the rule that each kind of choice has.

    `gestures`: several actions can be made with one gesture, see GET /api/tables/{id}/gestures.
    `plans`: an action can be planned while others act, see GET /api/tables/{id}/ahead. `deals`: a
    line of chat can be addressed to one seat, and can be a promise.
    """

    game: GameInfo
    kinds: dict[str, str]
    gestures: bool = False
    plans: bool = False
    deals: bool = False


class Statement(Answer):
    """One numbered rule or ruling. `text` may hold **bold** and `§<number>` but no other markup.

    It applies to games in which each option named in `when` has one of the values given there.
    """

    number: str
    text: str
    when: dict[str, tuple[str | bool, ...]] = field(default_factory=dict)


class SummaryPoint(Answer):
    """A paragraph of the summary, with the same markup and conditions as a Statement."""

    text: str
    when: dict[str, tuple[str | bool, ...]] = field(default_factory=dict)


class Chapter(Answer):
    """A chapter of the rules."""

    title: str
    statements: tuple[Statement, ...]


class Rulebook(Answer):
    """The rules in one language: a summary with its title, and the chapters."""

    title: str
    summary: tuple[SummaryPoint, ...]
    chapters: tuple[Chapter, ...]


class Rules(Answer):
    """GET /api/games/{key}/rules: the rules in every language, and the reference tables.

    They cover all scenarios: the options of a game determine which statements and rows apply to it.
    The tables use these `words` and those of the game.
    """

    rulebooks: dict[str, Rulebook]
    tables: tuple[ReferenceTable, ...]
    words: dict[str, dict[str, str]]


class TableReference(Answer):
    """GET /api/tables/{id}/reference: the reference tables of one table, made from its own files.

    They use the words of the game's rules.
    """

    tables: tuple[ReferenceTable, ...]


class Playable(Answer):
    """A game on a draft: its options except the file, its seats, and the bots that can play it."""

    options: dict[str, str | bool]
    seats: int
    bots: tuple[str, ...]
