"""Compiling ahead happens in another process, once; how far it is can be asked."""

import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from filelock import FileLock

from bots.tiny import CROSSES
from honjin.bots import compiling, precompile, prepare
from honjin.bots.alphabeta import bot as alphabeta
from honjin.bots.mcts import bot as mcts
from honjin.bots.patterns import bot as patterns
from honjin.bots.precompile import COMPILING, NEVER, READY, Readiness
from honjin.core.game import Game, address_of
from honjin.core.jit import compiled as core
from honjin.games import load
from madeup.game import GAME
from places import LONG_AGO, TESTS
from waiting import until

FAIR: Game[Any] = GAME
ROKUMON = load("rokumon")
ONE, TWO = Path("one_loops.py"), Path("two_loops.py")

CHILD = """
import sys, time
from pathlib import Path
for word in sys.argv[2].split(","):
    if word.startswith("wait"):
        while not Path(sys.argv[1], word).exists():
            time.sleep(0.005)
    elif word.startswith("exit"):
        sys.exit(word)
    else:
        print(word.replace("/", " "), flush=True)
"""


class Compiler:
    """A fake compiler: records what was started, prints what it is told to, counts as ready."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.begun: list[tuple[str, tuple[Path, ...], int]] = []
        self.says = ""
        self.ready: set[Path] = set()
        self.loaded: list[Path] = []

    def is_ready(self, _game: Any, loops: Path) -> bool:
        return loops in self.ready

    def warm(self, _game: Any, loops: Path) -> None:
        self.loaded.append(loops)

    def command(self, address: str, *loops: Path, niceness: int) -> list[str]:
        self.begun.append((address, loops, niceness))
        return [sys.executable, "-c", CHILD, str(self.folder), self.says]

    def go_on(self, word: str) -> None:
        """Let the other process go past a word."""
        (self.folder / word).touch()


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Compiler:
    compiler = Compiler(tmp_path)
    monkeypatch.setattr(precompile, "is_ready", compiler.is_ready)
    monkeypatch.setattr(precompile, "warm", compiler.warm)
    monkeypatch.setattr(precompile, "warm_command", compiler.command)
    monkeypatch.setattr(precompile, "_jobs", {})
    monkeypatch.setattr(precompile, "_waiting", [])
    monkeypatch.setattr(precompile, "_active", [])
    monkeypatch.setattr(compiling, "CORES", 1)
    return compiler


def is_idle() -> bool:
    return not precompile._active


# ---- once


def test_begins_once_and_is_ready_later(compiler: Compiler) -> None:
    """Asked twice it begins once, gently; when the other process is done, the answer is yes."""
    compiler.says = "wait"
    assert not precompile.compile_ahead(FAIR, ONE)
    assert not precompile.compile_ahead(FAIR, ONE)
    until(lambda: len(compiler.begun) == 1)
    compiler.ready.add(ONE)
    compiler.go_on("wait")
    until(is_idle)
    assert precompile.compile_ahead(FAIR, ONE)
    assert [("madeup.game", (ONE,), 10)] == compiler.begun
    assert [ONE] == compiler.loaded


def test_a_batch_leaves_the_list_that_it_was_put_on(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that outlives its test, whose list is replaced then, ends without an error."""
    compiler.says = "wait"
    assert not precompile.compile_ahead(FAIR, ONE)
    until(lambda: len(compiler.begun) == 1)
    active = precompile._active
    monkeypatch.setattr(precompile, "_active", [])
    compiler.go_on("wait")
    until(lambda: not active)


def test_nothing_is_begun_when_it_is_there_already(compiler: Compiler) -> None:
    """A saved compilation is loaded and used at once."""
    compiler.ready.add(ONE)
    assert precompile.compile_ahead(FAIR, ONE)
    assert precompile.compile_ahead(FAIR, ONE)
    assert ([], [ONE]) == (compiler.begun, compiler.loaded)
    assert Readiness(READY, 1.0) == precompile.readiness(FAIR, ONE)


