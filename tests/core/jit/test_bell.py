"""A bell that wakes a thread."""

import os
import threading
import time
from collections.abc import Iterator

import numba
import pytest

from honjin.core.jit import bell
from honjin.core.jit.bell import hear, new_bell, ring


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """The end to hear at and the end to ring at."""
    made = new_bell()
    yield made
    for end in made:
        os.close(end)


@pytest.mark.parametrize("is_compiled", [True, False])
def test_a_thread_sleeps_until_the_ring(ends: tuple[int, int], is_compiled: bool) -> None:
    """Meanwhile it uses no processor, and other threads run Python."""
    bell.register_bell()

    def listen(end: int) -> None:
        hear(end)

    def call(end: int) -> None:
        ring(end)

    if is_compiled:
        listen, call = (numba.njit("void(int64)", nogil=True)(one) for one in (listen, call))
    thread = threading.Thread(target=listen, args=(ends[0],), daemon=True)
    before = time.process_time()
    thread.start()
    thread.join(0.2)
    assert thread.is_alive()
    assert time.process_time() - before < 0.1
    call(ends[1])
    thread.join(10)
    assert not thread.is_alive()


@pytest.mark.parametrize("is_compiled", [True, False])
def test_rings_before_are_heard(ends: tuple[int, int], is_compiled: bool) -> None:
    """None waits, however many there are, and many count as one."""
    bell.register_bell()

    def ring_often(end: int, times: int) -> None:
        for _ in range(times):
            ring(end)

    if is_compiled:
        ring_often = numba.njit(ring_often)
    ring_often(ends[1], 10)
    hear(ends[0])
    os.set_blocking(ends[0], False)
    with pytest.raises(BlockingIOError):
        hear(ends[0])
    ring_often(ends[1], 100_000)
    hear(ends[0])
