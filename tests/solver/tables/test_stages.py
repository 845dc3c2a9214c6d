"""A game solved stage by stage has the results that it has when all is solved at once."""

import csv
import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from honjin.core.jit.compiled import interpreted
from honjin.solver.retrograde import exits
from honjin.solver.retrograde.graph import LOOPS
from honjin.solver.retrograde.small import listed
from honjin.solver.retrograde.steps import Sweep
from honjin.solver.tables.ask import NotSolved
from honjin.solver.tables.files import Damaged, read_page, sum_of, write_page
from honjin.solver.tables.stages import FORM, StageHead, Stages, StoredStages, stages_of
from honjin.solver.tables.value import read_byte
from solver.last_stage import GAME, first_position, solve_last_stage
from solver.tower import FLOORS, ROOMS, TOWER, Tower

LIST = Path(__file__).parents[1] / "stages.csv"
"""The counts and checksums of all stages of Act 4, deal gggjjjj, as they were solved."""


def solved(folder: Path, jobs: int = 1, **how: Any) -> Stages:
    found = stages_of(TOWER, Tower(), folder, plain=True, jobs=jobs, **how)
    found.solve()
    return found


def results_at_once() -> dict[tuple[int, int, int], int]:
    """The results of all positions that a game reaches, by one analysis of the whole graph."""
    graph, positions = listed(TOWER, Tower())
    table = np.zeros(graph.positions, np.uint8)
    Sweep(interpreted(TOWER, LOOPS[1]), graph, table).run()
    return {
        (s.room, s.turn, s.lit): read_byte(int(byte)).result
        for s, byte in zip(positions, table, strict=True)
    }


