"""What the server tells of games: options, presets, lessons, rules."""

from __future__ import annotations

from msgspec import field

from honjin.core.desks import Checked, Draft, DraftField, Layer, Start
from honjin.core.reference import ReferenceTable
from honjin.core.words import Say
from honjin.server.messages.parts import Answer


class OptionInfo(Answer):
    """An option as the lobby shows it; words `option.<key>` and `option.<key>.<value>`.

    `file`: its value can also be the text of a file with this suffix; word `option.<key>.own`.
    """

    key: str
    default: str | bool
    values: tuple[str, ...] = ()
    when: tuple[str, tuple[str, ...]] | None = None
    rule: str = ""
    file: str = ""


class PresetInfo(Answer):
    """Ready-made options with the number of seats they lead to; words `preset.<key>`.

    `bots` are those of the game that play with these options.
    """

    key: str
    options: dict[str, str | bool]
    seats: int
    bots: tuple[str, ...]


class LessonRow(Answer):
    """A lesson of a game: what it is called, and the options of a game to be played after it."""

    key: str
    title: dict[str, str]
    options: dict[str, str | bool]
    steps: int


class DeskRow(Answer):
    """A desk of a game: what is drawn there, and the option that takes its files."""

    key: str
    title: dict[str, str]
    about: dict[str, str]
    option: str


class GameInfo(Answer):
    """One game of GET /api/games. `bots` are the names that can be asked for, the weakest first.

    Not all of them need play with all options: see PresetInfo. `puzzles` says whether the puzzle of
    each day is one of this game's.
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


class Statement(Answer):
    """One numbered rule or ruling. `text` may hold **bold** and `§<number>` and nothing else.

    It is part of a game in which each option that `when` names has one of the values given there.
    """

    number: str
    text: str
    when: dict[str, tuple[str | bool, ...]] = field(default_factory=dict)


class SummaryPoint(Answer):
    """A paragraph of the summary, written and part of a game as a Statement is."""

    text: str
    when: dict[str, tuple[str | bool, ...]] = field(default_factory=dict)


class Chapter(Answer):
    """A chapter of the rules."""

    title: str
    statements: tuple[Statement, ...]


class Rulebook(Answer):
    """The rules in one language: the summary under its title, the chapters."""

    title: str
    summary: tuple[SummaryPoint, ...]
    chapters: tuple[Chapter, ...]


class Rules(Answer):
    """GET /api/games/{key}/rules: the rules in every language, and what is in the box.

    Of all scenarios: which statements and rows are part of a game follows from its options. The
    tables speak with these `words` and those of the game.
    """

    rulebooks: dict[str, Rulebook]
    tables: tuple[ReferenceTable, ...]
    words: dict[str, dict[str, str]]


class DeskPage(Answer):
    """GET /api/games/{key}/desks/{desk}: what can be painted there, and what to begin with.

    `suffix` is that of its files. It speaks with these `words` and those of the game.
    """

    key: str
    title: Say
    about: Say
    option: str
    suffix: str
    layers: tuple[Layer, ...]
    fields: tuple[DraftField, ...]
    starts: tuple[Start, ...]
    words: dict[str, dict[str, str]]


class Playable(Answer):
    """A game on what is drawn: its options but for the file, its seats, the bots that play it."""

    options: dict[str, str | bool]
    seats: int
    bots: tuple[str, ...]


class DraftChecked(Answer):
    """POST …/check: what there is to say of a draft; `play` where nothing stops a game on it."""

    checked: Checked
    play: Playable | None = None


class DraftRead(Answer):
    """POST …/read: the draft of a file."""

    draft: Draft
