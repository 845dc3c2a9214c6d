"""The ladder: each level against the one below."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from honjin.games import load
from honjin.lab import BadArena, Holds, Ladder, Report, Rung, Sprt, WrongFolder
from honjin.lab.matches.folder import GAMES
from honjin.lab.matches.ladder import as_markdown, draw, verdict
from lab.stats.test_tally import FAIR, pairs

LEVELS = ("random", "greedy:slip=0.6", "greedy", "greedy:slip=0.1")


@pytest.fixture
def fair(monkeypatch: pytest.MonkeyPatch) -> object:
    """The fair with levels that need no compiler, where workers find it."""
    import madeup.game

    game = replace(FAIR, levels=lambda options: LEVELS)
    monkeypatch.setattr(madeup.game, "GAME", game)
    return game


CASES = {"short": {"rounds": "1"}, "alone": {"rounds": "1", "offers": False}}


def test_every_preset_is_a_case() -> None:
    """Without cases each act of Rokumon is climbed, from the lowest pair of levels up."""
    rungs = list(Ladder("rokumon").rungs())
    presets = [preset.key for preset in load("rokumon").presets]
    assert presets == list(dict.fromkeys(rung.case for rung in rungs))
    assert [
        ("samurai", "ashigaru"), ("daimyo", "samurai"), ("shogun", "daimyo")
    ] == [(rung.upper, rung.lower) for rung in rungs if rung.case == "act4"]  # fmt: skip
    assert {"1"} == {str(rung.options["act"]) for rung in rungs if rung.case == "act1"}


@pytest.mark.slow
def test_climbs_and_reports(tmp_path: Path, fair: object) -> None:
    """One step per rung, in its own folder, with the same report.json and report.md."""
    told: list[tuple[Rung, int, int]] = []
    ladder = Ladder(fair, CASES, folder=tmp_path)  # type: ignore[arg-type]
    report = ladder.run(4, begin=lambda *one: told.append(one))
    assert [(n, 6) for n in range(1, 7)] == [(n, of) for _, n, of in told]
    assert [4] * 6 == [step.games for step in report.steps]
    assert LEVELS[:3] == tuple(step.lower_means for step in report.steps[:3])
    for rung, _, _ in told:
        assert 4 == (tmp_path / rung.folder / GAMES).read_bytes().count(b"\n")
    kept = msgspec.json.decode((tmp_path / "report.json").read_bytes(), type=Report)
    assert report == kept
    assert as_markdown(report) == (tmp_path / "report.md").read_text("utf-8")
    assert all(file.stat().st_size > 1000 for file in draw(report, tmp_path))


@pytest.mark.slow
def test_goes_on(tmp_path: Path, fair: object) -> None:
    """Run again it plays nothing; with more games it adds to what is there."""
    ladder = Ladder(fair, {"short": {"rounds": "1"}}, folder=tmp_path)  # type: ignore[arg-type]
    first = ladder.run(4, sprt=False)
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob(GAMES)}
    assert first == ladder.run(4, sprt=False)
    assert before == {file: file.stat().st_mtime_ns for file in tmp_path.rglob(GAMES)}
    assert [8] * 3 == [step.games for step in ladder.run(8, sprt=False).steps]


@pytest.mark.slow
def test_another_question_is_refused(tmp_path: Path, fair: object) -> None:
    """A rung's folder that holds other games is named."""
    cases = {"short": {"rounds": "1"}}
    Ladder(fair, cases, folder=tmp_path).run(2)  # type: ignore[arg-type]
    with pytest.raises(WrongFolder, match="seed is 1, not 2"):
        Ladder(fair, cases, folder=tmp_path, seed=2).run(2)  # type: ignore[arg-type]


def test_a_level_that_cannot_play_is_told_before_anything_starts(tmp_path: Path) -> None:
    """A text in `levels` that is no bot raises at once."""
    broken = replace(FAIR, levels=lambda options: ("random", "greedy", "greedy", "nobody:1s"))
    with pytest.raises(Exception, match="expected a bot"):
        Ladder(broken, {"short": {"rounds": "1"}}, folder=tmp_path).run(2)
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("results", "sprt", "expected"),
    [
        ([(1, 1)] * 20, None, Holds.YES),
        ([(1, -1)] * 60, None, Holds.NO),
        ([(1, 1), (1, -1)] * 3, None, Holds.OPEN),
        ([(1, 1)] * 40, Sprt(0.65, 0.75), Holds.YES),
        ([(1, -1)] * 40, Sprt(0.65, 0.75), Holds.NO),
        ([(1, 1)] * 3, Sprt(0.65, 0.75), Holds.OPEN),
    ],
)
def test_verdicts(results: list[tuple[int, int]], sprt: Sprt | None, expected: Holds) -> None:
    """What the test decided, else what the interval leaves no doubt of, else nothing."""
    assert expected is verdict(pairs(*results, sprt=sprt), 0.7)


@pytest.mark.slow
def test_the_report_as_a_page(fair: object) -> None:
    """One row a rung: what the levels are, score, interval, games, verdict."""
    report = Ladder(fair, {"short": {"rounds": "1"}}).run(2)  # type: ignore[arg-type]
    page = as_markdown(report)
    assert page.startswith("# Levels of madeup\n")
    assert "A level should score 70% or more" in page
    rows = [line for line in page.splitlines() if line.startswith("| short |")]
    assert 3 == len(rows)
    assert "| samurai (`greedy:slip=0.6`) | ashigaru (`random`) |" in rows[0]
    assert rows[0].endswith("| 2 | undecided |")


@pytest.mark.slow
def test_more_than_two_seats_have_places(tmp_path: Path, fair: object) -> None:
    """With three seats a step has both mean places, and the page has their columns."""
    cases = {"short": {"rounds": "1"}, "three": {"rounds": "1", "seats": "3"}}
    ladder = Ladder(fair, cases, folder=tmp_path)  # type: ignore[arg-type]
    report = ladder.run(6, sprt=False)
    for step in report.steps:
        if step.case == "short":
            assert step.upper_place is step.lower_place is None
        else:
            assert step.upper_place is not None
            assert step.lower_place is not None
            # Each sat on as many seats, so that both means have the middle place between them.
            assert step.upper_place.value + step.lower_place.value == pytest.approx(4)
    assert msgspec.json.decode((tmp_path / "report.json").read_bytes(), type=Report) == report
    head, _, *rows = (tmp_path / "report.md").read_text("utf-8").splitlines()[4:]
    assert head.endswith("| verdict | mean place | of the lower |")
    assert [head.count("|")] * 6 == [row.count("|") for row in rows]
    assert all(row.endswith("|  |  |") for row in rows[:3])
    assert " to " in rows[3].split("|")[-2]


@pytest.mark.parametrize("target", [0, 0.05, 0.95, 1, -1, float("nan")])
def test_refuses_a_target(target: float) -> None:
    """There must be room for the test on both sides."""
    with pytest.raises(BadArena, match=r"expected a target from 0\.05 to 0\.95"):
        Ladder("rokumon", target=target)
