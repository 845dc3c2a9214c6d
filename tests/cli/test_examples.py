"""Every example runs unchanged, and `honjin examples` hands them out."""

import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Run
from places import ROOT

EXAMPLES = ROOT / "examples"


ALONE = sorted(file for file in EXAMPLES.glob("*.py") if file.name not in ("bot.py", "learn.py"))
"""`bot.py` needs a server (test_example_bots.py); `learn.py` has its own test."""


@pytest.mark.parametrize("file", ALONE, ids=lambda file: file.name)
def test_runs(file: Path) -> None:
    """Without errors or warnings, and it prints something."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(file)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout


def test_the_first_game_ends_with_a_row() -> None:
    """The game of the first example is won by Sanada in nine actions."""
    command = [sys.executable, str(EXAMPLES / "first_game.py")]
    out = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60).stdout
    assert out.startswith("1. Sanada")
    assert "\n9. Sanada" in out
    assert out.splitlines()[-1].startswith("Sanada wins: ")


@pytest.mark.slow
def test_learning_in_one_file_runs() -> None:
    """Two updates are learned from, without errors or warnings, in at most sixty lines."""
    file = EXAMPLES / "learn.py"
    lines = [line for line in file.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= 60
    command = [sys.executable, "-W", "error", str(file), "2"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600)
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith("update 0: ")


def test_examples_are_listed(honjin: Run) -> None:
    """Each with what it is about."""
    lines = honjin("examples").stdout.splitlines()
    names = sorted(file.name for file in EXAMPLES.glob("*.*"))
    assert names == [line.split()[0] for line in lines if line][:-1]
    assert "first_game.py  A first game through the library: Rokumon, Act 2" in "\n".join(lines)


def test_examples_are_copied(honjin: Run, tmp_path: Path) -> None:
    """All of them, into a new folder, as they are."""
    folder = tmp_path / "new" / "mine"
    assert "bot.py" in honjin(f"examples {folder}").stdout
    files = {file.name: file.read_bytes() for file in EXAMPLES.glob("*.*")}
    assert files == {file.name: file.read_bytes() for file in folder.iterdir()}


def test_no_file_is_written_over(honjin: Run, tmp_path: Path) -> None:
    """If one of them is there already, it stays as it is, and none is copied."""
    (tmp_path / "learn.py").write_text("mine")
    done = honjin(f"examples {tmp_path}")
    assert 2 == done.exit_code
    assert "learn.py already exists" in done.stderr
    assert ["mine"] == [file.read_text() for file in tmp_path.iterdir()]
