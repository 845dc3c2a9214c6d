"""A balance report in words, and its plots."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from honjin.core.parts.facts import Facts
from honjin.core.words import LANGUAGES
from honjin.lab import BalanceReport, Case, Kept, NoPlots
from honjin.lab.report import plots
from honjin.lab.report import sections as report
from honjin.lab.report.balance_plots import draw_balance
from honjin.lab.report.sections import PLOTS, Teller, as_markdown, how_played, own_words, sections
from lab.report.test_findings import made
from lab.stats.test_tally import FAIR

ENGLISH = Teller(FAIR, "en")


def case(key: str, seats: int, games: int = 12, *, points: bool = True) -> Case:
    """A case in which the first seat wins two games of three."""
    kept = Kept(seats, 3)
    for n in range(games):
        winner = 0 if n % 3 else seats - 1
        got = tuple(seats - 1 if seat == winner else -1 for seat in range(seats))
        cards = tuple(3 if seat == winner else n % 2 for seat in range(seats))
        facts = Facts(
            points=cards if points else (), score={"cards": cards} if points else {},
            figures={"coins": cards}, marks={"left": ("in",) * (seats - 1) + ("out",)},
            counts={"rounds": n % 3 + 1},
        )  # fmt: skip
        reason = ("end.score", "end.alone")[n % 2]
        kept.add(made(n, got, reason=reason, facts=facts, took=0.25))
    options = dict(FAIR.read_options({"seats": str(seats)}))
    return Case(key, options, seats, ("mcts:30",), kept.findings())


def report_of(*cases: Case) -> BalanceReport:
    return BalanceReport("madeup", 1, 7, ("samurai",), cases)


# ---- words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_is_used(language: str) -> None:
    """Each of our phrases is said somewhere in the sources, and all that are said are there."""
    folder = Path(report.__file__).parent
    source = "".join((folder / name).read_text() for name in ("sections.py", "balance_plots.py"))
    for key in own_words():
        short = key.removeprefix("report.")
        assert re.search(rf'"{re.escape(short)}"|against\.', source), key
    page = as_markdown(report_of(case("two", 2), case("three", 3)), Teller(FAIR, language))
    assert "report." not in page.replace("report.md", "")


def test_tables_of_the_page() -> None:
    """Who wins, ends, lengths, points, figures, in the game's words."""
    page = as_markdown(report_of(case("two", 2)), ENGLISH)
    assert page.startswith("# Balance of The Lantern Fair\n\n- ")
    assert "12 games by samurai (mcts:30), rules 1, seed 7. 0.25 s per game on one core" in page
    assert re.search(r"on one core, (1 action|[\d,]+ actions)\.", page)  # it said "18 action"
    heads = re.findall("^## (.+)$", page, re.MULTILINE)
    assert [
        "Who wins", "How games end", "How long games are", "Points by source", "Other figures"
    ] == heads  # fmt: skip
    red = "| For two | Red | 12 | 8 | 0 | 4 | 66.7 % | 39.1 to 86.2 | no difference found |"
    assert red in page
    assert "| Rounds | 2.0 | 0.8 | 1 | 1 | 2 | 3 | 3 |" in page
    assert "still at the fair" in page
    assert "Cards on lanterns" in page
    assert "All points" in page
    for name in PLOTS:
        assert f"]({name}.svg)" in page


def test_in_japanese() -> None:
    """The same page in the game's Japanese words."""
    page = as_markdown(report_of(case("two", 2)), Teller(FAIR, "ja"))
    assert page.startswith("# 灯籠市の均衡\n")
    assert "市に残った" in page
    assert not re.search(r"\b(games|share|winner)\b", page.replace("samurai", ""))


def test_more_seats_have_places() -> None:
    """With three seats or more the mean place is shown, with columns for the most seats."""
    wins, ends, *_ = sections(report_of(case("two", 2), case("three", 3)), ENGLISH)
    assert wins.columns[-2:] == ("mean place", "95 %")
    assert ends.columns[-4:] == ("won by Red", "won by Blue", "won by Green", "by nobody")
    assert {len(section.columns) for section in (wins,)} == {len(row) for row in wins.rows}
    assert "mean place" not in sections(report_of(case("two", 2)), ENGLISH)[0].columns


@pytest.mark.parametrize("n", range(5))
def test_tables_have_a_cell_a_column(n: int) -> None:
    """Rows of every section fit its columns, also where cases have different seats."""
    section = sections(report_of(case("two", 2), case("four", 4)), ENGLISH)[n]
    assert {len(section.columns)} == {len(row) for row in section.rows}


