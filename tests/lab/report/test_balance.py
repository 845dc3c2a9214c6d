"""Balance reports: playing the cases, saving, and resuming."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.core.errors import UnknownBot
from honjin.core.play import replay
from honjin.core.record import read_record
from honjin.lab import (
    BadArena,
    Balance,
    BalanceReport,
    Compiling,
    NotKept,
    Progress,
    WrongFolder,
    read_line,
)
from honjin.lab.matches.folder import GAMES, MANIFEST
from honjin.lab.report.balance import PAGES
from lab.stats.test_tally import FAIR

CASES = {"short": {"rounds": "1"}, "three": {"seats": "3", "rounds": "1"}}


def balance(folder: Path | None = None, **given: Any) -> Balance:
    return Balance(FAIR, given.pop("cases", CASES), bots=("random",), folder=folder, **given)


def timeless(report: BalanceReport) -> BalanceReport:
    """The report without what differs from one machine to another."""
    cases = tuple(
        msgspec.structs.replace(case, findings=msgspec.structs.replace(case.findings, seconds=0.0))
        for case in report.cases
    )
    return msgspec.structs.replace(report, cases=cases)


@pytest.mark.slow
def test_plays_every_case(tmp_path: Path) -> None:
    """Every case gets its games, progress and folder; there are three pages."""
    told: list[tuple[str, int, int]] = []
    news: list[Compiling | Progress] = []
    report = balance(tmp_path).run(6, begin=lambda *one: told.append(one), tell=news.append)
    assert [("short", 1, 2), ("three", 2, 2)] == told
    assert [6, 6] == [case.findings.games for case in report.cases]
    assert [2, 3] == [case.seats for case in report.cases]
    for key in CASES:
        assert 6 == (tmp_path / key / GAMES).read_bytes().count(b"\n")
    kept = msgspec.json.decode((tmp_path / "report.json").read_bytes(), type=BalanceReport)
    assert report == kept
    for page in PAGES.values():
        assert (tmp_path / page).read_text("utf-8").startswith("# ")
    counts = [(one.kept, one.total) for one in news if isinstance(one, Progress)]
    assert (0, 12) == counts[0]
    assert (12, 12) == counts[-1]
    assert sorted(counts) == counts


@pytest.mark.slow
def test_every_kept_record_replays(tmp_path: Path) -> None:
    """Each line is a whole game with the facts that its replay gives."""
    balance(tmp_path).run(4)
    for line in (tmp_path / "three" / GAMES).read_bytes().splitlines():
        again = replay(FAIR, read_record(line))
        assert again.result() is not None
        assert again.facts() == read_line(line).facts


@pytest.mark.slow
def test_same_seed_same_report(tmp_path: Path) -> None:
    """Whatever the number of workers; another seed plays other games."""
    one, two = (balance(tmp_path / str(jobs)).run(10, jobs=jobs) for jobs in (1, 3))
    assert timeless(one) == timeless(two)
    assert timeless(one) != timeless(balance(seed=2).run(10))


@pytest.mark.slow
def test_seats_are_not_swapped(tmp_path: Path) -> None:
    """One bot a seat sits where it was put, in every game."""
    here = Balance(FAIR, {"one": {"rounds": "1"}}, bots=("greedy", "random"), folder=tmp_path)
    here.run(4)
    lines = (tmp_path / "one" / GAMES).read_bytes().splitlines()
    assert {("greedy", "random")} == {read_line(line).bots for line in lines}


QUIET = {"one": {"rounds": "1", "offers": False}}


@pytest.mark.parametrize("winner", [0, 1])
def test_a_game_that_is_decided(winner: int) -> None:
    """Rules 5, 7, 12: a seat that bids one against nothing has the only turn, scores, and wins."""
    bots = ["lab_bots.MODEST", "lab_bots.MODEST"]
    bots[winner] = "lab_bots.BIDDING"
    [case] = Balance(FAIR, QUIET, bots=bots).run(20).cases
    seats, points = case.findings.groups[:2], case.findings.score[0]
    assert (20, 0) == (seats[winner].won, seats[1 - winner].won)
    assert (1, -1) == (seats[winner].against_even(), seats[1 - winner].against_even())
    assert [("end.score", 20)] == [(end.reason, end.games) for end in case.findings.ends]
    assert (0.0, 0.0) == (points.others, points.seats[1 - winner])
    assert 1 <= points.winners == points.seats[winner] <= 3
    assert (20, 1.0) == (points.games, points.share.value)


def test_a_game_that_nobody_wins() -> None:
    """Rule 5: equal bids end the round, so all games are drawn and even."""
    [case] = Balance(FAIR, QUIET, bots=["lab_bots.MODEST"]).run(10).cases
    assert (10, [0.5, 0.5]) == (
        case.findings.drawn,
        [group.share.value for group in case.findings.groups[:2]],
    )
    assert [("end.even", (0, 0))] == [(end.reason, end.won) for end in case.findings.ends]


@pytest.mark.slow
def test_a_game_alike_for_both() -> None:
    """Two bots that choose at random: neither is ahead by more than chance."""
    [case] = balance(cases=QUIET).run(200).cases
    assert [0, 0] == [group.against_even() for group in case.findings.groups[:2]]


@pytest.mark.slow
def test_goes_on(tmp_path: Path) -> None:
    """Run again it plays nothing; with more games it adds to what is there."""
    first = balance(tmp_path).run(4)
    before = (tmp_path / "short" / GAMES).read_bytes()
    assert first == balance(tmp_path).run(4)
    assert before == (tmp_path / "short" / GAMES).read_bytes()
    more = balance(tmp_path).run(8)
    assert (tmp_path / "short" / GAMES).read_bytes().startswith(before)
    assert timeless(more) == timeless(balance(tmp_path / "new").run(8))


@pytest.mark.slow
def test_an_interrupted_report_loses_nothing(tmp_path: Path) -> None:
    """Stopped in the middle of a case, it resumes with the saved games."""

    def stop(news: Compiling | Progress) -> None:
        if isinstance(news, Progress) and news.kept == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        balance(tmp_path).run(6, tell=stop)
    kept = (tmp_path / "short" / GAMES).read_bytes()
    assert 3 <= kept.count(b"\n") < 6
    report = balance(tmp_path).run(6)
    assert (tmp_path / "short" / GAMES).read_bytes().startswith(kept)
    assert timeless(report) == timeless(balance().run(6))


@pytest.mark.slow
def test_another_question_is_refused(tmp_path: Path) -> None:
    """Another seed, other bots, other cases: what differs is named, and nothing is written."""
    balance(tmp_path).run(2)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(WrongFolder, match="there in short seed is 1, not 2"):
        balance(tmp_path, seed=2).run(2)
    with pytest.raises(WrongFolder, match="there cases is short, three, not long"):
        balance(tmp_path, cases={"long": {"rounds": "3"}}).run(2)
    with pytest.raises(WrongFolder, match=r"in short option rounds is '1', not '2'"):
        balance(tmp_path, cases={**CASES, "short": {"rounds": "2"}}).run(2)
    assert before == sorted(tmp_path.rglob("*"))


@pytest.mark.slow
def test_other_folders_are_refused(tmp_path: Path) -> None:
    """One that holds anything else, and one that holds an arena."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letters.txt").touch()
    with pytest.raises(WrongFolder, match="holds something else; expected an empty folder"):
        balance(tmp_path / "other").run(2)
    balance(tmp_path / "mine").run(2)
    (tmp_path / "mine" / MANIFEST).write_bytes(
        (tmp_path / "mine" / "short" / MANIFEST).read_bytes()
    )
    with pytest.raises(WrongFolder, match="is not the question of a balance report"):
        balance(tmp_path / "mine").run(2)


