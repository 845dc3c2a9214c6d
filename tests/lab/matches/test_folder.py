"""What an arena keeps."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.games import load
from honjin.lab import NotKept, Question, WrongFolder, find_entrants, match
from honjin.lab.lines import Lines, alone_in
from honjin.lab.matches.folder import GAMES, MANIFEST, Folder
from honjin.lab.matches.question import code_digest, question_of

ROKUMON = load("rokumon")


def question(*bots: str, seed: int = 1, **options: object) -> Question:
    chosen = ROKUMON.read_options({"act": "2", **options})
    entrants = find_entrants(ROKUMON, chosen, bots or ("greedy", "random"))
    return question_of(ROKUMON, chosen, entrants, seed)


def line(seed: int = 1, place: int = 0) -> bytes:
    """A game's line, on a place of round 0."""
    played = match(ROKUMON, ["random", "random"], {"act": "2"}, seed=seed)
    return played._replace(match=msgspec.structs.replace(played.match, place=place)).line()


def test_keeps_lines_and_finds_them_again(tmp_path: Path) -> None:
    """Games are there when the folder is opened again, by round and place."""
    with Folder(tmp_path / "new" / "one", question()) as folder:
        assert {} == folder.matches
        folder.keep(line())
        folder.keep(line(2, place=1))
    with Folder(tmp_path / "new" / "one", question()) as folder:
        assert [(0, 0), (0, 1)] == list(folder.matches)
        assert 2 == folder.matches[0, 1].seed


def test_the_manifest_holds_the_question(tmp_path: Path) -> None:
    """Readable JSON: game, rules, options, bots and what levels mean, seed, code."""
    with Folder(tmp_path, question("samurai", "greedy", seed=7)):
        pass
    told = msgspec.json.decode((tmp_path / MANIFEST).read_bytes())
    assert ("rokumon", ROKUMON.version, 7) == (told["game"], told["rules"], told["seed"])
    assert ["samurai", "greedy"] == told["bots"]
    act_2 = ROKUMON.read_options({"act": "2"})
    assert [ROKUMON.levels(act_2)[1], "greedy"] == told["means"]
    assert "2" == told["options"]["act"]
    assert told["code"]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (partial(question, "greedy", "greedy"), "bots is greedy, random, not greedy, greedy #2"),
        (partial(question, seed=2), "seed is 1, not 2"),
        (partial(question, act="3"), "option act is '2', not '3'"),
        (
            partial(question, fight_tie="forbidden"),
            "option fight_tie is 'top_returns', not 'forbidden'",
        ),
    ],
)
def test_refuses_another_question(tmp_path: Path, other: Callable[[], Question], said: str) -> None:
    """The error names each difference, and the folder stays as it is."""
    with Folder(tmp_path, question()) as folder:
        folder.keep(line())
    with pytest.raises(WrongFolder, match="belongs to another question: there") as problem:
        Folder(tmp_path, other(), other_code=True)
    assert said in str(problem.value)
    with Folder(tmp_path, question()) as folder:
        assert 1 == len(folder.matches)


@pytest.mark.slow
def test_refuses_other_code_unless_told(tmp_path: Path) -> None:
    """Games of another code are another question, but one may say that they are not."""
    with Folder(tmp_path, question()):
        pass
    other = msgspec.structs.replace(question(), code="changed")
    with pytest.raises(WrongFolder, match="code is"):
        Folder(tmp_path, other)
    with Folder(tmp_path, other, other_code=True) as folder:
        assert {} == folder.matches


@pytest.mark.parametrize("name", ["notes.txt", GAMES])
def test_refuses_a_folder_of_something_else(tmp_path: Path, name: str) -> None:
    """A folder with files and no manifest is not taken over."""
    (tmp_path / name).write_text("mine")
    with pytest.raises(WrongFolder, match="holds something else; expected an empty folder"):
        Folder(tmp_path, question())
    assert "mine" == (tmp_path / name).read_text()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"game": 1}'])
def test_refuses_a_broken_manifest(tmp_path: Path, text: str) -> None:
    """A manifest that cannot be read is named."""
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(WrongFolder, match="is not the question of an arena"):
        Folder(tmp_path, question())


