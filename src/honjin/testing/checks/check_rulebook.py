"""Checks of the rulebook and its reference tables: which parts belong to which game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from msgspec import structs

from honjin.core.errors import BadOption
from honjin.core.events import Event
from honjin.core.parts.condition import Condition, holds, unknown_in
from honjin.core.parts.reference import ReferenceTable
from honjin.core.parts.rulebook import Rulebook, cited_in, load_rulebook, read_rulebook
from honjin.core.seats import SPECTATOR
from honjin.core.state import State
from honjin.core.words import Say, stated_in
from honjin.testing.check import Case, Moment, Move, check, fail
from honjin.testing.checks.check_words import must_have_words

_MAX_LOOK = 60
_SOME = 8


# ---- conditions


@check(
    "rulebook",
    "once",
    "rules.md",
    "Conditions can be met, cited rules exist, and all languages agree.",
)
def sound_rulebooks(case: Case) -> None:
    """Every statement and paragraph is part of some game, and cites existing statements."""
    home, numbers = case.game.home, case.game.numbers
    books = {path.name: load_rulebook(path, numbers) for path in sorted(home.glob("rules*.md"))}
    if "rulebook" in case.shared or "rules.md" not in books:
        return
    case.shared["rulebook"] = True
    for name, book in books.items():
        for where, text, when in _texts(book):
            _must_be_met(case, when, f"{name}, {where}")
            for number in cited_in(text):
                if number not in book.statements():
                    fail(f"{name}, {where} cites §{number}, which does not exist")
        if book.conditions() != books["rules.md"].conditions():
            fail(f"numbers or conditions in {name} differ from those in rules.md")
        if _whens(book) != _whens(books["rules.md"]):
            fail(f"the summary in {name} differs from that in rules.md")
        _must_state(home / name, home / "rules.md")


def _must_state(path: Path, english: Path) -> None:
    """Check that texts state the same numbers of the game's data in both files."""
    book, other = (read_rulebook(file.read_text("utf-8")) for file in (path, english))
    intros = ("the introduction", " ".join(book.intro)), ("", " ".join(other.intro))
    parts = zip(_texts(book), _texts(other), strict=True)
    for (where, text), (_, said) in [intros, *((one[:2], two[:2]) for one, two in parts)]:
        if stated_in(text) != stated_in(said):
            fail(f"{path.name}, {where} states other numbers than {english.name}")


def _texts(book: Rulebook) -> Iterator[tuple[str, str, Condition]]:
    for point in book.summary.points:
        yield "the summary", point.text, point.when
    for chapter in book.chapters:
        for number, text, when in chapter.statements:
            yield f"statement {number}", text, when


def _whens(book: Rulebook) -> list[Condition]:
    return [point.when for point in book.summary.points]


def _must_be_met(case: Case, when: Condition, where: str) -> None:
    """Check that some preset, with the options that the condition names, meets the condition."""
    game = case.game
    if strange := unknown_in(when, game.options):
        fail(f"{where} is part of games with {strange}, which does not exist")
    changed = {key: values[0] for key, values in when.items()}
    for options in ({}, *(preset.options for preset in game.presets)):
        with suppress(BadOption):
            if holds(when, game.read_options({**options, **changed})):
                return
    fail(f"{where} is part of no game: {dict(when)}")


# ---- rules cited during a game


@check(
    "rules shown",
    "position",
    "table.prompt",
    "Rules cited in a game are part of games with its options.",
)
def rules_of_choices(moment: Moment) -> None:
    """Prompts and kinds of choices."""
    case, table = moment.case, moment.case.game.table
    for seat in moment.may_act():
        seen = moment.seen_by(seat)
        _must_be_shown(case, [table.prompt(seen, seat).rule], "the prompt", "table.prompt")
        actions = case.some(moment.legal(seat), _SOME)
        kinds = {table.choice(seen, seat, action).kind for action in actions}
        _must_be_shown(case, [case.game.kinds[kind] for kind in kinds], "a choice", "actions")


