"""`honjin train`: a folder with a network, and how it is gone on with."""

import re
from pathlib import Path

import pytest
from running import Run

SMALL = "train rokumon --act 1 --parallel 8 --steps 8 --hidden 16 --decisions"


@pytest.mark.slow
def test_it_trains_measures_and_goes_on(honjin: Run, tmp_path: Path) -> None:
    """Network and curves are in the folder; --resume goes on; the network sits down."""
    folder = tmp_path / "net"
    result = honjin(f"{SMALL} 128 --games 4 --against random --out {folder}")
    assert (0, "") == (result.exit_code, result.stderr)
    assert re.search(r"128 decisions: \d+\.\d % \(.*\) against random", result.stdout)
    assert "128 decisions in 2 updates" in result.stdout
    names = {"net.npz", "curve.csv", "scores.csv", "curve.png", "curve.svg"}
    assert names == {file.name for file in folder.iterdir()}
    assert 3 == len((folder / "curve.csv").read_text().splitlines())
    scores = (folder / "scores.csv").read_text()
    assert "\n2,128," in scores

    again = honjin(f"{SMALL} 128 --out {folder}")
    assert 2 == again.exit_code
    assert "--resume goes on with it" in again.stderr
    going = f"train rokumon --act 1 --decisions 192 --games 0 --resume --out {folder}"
    assert 0 == honjin(going).exit_code
    assert 4 == len((folder / "curve.csv").read_text().splitlines())
    assert scores == (folder / "scores.csv").read_text()
    other = honjin(f"train rokumon --act 2 --resume --out {folder}")
    assert "holds a network for rokumon act=1" in other.stderr
    changed = honjin(f"train rokumon --resume --seed 2 --out {folder}")
    assert "--seed cannot be changed" in changed.stderr

    arena = f"arena rokumon --act 1 --bots net:{folder / 'net.npz'},random --games 4 --jobs 1"
    assert 0 == honjin(f"{arena} --no-sprt --out {tmp_path / 'arena'}").exit_code


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("train rokumon --resume --out {folder}", "there is none"),
        ("train rokumon --hidden wide", "--hidden expects widths such as 256,256"),
        ("train rokumon --parallel 0", "parallel is from 1 to 65536"),
        ("train nothing", "no game 'nothing'"),
    ],
)
def test_what_cannot_be_is_told(honjin: Run, tmp_path: Path, words: str, told: str) -> None:
    """One line says what was expected, before anything is compiled."""
    result = honjin(words.format(folder=tmp_path / "x"))
    assert 2 == result.exit_code
    assert told in result.stderr
