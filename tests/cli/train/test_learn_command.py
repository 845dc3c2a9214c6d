"""`honjin learn`: a folder with a value, and what it refuses."""

from pathlib import Path

import pytest

from cli.running import Run


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("learn rokumon --games 1", "expected games from 10 to 1,000,000, got 1"),
        ("learn rokumon --slip nan", "expected slip from 0 to 1, got nan"),
        ("learn rokumon --seed 2147483648", "from 0 to 2,147,483,647, got 2,147,483,648"),
        ("learn rokumon --act 9", "act"),
        ("learn rokumon --method patterns --games 1", "from 10 to 1,000,000, got 1"),
        ("learn rokumon --spread 0.5", "--spread means nothing with --method patterns"),
        ("learn akiwado --nodes 50", "--nodes means nothing with --method weights"),
        ("learn rokumon --method tree", "'tree' is not one of"),
        ("learn akebono --method patterns", "akebono has no patterns"),
        ("learn rokumon --jobs 0", "expected 1 to 64 jobs, got 0"),
        ("learn rokumon --act 4 --method patterns --without gg", "expected deals to leave out"),
        ("learn nothing", "no game 'nothing'"),
        ("learn rokumon --method weights", "rokumon has no weights to learn"),
        ("learn akiwado --method weights --games 3", "expected an even number of games, got 3"),
        ("learn akiwado --method weights --slip 0.1", "--slip means nothing with --method weights"),
        ("learn rokumon --vary act=3,4", "--vary means nothing with --method patterns"),
        ("learn akiwado --method weights --vary seats=9", "seats"),
        ("learn akiwado --method weights --vary seats --games 3", "an even number of games, got 3"),
    ],
)
def test_what_cannot_be_is_refused(honjin: Run, tmp_path: Path, words: str, told: str) -> None:
    """In one line, before anything is compiled or written."""
    folder = tmp_path / "value"
    result = honjin(f"{words} --out {folder}")
    assert 2 == result.exit_code
    assert told in result.stderr
    assert not folder.exists()


PATTERNS = "learn rokumon --act 1 --games 10 --generations 1 --nodes 200 --look 100 --walks 1"


@pytest.mark.slow
def test_it_learns_weights_of_patterns_and_they_play(honjin: Run, tmp_path: Path) -> None:
    """The file plays as alpha-beta, in the act for which it was learned."""
    folder = tmp_path / "value"
    result = honjin(f"{PATTERNS} --out {folder}")
    assert (0, "") == (result.exit_code, result.stderr)
    assert {".lock", "run.json", "gen-1", "curve.csv", "value.npz"} == {
        file.name for file in folder.iterdir()
    }
    assert "shards" not in honjin(f"{PATTERNS} --out {folder}").stdout
    other = honjin(f"{PATTERNS} --seed 2 --out {folder}")
    assert "holds a run with other settings" in other.stderr
    arena = f"arena rokumon --act 1 --bots value:{folder / 'value.npz'}:200,random --games 4"
    assert 0 == honjin(f"{arena} --jobs 1 --no-sprt --out {tmp_path / 'arena'}").exit_code
    wrong = honjin(f"arena rokumon --act 2 --bots value:{folder / 'value.npz'}:20,random")
    assert "it was learned for rokumon (rules" in wrong.stderr


WEIGHTS = (
    "learn akiwado --variant purveyor --vary seats=3,4 --games 4 --generations 2 --simulations 2"
)


@pytest.mark.slow
def test_it_learns_the_weights_of_an_estimate_and_they_play(honjin: Run, tmp_path: Path) -> None:
    """The file plays as the tree search at both tables; the option that was named must be so."""
    folder = tmp_path / "value"
    result = honjin(f"{WEIGHTS} --out {folder}")
    assert (0, "") == (result.exit_code, result.stderr)
    assert {".lock", "run.json", "gen-1", "gen-2", "curve.csv", "value.json"} == {
        f.name for f in folder.iterdir()
    }
    assert "shards" not in honjin(f"{WEIGHTS} --out {folder}").stdout
    bots = f"--bots value:{folder / 'value.json'}:20,random"
    arena = f"arena akiwado --variant purveyor --seats 3 {bots} --games 6"
    assert 0 == honjin(f"{arena} --jobs 1 --no-sprt --out {tmp_path / 'arena'}").exit_code
    wrong = honjin(f"arena akiwado --seats 3 {bots}")
    assert "it was learned for akiwado (rules" in wrong.stderr
