"""Tables on disk: saving, resuming, verifying, and refusing wrong ones."""

import shutil
from collections import namedtuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from honjin.core.errors import GameOver, Unreadable
from honjin.solver import BadExport, Damaged, NoRoom, NotSolved, Step, Tables, check, export, solve
from solver.maze import MAZE
from solver.solved_positions import GAME, sampled, start_of

OPTIONS = GAME.read_options({"act": "1", "deal": "gggjjj"})


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The file of the solved maze."""
    solve(MAZE, {}, tmp_path)
    return tmp_path / "maze" / "maze.table"


def test_a_table_is_solved_once(table: Path, tmp_path: Path) -> None:
    """The second time it is only opened."""
    before = table.stat().st_mtime_ns
    solve(MAZE, {}, tmp_path)
    assert before == table.stat().st_mtime_ns
    assert [table.name, "maze.lock"] == sorted(p.name for p in table.parent.iterdir())[::-1]


@pytest.mark.parametrize("at", [4096, 5000, -1])
def test_a_changed_byte_is_named(table: Path, tmp_path: Path, at: int) -> None:
    """One byte is enough: the file is refused by name."""
    content = bytearray(table.read_bytes())
    content[at] ^= 1
    table.write_bytes(content)
    with pytest.raises(Damaged, match=r"maze\.table: the checksum does not match"):
        Tables.open(MAZE, tmp_path).value(MAZE.setup({}))


@pytest.mark.parametrize("bit", [1, 128])
def test_a_changed_byte_of_the_page_is_named(table: Path, tmp_path: Path, bit: int) -> None:
    """Each number of the page follows from what comes after it, or was asked for.

    A longest distance of one ply less was once not noticed.
    """
    content = table.read_bytes()
    for at in [*range(len(content[:4096].rstrip()) + 2), 4095]:
        changed = bytearray(content)
        changed[at] ^= bit
        table.write_bytes(changed)
        with pytest.raises(Damaged, match=r"maze\.table"):
            Tables.open(MAZE, tmp_path).value(MAZE.setup({}))


def test_another_longest_distance_is_named(table: Path, tmp_path: Path) -> None:
    """It is compared with the values themselves."""
    content, longest = table.read_bytes(), solve(MAZE, {}, tmp_path).head.longest
    for wrong in (longest - 1, longest + 1):
        told = f'"longest":{wrong}'.encode()
        table.write_bytes(content.replace(f'"longest":{longest}'.encode(), told))
        with pytest.raises(Damaged, match=rf"of {wrong} plies at most, got 240 of {longest}"):
            solve(MAZE, {}, tmp_path)


def test_a_table_under_another_name_is_named(table: Path, tmp_path: Path) -> None:
    """A table of another deal was once believed, and gave that deal's values."""
    content = table.read_bytes()
    table.write_bytes(content.replace(b'"key":"maze"', b'"key":"yard"'))
    for work in (solve, check):
        with pytest.raises(Damaged, match=r"maze\.table: expected the table of maze, got .* yard"):
            work(MAZE, {}, tmp_path)
    with pytest.raises(Damaged, match="expected the table of maze"):
        Tables.open(MAZE, tmp_path).value(MAZE.setup({}))


@pytest.mark.parametrize("length", [-1, 4096, 100, 0])
def test_a_truncated_table_is_named(table: Path, tmp_path: Path, length: int) -> None:
    """However much is missing."""
    table.write_bytes(table.read_bytes()[:length])
    with pytest.raises(Damaged, match=r"maze\.table"):
        solve(MAZE, {}, tmp_path)


def test_a_table_of_other_rules_is_named(table: Path, tmp_path: Path) -> None:
    """A table that was made under another version of the rules is not used."""
    content = table.read_bytes()
    table.write_bytes(content.replace(b'"rules":1,', b'"rules":2,'))
    with pytest.raises(Damaged, match="expected a table of maze under rules"):
        solve(MAZE, {}, tmp_path)


def test_a_table_that_lies_is_found(table: Path, tmp_path: Path) -> None:
    """A wrong byte under a right checksum: opening believes it, the check does not."""
    import msgspec

    from honjin.solver.tables.files import Head, checksum

    content = bytearray(table.read_bytes())
    content[-1] ^= 3
    table.write_bytes(content)
    head = msgspec.json.decode(content[:4096].rstrip(), type=Head)
    head = msgspec.structs.replace(head, checksum=checksum(table))
    table.write_bytes(msgspec.json.encode(head).ljust(4095) + b"\n" + content[4096:])
    solve(MAZE, {}, tmp_path)
    with pytest.raises(Damaged, match="contradicts its actions"):
        check(MAZE, {}, tmp_path)


def test_a_sound_table_is_proved(table: Path, tmp_path: Path) -> None:
    """By its checksum and by every position."""
    assert 240 == check(MAZE, {}, tmp_path).head.positions


class Broken(Exception):
    """What breaks a solve off."""


