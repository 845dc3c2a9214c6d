"""Which spaces of a board cover each other."""

import pytest

from honjin.core.scene import Point, Space
from honjin.core.words import Say
from honjin.testing.outlines import overlaps

BENT = ((-1.5, -1.5), (1.5, -1.5), (1.5, -0.5), (-0.5, -0.5), (-0.5, 1.5), (-1.5, 1.5))


def space(name: str, at: Point, size: float = 1.0, **given: object) -> Space:
    return Space(name, at, (size, size), "square", Say(name), **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (space("a", (0, 0)), space("b", (1, 0)), False),
        (space("a", (0, 0)), space("b", (0.9, 0.9)), True),
        (space("a", (0, 0)), space("b", (0.1, 0.1), 0.3), True),
        # Boxes of hexes in two rows meet, the hexes do not.
        (space("a", (0, 0), shape="hex"), space("b", (0.5, 0.75), shape="hex"), False),
        (space("a", (0, 0), shape="hex"), space("b", (0.5, 0.6), shape="hex"), True),
        # What lies in the bend of a space is outside.
        (space("a", (0, 0), shape="poly", points=BENT), space("b", (0.6, 0.6)), False),
        (space("a", (0, 0), shape="poly", points=BENT), space("b", (-0.9, 0.9)), True),
    ],
)
def test_overlaps(one: Space, two: Space, expected: bool) -> None:
    """Sides that touch do not count; parts, and the whole of a space, do."""
    assert expected == bool(list(overlaps([one, two])))
