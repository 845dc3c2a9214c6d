"""Searches in a process of their own: the same results, stopped, lost and found again."""

from __future__ import annotations

import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bots.tiny import CROSSES
from honjin.bots import Budget, GreedyBot, SearchHandle, SearchRequest, find_player
from honjin.core.play import Play
from honjin.games import load
from honjin.server.work.search import searches as module
from honjin.server.work.search.mind import Mind
from honjin.server.work.search.orders import (
    Look,
    Progress,
    SearchFailed,
    Stop,
    Think,
    read_state,
    written,
)
from honjin.server.work.search.searches import PendingOrder, SearchService, SentBot

GAME = load("rokumon")
OPTIONS = GAME.read_options({"act": "4", "deal": "gggjjjj"})
FEW = "mcts:20:compiles=0"
LONG = "mcts:60s:compiles=0"


@pytest.fixture(scope="module")
def searches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchService]:
    """One process for all tests here: each start takes half a second."""
    made = SearchService(tmp_path_factory.mktemp("tables"))
    yield made
    made.close()


def request(seed: int = 1, budget: Budget | None = None, play: Play | None = None) -> SearchRequest:
    """A request about a position, or the first one of a game."""
    play = play or Play(GAME, OPTIONS)
    play.run_chance(lambda total: total - 1)
    seat, game = play.must_act()[0], play.game
    seen, rng = game.seen_by(play.state, seat), random.Random(seed)
    return SearchRequest(
        game, seen, seat, play.seats, rng, budget or Budget(60.0, 20), SearchHandle()
    )


