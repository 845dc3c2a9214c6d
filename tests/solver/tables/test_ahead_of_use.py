"""Tables made by another process, and how large they will be."""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec
import pytest

from honjin.solver import Tables, plan_for, plans_for
from honjin.solver.tables.plans import table_path
from honjin.solver.tables.presolve import Order, command
from honjin.solver.tables.size import positions_about
from solver.solved_positions import GAME

ADDRESS = "honjin.games.rokumon.game"
ACT_3_POSITIONS = 139_365_014


@pytest.mark.slow
def test_sizes_are_known_beforehand(tables: Tables) -> None:
    """Within a tenth of the solved number; unknown where positions must be searched."""
    for options in ({"act": "1", "deal": "gggjjj"}, {"act": "2", "deal": "gggjjjj"}):
        read = GAME.read_options(options)
        _, table = tables.table_for(GAME.setup(read))
        about = positions_about(GAME, plan_for(GAME, read))
        assert table.head.positions == pytest.approx(about, rel=0.1)
    for case in plans_for(GAME, GAME.read_options({"act": "3"})):
        assert ACT_3_POSITIONS == pytest.approx(
            positions_about(GAME, plan_for(GAME, case)), rel=0.1
        )
    epilogue = GAME.read_options({"act": "epilogue", "deal": "1234567"})
    assert positions_about(GAME, plan_for(GAME, epilogue)) is None


def made(folder: Path, position: str, act: str) -> tuple[int, list[str]]:
    """How the process ended, and the lines that it said."""
    order = Order(ADDRESS, position, GAME.read_options({"act": act}), str(folder))
    done = subprocess.run(
        command(), input=msgspec.json.encode(order), capture_output=True, check=False
    )
    return done.returncode, done.stdout.decode().splitlines()


@pytest.mark.slow
def test_another_process_makes_the_table_of_a_position(tmp_path: Path, folder: Path) -> None:
    """Byte for byte the one that is made here; it says how much is done of how much."""
    code, lines = made(tmp_path, "1 ggg/jjj r,.,./b,.,. r - - - 2 -", "1")
    assert 0 == code
    shares = [tuple(map(int, line.split())) for line in lines]
    assert sorted(shares) == shares
    assert all(done <= of for done, of in shares)
    path = table_path(tmp_path, "rokumon", "1-gggjjj")
    assert table_path(folder, "rokumon", "1-gggjjj").read_bytes() == path.read_bytes()


@pytest.mark.slow
def test_what_cannot_be_solved_says_why(tmp_path: Path) -> None:
    """On the last line, and nothing is left on the disk."""
    start = GAME.notation.write_position(GAME.setup(GAME.read_options({"act": "4"})))
    code, lines = made(tmp_path, start, "4")
    assert 1 == code
    assert "act 4 is not solved" in lines[-1]
    assert [] == list(tmp_path.iterdir())