@pytest.mark.slow
def test_other_code_can_be_allowed(tmp_path: Path) -> None:
    """Games of other code are refused unless allowed."""
    balance(tmp_path).run(2)
    for file in tmp_path.rglob(MANIFEST):
        text = file.read_text("utf-8")
        code = balance().series("short").question.code
        file.write_text(text.replace(code, "0" * len(code)), "utf-8")
    with pytest.raises(WrongFolder, match="in short code is 0000"):
        balance(tmp_path).run(2)
    assert 2 == len(balance(tmp_path, other_code=True).run(2).cases)


@pytest.mark.slow
def test_a_page_that_cannot_be_written(tmp_path: Path) -> None:
    """The error names it; the games are saved, and the report is made once there is room again."""
    balance(tmp_path).run(2)
    (tmp_path / "report.json").unlink()
    (tmp_path / "report.json").mkdir()
    with pytest.raises(NotKept, match=r"cannot write .*report\.json"):
        balance(tmp_path).run(4)
    assert 4 == (tmp_path / "short" / GAMES).read_bytes().count(b"\n")
    (tmp_path / "report.json").rmdir()
    assert timeless(balance(tmp_path).run(4)) == timeless(balance().run(4))


def test_bots_must_fill_the_seats() -> None:
    """One for all seats or one each, checked before anything is played."""
    with pytest.raises(BadArena, match="expected one bot or 3, one per seat, got 2"):
        Balance(FAIR, {"three": {"seats": "3"}}, bots=("random", "greedy")).run(1)
    with pytest.raises(BadArena, match="expected one bot or 2, one per seat, got 0"):
        Balance(FAIR, {"x": {}}, bots=()).run(1)
    with pytest.raises(UnknownBot, match="expected a level"):
        Balance(FAIR, {"x": {}}, bots=("ronin",)).run(1)


def test_presets_unless_given() -> None:
    """Without cases every preset is one; none at all is refused."""
    assert ["two", "three", "four", "quiet"] == list(Balance(FAIR).cases)
    with pytest.raises(BadArena, match="expected at least one case, got none"):
        Balance(FAIR, {})


@pytest.mark.slow
def test_failed_games_can_be_forgiven(tmp_path: Path) -> None:
    """They are left out, and the report says how many."""
    here = Balance(FAIR, {"x": {}}, bots=("lab_bots.FAILING",), folder=tmp_path)
    [case] = here.run(12, forgive=True).cases
    assert 0 < case.findings.left_out <= 12
    assert 12 == case.findings.games + case.findings.left_out
    assert f"{case.findings.left_out} games that failed" in (tmp_path / "report.md").read_text()


@pytest.mark.slow
def test_a_game_without_points() -> None:
    """Seats, first movers, ends and lengths are all the same."""
    found = Balance("rokumon", {"act": {"act": "2"}}, bots=("random",)).run(4).cases[0].findings
    assert [] == list(found.score)
    assert {"seat", "order"} == {group.of for group in found.groups}
    assert ["plies", "actions"] == [length.name for length in found.lengths]
