"""Checks of the desks at which a game's files are drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec

from honjin.core.errors import Flaw
from honjin.core.parts.desks import (
    Checked,
    Desk,
    Draft,
    Layer,
    check_draft,
    must_fit,
    told_of,
)
from honjin.core.parts.draft_tables import Row, Table, fits
from honjin.testing.check import Case, check, fail
from honjin.testing.checks.check_desk_options import must_depend
from honjin.testing.checks.check_words import NO_FILES, must_have_words

WIPES: Final = "0"
"""The key of the eraser, which no brush can have."""
_SCRAWLS: Final = 4
"""The number of randomly changed drafts checked for each start."""
_STROKES: Final = 6
_MAX_TURNS: Final = 12


@check(
    "desks",
    "once",
    "desks",
    "Desks describe what can be painted; drafts become files and drafts again.",
)
def sound_desks(case: Case) -> None:
    """Check each desk with each of its starting drafts."""
    if "desks" in case.shared:
        return
    case.shared["desks"] = True
    keys = [desk.key for desk in case.game.desks]
    _must_differ("desks", keys)
    for desk in case.game.desks:
        words = {**case.game.words, **desk.words}
        at_desk = replace(case, game=replace(case.game, words=words))
        _must_be_described(at_desk, desk)
        _must_refuse_junk(at_desk, desk)
        played = [_must_hold(at_desk, desk, start.draft) for start in desk.starts]
        if not any(played):
            fail(f"no start of desk {desk.key} can be played on")
        for start in desk.starts:
            for _ in range(_SCRAWLS):
                _must_hold(at_desk, desk, _scrawled(case, desk, start.draft))
        must_depend(at_desk, desk)


# ---- the description


def _must_be_described(case: Case, desk: Desk) -> None:
    option = next((one for one in case.game.options if one.key == desk.option), None)
    if option is None or not option.file:
        fail(f"desk {desk.key} draws files for option {desk.option!r}, which takes no file")
    layers = {layer.key: layer for layer in desk.layers}
    _must_differ("layers", [layer.key for layer in desk.layers])
    for layer in desk.layers:
        _must_be_paintable(layer)
        if layer.on and layer.on not in layers:
            fail(f"layer {layer.key} lies on {layer.on!r}, which is not a layer")
    for one in desk.fields:
        values = [value.key for value in one.values]
        if one.of and one.of not in layers:
            fail(f"field {one.key} belongs to {one.of!r}, which is not a layer")
        if values and one.default not in values:
            fail(f"field {one.key} defaults to {one.default!r}, expected one of {values}")
    for table in desk.tables:
        _must_be_fillable(desk, table)
    must_have_words(case, desk.says(), "desks")


def _must_be_fillable(desk: Desk, table: Table) -> None:
    """Check that the columns of a table refer to each other and to tables that exist."""
    columns = {column.key: column for column in table.columns}
    _must_differ(f"columns of {table.key}", [column.key for column in table.columns])
    _must_differ(f"rows of {table.key}", [row.key for row in table.rows])
    if table.rows and not table.fixed:
        fail(f"table {table.key} names its rows, but is not fixed")
    kinds = ((table.outline, "outline"), (table.at, "point"), (table.links, "refs"),
             (table.stands, "ref"))  # fmt: skip
    for key, kind in (*kinds, *((name, "text") for name in table.names)):
        if key and (key not in columns or columns[key].kind != kind):
            fail(f"table {table.key} has no column {key!r} of kind {kind}")
    for column in table.columns:
        if column.of and column.of not in {one.key for one in desk.tables}:
            fail(f"column {column.key} of {table.key} refers to {column.of!r}, which is no table")
        if not fits(column, column.default):
            fail(f"column {column.key} of {table.key} defaults to {column.default!r}")


def _must_be_paintable(layer: Layer) -> None:
    keys = [brush.key for brush in layer.brushes]
    _must_differ(f"brushes of {layer.key}", keys)
    _must_differ(f"letters of {layer.key}", [brush.letter for brush in layer.brushes])
    for brush in layer.brushes:
        if len(brush.letter) != 1 or brush.letter == WIPES:
            fail(f"brush {brush.key} of {layer.key} has the key {brush.letter!r}, expected one key")
        if strange := set(brush.images) - set(keys):
            fail(f"images of brush {brush.key} of {layer.key} are not brushes: {sorted(strange)}")
        if layer.drawn in ("space", "piece") and not brush.look:
            fail(f"brush {brush.key} of {layer.key} has no look")


def _must_differ(what: str, keys: list[str]) -> None:
    if len(set(keys)) < len(keys):
        fail(f"two {what} are the same: {keys}")


# ---- drafts and files


def _must_refuse_junk(case: Case, desk: Desk) -> None:
    for junk in NO_FILES:
        try:
            desk.read(junk)
        except Flaw as flaw:
            must_have_words(case, [flaw.say], "desks")


def _must_hold(case: Case, desk: Desk, draft: Draft) -> bool:
    """Check that checks of a draft agree; true if it can be played on."""
    found = desk.check(draft)
    if found != desk.check(draft):
        fail(f"desk {desk.key} checks the same draft with different results")
    _must_be_on_sheet(desk, draft, found)
    must_have_words(case, found.says(), "desks")
    if found.file:
        _must_come_back(desk, found.file)
    whole, options = check_draft(case.game, desk, draft)
    found = told_of(desk, draft, found)
    must_have_words(case, found.says(), "desks")
    if whole.findings == found.findings and whole != found:
        fail(f"desk {desk.key} checks a draft differently under the default options")
    if whole != found:
        fail(f"desk {desk.key} misses a fault that its option finds: {whole.findings[-1]}")
    if options is not None:
        case.game.setup(options)
    return options is not None


def _must_be_on_sheet(desk: Desk, draft: Draft, found: Checked) -> None:
    cells = {space.id for space in found.scene.spaces}
    layers = {layer.key for layer in desk.layers}
    tables = {table.key for table in desk.tables}
    _must_show_areas(desk, draft, cells)
    for layer, painted in draft.marks.items():
        if lost := set(painted) - cells:
            fail(f"cells of {layer} are not on the sheet: {sorted(lost)}")
    for finding in found.findings:
        if finding.layer and finding.layer not in layers | tables:
            fail(f"{finding.say.k} concerns {finding.layer!r}, which is no layer and no table")
        columns = {one.key for table in desk.tables if table.key == finding.layer
                   for one in table.columns}  # fmt: skip
        if finding.column and finding.column not in columns:
            fail(f"{finding.say.k} concerns {finding.column!r}, no column of {finding.layer!r}")
        known = set(draft.table(finding.layer)) if finding.layer in tables else cells
        if lost := set(finding.cells) - known:
            fail(f"{finding.say.k} concerns cells that are not on the sheet: {sorted(lost)}")
    for symmetry in found.symmetries:
        if strange := set(symmetry.layers) - layers:
            fail(f"symmetry {symmetry.key} changes unknown layers: {sorted(strange)}")
        if not _leads_back(symmetry.matrix):
            fail(f"symmetry {symmetry.key} never returns to the start")


def _must_show_areas(desk: Desk, draft: Draft, cells: set[str]) -> None:
    """Check that each row that is an area has a space."""
    for table in desk.tables:
        if table.outline and (lost := set(draft.table(table.key)) - cells):
            fail(f"rows of {table.key} are not on the sheet: {sorted(lost)}")


def _leads_back(matrix: tuple[float, ...]) -> bool:
    a, b, c, d, e, f = matrix
    x, y = start = (0.3, 0.7)
    for _ in range(_MAX_TURNS):
        x, y = a * x + c * y + e, b * x + d * y + f
        if abs(x - start[0]) + abs(y - start[1]) < 1e-6:
            return True
    return False


def _must_come_back(desk: Desk, file: str) -> None:
    """Check that the file of a draft is read, and written again unchanged."""
    draft = desk.read(file)
    must_fit(desk, draft)
    again = desk.check(draft).file
    if again != file:
        fail(f"desk {desk.key} reads a file and writes it differently:\n{file}\n{again}")


def _scrawled(case: Case, desk: Desk, draft: Draft) -> Draft:
    """The draft with a few random strokes."""
    spaces = [space.id for space in desk.check(draft).scene.spaces]
    marks = {key: dict(painted) for key, painted in draft.marks.items()}
    rows = {key: dict(found) for key, found in draft.rows.items()}
    for _ in range(_STROKES if desk.tables else 0):
        _change_row(case, case.random.choice(desk.tables), rows)
    for _ in range(_STROKES if desk.layers else 0):
        layer = case.random.choice(desk.layers)
        painted = marks.setdefault(layer.key, {})
        for cell in case.random.sample(spaces, min(_STROKES, len(spaces))):
            painted.pop(cell, None)
            brush = case.random.choice(layer.brushes)
            if case.random.random() < 0.8 and (not brush.most or brush.key not in painted.values()):
                painted[cell] = brush.key
    return msgspec.structs.replace(draft, marks=marks, rows=rows)


def _change_row(case: Case, table: Table, rows: dict[str, dict[str, Row]]) -> None:
    """Remove a row, or give it the value that another row has, or the usual one."""
    found = rows.get(table.key, {})
    if not found:
        return
    names = list(found)
    name, other = case.random.choice(names), case.random.choice(names)
    column = case.random.choice(table.columns)
    if case.random.random() < 0.3 and not table.fixed:
        found.pop(name)
    else:
        value = found[other].get(column.key, column.default)
        found[name] = {**found[name], column.key: value}
    rows[table.key] = found
