"""Games on a Ray cluster are the games of processes, whatever becomes of its machines."""

from __future__ import annotations

import os
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from honjin.games import load
from honjin.lab import Arena, Backend, BadArena, Match, Progress, WorkerFailed, read_line
from honjin.lab.team import team_of

BOTS = ["greedy", "random"]
GAMES = 24


def played(folder: Path, **more: Any) -> dict[tuple[int, int], Match]:
    """The games of an arena by their places, without what depends on the clock."""
    arena = Arena("rokumon", BOTS, options={"act": "1"}, seed=5, folder=folder)
    arena.run(GAMES, sprt=None, **more)
    lines = (folder / "games.jsonl").read_bytes().splitlines()
    return {(m.round, m.place): timeless(m) for m in map(read_line, lines)}


def timeless(match: Match) -> Match:
    fields = {name: getattr(match, name) for name in match.__struct_fields__}
    return Match(**(fields | {"seconds": (), "slowest": (), "took": 0.0}))


def test_without_ray_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In one line, before anything is played."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadArena, match=r"pip install 'honjin\[ray\]'"):
        played(tmp_path, backend=Backend.RAY)


@pytest.mark.slow
def test_games_are_those_of_processes(tmp_path: Path) -> None:
    """Game for game, on a cluster of this machine alone."""
    here = played(tmp_path / "here", backend=Backend.PROCESSES)
    there = played(tmp_path / "there", backend=Backend.RAY, jobs=3)
    assert GAMES == len(here)
    assert here == there


@pytest.mark.slow
def test_a_lost_machine_loses_no_game(cluster: Any, tmp_path: Path) -> None:
    """A node dies in the middle: its games are played again elsewhere, and come out the same."""
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    lost = []

    def kill(news: object) -> None:
        if isinstance(news, Progress) and news.kept >= 3 and not lost:
            lost.append(second)
            cluster.remove_node(second, allow_graceful=False)

    there = played(tmp_path / "there", backend=Backend.RAY, jobs=4, tell=kill)
    assert lost
    assert played(tmp_path / "here", backend=Backend.PROCESSES) == there


class Placed:
    """Answers with the machine that it is on."""

    def __init__(self, work: bytes) -> None:
        pass

    def answer(self, _: bytes) -> bytes:
        node: str = import_module("ray").get_runtime_context().get_node_id()
        return node.encode()


@pytest.mark.slow
def test_workers_are_spread_over_all_machines(cluster: Any) -> None:
    """Four are two on each of two, every time, though each has one core."""
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    for _ in range(3):
        with team_of(Placed, b"", 4, Backend.RAY) as team:
            places = Counter(node for _, node in team.ask([b""] * 4))
        assert [2, 2] == list(places.values())


@pytest.mark.slow
def test_what_was_played_on_a_cluster_goes_on_by_processes(tmp_path: Path) -> None:
    """The folder does not depend on the workers."""
    arena = Arena("rokumon", BOTS, options={"act": "1"}, seed=5, folder=tmp_path)
    arena.run(GAMES // 2, backend=Backend.RAY, sprt=None)
    assert GAMES == len(played(tmp_path, backend=Backend.PROCESSES))


@pytest.mark.slow
def test_a_worker_that_cannot_begin_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A bot's module is found only where the arena was started."""
    (tmp_path / "only_here.py").write_text(
        "import os\nfrom honjin.bots import BOTS\n"
        f"assert os.getpid() == {os.getpid()}\nGREEDY = BOTS['greedy']\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    arena = Arena("rokumon", ["only_here.GREEDY", "random"], options={"act": "1"})
    with pytest.raises(WorkerFailed, match="AssertionError"):
        arena.run(4, backend=Backend.RAY, sprt=None)


@pytest.mark.slow
def test_no_cluster_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where RAY_ADDRESS names none."""
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(WorkerFailed, match="cannot join a Ray cluster"):
        played(tmp_path, backend=Backend.RAY)


def test_a_cluster_may_have_more_workers(tmp_path: Path) -> None:
    """Here as many as a machine can use."""
    assert Backend.PROCESSES.most_jobs < Backend.RAY.most_jobs
    with pytest.raises(BadArena, match="expected 1 to 64 jobs, got 65"):
        Arena(load("rokumon"), BOTS).run(4, jobs=65)
