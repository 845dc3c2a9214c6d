"""Environments under the C library's checks of memory, which end a process that frees twice."""

import os
import subprocess
import sys
from ctypes.util import find_library

import pytest

from large import LARGE

CHECKS = "libc_malloc_debug.so.0"

STEPS = """
import sys
import numpy as np
from honjin.envs.vector import make_vec

env = make_vec(sys.argv[1], 8)
luck = np.random.default_rng(1)
seen, _ = env.reset(seed=1)
for _ in range(100):
    mask = seen["action_mask"]
    seen, *_ = env.step(np.array([luck.choice(np.flatnonzero(row)) for row in mask]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not find_library("c_malloc_debug"), reason=f"needs {CHECKS} (glibc 2.34)")
@pytest.mark.parametrize("key", sorted(LARGE))
def test_nothing_is_freed_twice(key: str) -> None:
    """Large rules own none of the lists that loops pass to them."""
    environment = {**os.environ, "LD_PRELOAD": CHECKS, "MALLOC_CHECK_": "3"}
    words = [sys.executable, "-c", STEPS, key]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)