def test_broken_off_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved work is not done again, and the table is the same in the end."""
    monkeypatch.setattr("honjin.solver.tables.solving.KEEP_SECONDS", -1.0)
    whole = solve(GAME, OPTIONS, tmp_path / "whole").bytes.tolist()

    def stop(news: Any) -> None:
        if isinstance(news, Step) and news.depth == 6:
            raise Broken

    with pytest.raises(Broken):
        solve(GAME, OPTIONS, tmp_path / "broken", tell=stop)
    seen: list[int] = []

    def look(news: Any) -> None:
        if isinstance(news, Step):
            seen.append(news.depth)

    assert whole == solve(GAME, OPTIONS, tmp_path / "broken", tell=look).bytes.tolist()
    assert 5 == seen[0]
    assert not list((tmp_path / "broken" / "rokumon").glob("*.part"))


def test_a_full_disk_loses_nothing(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without room nothing is begun, and what was solved stays."""
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9, 1000))
    with pytest.raises(NoRoom, match=r"expected [\d,]+ bytes of free disk, got 1,000"):
        solve(GAME, OPTIONS, tmp_path)
    assert not list((tmp_path / "rokumon").glob("*.part"))
    assert Tables.open(MAZE, tmp_path).value(MAZE.setup({}))


def test_what_is_not_solved_says_how_to(tmp_path: Path) -> None:
    """A position without its table names the command."""
    with pytest.raises(NotSolved, match=r"1-gggjjj\.table; `honjin solve rokumon` makes it"):
        Tables.open(GAME, tmp_path).value(start_of("1", "gggjjj"))


def test_a_position_is_asked_in_notation(tables: Tables) -> None:
    """The act is read from the text; choices come in notation, best first if sorted by rank."""
    answer = tables.value("2 ggg/jjjj .,.,./.,.,.,. r - - - 0 -")
    assert "black wins in 22" == answer.text
    assert ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3", "r2c4"] == list(answer.choices)
    assert {"loses in 22"} == {str(value) for value in answer.choices.values()}


def test_a_bad_text_is_refused(tables: Tables) -> None:
    """What was expected, for the act that the text names."""
    with pytest.raises(Unreadable, match="expected"):
        tables.value("2 ggg/jjjj nonsense")


def test_a_game_that_is_over_has_no_value(tables: Tables) -> None:
    """There is nothing to choose."""
    s = start_of("1", "gggjjj")
    GAME.resign(s, 0)
    with pytest.raises(GameOver):
        tables.value(s)


# ---- export


def test_positions_are_exported_as_text(folder: Path, tables: Tables, tmp_path: Path) -> None:
    """Each line can be read back and has the value of its position."""
    to = tmp_path / "some.csv"
    assert 200 == export(GAME, OPTIONS, folder, to, sample=200)
    lines = to.read_text("utf-8").splitlines()
    assert "position,side,result,plies" == lines[0]
    assert 201 == len(set(lines))
    for line in lines[1:]:
        text, side, result, plies = line.rsplit(",", 3)
        text = text.strip('"')
        if text.endswith(" -"):
            value = tables.value(text).value
            assert (value.result, value.plies) == (int(result), int(plies))
            assert side[0] == text.split()[3]


def test_arrays_are_exported_whole(folder: Path, tmp_path: Path) -> None:
    """All positions with family, member and byte."""
    to = tmp_path / "all.npz"
    assert 73_970 == export(GAME, OPTIONS, folder, to)
    with np.load(to) as found:
        assert ["family", "member", "value"] == sorted(found.files)
        assert {73_970} == {len(found[name]) for name in found.files}


@pytest.mark.parametrize("name", ["all.csv", "all.npz"])
def test_a_file_is_there_whole_or_not_at_all(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """An export that is interrupted leaves the file that was there before, and nothing else."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("honjin.solver.tables.export.read_byte", interrupted)
    monkeypatch.setattr("numpy.savez_compressed", interrupted)
    to = tmp_path / name
    to.write_bytes(b"before")
    with pytest.raises(KeyboardInterrupt):
        export(GAME, OPTIONS, folder, to)
    assert b"before" == to.read_bytes()
    assert [to] == list(tmp_path.iterdir())


def test_an_export_tells_how_far_it_is(folder: Path, tmp_path: Path) -> None:
    """A whole table takes up to an hour as text."""
    told: list[tuple[int, int, str]] = []
    export(
        GAME, OPTIONS, folder, tmp_path / "some.csv", sample=2500,
        tell=lambda news: told.append(news.progress()),
    )  # fmt: skip
    assert [(done, 2500, "positions exported") for done in (1000, 2000)] == told


def test_other_forms_are_refused(folder: Path, tmp_path: Path) -> None:
    """The message names the forms there are."""
    with pytest.raises(BadExport, match=r"\.csv or \.npz, got 'all\.txt'"):
        export(GAME, OPTIONS, folder, tmp_path / "all.txt")


@pytest.mark.slow
def test_the_epilogue_is_solved_too(tmp_path: Path) -> None:
    """The player against the Automa: positions that the deal comes to, Surprise included."""
    solve(GAME, GAME.read_options({"act": "epilogue", "deal": "1234567"}), tmp_path)
    tables = Tables.open(GAME, tmp_path)
    assert "red wins in 7" == tables.value(start_of("epilogue", "7654321")).text
    s = start_of("epilogue", "1234567")
    while GAME.may_act(s):
        answer = tables.value(s)
        assert answer.value.rank == max(value.rank for value in answer.actions.values())
        GAME.apply_action(s, s.turn, answer.best()[0])
    assert (0, 7) == (s.winner, s.ply)


def test_no_game_comes_to_some_positions(tables: Tables) -> None:
    """Sampled positions of a solved deal are all there."""
    assert all(tables.value(s) for s in sampled("2", "gggjjjj", 50) if not s.outcome)
