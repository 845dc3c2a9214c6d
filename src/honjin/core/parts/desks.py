"""Desks: where players draw what a game reads from a file, and how the game checks a draft.

A desk describes itself as data, so that one editor serves all games: layers that are painted cell
by cell, brushes to paint them with, tables of rows (`draft_tables`), some drawn as areas, fields,
and starting drafts. A draft is a drawing, finished or not. The game reads a file into a draft, and
checks a draft: the check returns the sheet as a scene, the faults and where they are, figures, and
the text of the file, as the option takes it.

    file --read--> draft --check--> Checked: scene, findings, figures, file

A fault that makes a game impossible is a finding that stops; the option's own reader decides last.

What a drawing is worth can depend on other options, such as a list of what terrain costs. A desk
names them, and its check gets their values: only figures and remarks may follow from them, so the
file is the same whatever they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from honjin.core.errors import BadOption, Flaw, Unreadable
from honjin.core.options import Options, Value
from honjin.core.parts.draft_tables import (
    KEPT,
    Column,
    FieldValue,
    Row,
    Rows,
    Table,
    expected_in,
    fits,
    name_of,
    nearest,
    value_of,
)
from honjin.core.reading.bounds import shown
from honjin.core.reading.files import within, wrong
from honjin.core.scene import Scene
from honjin.core.words import Say, Words

if TYPE_CHECKING:
    from honjin.core.game import Game

DRAFT_KEY: Final = 24
"""The largest length of the name of a layer, cell or brush."""
DRAFT_LAYERS: Final = 40
DRAFT_CELLS: Final = 1_000
"""The largest number of painted cells in a layer."""
DRAFT_TEXT: Final = 200
"""The largest length of a field's text."""

Key = Annotated[str, Meta(min_length=1, max_length=DRAFT_KEY)]
Text = Annotated[str, Meta(max_length=DRAFT_TEXT)]
Painted = Annotated[dict[Key, Key], Meta(max_length=DRAFT_CELLS)]
Colour = Literal["", "indigo", "crimson", "moss", "gold", "ash"]
Matrix = tuple[float, float, float, float, float, float]


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A drawing: for each layer the brush of each painted cell, the rows of each table, fields.

    A layer's cells are in the order in which they were painted, which may be significant.
    """

    marks: Annotated[dict[Key, Painted], Meta(max_length=DRAFT_LAYERS)] = {}
    fields: Annotated[dict[Key, Text], Meta(max_length=DRAFT_LAYERS)] = {}
    rows: Annotated[dict[Key, Rows], Meta(max_length=DRAFT_LAYERS)] = {}

    def cells(self, layer: str) -> Mapping[str, str]:
        """The brush of each painted cell of a layer."""
        return self.marks.get(layer, {})

    def table(self, key: str) -> Mapping[str, Row]:
        """The rows of a table, by their keys."""
        return self.rows.get(key, {})


class Brush(msgspec.Struct, frozen=True, omit_defaults=True):
    """A brush for cells; `letter` is the key that picks it, unique in its layer and not 0.

    `look` is its drawing in the game's skin; `colour` and `sign` are how it tints a cell in a layer
    of tints. At most `most` cells have it, unless that is 0: the oldest is cleared. `images` are
    the brushes of its successive images under a symmetry that names its layer.
    """

    key: str
    say: Say
    letter: str
    look: str = ""
    colour: Colour = ""
    sign: Say | None = None
    most: int = 0
    images: tuple[str, ...] = ()


class Layer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One aspect of the cells that can be painted: terrain, ownership, pieces, a road.

    `drawn` says how: as the look of the space itself, as a piece on it, as a tint over it, or as a
    line through the cells in their order. `blank` is the name of an unpainted cell, `look` its
    drawing. Only cells that are painted in the layer `on` can be painted. The brushes of the layers
    of one `group` are offered together.
    """

    key: str
    say: Say
    brushes: tuple[Brush, ...]
    blank: Say
    drawn: Literal["space", "piece", "tint", "path"] = "space"
    look: str = ""
    on: str = ""
    group: Say | None = None