@pytest.mark.parametrize(("chunk", "jobs"), [(exits.CHUNK, 1), (1, 3)])
def test_stages_have_the_results_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int, jobs: int
) -> None:
    """All positions that a game can reach, on all floors: won, lost and drawn ones among them.

    Also in small pieces by several threads, which meet stages that are not solved yet.
    """
    monkeypatch.setattr(exits, "CHUNK", chunk)
    stages, every = solved(tmp_path, jobs=jobs), results_at_once()
    assert set(every.values()) == {1, 0, -1}
    assert {room // ROOMS for room, _, _ in every} == set(range(FLOORS))
    for (room, turn, lit), result in every.items():
        assert stages.result(Tower(room=room, turn=turn, lit=lit)) == result


def test_a_result_is_that_of_the_best_action(tmp_path: Path) -> None:
    """Also where the best action leaves the stage, or ends the game."""
    stages = solved(tmp_path)
    for room, turn, lit in results_at_once():
        s = Tower(room=room, turn=turn, lit=lit)
        if TOWER.may_act(s) and (found := stages.results(s)):
            assert stages.result(s) == max(found.values())


def test_what_is_stored_is_not_solved_again(tmp_path: Path) -> None:
    """An interrupted run continues: here with the two stages whose files are missing."""
    stages = solved(tmp_path)
    files = sorted(stages.folder.glob("*.stage"))
    assert len(files) == FLOORS
    times = {path: path.stat().st_mtime_ns for path in files[2:]}
    for path in files[:2]:
        path.unlink()
    again = solved(tmp_path)
    assert sorted(again.folder.glob("*.stage")) == files
    assert {path: path.stat().st_mtime_ns for path in times} == times


def test_stored_stages_tell_who_wins_after_each_action(tmp_path: Path) -> None:
    """In every position of a solved game what its stages say."""
    stages, stored = solved(tmp_path), StoredStages(tmp_path)
    for room, turn, lit in results_at_once():
        s = Tower(room=room, turn=turn, lit=lit)
        if TOWER.may_act(s):
            assert stored.action_results(TOWER, s) == stages.results(s)


def test_a_stage_that_is_not_stored_is_not_solved(tmp_path: Path) -> None:
    """Of a game that is solved from its last stage on, later positions are known."""
    stages = solved(tmp_path)
    first = stages.folder / f"{stages.plan.stage:x}.stage"
    first.unlink()
    stored = StoredStages(tmp_path)
    with pytest.raises(NotSolved, match=first.name):
        stored.action_results(TOWER, Tower())
    assert not first.exists()
    last = Tower(room=(FLOORS - 1) * ROOMS + 1)
    assert stored.action_results(TOWER, last) == stages.results(last)


def test_progress_tells_of_every_stage(tmp_path: Path) -> None:
    """The last report has all stages done."""
    told: list[tuple[int, int, str]] = []
    solved(tmp_path, tell=lambda news: told.append(news.progress()))
    assert told[-1] == (FLOORS, FLOORS, "stages")


@pytest.mark.parametrize("byte", [0, 2_000, 4_096, -1])
def test_a_changed_file_is_refused(tmp_path: Path, byte: int) -> None:
    """A byte of the first page, of the families, of the results."""
    path = solved(tmp_path).folder / "0.stage"
    content = bytearray(path.read_bytes())
    content[byte] ^= 0x41
    path.write_bytes(content)
    with pytest.raises(Damaged, match=path.name):
        solved(tmp_path)


def test_a_changed_byte_of_the_page_is_refused(tmp_path: Path) -> None:
    """Every one but those of `plies`, which the results do not tell."""
    path = solved(tmp_path).folder / "0.stage"
    content = path.read_bytes()
    start = content.index(b'"plies":') + len(b'"plies":')
    told = {*range(start, content.index(b",", start))}
    for at in {*range(len(content[:4096].rstrip()) + 2)} - told:
        changed = bytearray(content)
        changed[at] ^= 1
        path.write_bytes(changed)
        with pytest.raises(Damaged, match=path.name):
            stages_of(TOWER, Tower(), tmp_path, plain=True).solve()


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    """Also one that ends within its first page."""
    path = solved(tmp_path).folder / "0.stage"
    for length in (path.stat().st_size - 1, 100, 0):
        path.write_bytes(path.read_bytes()[:length])
        with pytest.raises(Damaged, match=path.name):
            solved(tmp_path)


def test_a_check_finds_a_wrong_result(tmp_path: Path) -> None:
    """A file with a good checksum and one result that the rules do not give."""
    stages = solved(tmp_path)
    stages.check()
    told: list[tuple[int, int, str]] = []
    stages = stages_of(
        TOWER, Tower(), tmp_path, plain=True, jobs=1, tell=lambda news: told.append(news.progress())
    )
    stages.solve()
    stages.check()
    assert told.count((FLOORS, FLOORS, "stages")) == 1
    path = stages.folder / "3.stage"
    head, body = read_page(path, StageHead, FORM)
    wrong = body.copy()
    wrong[-1] ^= 3
    write_page(path, msgspec.structs.replace(head, checksum=sum_of(wrong)), wrong)
    with pytest.raises(Damaged, match=re.escape("3.stage: its results are not those of the rules")):
        stages_of(TOWER, Tower(), tmp_path, plain=True, jobs=1).check()


@pytest.mark.slow
def test_a_stage_of_rokumon_is_what_the_rules_say(tmp_path: Path) -> None:
    """Act 4 after both Surprises: the stage has the counts and the checksum of the stored list.

    300 positions have the result of their best action under the rules themselves.
    """
    stages, game, s = solve_last_stage(tmp_path), GAME, first_position()
    found = stages.of(game.index.stage(s), s)
    head = found.head
    assert head.drawn + head.won + head.lost == head.positions
    with LIST.open(newline="") as rows:
        row = next(one for one in csv.DictReader(rows) if int(one["stage"], 16) == head.stage)
    assert row == {"stage": f"{head.stage:x}"} | {
        key: str(getattr(head, key)) for key in list(row)[1:]
    }
    assert stages.results(s) == StoredStages(tmp_path).action_results(game, s)
    game.index.canonical_key(s, [0, 0])
    rng, families = np.random.default_rng(3), np.flatnonzero(found.places >= 0)
    for family in map(int, rng.choice(families, 300)):
        place = found.places[family]
        member = int(rng.integers(found.first[place + 1] - found.first[place]))
        one = game.index.position(s, family, member)
        if game.may_act(one):
            assert stages.result(one) == max(stages.results(one).values())
        else:
            assert found.result(family, member) == -1
