"""Integers that threads share."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np
import pytest

from honjin.core.jit import atomics

TIMES = 200_000


@pytest.fixture(scope="module")
def twice() -> Any:
    """A compiled loop that changes the integer at an address many times."""
    atomics.register_atomics()

    @numba.njit(nogil=True)
    def change(place: int) -> None:
        for _ in range(TIMES):
            found = atomics.read(place)
            while not atomics.swap(place, found, found + 2):
                found = atomics.read(place)

    return change


def test_no_change_is_lost(twice: Any) -> None:
    """Two threads that change an integer at the same time both count."""
    cell = np.zeros(1, np.int64)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(twice, [cell.ctypes.data] * 2))
    assert 2 * TIMES * 2 == cell[0]


def test_compiled_and_interpreted_forms_agree() -> None:
    """Both return what was there before, and leave the same integer."""
    atomics.register_atomics()

    def some(place: int) -> tuple[bool, bool, int]:
        wrong, right = atomics.swap(place, 1, 9), atomics.swap(place, 2, -3)
        return wrong, right, atomics.read(place)

    for form in (some, numba.njit(some)):
        cell = np.full(1, 2, np.int64)
        assert (False, True, -3) == form(cell.ctypes.data)
        assert [-3] == cell.tolist()
