"""Environments of one version do the same, byte by byte.

`results.toml` has a hash of everything that an environment has returned in a number of steps. If it
changes and no rule has, `VERSION` of `honjin.envs` must go up; then

    python tests/envs/test_results.py

writes the file again.
"""

import tomllib
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from envs.cases import Case, cases
from honjin.envs import VERSION
from honjin.envs.vector import make_vec

FILE = Path(__file__).with_name("results.toml")
GAMES, STEPS, CUT = 130, 80, 33
"""Enough games for two threads (`test_team`); most are cut short, and then begin again."""


def choose(mask: Any, n: int) -> Any:
    """A legal action for each game, which differs from game to game."""
    counts = mask.sum(axis=1)
    ranks = (7 * n + 3 * np.arange(len(mask))) % counts
    return np.argmax(np.cumsum(mask, axis=1) > ranks[:, None], axis=1)


def results(case: Case, threads: int, most: int | None) -> str:
    """The hash of all that some steps return."""
    env = make_vec(case.key, GAMES, threads=threads, max_episode_steps=most, **case.given)
    hashed = blake2b(digest_size=12)
    seen, infos = env.reset(seed=9)
    add(hashed, [seen, infos])
    for n in range(STEPS):
        seen, *others = env.step(choose(seen["action_mask"], n))
        add(hashed, [seen, *others])
    env.close()
    return hashed.hexdigest()


def add(hashed: Any, part: Any) -> None:
    """Add a nested structure of arrays, with all types and shapes."""
    hashed.update(type(part).__name__.encode())
    if isinstance(part, dict):
        for key in sorted(part):
            hashed.update(key.encode())
            add(hashed, part[key])
    elif isinstance(part, list) or (isinstance(part, np.ndarray) and part.dtype == object):
        for one in part:
            add(hashed, one)
    elif part is not None:
        hashed.update(f"{part.dtype} {part.shape}".encode() + part.tobytes())


@pytest.mark.parametrize("case", cases(quick=("rokumon", "akiwado")))
def test_results_are_those_of_this_version(case: Case) -> None:
    """With whole games, and with games that are cut short."""
    kept = tomllib.loads(FILE.read_text("utf-8"))
    assert VERSION == kept["version"]
    expected = kept[case.key][case.name]
    assert expected == [results(case, 1, None), results(case, 1, CUT)]


def main() -> None:
    """Write the file."""
    lines = [f"version = {VERSION}"]
    for param in cases():
        case = param.values[0]
        if f"[{case.key}]" not in lines:
            lines += ["", f"[{case.key}]"]
        found = results(case, 1, None), results(case, 1, CUT)
        lines.append(f'{case.name} = ["{found[0]}", "{found[1]}"]')
        print(lines[-1], flush=True)
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
