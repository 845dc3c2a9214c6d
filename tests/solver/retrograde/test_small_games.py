"""The analysis itself, on games small enough for brute force, interpreted and compiled."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from bots.tiny import CROSSES, RACE
from honjin.core.jit.compiled import compiled, interpreted
from honjin.core.parts.index import Unsolvable
from honjin.solver.retrograde.graph import LOOPS, Graph, numbered
from honjin.solver.retrograde.small import listed
from honjin.solver.retrograde.steps import Sweep
from honjin.solver.tables.value import DRAW, Value, read_byte
from madeup.game import GAME as FAIR
from solver.maze import DOORS, LOSS, MAZE, NO_DOOR, ROOMS, TIE, WIN


@cache
def maze_graph() -> Graph:
    """The positions of the maze; numbered once."""
    return numbered(MAZE, MAZE.index.plan(None))  # type: ignore[union-attr]


def solved(graph: Graph, *, plain: bool = False, jobs: int = 1, depth: int = 0) -> Any:
    """The bytes of all positions."""
    module = interpreted(MAZE, LOOPS) if plain else compiled(MAZE, LOOPS)
    table = np.zeros(graph.positions, np.int64 if plain else np.uint8)
    Sweep(module, graph, table, jobs).run(depth)
    return table


def brute_force() -> list[Value]:
    """Every room of the maze: for each number of plies, which side can force an end."""
    known: dict[int, Value] = {}
    for plies in range(1, 2 * ROOMS + 2):
        news = {}
        for room in range(ROOMS):
            value = in_plies(room, known, plies)
            if room not in known and value:
                news[room] = value
        known |= news
    return [known.get(room, DRAW) for room in range(ROOMS)]


def in_plies(room: int, known: dict[int, Value], plies: int) -> Value | None:
    """The value of a room if it is decided in exactly the given plies."""
    doors = [door for door in DOORS[room] if door != NO_DOOR]
    values = [through(door, known) for door in doors]
    if Value(1, plies) in values:
        return Value(1, plies)
    sure = all(value is not None and value.result < 0 for value in values)
    longest = max((value.plies for value in values if value), default=1)
    return Value(-1, plies) if sure and longest == plies else None


def through(door: int, known: dict[int, Value]) -> Value | None:
    if door < 0:
        return {WIN: Value(1, 1), LOSS: Value(-1, 1), TIE: DRAW}[door]
    value = known.get(door)
    return Value(-value.result, value.plies + 1) if value else None


def test_brute_force_finds_the_same() -> None:
    """Every room of the maze has its brute-force value, whichever side is to move."""
    found = [read_byte(int(byte)) for byte in solved(maze_graph())]
    expected = brute_force()
    assert [value for value in expected for _ in range(2)] == found
    assert {-1, 0, 1} == {value.result for value in expected}


def test_the_maze_has_what_makes_distances_hard() -> None:
    """Wins in an even and losses in an odd number of plies, longer than one."""
    found = brute_force()
    assert any(value.result > 0 and value.plies % 2 == 0 for value in found)
    assert any(value.result < 0 and value.plies % 2 and value.plies > 1 for value in found)


def test_interpreted_and_compiled_agree() -> None:
    """The same bytes both ways, with one thread and with several."""
    slow = solved(maze_graph(), plain=True)
    assert slow.tolist() == solved(maze_graph()).tolist()
    assert slow.tolist() == solved(maze_graph(), jobs=3).tolist()


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_it_can_be_taken_up_anywhere(depth: int) -> None:
    """Resuming from any depth, with any later values present, gives the same result."""
    whole = solved(maze_graph())
    table = np.where(np.arange(len(whole)) % 3 == 0, whole, whole * (whole & 127 <= depth))
    table = table.astype(np.uint8)
    Sweep(compiled(MAZE, LOOPS), maze_graph(), table).run(depth)
    assert whole.tolist() == table.tolist()


def test_a_sound_table_has_no_fault() -> None:
    """Every byte is what its actions say."""
    assert -1 == Sweep(compiled(MAZE, LOOPS), maze_graph(), solved(maze_graph()), 2).fault()


@pytest.mark.parametrize("wrong", [0, 1, 128, 129, 2, 200])
def test_any_wrong_byte_is_a_fault(wrong: int) -> None:
    """One byte changed to another value, or to none, is found."""
    sound = solved(maze_graph())
    for place in np.flatnonzero(sound != wrong)[::7]:
        table = sound.copy()
        table[place] = wrong
        assert Sweep(compiled(MAZE, LOOPS), maze_graph(), table).fault() >= 0


def test_noughts_and_crosses_is_a_draw() -> None:
    """4,520 running positions; minimax agrees on each."""
    graph, positions = listed(CROSSES, CROSSES.setup({}))
    table = solved(graph)
    assert 4520 == graph.positions
    assert DRAW == read_byte(int(table[0]))
    values = [read_byte(int(table[place])) for place in range(len(positions))]
    assert [crossed(crosses_key(s)) for s in positions] == values


def crosses_key(s: Any) -> tuple[int, ...]:
    return (*s.cell, s.turn)


@cache
def crossed(key: tuple[int, ...]) -> Value:
    """Minimax without cuts; every game ends, so a value is that of the best reply."""
    values = []
    for cell in range(9):
        if key[cell] == 0:
            s = CROSSES.state(cell=list(key[:9]), turn=key[9], filled=9 - key[:9].count(0))
            CROSSES.apply_action(s, key[9], cell)
            if s.winner:
                values.append(Value(1, 1))
            elif s.filled == 9:
                values.append(DRAW)
            else:
                values.append(crossed(crosses_key(s)).after)
    return max(values, key=lambda value: value.rank)


@pytest.mark.parametrize("game", [RACE, FAIR], ids=lambda game: game.key)
def test_chance_and_secrets_are_refused(game: Any) -> None:
    """Where dice or hidden hands are, no position has an exact value."""
    with pytest.raises(Unsolvable, match="without chance"):
        listed(game, game.setup(game.read_options()))


def test_a_large_game_without_index_is_refused() -> None:
    """The refusal names the limit."""
    with pytest.raises(Unsolvable, match="more than 100 positions; it needs an index"):
        listed(CROSSES, CROSSES.setup({}), most=100)


def test_bytes_hold_every_value() -> None:
    """Each byte but 128 stands for one value, in the order of their ranks."""
    values = [read_byte(byte) for byte in range(256) if byte != 128]
    assert len(values) == len(set(values))
    ranked = sorted(values, key=lambda value: value.rank)
    assert [str(value) for value in (ranked[0], ranked[127], ranked[-1])] == [
        "loses in 1", "draw", "wins in 1",
    ]  # fmt: skip
