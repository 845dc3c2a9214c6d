"""Conditions on the options of a game."""

import pytest

from honjin.core.options import Option
from honjin.core.parts.condition import holds, read_condition, unknown_in

OPTIONS = (
    Option(key="act", default="1", values=("1", "2", "3")),
    Option(key="auction", default=False),
    Option(key="map", default="shipped", read=lambda text, _: text),
)


def test_each_option_named_has_one_of_its_values() -> None:
    """All the options named must match, each with any one of its values."""
    when = read_condition("act: 2, 3; auction: no")
    assert {"act": ("2", "3"), "auction": (False,)} == when
    met = [
        (act, flag)
        for act in "123"
        for flag in (True, False)
        if holds(when, {"act": act, "auction": flag})
    ]
    assert [("2", False), ("3", False)] == met
    assert holds({}, {})


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("act: 1; auction: yes; map: shipped", ""),
        ("acts: 1", "acts"),
        ("act: 1, 4", "act: 4"),
        ("auction: often", "auction: often"),
        ("map: other", "map: other"),
    ],
)
def test_what_is_no_option_is_named(text: str, unknown: str) -> None:
    """An unknown option or value is named; for free text only the default is known."""
    assert unknown == unknown_in(read_condition(text), OPTIONS)
