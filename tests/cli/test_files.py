"""Files as people have them, given to the commands that read files."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.running import Run
from honjin.core.play import Play
from honjin.core.reading.bounds import MAX_RECORD
from honjin.core.study.file import MAX_FILE, write_study
from madeup.game import GAME as FAIR

Change = Callable[[str], bytes]


def fair(entries: int = 6) -> str:
    """The record of a fair, with an entry on each line as an editor would lay it out."""
    play = Play(FAIR, {"rounds": "1"})
    play.run_chance(lambda total: 0)
    for seat, text in ((0, "bid1"), (1, "bid0"), (0, "bright"), (0, "card1")):
        play.act_text(seat, text)
    fields = json.loads(play.record().to_json())
    return json.dumps(fields | {"actions": fields["actions"][:entries]}, indent=1) + "\n"


CHANGES: dict[str, Change] = {
    "mark": lambda text: text.encode("utf-8-sig"),
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "cr": lambda text: text.replace("\n", "\r").encode(),
    "no end": lambda text: text.strip().encode(),
    "blank lines": lambda text: f"{text}\n\n".encode(),
    "all": lambda text: text.replace("\n", "\r\n").strip().encode("utf-8-sig"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_reads_a_record_from_any_editor(honjin: Run, tmp_path: Path, change: Change) -> None:
    """A byte order mark was refused, with an invisible sign in the message."""
    file = tmp_path / "私の対局.json"
    file.write_bytes(change(fair()))
    assert "Step 6 of 6" in honjin(f"replay {file}").stdout
    assert 0 == honjin(f"verify {file}").exit_code


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_reads_a_study_from_any_editor(honjin: Run, tmp_path: Path, change: Change) -> None:
    """A study is read as a record is."""
    file = tmp_path / "study.json"
    file.write_bytes(change(write_study("序盤", []).to_json().decode()))
    assert "序盤\n" == honjin(f"study {file}").stdout


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_reads_a_plan_from_any_editor(honjin: Run, tmp_path: Path, change: Change) -> None:
    """A plan's faults are those of its contents."""
    file = tmp_path / "plan.toml"
    file.write_bytes(change('game = "madeup"\nprecision = 0.7\n'))
    result = honjin(f"experiment {file}")
    assert "expected a precision from 0.001 to 0.5, got 0.7" in " ".join(result.stderr.split())


REFUSED = [
    (lambda text: text.encode("utf-16"), "this file is UTF-16; save it as UTF-8"),
    (lambda text: text.encode() + "盤".encode("cp932"), "got the byte 0x94; save the file as"),
    (lambda text: b"", "this file is empty"),
    (lambda text: b"\xef\xbb\xbf", "this file is empty"),
    (lambda text: b"\x1f\x8b" + text.encode(), "this file is compressed (gzip)"),
    (lambda text: text.encode() + b" " * MAX_FILE, " bytes; at most "),
]  # fmt: skip


@pytest.mark.parametrize("command", ["replay", "verify", "study"])
@pytest.mark.parametrize(("change", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_says_what_is_wrong_with_a_file(
    honjin: Run, tmp_path: Path, command: str, change: Change, said: str
) -> None:
    """Whichever command reads it: one line, exit code 2."""
    file = tmp_path / "game.json"
    file.write_bytes(change(fair()))
    result = honjin(f"{command} {file}")
    assert (2, 1) == (result.exit_code, result.stderr.count("\n"))
    assert said in result.stderr


def test_says_so_in_japanese(honjin: Run, tmp_path: Path) -> None:
    """The reason was known in English only."""
    file = tmp_path / "game.json"
    file.write_text(fair(), "utf-16")
    said = "は記録として読めない（このファイルはUTF-16です。UTF-8で保存し直してください）。"
    assert said in honjin(f"replay {file} --lang ja").stderr


def several(file: Path, count: int = 3, between: str = "\n") -> Path:
    """A file with a game on each line, the first ones shorter."""
    games = [json.dumps(json.loads(fair(n))) for n in range(7 - count, 7)]
    file.write_text(between.join(games), "utf-8", newline="")
    return file


@pytest.mark.parametrize("name", ["games.jsonl", "games.json", "対局集.txt"])
@pytest.mark.parametrize("between", ["\n", "\r\n", "\r", "\n\ufeff"])
def test_several_games_by_any_name(honjin: Run, tmp_path: Path, name: str, between: str) -> None:
    """What a file contains decides; only a name with .jsonl was taken for several games."""
    file = several(tmp_path / name, between=between)
    for command in ("replay", "verify"):
        result = honjin(f"{command} {file}")
        assert (2, True) == (
            result.exit_code,
            "has 3 lines: choose a game with --line" in " ".join(result.stderr.split()),
        )
    assert "Step 0 of 5" in honjin(f"replay {file} --line 2").stdout
    assert "6 entries replay" in honjin(f"verify {file} --line 3").stdout


def test_an_empty_line_is_no_game(honjin: Run, tmp_path: Path) -> None:
    """It is called so; the whole file was read in its place, and called malformed."""
    file = several(tmp_path / "games.jsonl", between="\n\n")
    for command in ("replay", "verify", "picture"):
        refused = honjin(f"{command} {file} --line 2")
        assert 2 == refused.exit_code
        assert "line 2 is empty" in " ".join(refused.stderr.split())
    assert "2行目は空です" in honjin(f"replay {file} --line 2 --lang ja").stderr
    assert "Step 0 of 5" in honjin(f"replay {file} --line 3").stdout


def test_a_line_of_a_long_file(honjin: Run, tmp_path: Path) -> None:
    """A file of many games can be larger than any record, and is not read as a whole."""
    file = several(tmp_path / "games.jsonl")
    line = file.read_bytes().split(b"\n")[0] + b"\n"
    count = MAX_RECORD // len(line) + 10
    file.write_bytes(line * count + file.read_bytes())
    assert f"has {count + 3:,} lines" in " ".join(honjin(f"replay {file}").stderr.split())
    assert "Step 0 of 5" in honjin(f"replay {file} --line {count + 2}").stdout
    refused = honjin(f"replay {file} --line {count + 4}").stderr
    assert f"expected --line from 1 to {count + 3:,}, got {count + 4}" in refused


def test_a_map_from_any_editor(honjin: Run, tmp_path: Path) -> None:
    """A map is shown alike from each file, and one in UTF-16 is called so in both languages."""
    file = tmp_path / "地図.toml"
    honjin(f"map swords --name two_banks --players 2 --out {file}")
    written = file.read_text("utf-8")
    shown = honjin(f"map swords --map {file}").stdout
    assert "Two Banks" in shown
    for change in CHANGES.values():
        file.write_bytes(change(written))
        assert shown == honjin(f"map swords --map {file}").stdout
    file.write_text(written, "utf-16")
    for language, said in (("en", "save it as UTF-8"), ("ja", "UTF-8で保存し直してください")):
        assert said in honjin(f"map swords --map {file} --lang {language}").stderr


def test_a_folder_instead_of_a_file(honjin: Run, tmp_path: Path) -> None:
    """Each command says that it is one."""
    folder = tmp_path / "f.toml"
    folder.mkdir()
    for words in (f"map swords --map {folder}", f"experiment {folder}"):
        assert "folder" in honjin(words).stderr
    for command in ("replay", "verify", "study", "picture"):
        told = re.sub(r"[\s│]+", " ", honjin(f"{command} {folder}").stderr)
        assert "is a directory" in told
