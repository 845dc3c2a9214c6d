"""Threads that share the games of a step."""

import gc
import os
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from envs.cases import presets
from envs.test_results import add, choose, results
from honjin.core.jit.bell import hear, new_bell, ring
from honjin.core.jit.compiled import compiled, warm
from honjin.envs.engine import team
from honjin.envs.engine.team import LEAST, Team
from honjin.envs.vector import make_vec
from honjin.games import keys, load


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for another thread; fail after ten seconds."""
    until = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.001)


def count_threads() -> int:
    """The number of threads of teams."""
    return sum(one.name.startswith("honjin.envs.engine.team") for one in threading.enumerate())


@pytest.fixture
def _alone() -> None:
    """Wait until threads of other tests have ended."""
    gc.collect()
    wait_until(lambda: count_threads() == 0)


@pytest.mark.parametrize(("key", "threads"), [
    ("rokumon", 2), ("rokumon", 3), ("rokumon", 5),
    *(pytest.param(key, 2, marks=pytest.mark.slow) for key in keys() if key != "rokumon"),
])  # fmt: skip
def test_results_do_not_depend_on_the_number_of_threads(key: str, threads: int) -> None:
    """More threads than cores, and more than there are games for, return the same."""
    case = presets(key)[0]
    assert results(case, 1, 20) == results(case, threads, 20)


def test_a_thread_that_never_wakes_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller's thread then plays all games."""
    hearing, ringing = new_bell()
    nobody = os.open(os.devnull, os.O_WRONLY)
    monkeypatch.setattr(team, "new_bell", lambda: (hearing, nobody))
    case = presets("rokumon")[0]
    assert results(case, 1, 20) == results(case, 2, 20)
    os.close(ringing)


def test_other_threads_take_part_and_sleep_in_between() -> None:
    """A thread that begins in time plays games; between steps none uses the processor."""
    env = make_vec("rokumon", 4096, preset="act3", threads=2)
    seen, _ = env.reset(seed=1)
    rooms = env._engine._rooms
    rooms[:, 0] = -1  # an action that no rule lists
    for n in range(100):
        seen, *_ = env.step(choose(seen["action_mask"], n))
        if (rooms[1, 0] >= 0).any():
            break
    else:
        pytest.fail("expected the other thread to wake within a hundred steps")
    before = time.process_time()
    time.sleep(0.3)
    assert time.process_time() - before < 0.1
    env.close()


@pytest.mark.usefixtures("_alone")
def test_threads_end_with_their_environment() -> None:
    """When it is closed, and when it is no longer used; closing twice does no harm."""
    for is_closed in (True, False):
        env = make_vec("rokumon", 4 * LEAST, preset="act3", threads=3)
        env.step(choose(env.reset(seed=1)[0]["action_mask"], 0))
        assert 2 == count_threads()
        if is_closed:
            env.close()
            env._engine.close()
        del env
        gc.collect()
        wait_until(lambda: count_threads() == 0)


def test_steps_after_closing_are_the_callers_alone() -> None:
    """The descriptors of the bells may be somebody else's by then, and get nothing."""
    both = [make_vec("rokumon", 2 * LEAST, preset="act3", threads=n) for n in (1, 2)]
    masks = [env.reset(seed=1)[0]["action_mask"] for env in both]
    both[1]._engine.close()
    hearing, ringing = os.pipe()
    found = [env.step(choose(mask, 0))[0] for env, mask in zip(both, masks, strict=True)]
    assert found[0]["observation"].tolist() == found[1]["observation"].tolist()
    os.set_blocking(hearing, False)
    with pytest.raises(BlockingIOError):
        os.read(hearing, 1)
    os.close(hearing)
    os.close(ringing)


def test_warming_compiles_what_steps_use() -> None:
    """No loop of a team is compiled a second time."""
    game = load("rokumon")
    warm(game, team.LOOPS)
    env = make_vec("rokumon", 2 * LEAST, preset="act4", threads=2)
    seen, _ = env.reset(seed=1)
    env.step(choose(seen["action_mask"], 0))
    loops = compiled(game, team.LOOPS)
    used = loops.call, loops.offer, loops.lead, loops.serve, loops.is_finished
    assert [1] * len(used) == [len(loop.signatures) for loop in used]


@pytest.mark.usefixtures("_alone")
def test_few_games_get_no_other_thread() -> None:
    """A thread is made for 64 games each."""
    env = make_vec("rokumon", 2 * LEAST - 1, preset="act3", threads=2)
    env.reset(seed=1)
    assert 0 == count_threads()


def test_what_fails_in_another_thread_is_raised_by_the_step() -> None:
    """The step that notices it raises it, and the thread takes part again."""
    times = []

    def serve(_cells: int, bell: int, thread: int, _threads: int) -> None:
        hear(bell)
        times.append(thread)
        if len(times) == 1:
            raise IndexError("beyond the end")

    loops = SimpleNamespace(
        offer=lambda _cells, _bells: None, lead=lambda _cells, _threads: True, serve=serve
    )
    made = Team(2, loops, ())
    ring(made._bells[1])
    wait_until(lambda: bool(made._failures))
    with pytest.raises(IndexError, match="beyond the end"):
        made.work()
    made.work()
    ring(made._bells[1])
    wait_until(lambda: len(times) == 2)
    made.close()


def test_what_fails_in_the_leader_is_raised_when_all_others_are_done() -> None:
    """The games that nobody had taken are stepped, and no thread is at work any more."""
    done: list[str] = []

    def offer(_cells: int, _bells: object) -> None:
        done.append("offer")

    def lead(_cells: int, _threads: int) -> bool:
        done.append("lead")
        if done.count("lead") < 3:
            raise IndexError("beyond the end" if done.count("lead") == 1 else "once more")
        return False

    def is_finished(_cells: int, _threads: int) -> bool:
        done.append("ask")
        return done.count("ask") == 2

    loops = SimpleNamespace(offer=offer, lead=lead, is_finished=is_finished)
    made = Team(1, loops, ())
    with pytest.raises(IndexError, match="beyond the end"):
        made.work()
    assert ["offer", "lead", "lead", "lead", "ask", "ask"] == done
    assert [] == made._failures
    made.close()


def test_hashes_tell_types_and_shapes_apart() -> None:
    """Equal bytes of another type or shape give another hash."""
    from hashlib import blake2b

    found = set()
    for part in (np.zeros(8, np.int8), np.zeros(1, np.int64), np.zeros((1, 1), np.int64)):
        hashed = blake2b()
        add(hashed, {"a": part})
        found.add(hashed.hexdigest())
    assert 3 == len(found)
