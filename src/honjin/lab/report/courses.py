"""Plots of scores over the course of training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from honjin.lab.report.plots import COLOURS, DASHES, MARKS, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Point(NamedTuple):
    """A score, from 0 to 1, with its interval, after a number of decisions."""

    decisions: int
    score: float
    low: float
    high: float


class Course(NamedTuple):
    """The scores of one plotted line."""

    label: str
    points: tuple[Point, ...]


def courses_plot(courses: Sequence[Course], title: str) -> Figure:
    """Scores over decisions: a line with markers and a band for each course."""
    figure = new_figure(8, 4.5)
    axes = figure.subplots()
    for number, course in enumerate(courses):
        decisions = [point.decisions / 1e6 for point in course.points]
        low = [100 * point.low for point in course.points]
        high = [100 * point.high for point in course.points]
        colour = COLOURS[number % len(COLOURS)]
        axes.plot(
            decisions, [100 * point.score for point in course.points], label=course.label,
            color=colour, linestyle=DASHES[number % len(DASHES)], linewidth=1.8,
            marker=MARKS[number % len(MARKS)],
        )  # fmt: skip
        axes.fill_between(decisions, low, high, color=colour, alpha=0.18, linewidth=0)
    axes.axhline(50, color="0.6", linewidth=0.8)
    axes.set_ylim(0, 100)
    axes.set_xlabel("decisions, millions")
    axes.set_ylabel("score, % (95 % interval)")
    axes.set_title(title, loc="left")
    if courses:
        axes.legend(loc="best", frameon=False)
    return figure
