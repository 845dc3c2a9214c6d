"""The plots of a balance report: wins, endings, lengths of games, sources of points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from honjin.core.words import Say
from honjin.lab.report.findings import POINTS, BalanceReport, Case, Length
from honjin.lab.report.plots import COLOURS, DASHES, MARKS, in_font_of, new_figure, save
from honjin.lab.report.sections import Teller, case_names
from honjin.lab.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HATCHES: Final = ("", "///", "...", "\\\\\\", "xxx", "ooo", "+++", "---")
PALE: Final = "0.35"
WIDTH: Final = 8.0
ABOVE_EVEN: Final = 16  # points between a panel and its title, for the label of the even share


class Line(NamedTuple):
    """One estimate to draw: its name, its kind (0: a seat, then each mark), and the even share."""

    who: str
    kind: int
    share: Estimate
    even: float | None


def draw_balance(report: BalanceReport, folder: Path, teller: Teller) -> list[Path]:
    """Draw all plots that have data, as PNG and SVG; NoPlots without matplotlib or a font."""
    with in_font_of(teller.language):
        return [
            file
            for name, figure in _figures(report, teller)
            if figure is not None
            for file in save(figure, folder, name)
        ]


def _figures(report: BalanceReport, teller: Teller) -> Iterator[tuple[str, Figure | None]]:
    names = case_names(report, teller)
    cases = [case for case in report.cases if case.findings.games]
    if cases:
        yield "wins", wins_plot(cases, names, teller)
        yield "ends", ends_plot(cases, names, teller)
        yield "length", length_plot(cases, names, teller)
        yield "score", score_plot(cases, names, teller)


def _title(figure: Figure, teller: Teller, key: str) -> None:
    title = f"{teller.speak(teller.game.title)}: {teller.say(key)}"
    figure.suptitle(title, x=0.01, ha="left", fontsize=13)


def _calm(axes: Axes, grid: str = "x") -> None:
    """Remove the frame, and draw a pale grid behind the data."""
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x" if grid == "x" else "y", color="0.9", linewidth=0.8)
    axes.set_axisbelow(True)


# ---- who wins


def wins_plot(cases: Sequence[Case], names: Mapping[str, str], teller: Teller) -> Figure:
    """Shares with their intervals and the even share, one panel per case."""
    panels = [_lines(case, teller) for case in cases]
    heights = [0.75 + 0.3 * len(lines) for lines in panels]
    figure = new_figure(WIDTH, 0.9 + sum(heights))
    all_axes = figure.subplots(len(cases), 1, sharex=True, squeeze=False, height_ratios=heights)
    for axes, case, lines in zip(all_axes[:, 0], cases, panels, strict=True):
        _draw_lines(axes, lines, teller)
        axes.set_title(names[case.key], loc="left", fontsize=10, pad=ABOVE_EVEN)
    low, high = _around([line for lines in panels for line in lines])
    all_axes[-1, 0].set_xlim(low, high)
    all_axes[-1, 0].set_xlabel(teller.say("axis.share"))
    _title(figure, teller, "wins")
    return figure


def _lines(case: Case, teller: Teller) -> list[Line]:
    kinds = list(dict.fromkeys(of.of for of in case.findings.groups))
    return [
        Line(teller.group(of.of, of.value), kinds.index(of.of), of.share, of.even)
        for of in case.findings.groups
    ]


def _draw_lines(axes: Axes, lines: Sequence[Line], teller: Teller) -> None:
    for row, line in enumerate(lines):
        value, low, high = (100 * part for part in line.share)
        axes.errorbar(
            [value], [row], xerr=[[value - low], [high - value]], capsize=3, linewidth=1.8,
            fmt=MARKS[line.kind % len(MARKS)], color=COLOURS[line.kind % len(COLOURS)],
        )  # fmt: skip
    axes.set_yticks(range(len(lines)), [line.who for line in lines])
    axes.set_ylim(len(lines) - 0.4, -0.6)
    _calm(axes)
    even = lines[0].even
    if even is not None:
        axes.axvline(100 * even, color=PALE, linewidth=1, linestyle="--")
        axes.annotate(
            teller.say("even", percent=f"{100 * even:.3g}"), (100 * even, 1),
            xycoords=("data", "axes fraction"), xytext=(0, 3), textcoords="offset points",
            ha="center", va="bottom", fontsize=8, color=PALE,
        )  # fmt: skip


def _around(lines: Sequence[Line]) -> tuple[float, float]:
    """A range in percent that contains all intervals and even shares, with a margin."""
    ends = [100 * end for line in lines for end in (line.share.low, line.share.high)]
    ends += [100 * line.even for line in lines if line.even is not None]
    middle, reach = (max(ends) + min(ends)) / 2, max(5.0, (max(ends) - min(ends)) * 0.58)
    return max(-1.0, middle - reach), min(101.0, middle + reach)


# ---- how games end


def ends_plot(cases: Sequence[Case], names: Mapping[str, str], teller: Teller) -> Figure:
    """One bar per case, divided by reason."""
    figure = new_figure(WIDTH, 1.9 + 0.42 * len(cases))
    axes = figure.subplots()
    reasons = [
        reason for reason in teller.game.reasons
        if any(end.reason == reason for case in cases for end in case.findings.ends)
    ]  # fmt: skip
    left = [0.0] * len(cases)
    for number, reason in enumerate(reasons):
        parts = [100 * _part_of(case, reason) for case in cases]
        axes.barh(
            range(len(cases)), parts, left=left, height=0.62, edgecolor="white", linewidth=1,
            color=COLOURS[number % len(COLOURS)], hatch=HATCHES[number % len(HATCHES)],
            label=teller.speak(Say(reason)), alpha=0.85,
        )  # fmt: skip
        _write_parts(axes, left, parts)
        left = [before + part for before, part in zip(left, parts, strict=True)]
    axes.set_yticks(range(len(cases)), [names[case.key] for case in cases])
    axes.set_ylim(len(cases) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel(teller.say("axis.part"))
    _calm(axes)
    figure.legend(loc="outside lower left", ncols=2, frameon=False, fontsize=9)
    _title(figure, teller, "ends")
    return figure


def _part_of(case: Case, reason: str) -> float:
    return sum(end.share.value for end in case.findings.ends if end.reason == reason)


def _write_parts(axes: Axes, left: Sequence[float], parts: Sequence[float]) -> None:
    """Label each part with its size if there is room in it."""
    for row, (start, part) in enumerate(zip(left, parts, strict=True)):
        if part >= 6:
            axes.text(
                start + part / 2, row, f"{part:.0f} %", ha="center", va="center", fontsize=9,
                bbox={"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": "none"},
            )  # fmt: skip


# ---- how long games are


def length_plot(cases: Sequence[Case], names: Mapping[str, str], teller: Teller) -> Figure:
    """One panel per measure, one stepped line per case, with its median marked."""
    measures = list(dict.fromkeys(of.name for case in cases for of in case.findings.lengths))
    figure = new_figure(WIDTH, 1.4 + 2.2 * len(measures))
    all_axes = figure.subplots(len(measures), 1, squeeze=False)[:, 0]
    for axes, name in zip(all_axes, measures, strict=True):
        found = {
            case.key: of for case in cases for of in case.findings.lengths if of.name == name
        }  # fmt: skip
        edges = _edges(list(found.values()))
        for number, (key, of) in enumerate(found.items()):
            _draw_length(axes, of, edges, names[key], number)
        axes.set_xlabel(teller.say("axis.length", measure=teller.fact(name)))
        axes.set_ylabel(teller.say("axis.part"), fontsize=9)
        _calm(axes, "y")
    if len(cases) > 1:
        handles, labels = all_axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower left", ncols=2, frameon=False, fontsize=9)
    _title(figure, teller, "length")
    return figure


def _edges(lengths: Sequence[Length]) -> list[float]:
    """The borders of at most 30 equally wide bins for whole numbers."""
    least = min(min(of.games) for of in lengths)
    most = max(max(of.games) for of in lengths)
    width = max(1, -(-(most - least + 1) // 30))
    bins = -(-(most - least + 1) // width)
    return [least - 0.5 + width * k for k in range(bins + 1)]


def _draw_length(
    axes: Axes, of: Length, edges: Sequence[float], label: str, number: int
) -> None:  # fmt: skip
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    games = sum(of.games.values())
    axes.hist(
        list(of.games), bins=list(edges), weights=[100 * n / games for n in of.games.values()],
        histtype="step", color=colour, linestyle=dash, linewidth=1.8, label=label,
    )  # fmt: skip
    axes.plot(
        [of.marks[2]], [0], MARKS[number % len(MARKS)], color=colour, clip_on=False, markersize=7,
        zorder=5,
    )  # fmt: skip


# ---- where points come from


def score_plot(cases: Sequence[Case], names: Mapping[str, str], teller: Teller) -> Figure | None:
    """One panel per case, two bars per source: the means of winners and of the others."""
    cases = [case for case in cases if case.findings.score]
    if not cases:
        return None
    lines = max(len(case.findings.score) for case in cases) - 1
    figure = new_figure(WIDTH, 1.5 + len(cases) * (0.5 + 0.34 * lines))
    all_axes = figure.subplots(len(cases), 1, sharex=True, squeeze=False)[:, 0]
    for axes, case in zip(all_axes, cases, strict=True):
        _draw_sources(axes, case, teller)
        axes.set_title(names[case.key], loc="left", fontsize=10)
    all_axes[-1].set_xlabel(teller.say("axis.points"))
    handles, labels = all_axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower left", ncols=2, frameon=False, fontsize=9)
    _title(figure, teller, "score")
    return figure


def _draw_sources(axes: Axes, case: Case, teller: Teller) -> None:
    sources = [of for of in case.findings.score if of.name != POINTS]
    rows = range(len(sources))
    for number, (key, values) in enumerate((
        ("winners", [of.winners for of in sources]), ("others", [of.others for of in sources])
    )):  # fmt: skip
        axes.barh(
            [row + 0.38 * number - 0.19 for row in rows], values, height=0.34,
            color=COLOURS[number], hatch=HATCHES[number], edgecolor="white", linewidth=0.5,
            label=teller.say(key),
        )  # fmt: skip
    axes.set_yticks(rows, [teller.fact(of.name) for of in sources])
    axes.set_ylim(len(sources) - 0.4, -0.6)
    _calm(axes)