@pytest.mark.parametrize("torn", [b"{", b'{"arena": {"round": 0', line()[:-1]])
def test_cuts_off_a_torn_line(tmp_path: Path, torn: bytes) -> None:
    """What a crash left of the last line goes; the next game is written after the whole ones."""
    with Folder(tmp_path, question()) as folder:
        folder.keep(line())
    with (tmp_path / GAMES).open("ab") as file:
        file.write(torn)
    with Folder(tmp_path, question()) as folder:
        assert 1 == len(folder.matches)
        folder.keep(line(place=1))
    assert line().split(b'"arena"')[0] == (tmp_path / GAMES).read_bytes().split(b'"arena"')[0]
    with Folder(tmp_path, question()) as folder:
        assert 2 == len(folder.matches)


def test_refuses_a_broken_line(tmp_path: Path) -> None:
    """A line in the middle that is no game is named; nothing is thrown away."""
    with Folder(tmp_path, question()) as folder:
        folder.keep(line())
        folder.keep(b"{}\n")
        folder.keep(line(place=1))
    size = (tmp_path / GAMES).stat().st_size
    with pytest.raises(WrongFolder, match=r"games\.jsonl, line 2: expected a game"):
        Folder(tmp_path, question())
    assert size == (tmp_path / GAMES).stat().st_size


@pytest.mark.skipif(os.name != "posix", reason="the lock needs flock")
def test_one_arena_at_a_time(tmp_path: Path) -> None:
    """A folder that is open cannot be opened a second time."""
    with (
        Folder(tmp_path, question()),
        pytest.raises(WrongFolder, match="is in use by another process"),
    ):
        Folder(tmp_path, question())
    with Folder(tmp_path, question()):
        pass


@pytest.mark.skipif(os.name != "posix", reason="the lock needs flock")
def test_a_folder_that_another_has_begun_is_not_taken(tmp_path: Path) -> None:
    """No question is written until the lock is there; what the other left is no obstacle."""
    lines = Lines(tmp_path / GAMES)
    with pytest.raises(WrongFolder, match="is in use by another process"):
        Folder(tmp_path, question())
    assert not (tmp_path / MANIFEST).exists()
    lines.close()
    with Folder(tmp_path, question()):
        assert (tmp_path / MANIFEST).exists()


def test_a_line_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of a line on a full disk is taken back; the lines before stay."""
    write = os.write

    def half(file: int, data: bytes) -> int:
        if len(data) < 40:
            raise OSError(28, "No space left on device")
        return write(file, data[: len(data) // 2])

    with Folder(tmp_path, question()) as folder:
        folder.keep(line())
        size = (tmp_path / GAMES).stat().st_size
        monkeypatch.setattr(os, "write", half)
        with pytest.raises(NotKept, match="No space left on device; earlier games are saved"):
            folder.keep(line(place=1))
        monkeypatch.undo()
        assert size == (tmp_path / GAMES).stat().st_size
        folder.keep(line(place=1))
    with Folder(tmp_path, question()) as folder:
        assert 2 == len(folder.matches)


def test_the_latest_line_of_a_place_counts(tmp_path: Path) -> None:
    """A game that was played again, since a bot had failed, replaces the first try."""
    with Folder(tmp_path, question()) as folder:
        folder.keep(line(1))
        folder.keep(line(2))
    with Folder(tmp_path, question()) as folder:
        assert [2] == [m.seed for m in folder.matches.values()]


@pytest.mark.slow
def test_the_code_digest_sees_the_bots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The code of a bot from your own module is part of the question."""
    (tmp_path / "own_bot_for_digest.py").write_text(
        "from honjin.bots import RandomBot\nclass Own(RandomBot): pass\nBOT = Own()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    entrants = find_entrants(ROKUMON, ROKUMON.read_options(), ["own_bot_for_digest.BOT"])
    before = code_digest(ROKUMON, entrants)
    assert before == code_digest(ROKUMON, entrants)
    with (tmp_path / "own_bot_for_digest.py").open("a") as file:
        file.write("# changed\n")
    assert before != code_digest(ROKUMON, entrants)


def test_differences_are_named_field_by_field() -> None:
    """Only the differences between two questions are shown."""
    changed: dict[str, Any] = {"seed": 9, "rules": 4}
    other = msgspec.structs.replace(question(), **changed)
    told = question().differences(other)
    assert [f"rules is {ROKUMON.version}, not 4", "seed is 1, not 9"] == told
    assert [] == question().differences(question())


def test_a_folder_is_kept_if_something_was_kept_in_it(tmp_path: Path) -> None:
    """One that was made for nothing is removed again, with its lock."""
    folder = tmp_path / "new"
    with alone_in(folder):
        assert folder.exists()
    assert not folder.exists()
    with alone_in(folder):
        (folder / "found").touch()
    assert (folder / "found").exists()