@check("rules shown", "step", "tell")
def rules_of_events(moment: Moment, move: Move, after: State) -> None:
    """Lines of the log."""
    if move.action is not None:
        events: tuple[Event, ...] = moment.case.game.tell(
            moment.state, move.seat, move.action, after, SPECTATOR
        )
        _must_be_shown(moment.case, [event.rule for event in events], "the log", "tell")


def _must_be_shown(case: Case, numbers: Iterable[str], source: str, function: str) -> None:
    if "rules shown" not in case.memory:
        path = case.game.home / "rules.md"
        conditions = load_rulebook(path, case.game.numbers).conditions() if path.exists() else {}
        case.memory["rules shown"] = {
            number for number, when in conditions.items() if not holds(when, case.options)
        }
    for number in numbers:
        if number in case.memory["rules shown"]:
            lacking = f"which is not part of games with {case.options}"
            fail(f"{source} cites rule {number}, {lacking}", function)


# ---- reference tables


@check(
    "reference",
    "once",
    "reference",
    "Reference tables have words and drawings; each row is in some game.",
)
def sound_tables(case: Case) -> None:
    """Rows have a cell for each head; at most one row states a rule, and the rule exists."""
    if "reference" in case.shared:
        return
    case.shared["reference"] = True
    path = case.game.home / "rules.md"
    book = load_rulebook(path, case.game.numbers).conditions() if path.exists() else {}
    stated: set[str] = set()
    words = {**case.game.words, **case.game.reference.words}
    speaking = Case(replace(case.game, words=words), case.options, case.seed)
    for table in case.game.reference.tables:
        must_have_words(speaking, table.says(), "reference")
        _must_be_filled(case, table)
        for row in table.rows:
            if row.tells and (row.tells not in book or row.tells in stated):
                fail(f"{row.name} states rule {row.tells}, which is missing or stated before")
            if row.tells and dict(book[row.tells]) != dict(row.when):
                fail(f"{row.name} and rule {row.tells} are parts of different games")
            stated.add(row.tells)


@check(
    "own reference", "once", "reference", "Each game's reference tables are those of its options."
)
def own_tables(case: Case) -> None:
    """Without files of its own, a game's tables say what those of all games say of it."""
    reference = case.game.reference
    if reference.own is None or "own reference" in case.shared:
        return
    case.shared["own reference"] = True
    found = reference.of(case.options)
    for table in found:
        _must_be_filled(case, table)
    words = {**case.game.words, **reference.words}
    speaking = replace(case, game=replace(case.game, words=words))
    must_have_words(speaking, _said_in(found), "reference")
    is_printed = all(case.options[one.key] == one.default for one in case.game.options if one.file)
    if is_printed and _shown_of(found, case) != _shown_of(reference.tables, case):
        fail(f"the reference tables of games with {case.options} are not those of all games")


def _said_in(tables: Iterable[ReferenceTable]) -> Iterator[Say]:
    return (say for table in tables for say in table.says())


def _shown_of(tables: Iterable[ReferenceTable], case: Case) -> list[object]:
    """The title and the rows of each table that is part of the case's games."""
    rows = [
        (table, [row for row in table.rows if holds(row.when, case.options)]) for table in tables
    ]
    bare = [(table.title, table.heads, [structs.replace(row, when={}) for row in some])
            for table, some in rows]  # fmt: skip
    return [one for one in bare if one[-1]]


def _must_be_filled(case: Case, table: ReferenceTable) -> None:
    if not table.rows:
        fail(f"table {table.title} has no rows")
    for row in table.rows:
        if len(row.cells) != len(table.heads):
            fail(f"{row.name} has {len(row.cells)} cells under {len(table.heads)} heads")
        if row.look and not (row.look.isascii() and row.look.isprintable() and " " not in row.look):
            fail(f"{row.name} has the look {row.look!r}, expected ASCII without spaces")
        if len(row.look) > _MAX_LOOK:
            fail(f"{row.name} has a look of {len(row.look)} characters, at most {_MAX_LOOK}")
        _must_be_met(case, row.when, f"{row.name}")
