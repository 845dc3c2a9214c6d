"""`honjin balance`."""

import doctest
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import honjin.cli.lab.progress
from cli.running import Run

FAIR = "balance madeup --bots random --rounds 1"


def flat(text: str) -> str:
    """A text with its runs of spaces made single."""
    return re.sub(r"[ \t]+", " ", text)


@pytest.mark.slow
def test_tells_what_came_of_it(honjin: Run, tmp_path: Path) -> None:
    """Tables, bots and the time per game are shown; pages, plots and games are in the folder."""
    result = honjin(f"{FAIR} --games 8 --jobs 1 --out {tmp_path / 'x'}")
    assert (0, "") == (result.exit_code, result.stderr)
    out = flat(result.stdout)
    for title in ("Who wins", "How games end", "How long games are", "Points by source"):
        assert title in out
    assert re.search(r"Rounds: one Red 8 \d \d \d \d+\.\d % \d+\.\d to \d+\.\d", out)
    assert re.search(
        r"Rounds: one: 8 games by random, rules 1, seed 1\. [\de.-]+ s per game on one core", out
    )
    assert "rounds=1 (1/1) 8/8 games Red" in out
    found = {file.name for file in (tmp_path / "x").iterdir()}
    plots = {f"{name}.{kind}" for name in ("wins", "ends", "length", "score")
             for kind in ("png", "svg")}  # fmt: skip
    assert {
        ".lock",
        "manifest.json",
        "report.md",
        "report.ja.md",
        "report.json",
        "rounds=1",
    } | plots == found
    assert 8 == (tmp_path / "x" / "rounds=1" / "games.jsonl").read_bytes().count(b"\n")


@pytest.mark.slow
def test_varied_options_are_compared(honjin: Run, tmp_path: Path) -> None:
    """A case for every choice; a key alone takes all its values; other options hold in all."""
    line = f"{FAIR} --vary seats=2,3 --vary offers --games 2 --jobs 1 --out {tmp_path}"
    assert 0 == honjin(line).exit_code
    report = json.loads((tmp_path / "report.json").read_text())
    expected = [f"seats={seats} offers={flag}" for seats in "23" for flag in ("true", "false")]
    assert expected == [case["key"] for case in report["cases"]]
    assert {"1"} == {case["options"]["rounds"] for case in report["cases"]}
    page = (tmp_path / "report.md").read_text()
    assert "| Seats: three, Rounds: one, Offers: no | Green |" in page


@pytest.mark.slow
def test_presets_without_options(honjin: Run, tmp_path: Path) -> None:
    """Every preset of the game is a case, by the level for studies; the tables in Japanese."""
    line = f"balance madeup --bots random --lang ja --games 1 --jobs 1 --out {tmp_path}"
    result = honjin(line)
    assert 0 == result.exit_code
    report = json.loads((tmp_path / "report.json").read_text())
    assert ["two", "three", "four", "quiet"] == [case["key"] for case in report["cases"]]
    assert "終局の理由" in result.stdout
    assert f"対局の保存先：{tmp_path}\n" in result.stdout
    assert f"報告：{tmp_path / 'report.md'}" in result.stdout
    assert (tmp_path / "report.md").read_text().startswith("# Balance of")


@pytest.mark.slow
def test_given_again_it_goes_on(honjin: Run, tmp_path: Path) -> None:
    """The same command with more games keeps those that are there, and replays them."""
    honjin(f"{FAIR} --games 3 --jobs 1 --out {tmp_path}")
    games = tmp_path / "rounds=1" / "games.jsonl"
    before = games.read_bytes()
    out = honjin(f"{FAIR} --games 5 --jobs 1 --out {tmp_path}").stdout
    assert games.read_bytes().startswith(before)
    assert "5/5 games" in out
    (tmp_path / "game.json").write_bytes(games.read_bytes().splitlines()[-1])
    assert 0 == honjin(f"replay {tmp_path / 'game.json'}").exit_code


