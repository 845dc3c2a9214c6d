"""A search played by workers: finding, verifying, saving, and resuming."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.games import load
from honjin.lab import Backend
from honjin.lab.errors import BadPlan, BadReport, NothingPlayed, WrongFolder
from honjin.lab.experiments.file import read_report
from honjin.lab.tuning.found import Found
from honjin.lab.tuning.journal import read_lines
from honjin.lab.tuning.plan import Search
from honjin.lab.tuning.proof import RESULT, Tuned, prove
from honjin.lab.tuning.running import JOURNAL, Tuning
from honjin.lab.tuning.varied import Varied, read_varied
from lab.tuning.coin import GAME as COIN

LUCK = Search(
    "coin", {"wind": False}, (read_varied(COIN, "luck"),), bots=("random",), games=300, proof=200,
    within=0.1,
)  # fmt: skip


def tuning(folder: Path, **changes: Any) -> Tuning:
    return Tuning(msgspec.structs.replace(LUCK, **changes), folder, game=COIN)


def run(folder: Path, jobs: int = 1, **changes: Any) -> Found:
    return tuning(folder, **changes).run(jobs=jobs)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Found, Tuned]:
    """A finished search with its proof."""
    folder = tmp_path_factory.mktemp("search")
    found = run(folder)
    return folder, found, prove(tuning(folder), found, jobs=1)


def test_it_is_found_and_proved(done: tuple[Path, Found, Tuned]) -> None:
    """Luck of 9 in 10 is far from even; what is found is near 5, and fresh games show both."""
    folder, found, tuned = done
    assert found.point[0] in (3, 4, 5)  # luck 4 to 6
    assert tuned.values == {"luck": str(found.point[0] + 1)}
    assert tuned.given is not None
    assert tuned.proved is not None
    assert "uneven" == tuned.given.verdict
    assert "uneven" != tuned.proved.verdict
    assert (200, 200) == (tuned.given.games, tuned.proved.games)
    assert msgspec.json.decode((folder / RESULT).read_bytes(), type=Tuned) == tuned


def test_the_proof_is_an_experiment_on_luck_of_its_own(done: tuple[Path, Found, Tuned]) -> None:
    """Its file is opened as any other; none of its seeds was that of the search."""
    folder, _, tuned = done
    report = read_report(folder / tuned.proof)
    assert ["given", "found"] == [variant.key for variant in report.head.plan.variants]
    assert {LUCK.seed + 1} == {row.arena.seed for row in report.rows.values()}


@pytest.mark.slow
def test_who_plays_does_not_matter(done: tuple[Path, Found, Tuned], tmp_path: Path) -> None:
    """Two workers write the same bytes as one."""
    folder, found, _ = done
    assert found == run(tmp_path, jobs=2)
    assert (folder / JOURNAL).read_bytes() == (tmp_path / JOURNAL).read_bytes()


@pytest.mark.slow
def test_a_cluster_writes_the_same_bytes(cluster: Any, tmp_path: Path) -> None:
    """Two machines of a cluster take the course of processes on this one."""
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    search = Search(
        "rokumon", {}, (Varied("act", ("2", "3")),), bots=("greedy",), games=60, within=0.2
    )
    here, there = tmp_path / "here", tmp_path / "there"
    found = Tuning(search, here).run(jobs=1)
    assert found == Tuning(search, there).run(jobs=2, backend=Backend.RAY)
    assert (here / JOURNAL).read_bytes() == (there / JOURNAL).read_bytes()


def test_it_goes_on_where_it_stopped(done: tuple[Path, Found, Tuned], tmp_path: Path) -> None:
    """In the middle of a batch, and of a line: the whole is as if nothing had been."""
    whole = (done[0] / JOURNAL).read_bytes()
    lines = whole.splitlines(keepends=True)
    (tmp_path / JOURNAL).write_bytes(b"".join(lines[:48]) + lines[48][:10])
    assert done[1] == run(tmp_path)
    assert whole == (tmp_path / JOURNAL).read_bytes()


def stopped_after(folder: Path, games: int) -> Found:
    """A search that is stopped once so many games are saved."""
    return tuning(folder).run(jobs=1, is_stopped=lambda: len(read_lines(folder / JOURNAL)) >= games)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("games", [45, 40, 1], ids=["within a batch", "between two", "at once"])
def test_a_stop_keeps_what_was_played(tmp_path: Path, games: int) -> None:
    """It stops after any game; those before count when it resumes."""
    assert games == stopped_after(tmp_path, games).games
    assert run(tmp_path).games > games


def test_a_stop_before_the_first_game_has_no_result(tmp_path: Path) -> None:
    """There is nothing to choose from."""
    with pytest.raises(NothingPlayed, match="stopped before its first game"):
        stopped_after(tmp_path, 0)


@pytest.mark.slow
def test_it_takes_the_same_course_after_a_stop(
    done: tuple[Path, Found, Tuned], tmp_path: Path
) -> None:
    """Even where the model chooses, at a step at which it is not fitted again."""
    whole = (done[0] / JOURNAL).read_bytes()
    assert len(whole.splitlines()) > 170
    stopped_after(tmp_path, 165)  # six batches at random, then two that the model chose
    assert done[1] == run(tmp_path)
    assert whole == (tmp_path / JOURNAL).read_bytes()


@pytest.mark.slow
def test_a_stopped_proof_counts_what_was_played(
    done: tuple[Path, Found, Tuned], tmp_path: Path
) -> None:
    """Without a game there is no proof, only what was found; a later one is whole."""
    (tmp_path / JOURNAL).write_bytes((done[0] / JOURNAL).read_bytes())
    found = prove(tuning(tmp_path), done[1], jobs=1, is_stopped=lambda: True)
    assert (None, "") == (found.proved, found.proof)
    assert done[2] == prove(tuning(tmp_path), done[1], jobs=1)


def test_a_smaller_proof_keeps_what_was_played(
    done: tuple[Path, Found, Tuned], tmp_path: Path
) -> None:
    """All games of the earlier proof count."""
    name = done[2].proof
    (tmp_path / name).write_bytes((done[0] / name).read_bytes())
    assert done[2] == prove(tuning(tmp_path, proof=40), done[1], jobs=1)
    assert 400 == len(read_report(tmp_path / name).rows)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 2}, "seed differ"),
        ({"bots": ("greedy",)}, "bots, code differ|bots differ"),
        ({"varied": (read_varied(COIN, "luck=1..5"),)}, "what varies differ"),
        ({"options": {"wind": True}}, "options differ"),
    ],
)
def test_a_folder_holds_one_search(
    done: tuple[Path, Found, Tuned], change: dict[str, Any], says: str
) -> None:
    """It is said what differs; more games of the same search are welcome."""
    with pytest.raises(WrongFolder, match=says):
        run(done[0], **change)


def test_a_file_that_holds_no_search(tmp_path: Path) -> None:
    """It is left as it is."""
    (tmp_path / JOURNAL).write_bytes(b"{}\n")
    with pytest.raises(BadReport, match="is not a search"):
        run(tmp_path)
    assert b"{}\n" == (tmp_path / JOURNAL).read_bytes()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"games": 10}, "expected 20 to 1000000 games for a search, 20 at a time, got 10"),
        ({"within": 0.6}, "expected a deviation from 0.005 to 0.5, got 0.6"),
        ({"proof": -1}, "expected 0 to 1000000 games of proof, got -1"),
        ({"bots": ()}, "expected 1 to 16 bots at a table, got 0"),
    ],
)
def test_what_cannot_be_searched(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    """Nothing is written."""
    with pytest.raises(BadPlan, match=says):
        tuning(tmp_path / "new", **change)
    assert not (tmp_path / "new").exists()


def test_how_many_play_cannot_vary(tmp_path: Path) -> None:
    """Shares of games with different numbers of seats cannot be compared; it is said at once."""
    search = Search("swords", {}, (Varied("seats", ("2", "3")),), bots=("random",), games=40)
    with pytest.raises(BadPlan, match="the number of seats cannot vary"):
        Tuning(search, tmp_path, game=load("swords"))
