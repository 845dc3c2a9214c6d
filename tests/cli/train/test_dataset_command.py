"""`honjin dataset` and `honjin grade`: from solved tables to a table of bots."""

import doctest
import re
from pathlib import Path

import pytest

import honjin.cli.train.dataset
from cli.running import Run


@pytest.mark.slow
def test_positions_are_written_and_bots_graded(honjin: Run, tmp_path: Path) -> None:
    """A file for each split, and a line for each bot."""
    out, tables = tmp_path / "set", tmp_path / "tables"
    deal = "--option act=1 --option deal=gggjjj"
    made = honjin(f"dataset rokumon {deal} --positions 30 --out {out} --tables {tables}")
    assert (0, "") == (made.exit_code, made.stderr)
    assert "test.parquet: 30 positions of 1 deal" in made.stdout
    graded = honjin(f"grade {out} --bots random,greedy --positions 20")
    assert 0 == graded.exit_code
    assert "rokumon, test: 1 deal" in graded.stdout
    assert re.search(r"random +\d+\.\d % +\d+\.\d to \d+\.\d +\d+ ", graded.stdout)
    assert re.search(r"greedy +\d+\.\d %", graded.stdout)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("grade {folder}", r"expected test\.parquet"),
        ("dataset akiwado --out {folder}", "has hidden information"),
    ],
)
def test_what_cannot_be_is_told(honjin: Run, tmp_path: Path, words: str, told: str) -> None:
    """One line says what was expected."""
    result = honjin(words.format(folder=tmp_path / "x"))
    assert 2 == result.exit_code
    assert re.search(told, " ".join(result.stderr.split()))


def test_counts_have_their_plural() -> None:
    """The example in the docstring holds."""
    assert 0 == doctest.testmod(honjin.cli.train.dataset).failed