@pytest.mark.slow_after(4)
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nosuch", "no game 'nosuch'"),
        ("madeup --within 0.1", "--within means nothing without --search"),
        ("madeup --proof 0", "--proof means nothing without --search"),
        ("madeup --bots ronin", "expected a level"),
        ("madeup --seats 3 --bots random,random", "expected one bot or 3, one per seat, got 2"),
        ("madeup --bots ,", "one per seat, got 0"),
        ("madeup --seats 9", "option seats is one of 2, 3, 4, not '9'"),
        ("madeup --vary seats=2,9", "option seats is one of 2, 3, 4, not '9'"),
        ("madeup --vary hats=1,2", "unknown option 'hats'; this game has seats"),
        ("madeup --vary seats --vary seats=2,3", "option seats is varied twice"),
        ("madeup --seats 3 --vary seats", "option seats is both given and varied"),
        ("rokumon --vary deal", "--vary deal expects values, as in deal=a,b"),
        ("madeup --vary offers=maybe", "option offers is true or false, not 'maybe'"),
        ("madeup --games 0 --bots random", "games, got 0"),
        ("madeup --jobs 0 --bots random", "expected 1 to 64 jobs, got 0"),
    ],
)
def test_bad_input_is_one_line(
    honjin: Run, line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong command is one line on stderr and exit code 2, and no game is played."""
    monkeypatch.chdir(tmp_path)
    result = honjin(f"balance {line}")
    assert 2 == result.exit_code
    assert 1 == result.stderr.count("\n")
    assert said in result.stderr
    assert "" == result.stdout  # it said where games are saved
    assert not list(tmp_path.iterdir())  # a folder was left


@pytest.mark.slow
def test_another_report_is_one_line(honjin: Run, tmp_path: Path) -> None:
    """A folder with another report is refused, and the difference is named."""
    honjin(f"{FAIR} --games 1 --jobs 1 --out {tmp_path}")
    result = honjin(f"{FAIR} --games 1 --seed 2 --out {tmp_path}")
    assert 2 == result.exit_code
    assert f"{tmp_path} belongs to another question: there in rounds=1 seed is 1" in result.stderr
    assert "" == result.stdout


def test_without_matplotlib_it_says_so(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the plots is there, and one line says what to install."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = honjin(f"{FAIR} --games 1 --jobs 1 --out {tmp_path}")
    assert 0 == result.exit_code
    assert "plots need matplotlib: pip install 'honjin[lab]'" in result.stdout
    assert (tmp_path / "report.md").exists()
    assert not (tmp_path / "wins.png").exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    """Exit code 130, no traceback, and a command that resumes from the saved games."""
    program = [sys.executable, "-u", "-c", "from honjin.cli.main import app; app()"]
    line = "balance rokumon --vary act=2,3 --bots random --games 4000 --jobs 1 --out"
    process = subprocess.Popen(
        [*program, *line.split(), str(tmp_path / "my games")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job may ignore it
    )  # fmt: skip
    assert process.stdout is not None
    with process:
        while "/8000 games" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    assert (130, "") == (process.returncode, errors)
    said = re.search(
        r"Stopped; (\d+) games of this report are saved\.\nTo resume: honjin (.+)\n", out
    )
    assert said
    expected = "balance rokumon --vary act=2,3 --games 4000 --bots random --seed 1 --jobs 1"
    assert f"{expected} --lang en --out '{tmp_path / 'my games'}'" == said[2]
    lines = (tmp_path / "my games" / "act=2" / "games.jsonl").read_text("utf-8").splitlines()
    assert int(said[1]) <= len(lines) <= int(said[1]) + 1


def test_examples_in_the_docstrings() -> None:
    """What the docstrings show is so."""
    done = doctest.testmod(honjin.cli.lab.progress)
    assert (True, 0) == (done.attempted > 0, done.failed)