def until(holds: Callable[[], object], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"it did not come about in {seconds:g} seconds"
        time.sleep(0.01)


def thinking(searches: SearchService, task: SearchRequest) -> tuple[threading.Thread, list[Any]]:
    """A search under way, and a list for its result or its error."""
    found: list[Any] = []

    def think() -> None:
        try:
            found.append(searches.think(LONG, OPTIONS, task, follows=True))
        except SearchFailed as problem:
            found.append(problem)

    thread = threading.Thread(target=think)
    thread.start()
    until(lambda: task.handle.latest)
    return thread, found


def is_alive(process: int) -> bool:
    try:
        return "Z" != Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_another_process_finds_the_same(searches: SearchService) -> None:
    """The action and its statistics, from the same observation, seed and work."""
    task = request()
    seed = random.Random(1).getrandbits(63)
    here = find_player(GAME, OPTIONS, FEW).bot.think(task._replace(rng=random.Random(seed)))
    there = searches.think(FEW, OPTIONS, task, follows=False)
    assert here._replace(seconds=0) == there._replace(seconds=0)
    assert searches.pid not in (None, os.getpid())
    until(lambda: searches.is_up(GAME))


def test_a_level_that_overlooks_places_knows_them(searches: SearchService) -> None:
    """Also on a map that its process has not set up: a position only refers to it.

    At the Summits ashigaru acted at random for most of the game.
    """
    game, rng = load("summits"), random.Random(1)
    play = Play(game, {"battle": "shizugatake"})
    while True:
        task = request(budget=Budget(60.0, 1), play=play)
        if "move" in {game.actions.decode(action).key for action in task.legal()}:
            break
        play.push(task.seat, rng.choice(task.legal()))
    bot = "mcts:1:compiles=0:overlook=0.5"
    assert searches.think(bot, play.options, task, follows=False).action in task.legal()


def test_a_position_is_sent_as_the_values_of_its_fields() -> None:
    """What a seat sees, whole, and nothing besides: two equal observations are the same message."""
    for key in ("rokumon", "akebono", "akiwado", "swords", "summits"):
        game = load(key)
        play = Play(game, game.presets[0].options)
        play.run_chance(lambda total: total - 1)
        seen = game.seen_by(play.state, play.must_act()[0])
        assert seen == read_state(game, written(seen))
        assert written(seen) == written(seen.copy())


def test_what_needs_no_compiled_code_stays(searches: SearchService) -> None:
    """A greedy bot, and any bot of a game that another process could not import."""
    greedy = GreedyBot()
    assert greedy is searches.sent(greedy, "greedy", GAME, OPTIONS)
    options = CROSSES.read_options()
    bot = find_player(CROSSES, options, "mcts:20").bot
    assert not isinstance(searches.sent(bot, "mcts:20", CROSSES, options), SentBot)
    assert isinstance(searches.sent(bot, "mcts:20", GAME, OPTIONS), SentBot)


def test_a_search_tells_its_progress_and_is_stopped(searches: SearchService) -> None:
    """Its share and its result so far arrive; stopped, it answers at once with the best it has."""
    task = request(budget=Budget(60.0))
    thread, found = thinking(searches, task)
    until(lambda: 0 < task.handle.share < 1)
    assert task.handle.latest is not None
    begun = time.monotonic()
    task.handle.stop()
    thread.join(20)
    assert time.monotonic() - begun < 10
    assert found[0].action in task.legal()


def test_its_seconds_begin_when_it_is_asked(tmp_path: Path) -> None:
    """A process that has to start first answers in the same time, with less of a search."""
    task = request(budget=Budget(60.0))
    began = time.monotonic()
    order = Think(
        "honjin.games.rokumon.game", dict(OPTIONS), LONG, written(task.observation), task.seat,
        task.seats, 1, 60.0, 0, (), may_end_early=False, follows=False, asked=began - 59.0,
    )  # fmt: skip
    found = Mind(tmp_path, "").do(GAME, order, SearchHandle())
    assert found.action in task.legal()
    assert time.monotonic() - began < 20


def test_a_process_that_dies_is_replaced(
    searches: SearchService, caplog: pytest.LogCaptureFixture
) -> None:
    """What it was searching is asked once more; a search that takes two with it fails."""
    caplog.set_level(logging.WARNING)
    task = request(budget=Budget(60.0))
    thread, found = thinking(searches, task)
    first = searches.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    until(lambda: searches.pid not in (None, first))
    task.handle.latest = None
    until(lambda: task.handle.latest)
    second = searches.pid
    assert second is not None
    os.kill(second, signal.SIGKILL)
    thread.join(20)
    assert isinstance(found[0], SearchFailed)
    assert ["the search process has ended (-9)"] * 2 == [one.getMessage() for one in caplog.records]
    assert searches.think(FEW, OPTIONS, request(), follows=False).action in task.legal()


def test_a_search_that_fails_says_so(searches: SearchService) -> None:
    """The others go on in the same process."""
    with pytest.raises(SearchFailed, match="got 'nobody'"):
        searches.think("nobody", OPTIONS, request(), follows=False)
    before = searches.pid
    assert searches.think(FEW, OPTIONS, request(), follows=False)
    assert before == searches.pid


def test_nobody_waits_for_a_process_that_reads_nothing(tmp_path: Path) -> None:
    """More than a socket holds can be sent to one that hangs, and it can be ended."""
    searches = SearchService(tmp_path)
    assert not searches.is_up(GAME)
    bot = find_player(GAME, OPTIONS, "mcts:20").bot
    searches.want(bot, "mcts:20", GAME, OPTIONS)
    process = searches.pid
    assert process is not None
    os.kill(process, signal.SIGSTOP)
    try:
        ask = [lambda n=n: searches.want(bot, f"{n:01000000}", GAME, OPTIONS) for n in range(3)]
        asking = [threading.Thread(target=one, daemon=True) for one in ask]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join(5)
        assert [False] * 3 == [thread.is_alive() for thread in asking]
    finally:
        os.kill(process, signal.SIGKILL)
        searches.close()


def test_nobody_looks_into_a_table_for_ever(
    searches: SearchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that does not answer is replaced."""
    assert searches.think(FEW, OPTIONS, request(), follows=False)
    state, process = Play(GAME, OPTIONS).state, searches.pid
    assert process is not None
    os.kill(process, signal.SIGSTOP)
    with monkeypatch.context() as patch:
        patch.setattr(module, "LONGEST", 0.2)
        with pytest.raises(SearchFailed, match="did not end"):
            searches.known(GAME, state, 1)
    until(lambda: not is_alive(process))
    assert searches.think(FEW, OPTIONS, request(), follows=False)
    assert searches.pid not in (None, process)


def test_a_game_that_cannot_be_imported_fails_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as one whose file has been changed since: the others are played."""
    gone = ModuleType("gone_game")
    vars(gone)["GAME"] = CROSSES
    monkeypatch.setitem(sys.modules, "gone_game", gone)
    searches = SearchService(tmp_path, games=[CROSSES, GAME])
    try:
        assert searches.think(FEW, OPTIONS, request(), follows=False).action in request().legal()
        with pytest.raises(SearchFailed, match="gone_game cannot be imported"):
            searches.results(CROSSES, Play(CROSSES, CROSSES.read_options()).state)
    finally:
        searches.close()


def test_patience_with_a_search_that_was_stopped_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although it goes on telling its progress."""
    monkeypatch.setattr(module, "PATIENCE", 0.3)
    asked, is_over = PendingOrder(Look("", [], 1)), threading.Event()

    def tell() -> None:
        asked.news.put(Stop(0))
        while not is_over.wait(0.01):
            asked.news.put(Progress(0, 0.5, None))
            if time.monotonic() > end:
                asked.news.put(None)

    end = time.monotonic() + 3
    teller = threading.Thread(target=tell)
    teller.start()
    try:
        with pytest.raises(SearchFailed, match="did not end"):
            SearchService(tmp_path)._answer(asked, int)
    finally:
        is_over.set()
        teller.join()


@pytest.mark.slow
def test_an_idle_process_is_ended(tmp_path: Path) -> None:
    """Its memory is given back; the next search starts another one."""
    searches = SearchService(tmp_path, idle=0.2)
    try:
        searches.think(FEW, OPTIONS, request(), follows=False)
        first = searches.pid
        assert first is not None
        searches.sweep()
        assert first == searches.pid
        time.sleep(0.25)
        searches.sweep()
        assert searches.pid is None
        until(lambda: not is_alive(first))
        assert searches.think(FEW, OPTIONS, request(), follows=False)
    finally:
        searches.close()


def test_pages_need_no_compiler() -> None:
    """Nor what is for other databases, pushes and training: the server imports them when needed."""
    seldom = ("numba", "numpy", "psycopg", "cryptography", "aiohttp", "sklearn", "networkx")
    code = (
        "import sys, honjin.server.serve; from honjin.games import keys, load; "
        f"[load(key) for key in keys()]; print([m for m in {seldom} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "[]" == done.stdout.strip()


SERVER = """
import sys, time
from honjin.server.work.search.searches import SearchService
from honjin.games import load
searches = SearchService(sys.argv[1])
searches.prepare([load("rokumon")])
print(searches.pid, flush=True)
time.sleep(60)
"""


def test_it_ends_with_its_server(tmp_path: Path) -> None:
    """However that ends: no process is left behind, even by kill -9."""
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    with server.stdout:
        process = int(server.stdout.readline())
    assert is_alive(process)
    server.kill()
    server.wait(20)
    until(lambda: not is_alive(process))
