"""`honjin puzzles`: the puzzle of a day, and making some."""

import re
from pathlib import Path

import pytest

from cli.running import Run
from honjin.games import load
from honjin.solver import Book, solve

GAME = load("rokumon")
DEAL = {"act": "1", "deal": "gjjgjj"}
MAKE = "puzzles rokumon --act 1 --deal gjjgjj"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    solve(GAME, GAME.read_options(DEAL), path)
    return path


def test_the_last_line_asks(honjin: Run) -> None:
    """After the day, its level, the board and the position; the same for the same day."""
    lines = honjin("puzzles --day 2026-03-02").stdout.splitlines()
    assert "Monday, 2026-03-02: easy" == lines[0]
    side, _, rest = lines[-1].partition(" to play and win in ")
    assert side in ("red", "black")
    assert 3 <= int(rest) <= 11
    assert lines == honjin("puzzles --day 2026-03-02").stdout.splitlines()


def test_a_puzzle_in_japanese(honjin: Run) -> None:
    """The day, its level, the board and the question; there was no `--lang`."""
    lines = honjin("puzzles --day 2026-03-02 --lang ja").stdout.splitlines()
    assert "2026-03-02（月曜日）：やさしい" == lines[0]
    assert re.fullmatch(r"(真田|徳川)の番、\d+手で勝ち", lines[-1])
    told = honjin("puzzles akebono --day 2026-03-02 --lang ja --solution").stdout
    assert "赤軍" in told
    assert "this turn" not in told
    assert "というゲームはない" in honjin("puzzles nosuch --lang ja").stderr


@pytest.mark.parametrize("call", ["puzzles akebono", "puzzles --game akebono"])
def test_a_decision_puzzle_asks_its_question(honjin: Run, call: str) -> None:
    """The choices without their values, then the question; the answer only if it is asked for."""
    lines = honjin(f"{call} --day 2026-03-02").stdout.splitlines()
    assert lines[-1].endswith("this turn?")
    told = honjin(f"{call} --day 2026-03-02 --solution").stdout.splitlines()
    answer = told[len(lines) - 1 : -1]
    assert lines == told[: len(lines) - 1] + told[-1:]
    assert answer
    assert answer[0].split(": ")[0] in lines[-2].split()


def test_the_solution_is_told_only_when_it_is_asked_for(honjin: Run) -> None:
    """One line more."""
    without = honjin("puzzles --day 2026-03-08").stdout.splitlines()
    told = honjin("puzzles --day 2026-03-08 --solution").stdout.splitlines()
    assert without == told[:-2] + told[-1:]
    assert told[-2].split()[0].startswith("r")


@pytest.mark.slow
def test_puzzles_are_made_and_added(honjin: Run, folder: Path, tmp_path: Path) -> None:
    """A file that is there keeps what it has."""
    out = tmp_path / "own.jsonl"
    said = honjin(f"{MAKE} --count 2 --tables {folder} --out {out}").stdout
    assert "2 new in" in said
    first = Book.read(GAME, out).puzzles
    honjin(f"{MAKE} --count 1 --tables {folder} --out {out}")
    assert 3 == len(Book.read(GAME, out).puzzles)
    assert all(one in Book.read(GAME, out).puzzles for one in first)


def test_each_puzzle_is_kept_when_it_is_found(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder that is made; what ends the command later takes nothing away."""
    shipped = Book.shipped(GAME)
    assert shipped
    found = iter(shipped.puzzles[:2])
    monkeypatch.setattr("honjin.solver.Maker.look", lambda _: next(found))
    out = tmp_path / "mine" / "own.jsonl"
    with pytest.raises(StopIteration):
        honjin(f"{MAKE} --count 3 --out {out}")
    assert shipped.puzzles[:2] == Book.read(GAME, out).puzzles


@pytest.mark.parametrize("call", [MAKE, "puzzles akebono"])
def test_two_do_not_write_one_file(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """The second is refused before it searches: each wrote the file without the other's puzzles."""
    out, said = tmp_path / "own.jsonl", list[str]()

    def look(_: object) -> None:
        if said:
            pytest.fail("searched")
        said.append("")
        said.append(honjin(f"{call} --out {out}").stderr)
        raise KeyboardInterrupt

    monkeypatch.setattr("honjin.solver.Maker.look", look)
    monkeypatch.setattr("honjin.lab.puzzles.maker.DecisionMaker.look", look)
    honjin(f"{call} --out {out}")
    assert "own.jsonl is in use by another process" in said[-1]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("call", [MAKE, "puzzles akebono"])
def test_nothing_is_searched_for_where_nothing_can_be_written(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A search takes minutes to hours."""

    def look(_: object) -> None:
        pytest.fail("searched")

    monkeypatch.setattr("honjin.solver.Maker.look", look)
    monkeypatch.setattr("honjin.lab.puzzles.maker.DecisionMaker.look", look)
    (tmp_path / "file").touch()
    result = honjin(f"{call} --out {tmp_path / 'file' / 'own.jsonl'}")
    assert 2 == result.exit_code
    assert "file" in result.stderr


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("puzzles --day tomorrow", "a day such as 2026-03-01, got 'tomorrow'"),
        ("puzzles --day 2025-12-31", "from 2026-01-05 on"),
        ("puzzles madeup", "madeup has no puzzles"),
        ("puzzles rokumon --act 2", "expected --out FILE"),
        ("puzzles rokumon --out {out} --act 2 --tables {out}", "`honjin solve rokumon` makes it"),
        ("puzzles rokumon --out {out} --act 4 --tables {out}", "act 4 is not solved"),
        ("puzzles rokumon --out {out} --act epilogue --tables {out}", "need two seats"),
        ("puzzles madeup --out {out}", "has no exact value"),
        ("puzzles akebono --out {out} --theme x", "--theme expects one of tairo, prisoners, got x"),
    ],
)
def test_what_cannot_be_done_says_why(honjin: Run, tmp_path: Path, line: str, reason: str) -> None:
    """In one line, with what was expected; no file is left."""
    out = tmp_path / "none.jsonl"
    result = honjin(line.format(out=out))
    assert 2 == result.exit_code
    assert reason in result.stderr
    assert not out.exists()


def test_a_damaged_file_is_named(honjin: Run, tmp_path: Path) -> None:
    """And nothing is written over it."""
    out = tmp_path / "bad.jsonl"
    out.write_text("nonsense", "utf-8")
    result = honjin(f"{MAKE} --out {out}")
    assert 2 == result.exit_code
    assert "bad.jsonl: line 1" in result.stderr
    assert "nonsense" == out.read_text("utf-8")
