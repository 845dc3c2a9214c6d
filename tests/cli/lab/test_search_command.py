"""`honjin balance --search`."""

from pathlib import Path

import msgspec
import pytest

from cli.running import Run
from honjin.cli.lab.tuning import Asked
from honjin.lab.tuning.journal import SearchJournal
from honjin.lab.tuning.proof import Tuned
from honjin.lab.tuning.running import JOURNAL, Tuning
from madeup.game import GAME

MADEUP = "balance madeup --search --bots random --jobs 1 --games 60 --proof 20"


@pytest.mark.slow
def test_finds_proves_and_goes_on(honjin: Run, tmp_path: Path) -> None:
    """The result is saved in the folder; a second run plays nothing and prints the same."""
    asked = f"{MADEUP} --vary rounds=1,2 --within 0.2 --out {tmp_path}"
    told = honjin(asked)
    for text in ("Most balanced choice", "After", "The search played"):
        assert text in told.output
    tuned = msgspec.json.decode((tmp_path / "found.json").read_bytes(), type=Tuned)
    assert tuned.values["rounds"] in ("1", "2")
    assert tuned.proved is not None
    assert 20 == tuned.proved.games
    before = (tmp_path / "search.jsonl").read_bytes()
    again = honjin(asked)
    assert before == (tmp_path / "search.jsonl").read_bytes()
    assert told.output.splitlines()[-8:] == again.output.splitlines()[-8:]


@pytest.mark.slow
def test_tells_it_in_japanese(honjin: Run, tmp_path: Path) -> None:
    told = honjin(f"{MADEUP} --vary rounds=1,2 --lang ja --out {tmp_path}")
    assert "最も均等な設定" in told.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "--search needs at least one option to vary: --vary key=a..b"),
        ("--vary rounds=1", "expected 2 to 200 values of rounds, each once, got 1"),
        ("--vary rounds=1,2 --rounds 1", "option rounds is both given and varied"),
        ("--vary rounds=1,2 --within 2", "expected a deviation from 0.005 to 0.5, got 2"),
        ("--vary rounds=1,2 --forgive", "--forgive means nothing with --search"),
        ("--vary rounds:a:b=1,2", "of madeup is drawn: "),
        ("--vary rounds=1,2 --jobs 0", "expected 1 to 64 jobs, got 0"),
    ],
)
def test_bad_input_is_one_line(honjin: Run, tmp_path: Path, words: str, says: str) -> None:
    """And no folder is made."""
    told = honjin(f"{MADEUP} {words} --out {tmp_path / 'new'}")
    assert 2 == told.exit_code
    assert 1 == told.stderr.count("\n")
    assert says in told.stderr
    assert "" == told.stdout  # it said where games are saved
    assert not (tmp_path / "new").exists()


def test_another_search_is_one_line(honjin: Run, tmp_path: Path) -> None:
    """The difference is named, before it is said where games are saved."""
    asked = Asked([], [], ["rounds=1,2"], "random", 60, 20, 0.05, 2).search(GAME)
    with SearchJournal(tmp_path / JOURNAL, Tuning(asked, tmp_path, game=GAME).head()):
        pass
    told = honjin(f"{MADEUP} --vary rounds=1,2 --out {tmp_path}")
    assert (2, "") == (told.exit_code, told.stdout)
    assert f"{tmp_path} belongs to another search: seed differ" in told.stderr