def test_a_game_without_points_has_no_such_part() -> None:
    """Parts about which there is nothing to say are left out."""
    bare = sections(report_of(case("two", 2, points=False)), ENGLISH)
    assert ["wins", "ends", "length", "figures"] == [section.key for section in bare]


def test_cases_are_called_by_what_sets_them_apart() -> None:
    """A preset by its name; others by the options in which they differ or are unusual."""
    one, two = case("seats=2", 2), case("seats=3", 3)
    lines = list(how_played(report_of(one, two), ENGLISH))
    assert lines[0].startswith("Seats: two: 12 games")
    assert lines[1].startswith("Seats: three: 12 games")
    usual = list(how_played(report_of(case("default", 2)), ENGLISH))
    assert usual[0].startswith("default options: 12 games")


def test_nothing_played() -> None:
    """A report of no games is a page all the same."""
    assert "0 games" in as_markdown(report_of(case("two", 2, games=0)), ENGLISH)


# ---- plots


def texts(file: Path) -> set[str]:
    """The texts of an SVG."""
    tree = ElementTree.parse(file)
    return {"".join(node.itertext()).strip() for node in tree.iter() if node.tag.endswith("text")}


@pytest.mark.slow
def test_plots_are_labelled_in_words(tmp_path: Path) -> None:
    """Four plots, each as PNG and SVG, with cases, seats, reasons and sources by their names."""
    files = draw_balance(report_of(case("two", 2), case("three", 3)), tmp_path, ENGLISH)
    assert [f"{name}.{kind}" for name in PLOTS for kind in ("png", "svg")] == [
        file.name for file in files
    ]
    shown = {name: texts(tmp_path / f"{name}.svg") for name in PLOTS}
    assert {"Red", "Blue", "Green", "still at the fair", "even: 50 %", "even: 33.3 %"} <= shown[
        "wins"
    ]
    assert {"50 %", "share of the games, %"} <= shown["ends"]
    assert {"Rounds (marked: the median)"} <= shown["length"]
    assert {"Cards on lanterns", "winner", "others"} <= shown["score"]
    assert all("The Lantern Fair: " in " ".join(found) for found in shown.values())


@pytest.mark.slow
def test_the_same_report_gives_the_same_plots(tmp_path: Path) -> None:
    """No date and no chance ids get into the files."""
    first, second = (
        [file.read_bytes() for file in draw_balance(report_of(case("two", 2)), tmp_path, ENGLISH)]
        for _ in range(2)
    )
    assert first == second


def test_nothing_to_draw(tmp_path: Path) -> None:
    """Without games there is no plot; without points none of points; alone no even share."""
    assert [] == draw_balance(report_of(case("two", 2, games=0)), tmp_path, ENGLISH)
    files = draw_balance(report_of(case("two", 2, points=False)), tmp_path, ENGLISH)
    assert {"wins", "ends", "length"} == {file.stem for file in files}


@pytest.mark.slow
def test_without_a_font_for_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plots with boxes for letters are no plots: what is missing is said."""
    monkeypatch.setattr(plots, "FONTS", {"ja": ("No Such Font",)})
    with pytest.raises(NoPlots, match="plots in 'ja' need one of the fonts No Such Font"):
        draw_balance(report_of(case("two", 2)), tmp_path, Teller(FAIR, "ja"))
    monkeypatch.setattr(plots, "FONTS", {"ja": ("DejaVu Sans",)})
    with pytest.warns(UserWarning, match="missing from font"):
        assert 8 == len(draw_balance(report_of(case("two", 2)), tmp_path, Teller(FAIR, "ja")))


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says what to install, in either language."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for language in LANGUAGES:
        with pytest.raises(NoPlots, match=r"pip install 'honjin\[lab\]'"):
            draw_balance(report_of(case("two", 2)), tmp_path, Teller(FAIR, language))


def test_flags_are_told_as_yes_and_no() -> None:
    """A case set apart by a flag."""
    quiet = replace_options(case("offers=false", 2), {"offers": False})
    assert next(how_played(report_of(quiet), ENGLISH)).startswith("Offers: no: 12 games")


def replace_options(of: Case, options: dict[str, object]) -> Case:
    return Case(of.key, dict(FAIR.read_options(options)), of.seats, of.means, of.findings)
