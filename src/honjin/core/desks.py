"""Desks: where people draw what a game reads from a file, and what the game says of a draft.

A desk describes itself as data, so that one editor serves all games: layers that are painted cell
by cell, brushes to paint them with, fields, what to begin with. A draft is what somebody has drawn,
finished or not. The game reads a file into a draft, and checks a draft: it gives the sheet as a
scene, what is wrong and where, figures, and the text of the file, as the option takes it.

    file --read--> draft --check--> Checked: scene, findings, figures, file

What no game can be played on is a finding that stops; the option's own reader has the last word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from honjin.core.bounds import shown
from honjin.core.errors import BadOption, Flaw, Unreadable
from honjin.core.options import Options
from honjin.core.scene import Scene
from honjin.core.words import Say, Words

if TYPE_CHECKING:
    from honjin.core.game import Game

DRAFT_KEY: Final = 24
"""So many characters have the names of layers, cells and brushes at most."""
DRAFT_LAYERS: Final = 40
DRAFT_CELLS: Final = 1_000
"""So many cells of a layer are painted at most."""
DRAFT_TEXT: Final = 200
"""So many characters has a field at most."""

Key = Annotated[str, Meta(min_length=1, max_length=DRAFT_KEY)]
Text = Annotated[str, Meta(max_length=DRAFT_TEXT)]
Painted = Annotated[dict[Key, Key], Meta(max_length=DRAFT_CELLS)]
Colour = Literal["", "indigo", "crimson", "moss", "gold", "ash"]
Matrix = tuple[float, float, float, float, float, float]


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is drawn: of each layer the brush of each painted cell, and the texts of the fields.

    The order of a layer's cells is that in which they were painted, and may mean something.
    """

    marks: Annotated[dict[Key, Painted], Meta(max_length=DRAFT_LAYERS)] = {}
    fields: Annotated[dict[Key, Text], Meta(max_length=DRAFT_LAYERS)] = {}

    def cells(self, layer: str) -> Mapping[str, str]:
        """The brush of each painted cell of a layer."""
        return self.marks.get(layer, {})


class Brush(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a cell can be painted with; `letter` is the key that picks it, one in its layer, not 0.

    `look` is its drawing in the game's skin; `colour` and `sign` are how it washes a cell in a
    layer of tints. At most `most` cells have it, if that is not 0: the oldest gives way.
    `images` are what its images become under a symmetry that names its layer, one after the other.
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
    """A sort of thing that cells are painted with: terrain, who owns them, pieces, a way.

    `drawn` says how: as the look of the space itself, as a piece on it, as a tint over it, or as a
    line through the cells in their order. `blank` is what a cell is called that is not painted,
    `look` how it is drawn then. Only cells that are painted in the layer `on` can be painted.
    Layers of one `group` are chosen from together.
    """

    key: str
    say: Say
    brushes: tuple[Brush, ...]
    blank: Say
    drawn: Literal["space", "piece", "tint", "path"] = "space"
    look: str = ""
    on: str = ""
    group: Say | None = None


class FieldValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the values that a field chooses from."""

    key: str
    say: Say


class DraftField(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something besides cells: a choice of `values`, else free text of at most `most` characters.

    It belongs to the layer `of`, or to the whole draft. What a draft leaves out is `default`.
    """

    key: str
    say: Say
    values: tuple[FieldValue, ...] = ()
    most: int = DRAFT_TEXT
    default: str = ""
    of: str = ""


class Symmetry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way to paint several cells at once: where a point of the sheet goes, by a matrix as SVG's.

    It is applied until it leads back. In `layers` the images get the brush's own images.
    """

    key: str
    say: Say
    matrix: Matrix
    layers: tuple[str, ...] = ()


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong with a draft, the cells and the layer it concerns.

    One that does not stop is a remark: it can be played on all the same.
    """

    say: Say
    cells: tuple[str, ...] = ()
    layer: str = ""
    stops: bool = True


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure of a draft; `poor` where the game would rather have another."""

    say: Say
    value: str
    poor: bool = False


class Start(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draft to begin with."""

    key: str
    say: Say
    draft: Draft


class Checked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game says of a draft.

    The spaces of the scene are all cells that can be painted, by their ids. `file` is the text of
    the file, empty where none can be written; `options` are those that a game on it needs besides.
    """

    scene: Scene
    symmetries: tuple[Symmetry, ...] = ()
    findings: tuple[Finding, ...] = ()
    figures: tuple[Figure, ...] = ()
    file: str = ""
    options: Mapping[str, str | bool] = {}

    def stops(self) -> bool:
        """Whether no game can be played on it."""
        return not self.file or any(finding.stops for finding in self.findings)


@dataclass(frozen=True, kw_only=True)
class Desk:
    """Where a sort of file is drawn: that of `option`, which takes files.

    `read` gives the draft of a file's text, as far as one can be made of it, or raises Flaw;
    `check` says what there is to say of any draft, and raises Unreadable for cells that there are
    not. Both are given what strangers send. `words` are those that only the editor needs.
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
    words: Words = field(default_factory=dict)

    def says(self) -> Iterator[Say]:
        """All that its description says."""
        yield from (self.title, self.about, *(start.say for start in self.starts))
        for layer in self.layers:
            yield from (layer.say, layer.blank, *([layer.group] if layer.group else []))
            yield from (brush.say for brush in layer.brushes)
            yield from (brush.sign for brush in layer.brushes if brush.sign)
        for one in self.fields:
            yield from (one.say, *(value.say for value in one.values))


def check_draft(game: Game[Any], desk: Desk, draft: Draft) -> tuple[Checked, Options | None]:
    """What a game says of a draft, and the options of a game on it, or None where it is stopped.

    Unreadable for a draft of another desk.
    """
    must_fit(desk, draft)
    found = desk.check(draft)
    if found.stops():
        return found, None
    try:
        return found, game.read_options({**found.options, desk.option: found.file})
    except BadOption as problem:
        if problem.say is None:
            raise
        last = Finding(problem.say)
    return replace(found, findings=(*found.findings, last)), None


def must_fit(desk: Desk, draft: Draft) -> None:
    """Unreadable where a draft has layers, brushes or fields that the desk has not, or too many."""
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


def flaw_of(check: Callable[..., object], *given: Any) -> Say | None:
    """What a check finds wrong; None if nothing."""
    try:
        check(*given)
    except Flaw as flaw:
        return flaw.say
    return None


def cells_named(say: Say, cells: Mapping[str, str]) -> tuple[str, ...]:
    """The cells whose names fill holes of a sentence, each once, in its order."""
    return tuple(dict.fromkeys(cells[text] for text in _texts(say) if text in cells))


def _texts(say: Say) -> Iterator[str]:
    for value in say.p.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Say):
                yield from _texts(part)
            elif isinstance(part, str):
                yield part
