"""Experiments: playing, saving, resuming, and their results."""

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.core.play import replay
from honjin.core.record import read_record
from honjin.games import load
from honjin.lab import Backend, BotFailed, NotKept, Progress, WrongFolder
from honjin.lab.errors import BadReport
from honjin.lab.experiments.comparing import Enough
from honjin.lab.experiments.file import part_of, read_report, record_line, report_of
from honjin.lab.experiments.findings import Summary, summary_of
from honjin.lab.experiments.plan import Draft, Plan
from honjin.lab.experiments.running import Experiment
from lab.stats.test_tally import FAIR

ROKUMON = Draft("rokumon", vary={"act": ("2", "3")}, bots=("greedy:slip=0.5",), games=12)


def planned(**changes: Any) -> Plan:
    return msgspec.structs.replace(ROKUMON, **changes).plan()


def played(file: Path, plan: Plan, jobs: int = 1, **given: Any) -> bytes:
    Experiment(plan, file, **given).run(jobs=jobs)
    return file.read_bytes()


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a finished experiment."""
    file = tmp_path_factory.mktemp("done") / "x.jsonl"
    played(file, planned())
    return file


@pytest.mark.slow
def test_same_seed_same_bytes(tmp_path: Path, done: Path) -> None:
    """Whatever the number of workers; a packed file holds the same."""
    assert done.read_bytes() == played(tmp_path / "two.jsonl", planned(), jobs=3)
    packed = tmp_path / "x.jsonl.gz"
    again = tmp_path / "again.jsonl.gz"
    assert played(packed, planned(), jobs=2) == played(again, planned())
    assert done.read_bytes() == gzip.decompress(packed.read_bytes())
    assert done.read_bytes() != played(tmp_path / "other.jsonl", planned(seed=2))


@pytest.mark.slow
def test_a_cluster_plays_the_same_bytes(cluster: Any, tmp_path: Path, done: Path) -> None:
    """On two machines, of which one is lost in the middle: what it was playing is played again."""
    second, lost = cluster.add_node(num_cpus=1), list[Any]()
    cluster.wait_for_nodes()

    def kill(news: object) -> None:
        if isinstance(news, Progress) and news.kept >= 3 and not lost:
            lost.append(second)
            cluster.remove_node(second, allow_graceful=False)

    file = tmp_path / "x.jsonl"
    Experiment(planned(), file).run(jobs=4, backend=Backend.RAY, tell=kill)
    assert lost
    assert done.read_bytes() == file.read_bytes()


@pytest.mark.slow
def test_stops_at_the_same_game_whoever_is_first(tmp_path: Path) -> None:
    """Several workers play more than is needed, and the file holds what counted."""
    plan = planned(games=300, bots=("greedy",), sure=True)
    one = played(tmp_path / "one.jsonl", plan)
    assert one == played(tmp_path / "two.jsonl", plan, jobs=3)
    report = read_report(tmp_path / "one.jsonl")
    summary = summary_of(report)
    assert (Enough.SURE, True) == (report.head.ended, summary.differences[0].is_sure)
    assert 2 * summary.rounds == len(report.rows) < 600


def test_variants_have_the_same_luck(done: Path) -> None:
    """Each game has its own seed; records replay to their results."""
    report = read_report(done)
    assert 24 == len(report.rows)
    assert {n for n, _ in report.rows} == set(range(12))
    row = report.rows[3, "act=3"]
    line = record_line(done, (3, "act=3"))
    result = replay(load("rokumon"), read_record(line)).result()
    assert result
    assert row.arena.returns == result.returns
    with pytest.raises(BadReport, match="no game 12 of act=3"):
        record_line(done, (12, "act=3"))


def test_luck_is_paired(tmp_path: Path) -> None:
    """Two variants that are the same but for their name play the same games."""
    [variant] = Draft("rokumon", bots=("greedy",)).plan().variants
    twin = msgspec.structs.replace(variant, key="twin")
    plan = Plan("rokumon", (variant, twin), games=4)
    played(tmp_path / "x.jsonl", plan)
    [difference] = summary_of(read_report(tmp_path / "x.jsonl")).differences
    assert (4, 0.0) == (difference.games, difference.share.value)


def test_a_file_from_any_editor_is_read(tmp_path: Path, done: Path) -> None:
    """With a byte order mark and carriage returns it holds the same games, and goes on."""
    file = tmp_path / "x.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + done.read_bytes().replace(b"\n", b"\r\n"))
    assert read_report(done) == read_report(file)
    played(file, planned(), resume=True)
    assert read_report(done).rows == read_report(file).rows
    file.write_text(done.read_text("utf-8"), "utf-16")
    with pytest.raises(BadReport, match=r"x\.jsonl: this file is UTF-16; save it as UTF-8"):
        read_report(file)


def test_a_stop_keeps_what_was_played(tmp_path: Path, done: Path) -> None:
    """And going on ends as if nothing had been."""
    file, seen = tmp_path / "x.jsonl", list[int]()

    def tell(news: Any) -> None:
        if isinstance(news, Progress):
            seen.append(news.kept)

    here = Experiment(planned(), file)
    here.run(jobs=1, tell=tell, is_stopped=lambda: seen[-1] >= 7)
    report = read_report(file)
    assert ("stopped", 7) == (report.head.ended, len(report.rows))
    assert not part_of(file).exists()
    assert summary_of(report).rounds == 3
    with pytest.raises(WrongFolder, match="--resume"):
        Experiment(planned(), file)
    assert done.read_bytes() == played(file, planned(), resume=True)


def test_an_interrupted_one_keeps_its_journal(tmp_path: Path, done: Path) -> None:
    """Ctrl-C writes the file; a process that is killed leaves the journal, with a line cut off."""
    file = tmp_path / "x.jsonl"

    def interrupt(news: Any) -> None:
        if isinstance(news, Progress) and news.kept == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Experiment(planned(), file).run(jobs=1, tell=interrupt)
    assert 5 == len(read_report(file).rows)
    part_of(file).write_bytes(file.read_bytes()[:-20])
    file.unlink()
    assert done.read_bytes() == played(file, planned(), resume=True)


def test_a_disk_that_is_full_at_the_end(
    tmp_path: Path, done: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says where the games are; half a file took the room that the journal needs."""
    file = tmp_path / "x.jsonl"

    def full(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("honjin.lab.lines.put_durably", full)
        with pytest.raises(NotKept, match="No space left on device; all games are saved"):
            played(file, planned())
    assert [part_of(file)] == list(tmp_path.iterdir())
    assert done.read_bytes() == played(file, planned(), resume=True)


@pytest.mark.slow
def test_more_games_can_be_asked_for(tmp_path: Path, done: Path) -> None:
    """What is there is not played again; another plan is refused."""
    file = tmp_path / "x.jsonl"
    played(file, planned(games=5))
    assert done.read_bytes() == played(file, planned(), resume=True)
    with pytest.raises(WrongFolder, match="seed"):
        Experiment(planned(seed=2), file, resume=True)


@pytest.mark.slow
def test_precise_enough(tmp_path: Path) -> None:
    """It ends when every share is known so well, not before thirty games."""
    here = Experiment(planned(games=400, precision=0.15), tmp_path / "x.jsonl")
    comparison = here.run(jobs=2)
    assert Enough.PRECISE is comparison.enough
    assert 30 <= comparison.rounds < 400
    assert all(share.half_width <= 0.15 for share in comparison.shares())


def test_a_bot_that_fails(tmp_path: Path) -> None:
    """It ends the experiment, or its games count in no variant; a file holds no trace of code."""
    plan = Draft("madeup", vary={"rounds": ("1", "2")}, bots=("lab_bots.FAILING",), games=4).plan(
        FAIR
    )
    file = tmp_path / "x.jsonl"
    with pytest.raises(BotFailed, match="no idea"):
        Experiment(plan, file, game=FAIR).run(jobs=1)
    Experiment(plan, file, game=FAIR, resume=True).run(jobs=1, forgive=True)
    assert b"Traceback" not in file.read_bytes()
    summary = summary_of(read_report(file), FAIR)
    assert sum(part.findings.left_out for part in summary.parts) > 0


def test_a_summary(done: Path) -> None:
    """All results of a variant, as data that can be read back unchanged."""
    summary = summary_of(read_report(done))
    assert summary == msgspec.json.decode(msgspec.json.encode(summary), type=Summary)
    first, _ = summary.parts
    assert 12 == first.findings.games == sum(first.drama.late) + first.drama.never
    assert first.decisions.per_turn >= 1
    assert {"kind"} <= set(first.uses)
    [worth] = summary.worths
    assert ("act", "3") == (worth.option, worth.value)
    assert worth.share == summary.differences[0].share


def changed(done: Path, old: bytes, new: bytes) -> list[bytes]:
    data = done.read_bytes()
    assert old in data
    return data.replace(old, new).splitlines(keepends=True)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"honjin_experiment":1', b'"honjin_experiment":2', "expected format 1"),
        (b'"returns":[', b'"returns":[0,', "results of 2 seats"),
        (b'"returns":[', b'"returns":[9,9],"x":[', "expected results from"),
        (b'"reason":"end.', b'"reason":"odd.', "does not end by"),
        (b'"curve":[[', b'"curve":[[5,', "its course is impossible"),
        (b'"variant":"act=3"', b'"variant":"act=4"', "no variant"),
        (b'"spread":0', b'"spread":7', "its course is impossible"),
        (b'"act":"2"', b'"act":"9"', "cannot be played"),
        (b'"facts":{"marks"', b'"facts":{"counts":{"days":3},"x"', "other facts|of 2 seats|days"),
        (b'"arena":', b'"arena":7,"x":', "expected a game"),
    ],
)
def test_a_file_that_lies(done: Path, old: bytes, new: bytes, told: str) -> None:
    """Uploaded files are checked before they are counted."""
    with pytest.raises(BadReport, match=told):
        _must_contradict(changed(done, old, new))


def _must_contradict(lines: list[bytes]) -> None:
    summary = summary_of(report_of(lines))
    assert not any("days" in str(part.findings.lengths) for part in summary.parts), "days"
    raise BadReport("days")


def test_junk_is_no_experiment(done: Path) -> None:
    """Cut off, packed badly, or something else."""
    for lines in ([], [b"{}"], [b"\xff\xfe"], [b"[" * 100_000], [b'{"honjin_experiment":1}']):
        with pytest.raises(BadReport):
            report_of(lines)
    cut = done.read_bytes().splitlines(keepends=True)
    with pytest.raises(BadReport, match="line 2"):
        report_of([cut[0], cut[1][:-40]])
