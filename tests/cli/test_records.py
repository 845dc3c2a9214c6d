"""`honjin replay` and `honjin verify`: what becomes of a saved game."""

import json
import re
from pathlib import Path

import pytest

from cli.running import Run
from honjin.core.play import Play
from madeup.game import GAME as FAIR


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A short finished fair."""
    play = Play(FAIR, {"rounds": "1"})
    play.run_chance(lambda total: 0)
    for seat, text in ((0, "bid1"), (1, "bid0"), (0, "bright"), (0, "card1")):
        play.act_text(seat, text)
    assert play.result() is not None
    file = tmp_path / "game.json"
    file.write_text(play.record().to_json(), "utf-8")
    return file


def changed(file: Path, **fields: object) -> Path:
    """The same record with other fields."""
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | fields), "utf-8")
    return file


def test_replays_in_words_with_boards(honjin: Run, record: Path) -> None:
    """Each step is printed with the board after it, and the end with its reason."""
    out = honjin(f"replay {record}").stdout
    assert "Step 0 of 6" in out
    assert 7 == out.count("round 1/1")
    assert "Red plays a 1 on the bright lantern for 1  [7]" in out
    assert "Red wins." in out


def test_shows_one_step(honjin: Run, record: Path) -> None:
    """`--at` shows only the board after that number of steps."""
    out = honjin(f"replay {record} --at 5").stdout
    assert 1 == out.count("round 1/1")
    assert "Step 5 of 6" in out
    assert "Red wins." not in out


def test_an_unfinished_game_says_so(honjin: Run, record: Path) -> None:
    """A record that stops early is printed to its last step."""
    entries = json.loads(record.read_text("utf-8"))["actions"]
    out = honjin(f"replay {changed(record, actions=entries[:-1])}").stdout
    assert "The game is not over." in out


def test_tells_a_resignation(honjin: Run, record: Path) -> None:
    """Giving up is a step like others."""
    entries = json.loads(record.read_text("utf-8"))["actions"]
    out = honjin(f"replay {changed(record, actions=[*entries[:-1], '0:resign'])}").stdout
    assert "Red resigns" in out
    assert "Blue wins. one is left alone" in out


def test_in_japanese(honjin: Run, record: Path) -> None:
    """The same in the other language."""
    assert "赤の勝ち" in honjin(f"replay {record} --lang ja").stdout


def test_a_step_outside_is_refused(honjin: Run, record: Path) -> None:
    """`--at` beyond the record names the range."""
    result = honjin(f"replay {record} --at 99")
    assert (2, True) == (result.exit_code, "--at is from 0 to 6" in result.stderr)


def test_verifies_a_record(honjin: Run, record: Path) -> None:
    """A record in order says what was checked, exit code 0."""
    result = honjin(f"verify {record}")
    assert 0 == result.exit_code
    assert "ok   record: 6 entries replay under the rules" in result.stdout
    assert "in order" in result.stdout


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"actions": ["*:1", "*:9"]}, "entry 2 ('*:9') cannot be played"),
        ({"actions": ["*:1", "*:1", "0:bright"]}, "entry 3 ('0:bright') cannot be played"),
        ({"rules": 99}, "made under rules 99"),
        ({"game": "nosuch"}, "no game 'nosuch'"),
        ({"options": {"seats": "9"}}, "option seats is one of 2, 3, 4"),
    ],
)
def test_says_what_is_off(honjin: Run, record: Path, fields: dict[str, object], said: str) -> None:
    """A record that does not replay is exit code 1, and the line names the entry."""
    result = honjin(f"verify {changed(record, **fields)}")
    assert 1 == result.exit_code
    assert "OFF  record: " in result.stdout
    assert said in result.stdout
    assert "is not in order" in result.stdout


def test_replays_a_game_of_an_arena(honjin: Run, record: Path, tmp_path: Path) -> None:
    """A line of its file, which has to be said where there are several."""
    games = tmp_path / "games.jsonl"
    short = json.loads(record.read_text("utf-8"))
    games.write_text(
        "".join(json.dumps(short | {"actions": short["actions"][:n]}) + "\n" for n in (2, 6)),
        "utf-8",
    )
    assert "Step 0 of 6" in honjin(f"replay {games} --line 2").stdout
    assert "Step 0 of 2" in honjin(f"replay {games} --line 1").stdout
    for words, reason in (
        ("", "has 2 lines: choose a game with --line"),
        ("--line 3", "expected --line from 1 to 2, got 3"),
    ):
        result = honjin(f"replay {games} {words}")
        assert (2, True) == (result.exit_code, reason in " ".join(result.stderr.split()))


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"game": 1}', b"\xff\xfe\x00"])
def test_no_record_at_all(honjin: Run, tmp_path: Path, command: str, content: bytes) -> None:
    """A file that holds no record is one red line and exit code 2."""
    file = tmp_path / "junk"
    file.write_bytes(content)
    result = honjin(f"{command} {file}")
    assert (2, 1) == (result.exit_code, result.stderr.count("\n"))
    assert "expected a Honjin record in JSON" in result.stderr


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_no_file(honjin: Run, tmp_path: Path, command: str) -> None:
    """A file that is not there is named."""
    result = honjin(f"{command} {tmp_path}/nothing")
    assert 2 == result.exit_code
    assert "does not exist" in re.sub(r"[\s│]+", " ", result.stderr)


def exported(file: Path, **changes: object) -> Path:
    """A finished fair as the site exports it, its draws made by the site's dice."""
    from honjin.server.tables.session import dice

    secret, nonces = "ab" * 32, ["1", "2"]
    draws: list[dict[str, int]] = []

    def draw(total: int) -> int:
        ticket = dice.ticket(secret, nonces, len(draws) + 1, total)
        draws.append({"n": len(draws) + 1, "total": total, "ticket": ticket})
        return ticket

    play = Play(FAIR, {"rounds": "1"})
    play.run_chance(draw)
    play.resign(0)
    commit = dice.commitment(secret)
    told = {"commit": commit, "nonces": nonces, "secret": secret, "draws": draws} | changes
    fields = json.loads(play.record().to_json()) | {"given": 0, "dice": told}
    file.write_text(json.dumps(fields), "utf-8")
    return file


def test_verifies_an_export(honjin: Run, tmp_path: Path) -> None:
    """Secret, every draw and every outcome are recomputed and shown."""
    result = honjin(f"verify {exported(tmp_path / 'game.json')}")
    assert (0, False) == (result.exit_code, "OFF" in result.stdout)
    for line in ("ok   record: 3 entries", "ok   secret: ", "ok   draw 1: ", "ok   draw 2: "):
        assert line in result.stdout


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"secret": "cd" * 32}, "OFF  secret: "),
        ({"commit": "00"}, "OFF  secret: is not 00"),
        ({"nonces": ["2", "1"]}, "OFF  draw 1: "),
        ({"draws": []}, "has no draw"),
    ],
)
def test_says_which_dice_are_off(
    honjin: Run, tmp_path: Path, changes: dict[str, object], said: str
) -> None:
    """An export whose dice do not follow from its secret is exit code 1."""
    result = honjin(f"verify {exported(tmp_path / 'game.json', **changes)}")
    assert 1 == result.exit_code
    assert said in result.stdout


def test_replays_an_export(honjin: Run, tmp_path: Path) -> None:
    """An export is a record with additional fields."""
    assert "Red resigns" in honjin(f"replay {exported(tmp_path / 'game.json')}").stdout