class DraftField(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of a draft: a choice of `values`, or free text of at most `most` characters.

    It belongs to the layer `of`, or to the whole draft. A draft that omits it has `default`.
    """

    key: str
    say: Say
    values: tuple[FieldValue, ...] = ()
    most: int = DRAFT_TEXT
    default: str = ""
    of: str = ""


class Symmetry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way to paint several cells at once: maps points of the sheet by a matrix as in SVG.

    It is applied until it returns to the first cell. In `layers`, the images of a cell get the
    brush's `images`.
    """

    key: str
    say: Say
    matrix: Matrix
    layers: tuple[str, ...] = ()


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault in a draft, with the cells and the layer it concerns; or a table and its rows.

    One that does not stop is a remark: the draft can still be played on. `column` is that of the
    value that is wrong, if it is one.
    """

    say: Say
    cells: tuple[str, ...] = ()
    layer: str = ""
    stops: bool = True
    column: str = ""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure computed from a draft; `poor` if it is outside the range the game prefers."""

    say: Say
    value: str
    poor: bool = False


class Start(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draft to begin with."""

    key: str
    say: Say
    draft: Draft


class Checked(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game's check of a draft.

    The spaces of the scene are all cells that can be painted, by their ids; and the areas of a
    table by the keys of its rows. A piece on the place of a row (`row_place`) draws it. `file` is
    the text of the file, empty if none can be written; `options` are the other options a game on
    it needs.
    """

    scene: Scene
    symmetries: tuple[Symmetry, ...] = ()
    findings: tuple[Finding, ...] = ()
    figures: tuple[Figure, ...] = ()
    file: str = ""
    options: Mapping[str, str | bool] = {}

    def stops(self) -> bool:
        """True if no game can be played on it."""
        return not self.file or any(finding.stops for finding in self.findings)

    def says(self) -> Iterator[Say]:
        """Every text in it."""
        yield from (space.label for space in self.scene.spaces)
        yield from (piece.label for piece in self.scene.pieces)
        yield from (finding.say for finding in self.findings)
        yield from (figure.say for figure in self.figures)
        yield from (symmetry.say for symmetry in self.symmetries)


@dataclass(frozen=True, kw_only=True)
class Desk:
    """An editor for the files that `option` takes.

    `read` turns a file's text into a draft, as far as it can be read, or raises Flaw; `check`
    accepts any draft, and raises Unreadable for unknown cells. Both receive untrusted input.
    `words` are the words that only the editor needs.

    `depends_on` are other options on which figures and remarks depend; then `check_with` checks a
    draft under the options of a game, and `check` does so under the default ones.
    """

    key: str
    title: Say
    about: Say
    option: str
    layers: tuple[Layer, ...]
    starts: tuple[Start, ...]
    read: Callable[[str], Draft]
    check: Callable[[Draft], Checked]
    fields: tuple[DraftField, ...] = ()
    tables: tuple[Table, ...] = ()
    words: Words = field(default_factory=dict)
    depends_on: tuple[str, ...] = ()
    check_with: Callable[[Draft, Options], Checked] | None = None

    def says(self) -> Iterator[Say]:
        """Every text in its description."""
        yield from (self.title, self.about, *(start.say for start in self.starts))
        for layer in self.layers:
            yield from (layer.say, layer.blank, *([layer.group] if layer.group else []))
            yield from (brush.say for brush in layer.brushes)
            yield from (brush.sign for brush in layer.brushes if brush.sign)
        for one in self.fields:
            yield from (one.say, *(value.say for value in one.values))
        for table in self.tables:
            yield from table.says()


def check_draft(
    game: Game[Any], desk: Desk, draft: Draft, given: Mapping[str, Value] = MappingProxyType({})
) -> tuple[Checked, Options | None]:  # fmt: skip
    """Check a draft; also return the options of a game on it, or None if none can be played.

    `given` are values of options that the desk depends on; the game has them too. Unreadable for a
    draft of another desk or any other option, BadOption for a value that an option cannot have.
    """
    must_fit(desk, draft)
    for key in given:
        _must_be_one_of("an option of the desk", desk.depends_on, key)
    fitting = _fitting(desk, draft)
    if desk.check_with:
        found = desk.check_with(fitting, game.read_options(given))
    else:
        found = desk.check(fitting)
    found = told_of(desk, draft, found)
    if found.stops():
        return found, None
    try:
        return found, game.read_options({**given, **found.options, desk.option: found.file})
    except BadOption as problem:
        if problem.say is None:
            raise
        last = Finding(problem.say)
    return replace(found, findings=(*found.findings, last)), None


def told_of(desk: Desk, draft: Draft, found: Checked) -> Checked:
    """The check of a draft in the page's words, and with its values that do not fit.

    With such a value there is no file, and no figure: they would be those of another draft.
    """
    findings = [_placed(desk, draft, finding) for finding in found.findings]
    bad = [_misfit(desk, draft, *place) for place in _misfits(desk, draft)]
    if not bad:
        return replace(found, findings=tuple(findings))
    values = {(one.layer, *one.cells, one.column) for one in bad}
    others = [one for one in findings if (one.layer, *one.cells, one.column) not in values]
    return replace(found, findings=(*bad, *others), figures=(), file="")


def _misfits(desk: Desk, draft: Draft) -> Iterator[tuple[Table, str, Column]]:
    for table in desk.tables:
        kept = [column for column in table.columns if column.kind in KEPT]
        for name, row in draft.table(table.key).items():
            for column in kept:
                if not fits(column, value_of(table, row, column.key)):
                    yield table, name, column


def _fitting(desk: Desk, draft: Draft) -> Draft:
    """The draft with the nearest values that fit, to be drawn."""
    rows = {key: dict(found) for key, found in draft.rows.items()}
    for table, name, column in _misfits(desk, draft):
        row = rows[table.key][name]
        fit = nearest(column, value_of(table, row, column.key))
        rows[table.key][name] = {**row, column.key: fit}
    return replace(draft, rows=rows)


def _misfit(desk: Desk, draft: Draft, table: Table, name: str, column: Column) -> Finding:
    got = value_of(table, draft.table(table.key)[name], column.key)
    say = wrong("", expected_in(column), got or None).say
    return _placed(desk, draft, Finding(say, (name,), table.key, column=column.key))


def _placed(desk: Desk, draft: Draft, finding: Finding) -> Finding:
    """A finding about a table that says where in the words of the page, not of the file."""
    table = next((one for one in desk.tables if one.key == finding.layer), None)
    if table is None or not isinstance(finding.say.p.get("where"), str):
        return finding
    holes = {**finding.say.p, "where": _place(desk, draft, table, finding)}
    return replace(finding, say=Say(finding.say.k, holes))


def _place(desk: Desk, draft: Draft, table: Table, finding: Finding) -> Say:
    if len(finding.cells) != 1:
        return table.say
    row = name_of(desk.tables, table, draft.rows, finding.cells[0])
    of = table.column(finding.column).say if finding.column else row
    if table.most == 1:
        return Say("file.place", {"of": table.say, "part": of}) if finding.column else table.say
    return Say("file.place", {"of": row if finding.column else table.say, "part": of})


def must_fit(desk: Desk, draft: Draft) -> None:
    """Raise Unreadable if a draft has unknown layers, brushes or fields, or too many.

    Values of the kinds in KEPT only have to be one line: the check tells which do not fit.
    """
    layers = {layer.key: layer for layer in desk.layers}
    for key, cells in draft.marks.items():
        _must_be_one_of("a layer", layers, key)
        _must_be_painted(layers[key], cells)
    fields = {one.key: one for one in desk.fields}
    for key, text in draft.fields.items():
        _must_be_one_of("a field", fields, key)
        values = [value.key for value in fields[key].values]
        if values:
            _must_be_one_of(f"a value of {key}", values, text)
        elif len(text) > fields[key].most or not text.isprintable():
            expected = f"{key} as one line of at most {fields[key].most} characters"
            raise Unreadable(f"expected {expected}, got {shown(text)}")
    tables = {table.key: table for table in desk.tables}
    for key, rows in draft.rows.items():
        _must_be_one_of("a table", tables, key)
        _must_be_rows(tables[key], rows)


def _must_be_rows(table: Table, rows: Mapping[str, Row]) -> None:
    if len(rows) > table.most:
        raise Unreadable(f"expected at most {table.most} rows of {table.key}, got {len(rows)}")
    columns = {column.key: column for column in table.columns}
    known = [row.key for row in table.rows]
    for name, row in rows.items():
        if known:
            _must_be_one_of(f"a row of {table.key}", known, name)
        for key, text in row.items():
            _must_be_one_of(f"a column of {table.key}", columns, key)
            is_kept = columns[key].kind in KEPT and text.isprintable()
            if not is_kept and not fits(columns[key], text):
                expected = f"a {columns[key].kind} as {key} of {table.key} {name}"
                raise Unreadable(f"expected {expected}, got {shown(text)}")


def _must_be_painted(layer: Layer, cells: Mapping[str, str]) -> None:
    brushes = {brush.key: brush for brush in layer.brushes}
    for key, got in Counter(cells.values()).items():
        _must_be_one_of(f"a brush of {layer.key}", brushes, key)
        if got > brushes[key].most > 0:
            most = brushes[key].most
            raise Unreadable(f"expected at most {most} of {key} in {layer.key}, got {got}")


def _must_be_one_of(what: str, known: Any, got: str) -> None:
    if got not in known:
        raise Unreadable(f"expected {what}: {', '.join(known)}; got {shown(got)}")


# ---- for games that check drafts


def row_place(table: Table, row: str) -> str:
    """Where a piece lies that draws a row, since rows of two tables may have one key."""
    return f"{table.key}.{row}"


def flaw_of(check: Callable[..., object], *given: Any) -> Say | None:
    """The flaw that a check raises; None if it passes."""
    try:
        check(*given)
    except Flaw as flaw:
        return flaw.say
    return None


def must_hold(table: Table, rows: Mapping[str, Row], where: str) -> None:
    """Raise Flaw if a file has a value that no row of the table can hold; `where` is its table."""
    if len(rows) > table.most:
        raise wrong(f"[[{where}]]", within(0, table.most), len(rows))
    columns = {column.key: column for column in table.columns}
    for name, row in rows.items():
        for key, text in row.items():
            if not fits(columns[key], text):
                raise wrong(f"{where} {name}, {key}", expected_in(columns[key]), text or None)


def cells_named(say: Say, cells: Mapping[str, str]) -> tuple[str, ...]:
    """The cells whose names fill holes of a sentence, each once, in the sentence's order."""
    return tuple(dict.fromkeys(cells[text] for text in _texts(say) if text in cells))


def _texts(say: Say) -> Iterator[str]:
    for value in say.p.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Say):
                yield from _texts(part)
            elif isinstance(part, str):
                yield part
