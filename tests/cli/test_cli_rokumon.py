"""Rokumon from the command line."""

import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Run
from honjin.bots.alphabeta import bot as alphabeta
from honjin.bots.mcts import bot as mcts
from honjin.core.play import replay
from honjin.core.record import read_record
from honjin.games import load

ACT_2 = "play rokumon --act 2 --deal gggjjjj --bot none"
RED_ROW = "r1c1\nr2c1\nr1c2\nr2c2\nr1c3\n"


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test of the command line sets a compiler to work in the background."""
    for module in (alphabeta, mcts):
        monkeypatch.setattr(module, "compile_ahead", lambda *_: False)


@pytest.mark.slow_after(3)
@pytest.mark.parametrize(
    ("act", "depth", "leaves"),
    [
        ("2", 1, 7), ("2", 2, 42), ("2", 3, 354), ("2", 4, 2712),
        ("3", 1, 21), ("3", 2, 504), ("3", 3, 7608),
        ("4", 1, 56), ("4", 2, 3247),
    ],
)  # fmt: skip
def test_perft(honjin: Run, act: str, depth: int, leaves: int) -> None:
    """The known leaf counts of Acts 2, 3 and 4, each alone on the last line."""
    line = f"perft rokumon --act {act} --deal gggjjjj --depth {depth} --interpreted"
    assert str(leaves) == honjin(line).stdout.splitlines()[-1]


def test_perft_compiled(honjin: Run) -> None:
    """The same counts from compiled rules."""
    out = honjin("perft rokumon --act 3 --deal gggjjjj --depth 3").stdout
    assert "7608" == out.splitlines()[-1]


def test_perft_divided(honjin: Run) -> None:
    """`--divide` names the first actions: red's seven places in Act 2."""
    line = "perft rokumon --act 2 --deal gggjjjj --depth 2 --interpreted --divide"
    assert "r1c1: 6" == honjin(line).stdout.splitlines()[0]


def test_a_bad_deal_says_what_the_act_needs(honjin: Run) -> None:
    """The game's own check of the deal, in one line."""
    result = honjin("perft rokumon --act 3 --deal ggg")
    assert 2 == result.exit_code
    assert "option deal: the deal of this act is empty or seven letters" in result.stderr


def test_a_game_to_a_row(honjin: Run, tmp_path: Path) -> None:
    """Played in notation to red's row; saved, verified and replayed."""
    file = tmp_path / "row.json"
    out = honjin(ACT_2, f"{RED_ROW}record {file}\n").stdout
    assert "Sanada wins." in out
    record = read_record(file.read_text("utf-8"))
    result = replay(load("rokumon"), record).result()
    assert result is not None
    assert (("end.row", (1, -1))) == (result.reason, result.returns)
    assert 0 == honjin(f"verify {file}").exit_code
    assert "Sanada wins." in honjin(f"replay {file}").stdout


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("r1c1", "this kind: Place.  [6]"),
        ("r2c1", "The top die is not yours  [8]"),
        ("r1c1-r1c2", "This card has the same colour  [10]"),
        ("r2c1-r1c1", "[8]"),
        ("r1c1x", "This act has no Fight  [3]"),
    ],
)
def test_refusals_name_their_rule(honjin: Run, text: str, rule: str) -> None:
    """After r1c1 and r2c1, what red cannot do is refused with the rule's number."""
    out = honjin(ACT_2, f"r1c1\nr2c1\n{text}\n").stdout
    refusal = next(line for line in out.splitlines() if f"{text} is not possible now" in line)
    assert rule in refusal


@pytest.mark.parametrize("text", ["r1c1x", "4@r1c1", "r9c9", "r1c1~2,-2", "r1c1-r1c1", "-", "~"])
def test_whatever_is_written_the_game_goes_on(honjin: Run, text: str) -> None:
    """Actions of other acts and no actions at all are refused without a crash."""
    result = honjin(ACT_2, f"{text}\n?\n")
    assert 0 == result.exit_code
    assert "Place (7)  [6]" in result.stdout


def test_a_middle_level_answers_by_default(honjin: Run) -> None:
    """Without `--bot` the second of the levels plays."""
    result = honjin("play rokumon --act 2 --deal gggjjjj --seed 1", "r1c1\nresign\n")
    assert "Tokugawa is played by samurai." in result.stdout
    assert "Tokugawa wins." in result.stdout


def test_takes_back_against_a_bot(honjin: Run) -> None:
    """The bot agrees: `back` takes back the player's last action."""
    line = "play rokumon --act 2 --deal gggjjjj --bot greedy --seed 1"
    assert "Back to step 0." in honjin(line, "r1c1\nback\n").stdout


def test_the_epilogue_alone(honjin: Run) -> None:
    """The Automa answers by itself, and the solo game can be won or lost, never drawn by names."""
    out = honjin("play rokumon --act epilogue --deal 1234567 --seed 1", "r1c1\nr2c2\nresign\n")
    assert 0 == out.exit_code
    assert "Automa" in out.stdout


def test_a_real_process(tmp_path: Path) -> None:
    """The installed command, fed by a pipe, plays and saves a whole game."""
    file = tmp_path / "row.json"
    command = [str(Path(sys.executable).with_name("honjin")), *ACT_2.split()]
    done = subprocess.run(
        command, input=f"{RED_ROW}record {file}\n", capture_output=True, encoding="utf-8",
        timeout=60,
    )  # fmt: skip
    assert (0, "") == (done.returncode, done.stderr)
    assert "Sanada wins." in done.stdout
    assert file.exists()
