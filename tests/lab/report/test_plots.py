"""Plots: what they show, and what is said where they cannot be drawn."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from honjin.lab import Estimate, Lineup, NoPlots, NotKept, Sprt, Tally
from honjin.lab.report.plots import COLOURS, DASHES, MARKS, Dot, rungs_plot, save, score_plot
from lab.stats.test_tally import FAIR, made, pairs

PNG = b"\x89PNG\r\n\x1a\n"


def texts(file: Path) -> set[str]:
    """The texts of an SVG."""
    tree = ElementTree.parse(file)
    return {"".join(node.itertext()).strip() for node in tree.iter() if node.tag.endswith("text")}


@pytest.mark.slow
def test_the_score_over_games(tmp_path: Path) -> None:
    """PNG and SVG; the SVG's texts name the bot, both axes, both claims."""
    tally = pairs((1, 1), (1, -1), (1, 0), sprt=Sprt(0.5, 0.65))
    files = save(score_plot(tally, ["one", "two"], "madeup: one · two"), tmp_path, "score")
    assert [tmp_path / "score.png", tmp_path / "score.svg"] == files
    assert files[0].read_bytes().startswith(PNG)
    shown = texts(files[1])
    expected = {
        "madeup: one · two",
        "one",
        "games",
        "log likelihood ratio",
        "score, % (95 % interval)",
    }
    assert expected | {"H0 50%", "H1 65%", "H0 taken: 50%", "H1 taken: 65%"} <= shown
    assert "two" not in shown


def test_the_same_plot_is_the_same_file(tmp_path: Path) -> None:
    """No date and no chance ids get into the files."""
    first, second = (
        [file.read_bytes() for file in save(score_plot(pairs((1, 1)), "ab", "x"), tmp_path, "y")]
        for _ in range(2)
    )
    assert first == second


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is set by setrlimit")
def test_a_full_disk_leaves_the_plot_that_was_there(tmp_path: Path) -> None:
    """After its tables `honjin arena` said "[Errno 28]" alone, and left half a plot."""
    import resource

    figure = score_plot(pairs((1, 1)), "ab", "x")
    before = [file.read_bytes() for file in save(figure, tmp_path, "score")]
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before[0]) // 2, limits[1]))
    try:
        with pytest.raises(NotKept, match=r"cannot write .*score\.png: File too large"):
            save(figure, tmp_path, "score")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    files = [tmp_path / "score.png", tmp_path / "score.svg"]
    assert before == [file.read_bytes() for file in files]
    assert files == sorted(tmp_path.iterdir())


def test_many_bots_have_a_line_each(tmp_path: Path) -> None:
    """Of more than two bots all are shown, without a test."""
    tally = Tally(FAIR, Lineup(3, 2, 1), Sprt())
    for place, seating in enumerate(Lineup(3, 2, 1).round(0)):
        tally.add(made(0, place, seating.seats, (1, -1)))
    figure = score_plot(tally, ["one", "two", "three"], "three bots")
    shown = texts(save(figure, tmp_path, "score")[1])
    assert {"one", "two", "three"} <= shown
    assert "log likelihood ratio" not in shown


@pytest.mark.slow
def test_nothing_played_yet(tmp_path: Path) -> None:
    """An arena that was stopped at once has an empty plot, not a crash."""
    files = save(score_plot(pairs(sprt=Sprt()), ["one", "two"], "x"), tmp_path, "score")
    assert files[0].read_bytes().startswith(PNG)


def test_rungs(tmp_path: Path) -> None:
    """Cases from top to bottom, a mark and a colour for each pair of levels, the target."""
    dots = [
        Dot(case, f"level {n}", Estimate(0.5 + n / 10, 0.4, 0.9))
        for case in ("act1", "act2") for n in range(3)
    ]  # fmt: skip
    figure = rungs_plot(dots, 0.7, "Levels")
    [axes] = figure.axes
    assert ["act1", "act2"] == [label.get_text() for label in axes.get_yticklabels()]
    shown = texts(save(figure, tmp_path, "ladder")[1])
    assert {"Levels", "level 0", "level 1", "level 2", "act1", "act2"} <= shown


def test_marks_differ_in_more_than_colour() -> None:
    """No two of the first eight series share both, and the colours are eight."""
    assert 8 == len(set(COLOURS)) == len(set(MARKS))
    assert len(DASHES) == len(set(DASHES))


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says what to install."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(NoPlots, match=r"pip install 'honjin\[lab\]'"):
        rungs_plot([], 0.7, "")
