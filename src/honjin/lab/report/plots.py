"""Plots, drawn by matplotlib (extra `lab`), which is imported for the first plot.

Colours are those of Okabe and Ito, which colour-blind readers can tell apart; lines and bars differ
in more than colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from honjin.lab.errors import NoPlots
from honjin.lab.lines import write_whole
from honjin.lab.stats.intervals import Estimate
from honjin.lab.stats.tally import Tally

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS: Final = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"
)  # fmt: skip
DASHES: Final = ("-", "--", "-.", ":")
FONTS: Final = {
    "ja": (
        "Noto Sans CJK JP", "Noto Sans JP", "IPAexGothic", "IPAGothic", "TakaoGothic",
        "Hiragino Sans", "Yu Gothic", "Meiryo", "MS Gothic",
    ),
}  # fmt: skip
"""Fonts for languages whose letters matplotlib's own font does not have."""
MARKS: Final = ("o", "s", "^", "D", "v", "P", "X", "*")


class Dot(NamedTuple):
    """One estimate of a `rungs_plot`: the row and the series it belongs to."""

    row: str
    series: str
    score: Estimate


def new_figure(width: float, height: float) -> Figure:
    """An empty figure; NoPlots says what to install."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as missing:
        raise NoPlots("plots need matplotlib: pip install 'honjin[lab]'") from missing
    return Figure(figsize=(width, height), layout="constrained")


def save(figure: Figure, folder: Path, name: str) -> list[Path]:
    """Write `<name>.png` and `<name>.svg`; the same figure gives the same files.

    Each is written whole; NotKept names the file that cannot be written.
    """
    from matplotlib import rc_context

    files = [folder / f"{name}.png", folder / f"{name}.svg"]
    png, svg = BytesIO(), BytesIO()
    with rc_context({"svg.hashsalt": "honjin", "svg.fonttype": "none"}):
        figure.savefig(png, format="png", dpi=150, metadata={"Software": None})
        figure.savefig(svg, format="svg", metadata={"Date": None})
    for file, drawn in zip(files, (png, svg), strict=True):
        write_whole(file, drawn.getvalue())
    return files


@contextmanager
def in_font_of(language: str) -> Iterator[None]:
    """Draw with a font that has the letters of a language; NoPlots says what is missing."""
    fonts = FONTS.get(language, ())
    if not fonts:
        yield
        return
    new_figure(1, 1)  # raises NoPlots if nothing can be drawn
    from matplotlib import font_manager, rc_context

    known = {font.name for font in font_manager.fontManager.ttflist}
    found = [font for font in fonts if font in known]
    if not found:
        raise NoPlots(f"plots in {language!r} need one of the fonts {', '.join(fonts)}")
    with rc_context({"font.family": [*found, "DejaVu Sans"]}):
        yield


# ---- the course of an arena


def score_plot(tally: Tally, labels: Sequence[str], title: str) -> Figure:
    """Scores over games with their intervals; with a test, its ratio and its bounds below."""
    figure = new_figure(8, 6 if tally.test else 4.5)
    if tally.test:
        top, below = figure.subplots(2, 1, sharex=True, height_ratios=[2, 1])
        _draw_test(below, tally)
        below.set_xlabel("games")
    else:
        top = figure.subplots()
        top.set_xlabel("games")
    _draw_scores(top, tally, labels)
    top.set_title(title, loc="left")
    return figure


def _draw_scores(axes: Axes, tally: Tally, labels: Sequence[str]) -> None:
    # With two bots, one line is enough: the other's score is the complement.
    shown = range(1 if tally.lineup.bots == 2 else tally.lineup.bots)
    for number in shown:
        course = tally.bots[number].course
        games = [tally.lineup.size * (n + 1) for n in range(len(course))]
        middle, low, high = ([100 * point[i] for point in course] for i in range(3))
        colour = COLOURS[number % len(COLOURS)]
        dash = DASHES[number // len(COLOURS) % len(DASHES)]
        axes.plot(games, middle, dash, color=colour, label=labels[number], linewidth=1.8)
        axes.fill_between(games, low, high, color=colour, alpha=0.18, linewidth=0)
    axes.axhline(50, color="0.6", linewidth=0.8)
    if tally.test:
        test = tally.test.test
        _line_across(axes, 100 * test.low, f"H0 {test.low:.0%}")
        _line_across(axes, 100 * test.high, f"H1 {test.high:.0%}")
    axes.set_ylim(0, 100)
    axes.set_ylabel("score, % (95 % interval)")
    axes.legend(loc="best", frameon=False)


def _draw_test(axes: Axes, tally: Tally) -> None:
    test = tally.test
    assert test is not None
    lower, upper = test.test.bounds
    games = [tally.lineup.size * (n + 1) for n in range(len(test.ratios))]
    axes.plot(games, test.ratios, color=COLOURS[0], linewidth=1.5)
    _line_across(axes, upper, f"H1 taken: {test.test.high:.0%}")
    _line_across(axes, lower, f"H0 taken: {test.test.low:.0%}")
    axes.set_ylim(min([lower, *test.ratios]) - 1, max([upper, *test.ratios]) + 1)
    axes.set_ylabel("log likelihood ratio")


def _line_across(axes: Axes, height: float, text: str) -> None:
    axes.axhline(height, color="0.35", linewidth=1, linestyle="--")
    axes.annotate(
        text, (1, height), xycoords=("axes fraction", "data"), xytext=(-3, 2),
        textcoords="offset points", ha="right", va="bottom", fontsize=8, color="0.25",
    )  # fmt: skip


# ---- the rungs of a ladder


def rungs_plot(dots: Sequence[Dot], target: float, title: str) -> Figure:
    """Estimates with their intervals, one row each; every series has its marker and colour."""
    rows = list(dict.fromkeys(dot.row for dot in dots))
    series = list(dict.fromkeys(dot.series for dot in dots))
    figure = new_figure(8, 1.6 + 0.32 * len(rows) * max(2, len(series)))
    axes = figure.subplots()
    for k, name in enumerate(series):
        offset = (k - (len(series) - 1) / 2) * 0.8 / max(2, len(series))
        own = [(rows.index(dot.row) + offset, dot.score) for dot in dots if dot.series == name]
        _draw_series(axes, own, name, k)
    axes.axvline(100 * target, color="0.35", linewidth=1, linestyle="--")
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(-2, 102)
    axes.set_xlabel(f"score of the stronger level, % (95 % interval; target {target:.0%})")
    axes.set_title(title, loc="left")
    figure.legend(loc="outside lower center", ncols=len(series), frameon=False)
    return figure


def _draw_series(axes: Axes, points: Sequence[tuple[float, Estimate]], name: str, k: int) -> None:
    values = [100 * score.value for _, score in points]
    low = [100 * (score.value - score.low) for _, score in points]
    high = [100 * (score.high - score.value) for _, score in points]
    axes.errorbar(
        values, [height for height, _ in points], xerr=[low, high], label=name, capsize=3,
        fmt=MARKS[k % len(MARKS)], color=COLOURS[k % len(COLOURS)], linewidth=1.5,
    )  # fmt: skip