def test_nobody_else_waits_while_it_is_loaded(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading takes seconds: others search with interpreted code meanwhile."""
    loading, go_on = threading.Event(), threading.Event()

    def warm(*_: object) -> None:
        loading.set()
        assert go_on.wait(20)

    compiler.ready.add(ONE)
    monkeypatch.setattr(precompile, "warm", warm)
    precompile.load_ahead(FAIR, ONE)
    assert loading.wait(20)
    assert not precompile.compile_ahead(FAIR, ONE)
    assert core.interpreted(FAIR, mcts.LOOPS)
    go_on.set()
    until(lambda: precompile.compile_ahead(FAIR, ONE))
    assert [] == compiler.begun


def test_with_nowhere_to_write_loops_are_compiled_here(
    compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process could not pass its work on: bots stayed interpreted."""
    (tmp_path / "file").write_text("in the way")
    for name in ("HONJIN_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    precompile.compile_ahead(FAIR, ONE)
    until(is_idle)
    assert precompile.compile_ahead(FAIR, ONE)
    assert ([], [ONE]) == (compiler.begun, compiler.loaded)


def test_a_compile_that_failed_is_not_begun_again(
    compiler: Compiler, caplog: pytest.LogCaptureFixture
) -> None:
    """It stays interpreted, and the log says why; other loops are compiled all the same."""
    compiler.says = "0/1/9,oh dear,exit"
    with caplog.at_level(logging.WARNING):
        assert not precompile.compile_ahead(FAIR, ONE)
        until(is_idle)
    assert ["one_loops of madeup stays interpreted: exit"] == caplog.messages
    assert not precompile.compile_ahead(FAIR, ONE)
    precompile.prepare_loops(FAIR, [ONE])
    assert NEVER == precompile.readiness(FAIR, ONE).state
    compiler.ready.add(TWO)
    assert precompile.compile_ahead(FAIR, TWO)
    assert 1 == len(compiler.begun)


def test_what_was_compiled_from_a_changed_source_is_not_used(compiler: Compiler) -> None:
    """The other process ended well, but what it made is not that of this process' sources."""
    compiler.says = "0/9/9"
    assert not precompile.compile_ahead(FAIR, ONE)
    until(is_idle)
    assert not precompile.compile_ahead(FAIR, ONE)
    assert ([], 1) == (compiler.loaded, len(compiler.begun))
    assert NEVER == precompile.readiness(FAIR, ONE).state


def test_where_no_process_can_be_started_it_stays_interpreted(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a machine without room for one."""
    monkeypatch.setattr(precompile, "warm_command", lambda *_, niceness: ["/no/such/program"])
    assert not precompile.compile_ahead(FAIR, ONE)
    until(is_idle)
    assert NEVER == precompile.readiness(FAIR, ONE).state


def test_a_game_without_an_address_stays_interpreted(compiler: Compiler) -> None:
    """Another process could not find a game that no module holds as GAME."""
    assert not precompile.compile_ahead(CROSSES, ONE)
    precompile.prepare_loops(CROSSES, [ONE])
    assert [] == compiler.begun
    assert Readiness(NEVER, 0.0) == precompile.readiness(CROSSES, ONE)
    assert 1.0 == precompile.share_compiled(CROSSES)


# ---- how far it is


@pytest.mark.slow
def test_progress_is_told(compiler: Compiler) -> None:
    """Lines of number, done and all move the share on, never back, to 1 when it is ready."""
    compiler.says = "0/1/4,wait1,0/3/4,nothing of that sort,0/2/4,wait2,0/4/4"
    assert Readiness(NEVER, 0.0) == precompile.readiness(FAIR, ONE)
    precompile.compile_ahead(FAIR, ONE)
    until(lambda: precompile.readiness(FAIR, ONE).share > 0)
    assert Readiness(COMPILING, 0.25) == precompile.readiness(FAIR, ONE)
    compiler.go_on("wait1")
    until(lambda: precompile.readiness(FAIR, ONE).share > 0.25)
    assert Readiness(COMPILING, 0.75) == precompile.readiness(FAIR, ONE)
    compiler.ready.add(ONE)
    compiler.go_on("wait2")
    until(is_idle)
    assert Readiness(READY, 1.0) == precompile.readiness(FAIR, ONE)


def test_what_is_done_is_used_while_the_rest_goes_on(compiler: Compiler) -> None:
    """The first loops of a game are ready before the second are; their mean is the game's share."""
    compiler.says = "wait1,0/9/9,1/5/10,wait2,1/10/10"
    precompile.prepare_loops(FAIR, [ONE, TWO])
    assert 0.0 == precompile.share_compiled(FAIR)
    until(lambda: len(compiler.begun) == 1)
    compiler.ready.add(ONE)
    compiler.go_on("wait1")
    until(lambda: precompile.share_compiled(FAIR) == 0.75)
    assert precompile.compile_ahead(FAIR, ONE)
    assert not precompile.compile_ahead(FAIR, TWO)
    compiler.ready.add(TWO)
    compiler.go_on("wait2")
    until(is_idle)
    assert 1.0 == precompile.share_compiled(FAIR)
    assert precompile.compile_ahead(FAIR, TWO)


# ---- in which order


@pytest.mark.slow
def test_loops_of_a_game_share_a_process(compiler: Compiler) -> None:
    """One process at a time, and one for all loops of a game that are still to be compiled."""
    compiler.says = "wait"
    precompile.prepare_loops(FAIR, [ONE, TWO])
    precompile.prepare_loops(ROKUMON, [ONE])
    until(lambda: len(compiler.begun) == 1)
    compiler.go_on("wait")
    until(is_idle)
    assert [("madeup.game", (ONE, TWO)), ("honjin.games.rokumon.game", (ONE,))] == [
        begun[:2] for begun in compiler.begun
    ]


@pytest.mark.slow
def test_what_a_bot_asks_for_comes_first(compiler: Compiler) -> None:
    """Loops that were only prepared wait for those that are needed now."""
    compiler.says = "wait"
    precompile.compile_ahead(FAIR, Path("zero_loops.py"))
    until(lambda: len(compiler.begun) == 1)
    precompile.prepare_loops(FAIR, [ONE])
    precompile.prepare_loops(ROKUMON, [ONE, TWO])
    assert not precompile.compile_ahead(ROKUMON, TWO)
    compiler.go_on("wait")
    until(is_idle)
    assert [(TWO, ONE), (ONE,)] == [begun[1] for begun in compiler.begun[1:]]


@pytest.mark.slow
def test_two_games_are_compiled_at_once(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On two cores, but never a game twice."""
    monkeypatch.setattr(compiling, "CORES", 2)
    compiler.says = "wait"
    precompile.prepare_loops(FAIR, [ONE])
    precompile.prepare_loops(ROKUMON, [ONE])
    until(lambda: len(compiler.begun) == 2)
    precompile.prepare_loops(FAIR, [TWO])
    precompile.prepare_loops(load("akebono"), [ONE])
    time.sleep(0.05)
    assert 2 == len(compiler.begun)
    compiler.go_on("wait")
    until(is_idle)
    assert 4 == len(compiler.begun)


@pytest.mark.slow
def test_what_is_waited_for_begins_beside_what_is_not(compiler: Compiler) -> None:
    """It does not wait for a place, and the others are the least urgent until it is done."""
    compiler.says = "wait"
    precompile.prepare_loops(FAIR, [ONE])
    precompile.prepare_loops(load("akebono"), [ONE])
    until(lambda: len(compiler.begun) == 1)
    assert not precompile.compile_ahead(ROKUMON, ONE)
    until(lambda: len(compiler.begun) == 2)
    assert ("honjin.games.rokumon.game", (ONE,), precompile.NICENESS) == compiler.begun[1]

    def urgency(game: Game[Any]) -> int | None:
        process = next(batch for batch in precompile._active if batch.game is game).process
        return os.getpriority(os.PRIO_PROCESS, process.pid) if process else None

    until(lambda: urgency(ROKUMON) == precompile.NICENESS)
    until(lambda: urgency(FAIR) == precompile.LEAST)
    compiler.go_on("wait")
    until(is_idle)
    assert 3 == len(compiler.begun)


@pytest.mark.slow
def test_what_is_prepared_already_can_become_urgent(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody sits down to a game that is being compiled: the other one gives way."""
    monkeypatch.setattr(compiling, "CORES", 2)
    compiler.says = "wait"
    precompile.prepare_loops(FAIR, [ONE])
    precompile.prepare_loops(ROKUMON, [ONE])
    until(lambda: len(precompile._active) == 2 and all(b.process for b in precompile._active))
    assert not precompile.compile_ahead(ROKUMON, ONE)
    assert [False, True] == [batch.is_asked for batch in precompile._active]
    fair = precompile._active[0].process
    assert fair
    until(lambda: os.getpriority(os.PRIO_PROCESS, fair.pid) == precompile.LEAST)
    compiler.go_on("wait")
    until(is_idle)
    assert 2 == len(compiler.begun)


def test_a_game_is_compiled_by_one_process_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of compiles at once is limited, whichever process started them."""
    monkeypatch.setenv("HONJIN_CACHE", str(tmp_path))
    monkeypatch.setattr(compiling, "CORES", 1)
    entered: list[str] = []

    def enter(key: str) -> None:
        with compiling.place(key, never):
            entered.append(key)

    threads = [threading.Thread(target=enter, args=(key,)) for key in ("go", "checkers")]
    with compiling.place("chess", never):
        with compiling.place("go", never):
            for thread in threads:
                thread.start()
            time.sleep(0.5)
            assert [] == entered
        until(lambda: len(entered) == 2)
    for thread in threads:
        thread.join()


def test_a_process_that_waits_looks_again_for_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker waited for minutes, for another's long compile, after its loops were compiled."""
    monkeypatch.setenv("HONJIN_CACHE", str(tmp_path))
    looked, ready, loaded = threading.Event(), threading.Event(), list[Path]()

    def is_there() -> bool:
        looked.set()
        return ready.is_set()

    monkeypatch.setattr(compiling, "ready_check", lambda *_: is_there)
    monkeypatch.setattr(compiling, "warm", lambda _, loops, __: loaded.append(loops))
    waiting = threading.Thread(target=compiling.main, args=(["madeup.game", str(ONE)],))
    with FileLock(tmp_path / "compiling-madeup.lock"):
        waiting.start()
        until(looked.is_set)
        assert [] == loaded
        ready.set()  # by the process that holds the lock, and goes on to other loops
        waiting.join(10)
        assert [ONE] == loaded


def never() -> bool:
    return False


def test_prepared_loops_that_are_there_are_loaded(compiler: Compiler) -> None:
    """So that no bot's time goes into loading; those that a bot has loaded are left alone."""
    compiler.ready |= {ONE, TWO}
    precompile.compile_ahead(FAIR, ONE)
    precompile.prepare_loops(FAIR, [ONE, TWO])
    until(is_idle)
    assert [ONE, TWO] == compiler.loaded
    assert [] == compiler.begun


def test_the_searches_of_a_game_are_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree search for every game, alpha-beta where it suits, by weights where there are any."""
    told: dict[str, tuple[Path, ...]] = {}
    monkeypatch.setattr(
        prepare, "prepare_loops", lambda game, paths: told.update({game.key: paths})
    )
    prepare.prepare([ROKUMON, FAIR, CROSSES])
    both = (alphabeta.LOOPS, mcts.LOOPS)
    three = (patterns.LOOPS, *both)
    assert {"rokumon": three, "madeup": (mcts.LOOPS,), "crosses": both} == told


# ---- the real thing


OWN_LOOPS = """
from honjin.core.jit.verbs import apply_action, legal_actions, loop, may_act

@loop
def step(states, out):
    seat = may_act(states[0]) & 1
    if legal_actions(states[0], seat, out):
        apply_action(states[0], seat, int(out[0]))
    return 0

def warm(game, states):
    from honjin.core.jit.compiled import batch, zeros
    step(batch(game, states[0]), zeros(game.max_actions))
"""


class Library:
    """Passes for a module, as libraries of cffi do, and may not be read by two threads at once."""

    def __getattribute__(self, name: str) -> object:
        if name == "__class__":
            return ModuleType
        raise AssertionError(f"{name} was read")


BEGUN = """
import time
from honjin.bots import precompile
from honjin.bots.mcts import bot
from honjin.games import load
precompile.compile_ahead(load("rokumon"), bot.LOOPS)
while not (precompile._active and precompile._active[0].process):
    time.sleep(0.01)
print(precompile._active[0].process.pid, flush=True)
time.sleep(60)
"""


def test_a_compile_ends_with_the_process_that_began_it(tmp_path: Path) -> None:
    """However that ends: nothing goes on for minutes after a server has stopped."""
    beginner = subprocess.Popen(
        [sys.executable, "-c", BEGUN], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "HONJIN_CACHE": str(tmp_path)},
    )  # fmt: skip
    assert beginner.stdout is not None
    with beginner.stdout:
        compiler = int(beginner.stdout.readline())
    commands = Path(f"/proc/{compiler}/cmdline")
    until(lambda: b"honjin.bots.compiling" in commands.read_bytes())
    beginner.kill()
    beginner.wait(20)
    try:
        until(lambda: not commands.exists() or not commands.read_bytes(), 10)
    finally:
        with suppress(ProcessLookupError):
            os.kill(compiler, signal.SIGKILL)


def test_only_modules_are_searched_for_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads that listed the functions of one library made the process abort."""
    others = {name: module for name, module in sys.modules.items() if name != "madeup.game"}
    first = {"a_library": Library(), "madeup.game": sys.modules["madeup.game"]}
    monkeypatch.setattr(sys, "modules", first | others)
    monkeypatch.setattr("honjin.core.game._addresses", {})
    assert "madeup.game" == address_of(FAIR)


def test_a_game_is_no_longer_found_in_a_module_that_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Although it was found there before."""
    assert "madeup.game" == address_of(FAIR)
    monkeypatch.delitem(sys.modules, "madeup.game")
    assert "madeup.game" != address_of(FAIR)


@pytest.mark.slow
def test_the_other_process_tells_its_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The share rises in many steps while loops are compiled; then they are ready, and loaded."""
    path = tmp_path / "own_loops.py"
    path.write_text(OWN_LOOPS)
    os.utime(path, (LONG_AGO, LONG_AGO))
    monkeypatch.setenv("HONJIN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    for name, fresh in (("_jobs", {}), ("_waiting", []), ("_active", [])):
        monkeypatch.setattr(precompile, name, fresh)
    monkeypatch.setattr(precompile, "NICENESS", 0)  # beside other tests it would take minutes
    shares = set()
    assert not precompile.compile_ahead(FAIR, path)
    while not is_idle():
        shares.add(precompile.readiness(FAIR, path).share)
        time.sleep(0.01)
    assert Readiness(READY, 1.0) == precompile.readiness(FAIR, path)
    assert len(shares) > 5
    step = core.compiled(FAIR, path).step
    assert (1, 0) == (len(step.stats.cache_hits), len(step.stats.cache_misses))
