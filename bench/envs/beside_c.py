"""Steps of environments per second, beside the same in straightforward C.

    python -m bench.envs.beside_c [--rounds 15] [--batch 1 64 1024] [--keep]

One thread, called from Python both times; a step applies an action in every game, checks that it is
legal, gives rewards, begins again what has ended, and fills observations and masks. Both take the
same actions, a round after the other, so a busy machine slows both; observations and masks must be
equal after each. Printed are medians of the rounds, and the median of their ratios. `--keep` adds
the result to bench/results/beside_c.jsonl.
"""

from __future__ import annotations

import ctypes
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from bench.common import arguments, keep
from bench.search.connect_four import GAME as FOUR

from honjin.envs.vector import HonjinVectorEnv, make_vec

HERE: Final = Path(__file__).parent
STEPS: Final = 200_000
"""The steps of a round, of all games together; of a single game fewer."""

GAMES: Final[dict[str, Callable[[int], HonjinVectorEnv]]] = {
    "act3": lambda n: make_vec("rokumon", n, act="3", deal="gggjjjj", copy=False),
    "four": lambda n: make_vec(FOUR, n, preset="four", copy=False),
}
"""The environment for each source in C."""


class Tables(ctypes.Structure):
    """What a step in C fills: addresses of arrays."""

    _fields_ = [
        (name, ctypes.c_void_p)
        for name in (
            "seen", "legal", "last_seen", "last_legal", "reward", "rewards", "terminated",
        )
    ]  # fmt: skip


class InC:
    """A batch of games in C."""

    def __init__(self, library: ctypes.CDLL, like: dict[str, Any]) -> None:
        count = len(like["action_mask"])
        self.seen, self.last_seen = (np.zeros_like(like["observation"]) for _ in range(2))
        self.legal, self.last_legal = (np.zeros_like(like["action_mask"]) for _ in range(2))
        self.reward, self.rewards = np.zeros(count, np.float32), np.zeros((count, 2), np.float32)
        self.terminated = np.zeros(count, bool)
        self._library = library
        self._tables = Tables(*(getattr(self, name).ctypes.data for name, _ in Tables._fields_))
        library.begin(count, self._tables)

    def step(self, actions: Any) -> None:
        """Step all games."""
        wrong = self._library.step(actions.ctypes.data_as(ctypes.c_void_p), self._tables)
        assert wrong == -1, wrong


def compile_c(name: str, folder: str) -> ctypes.CDLL:
    """The yardstick of a game, built with the machine's C compiler."""
    library = Path(folder) / f"{name}.so"
    command = ["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library)]
    subprocess.run([*command, str(HERE / f"{name}.c")], check=True)
    return ctypes.CDLL(str(library))


def must_agree(seen: dict[str, Any], in_c: InC) -> None:
    """Exit unless both have the same games before them."""
    same = np.array_equal(seen["observation"], in_c.seen)
    if not (same and np.array_equal(seen["action_mask"], in_c.legal)):
        sys.exit("different observations or masks")


def play(step: Callable[[Any], None], mask: Any, seed: int, steps: int) -> float:
    """Random steps; the steps of a game per second, without drawing the actions."""
    luck = np.random.default_rng(seed)
    spent = 0.0
    for _ in range(steps):
        actions = np.argmax(luck.random(mask.shape, np.float32) * mask, axis=1)
        begun = time.perf_counter()
        step(actions)
        spent += time.perf_counter() - begun
    return steps * len(mask) / spent


def measure(env: HonjinVectorEnv, library: ctypes.CDLL, rounds: int) -> dict[str, float]:
    """Steps per second of both, and the ratio."""
    seen, _ = env.reset(seed=1)
    in_c = InC(library, seen)
    steps = min(STEPS // env.num_envs, 1000)
    speeds: list[tuple[float, float]] = []
    for seed in range(rounds + 1):
        ours = play(env.step, seen["action_mask"], seed, steps)
        speeds.append((ours, play(in_c.step, in_c.legal, seed, steps)))
        must_agree(seen, in_c)
    del speeds[0]  # what is loaded or compiled first
    ours, yard = (statistics.median(column) for column in zip(*speeds, strict=True))
    ratio = statistics.median(one / other for one, other in speeds)
    return {"ours": round(ours), "c": round(yard), "ratio": round(ratio, 3)}


def main() -> None:
    """Measure each size of batch."""
    given = arguments(__doc__, rounds=15, batch=(1, 64, 1024))
    with tempfile.TemporaryDirectory() as folder:
        for name, make in GAMES.items():
            library = compile_c(name, folder)
            for count in given.batch:
                found = measure(make(count), library, given.rounds)
                print(
                    f"{name}, batch {count:5}:  C {found['c'] / 1e6:.2f} M/s   environment "
                    f"{found['ours'] / 1e6:.2f} M/s ({found['ratio']:.2f} of C)"
                )
                keep(given, "beside_c", {"game": name, "batch": count, **found})


if __name__ == "__main__":
    main()
