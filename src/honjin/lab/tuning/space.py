"""The options that each choice of what varies comes to.

A point is a choice: of each thing that varies the number of its value. What the game cannot be
played with is no point.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

import msgspec

from honjin.core.errors import BadOption, Flaw, Unreadable
from honjin.core.game import Game
from honjin.core.options import Options, Value
from honjin.core.parts.desks import (
    DRAFT_CELLS,
    DRAFT_KEY,
    Checked,
    Desk,
    Draft,
    check_draft,
)
from honjin.core.words import speak
from honjin.lab.errors import BadPlan
from honjin.lab.tuning.filed import must_take, with_values
from honjin.lab.tuning.varied import BLANK, MAX_VALUES, Varied

Point = tuple[int, ...]

MAX_VARIED: Final = 24
FEW: Final = 512
"""So many points are all looked at; of more, a part that is drawn by lot."""
KEPT: Final = 256
"""Of so many points the options are kept; with files they are long."""


class Space:
    """All points of what varies beside the given options; BadPlan where that is nothing.

    What is drawn is given as the text of its file, or as what the desk begins with. `size` counts
    all points, those included that cannot be played.
    """

    def __init__(
        self, game: Game[Any], given: Mapping[str, Value], varied: Sequence[Varied]
    ) -> None:
        self.game, self.given, self.varied = game, dict(given), tuple(varied)
        self._declared = {option.key: option for option in game.options}
        _must_be_few(self.varied)
        for one in self.varied:
            self._must_fit(one)
        self.size = math.prod(len(one.values) for one in self.varied)
        self._drafts = {one.option: self._draft(one.option) for one in self.varied if one.layer}
        self._found: dict[Point, Options | str] = {}
        self._features = [one.features() for one in self.varied]

    def _must_fit(self, one: Varied) -> None:
        if one.option not in self._declared:
            known = ", ".join(self._declared)
            raise BadPlan(f"unknown option {one.option!r}; {self.game.key} has {known}")
        if one.layer:
            _must_be_drawn(self._desk(one.option), one)
        if one.path:
            self._must_be_in_file(one)

    def _must_be_in_file(self, one: Varied) -> None:
        if not self._declared[one.option].file:
            raise BadPlan(f"{one.option} is no file, so {one.path} cannot vary in it")
        if one.option not in self.given:
            raise BadPlan(f"expected {one.option} as a file, to vary what stands in it")
        if any(other.layer for other in self.varied if other.option == one.option):
            raise BadPlan(f"of {one.option} varies what is drawn or what stands in it, not both")
        must_take(self._text(one.option), one.path, map(str, one.values))

    def _text(self, option: str) -> str:
        return str(self.given[option])

    def _desk(self, option: str) -> Desk:
        for desk in self.game.desks:
            if desk.option == option:
                return desk
        known = ", ".join(desk.option for desk in self.game.desks) or "nothing"
        raise BadPlan(f"of {self.game.key} is drawn: {known}; got {option!r}")

    def _draft(self, option: str) -> tuple[Desk, Draft]:
        desk, default = self._desk(option), self._declared[option].default
        text = str(self.given.get(option, default))
        for start in desk.starts:
            if start.key == text:
                return desk, start.draft
        try:
            return desk, desk.read(text)
        except (Flaw, Unreadable):
            raise BadPlan(f"expected {option} as a file, to vary what is drawn in it") from None

    # ---- points

    def options_at(self, point: Point) -> Options | None:
        """The options of a point, or None where it cannot be played."""
        found = self._at(point)
        return None if isinstance(found, str) else found

    def files_at(self, point: Point) -> dict[str, str]:
        """The files of what is drawn or stands in files, by their options."""
        drawn = {option: checked.file for option, checked in self._checked(point)}
        return {**drawn, **self._written(point)}

    def problem_at(self, point: Point) -> str:
        """Why a point cannot be played; empty if it can."""
        found = self._at(point)
        return found if isinstance(found, str) else ""

    def told(self, point: Point) -> dict[str, Value]:
        """The value of each thing that varies, by its name."""
        return {one.name: one.values[n] for one, n in zip(self.varied, point, strict=True)}

    def features(self, points: Sequence[Point]) -> list[list[float]]:
        """A row of numbers a point."""
        return [
            [number for of, n in zip(self._features, point, strict=True) for number in of[n]]
            for point in points
        ]

    def sample(self, rng: random.Random, most: int = FEW) -> list[Point]:
        """All points if there are at most so many, else so many by lot, whether playable or not.

        To find that out takes up to a tenth of a second of what is drawn.
        """
        every = [range(len(one.values)) for one in self.varied]
        if self.size <= most:
            return list(product(*every))
        drawn: dict[Point, None] = {}
        while len(drawn) < most:
            drawn[tuple(map(rng.choice, every))] = None
        return list(drawn)

    def playable(self, points: Iterable[Point]) -> Iterator[Point]:
        """Those that can be played, in their order."""
        return (point for point in points if not self.problem_at(point))

    def around(self, point: Point) -> list[Point]:
        """The points that differ in one value."""
        return [
            (*point[:n], value, *point[n + 1 :])
            for n, one in enumerate(self.varied)
            for value in range(len(one.values))
            if value != point[n]
        ]

    def plain_around(self, point: Point) -> list[Point]:
        """The playable points that differ in the value of one option, and in nothing drawn."""
        plain = [n for n, one in enumerate(self.varied) if one.is_plain]
        near = [to for to in self.around(point) if any(to[n] != point[n] for n in plain)]
        return list(self.playable(near))

    def cell_names(self) -> dict[str, dict[str, str]]:
        """What the cells are called of what is drawn for each option, by their ids."""
        return {
            option: {space.id: space.text or space.id for space in desk.check(draft).scene.spaces}
            for option, (desk, draft) in self._drafts.items()
        }

    # ---- what a point comes to

    def _at(self, point: Point) -> Options | str:
        if point not in self._found:
            if len(self._found) >= KEPT:
                self._found.clear()
            self._found[point] = self._made(point)
        return self._found[point]

    def _made(self, point: Point) -> Options | str:
        options = dict(self.given)
        for one, n in zip(self.varied, point, strict=True):
            if one.is_plain:
                options[one.option] = one.values[n]
        options |= self._written(point)
        for option, checked in self._checked(point):
            if checked.stops():
                return self._why(option, checked)
            options |= {**checked.options, option: checked.file}
        try:
            return self.game.read_options(options)
        except BadOption as problem:
            return str(problem)

    def _written(self, point: Point) -> dict[str, str]:
        """The files in which values stand that vary."""
        values: dict[str, dict[str, str]] = {}
        for one, n in zip(self.varied, point, strict=True):
            if one.path:
                values.setdefault(one.option, {})[one.path] = str(one.values[n])
        return {option: with_values(self._text(option), put) for option, put in values.items()}

    def _checked(self, point: Point) -> Iterator[tuple[str, Checked]]:
        drafts = dict(self._drafts)
        for one, n in zip(self.varied, point, strict=True):
            if one.layer:
                desk, draft = drafts[one.option]
                drafts[one.option] = desk, _drawn_at(draft, one, str(one.values[n]))
        for option, (desk, draft) in drafts.items():
            yield option, check_draft(self.game, desk, draft)[0]

    def _why(self, option: str, checked: Checked) -> str:
        words = {**self.game.words, **self._desk(option).words}
        told = [speak(words, finding.say) for finding in checked.findings if finding.stops]
        return told[0] if told else "nothing can be written of it"


def _must_be_few(varied: Sequence[Varied]) -> None:
    names = [one.name for one in varied]
    if not 1 <= len(varied) <= MAX_VARIED:
        raise BadPlan(f"expected 1 to {MAX_VARIED} things that vary, got {len(varied)}")
    for one in varied:
        if names.count(one.name) > 1:
            raise BadPlan(f"{one.name} is varied twice")
        values = len(set(one.values))
        if not 2 <= values <= MAX_VALUES or values < len(one.values):
            expected = f"2 to {MAX_VALUES} values of {one.name}, each once"
            raise BadPlan(f"expected {expected}, got {', '.join(map(str, one.values))}")


def _must_be_drawn(desk: Desk, one: Varied) -> None:
    layers = {layer.key: layer for layer in desk.layers}
    if one.layer not in layers:
        raise BadPlan(f"expected a layer: {', '.join(layers)}; got {one.layer!r}")
    if len(one.cells) > DRAFT_CELLS or any(len(cell) > DRAFT_KEY for cell in one.cells):
        raise BadPlan(f"expected at most {DRAFT_CELLS} cells of at most {DRAFT_KEY} characters")
    if bool(one.cells) == bool(one.brush):
        raise BadPlan(f"expected cells or a brush of {one.layer}, got {one.name}")
    brushes = [brush.key for brush in layers[one.layer].brushes]
    wanted = (one.brush,) if one.brush else one.values
    for key in wanted:
        if key not in brushes and (one.brush or key != BLANK):
            raise BadPlan(f"expected a brush of {one.layer}: {', '.join(brushes)}; got {key!r}")


def _drawn_at(draft: Draft, one: Varied, value: str) -> Draft:
    painted = dict(draft.cells(one.layer))
    if one.brush:
        _move(painted, one, value)
    else:
        for cell in one.cells:
            painted.pop(cell, None)
            if value != BLANK:
                painted[cell] = value
    return msgspec.structs.replace(draft, marks={**draft.marks, one.layer: painted})


def _move(painted: dict[str, str], one: Varied, to: str) -> None:
    """The brush's cell among the values goes to another; what lay there goes where it was."""
    places = {str(value) for value in one.values}
    here = [cell for cell, brush in painted.items() if brush == one.brush]
    here = [cell for cell in here if cell in places] or here
    if len(here) != 1:
        raise BadPlan(
            f"expected one cell with {one.brush} among {', '.join(sorted(places))}, got {len(here)}"
        )
    [start] = here
    if start != to:
        lay_there = painted.pop(to, None)
        painted[to] = painted.pop(start)
        if lay_there is not None:
            painted[start] = lay_there
