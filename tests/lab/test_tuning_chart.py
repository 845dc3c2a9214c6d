"""The figures of a search, and the numbers in files that it can vary."""

import pytest

from honjin.core.errors import Flaw
from honjin.lab.errors import BadPlan
from honjin.lab.tuning.chart import Batch, chart_of
from honjin.lab.tuning.filed import FileNumber, must_take, numbers_in
from honjin.lab.tuning.journal import Line

FILE = """
name = "mine"
turns = 9
open = true
[hand]
anti.base = 4
[[areas]]
at = [1.5, -2]
"a.b" = 3
"""


def test_choices_and_batches_are_counted() -> None:
    """Each game counts in its batch and at its choice; a choice keeps its first place."""
    lines = [
        Line(0, (1,), 0, (1, -1)), Line(0, (1,), 1, (-1, 1)),
        Line(1, (0,), 0, (1, -1)),
        Line(2, (1,), 2, (0, 0)), Line(2, (1,), 3, (1, -1)),
    ]  # fmt: skip
    chart = chart_of(lines)
    assert 2 == chart.seats
    assert [((1,), 4), ((0,), 1)] == [(one.point, one.games) for one in chart.choices]
    assert 0.625 == chart.choices[0].shares[0].value
    assert (
        Batch(0, 2, (0.5, 0.5)), Batch(1, 1, (1.0, 0.0)), Batch(0, 2, (0.75, 0.25)),
    ) == chart.batches  # fmt: skip


def test_before_the_first_game_there_are_none() -> None:
    """No seats, no choices."""
    chart = chart_of([])
    assert (0, (), ()) == (chart.seats, chart.choices, chart.batches)


def test_the_numbers_of_a_file() -> None:
    """Whole or not, in tables and lists; no truth, no text, no key that a path cannot name."""
    assert (
        FileNumber("turns", 9), FileNumber("hand.anti.base", 4),
        FileNumber("areas.0.at.0", 1.5), FileNumber("areas.0.at.1", -2),
    ) == numbers_in(FILE)  # fmt: skip
    for number in numbers_in(FILE):
        must_take(FILE, number.path, [str(number.value)])


def test_a_file_that_is_none_is_a_flaw() -> None:
    """Its words say where."""
    with pytest.raises(Flaw):
        numbers_in("a = [")


def test_a_value_of_another_sort_is_refused() -> None:
    """Any of the values."""
    with pytest.raises(BadPlan, match="expected turns like 9, got 'many'"):
        must_take(FILE, "turns", ["8", "many"])
