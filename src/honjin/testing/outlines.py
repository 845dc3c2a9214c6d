"""A test for overlapping spaces of a board, whatever their shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from honjin.core.scene import Point, Space

_TOUCH: Final = 0.98
"""Scaled by this factor, an outline does not touch its neighbours."""

Outline = tuple[Point, ...]


def overlaps(spaces: Sequence[Space]) -> Iterator[tuple[Space, Space]]:
    """The pairs of spaces that overlap; spaces that only touch do not."""
    drawn = [(space, outline(space)) for space in spaces]
    for (one, first), (two, second) in combinations(drawn, 2):
        if _are_near(first, second) and _meet(one, first, two, second):
            yield one, two


def outline(space: Space) -> Outline:
    """The corners of a space, shrunk a little; hexes have a corner at the bottom."""
    x, y = space.at
    w, h = space.size[0] / 2, space.size[1] / 2
    corners = {
        "poly": space.points,
        "hex": ((0, -h), (w, -h / 2), (w, h / 2), (0, h), (-w, h / 2), (-w, -h / 2)),
        "rect": ((-w, -h), (w, -h), (w, h), (-w, h)),
    }[space.shape]
    return tuple((x + _TOUCH * dx, y + _TOUCH * dy) for dx, dy in corners)


def _are_near(one: Outline, two: Outline) -> bool:
    """True if the bounding boxes of two outlines overlap."""
    return all(
        min(a) < max(b) and min(b) < max(a)
        for a, b in zip(zip(*one, strict=True), zip(*two, strict=True), strict=True)
    )


def _meet(one: Space, first: Outline, two: Space, second: Outline) -> bool:
    return (
        _holds(first, two.at)
        or _holds(second, one.at)
        or any(_cross(a, b, c, d) for a, b in _edges(first) for c, d in _edges(second))
    )


def _edges(corners: Outline) -> Iterator[tuple[Point, Point]]:
    return zip(corners, corners[1:] + corners[:1], strict=True)


def _holds(corners: Outline, at: Point) -> bool:
    """True if a point is inside an outline, by counting the edges east of it."""
    x, y = at
    return bool(
        sum(
            (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in _edges(corners)
        )
        % 2
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    """The side of the line from a to b on which c lies, as the sign of a number."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
