"""Games on a graphics card, as far as they can be tested without one.

The kernels run in Numba's simulator and are compared with the processor's engine; and the rules of
every game are compiled for a card, to the code that its driver would get.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

from honjin.core.errors import NoDevice
from honjin.envs.vector import make_vec
from honjin.games import keys, load

HOPPER = (9, 0)
"""The compute capability to compile for, sm_90."""

SIMULATED = [
    ("madeup", "quiet"), ("rokumon", "act3"), ("akiwado", "three"), ("akebono", "north_south"),
    ("swords", "four"), ("summits", "tennozan"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("key", "preset"), SIMULATED)
def test_simulated_kernels_do_what_the_processor_does(key: str, preset: str) -> None:
    """Tables and states are the same at every step; so are whole random games."""
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed (extra `cuda`)")
    program = Path(__file__).with_name("simulated.py")
    ended = subprocess.run(
        [sys.executable, str(program), key, preset], capture_output=True, text=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert (0, "") == (ended.returncode, ended.stderr)
    assert f"{key} {preset}: 3 games, 25 steps" in ended.stdout


def forms(game: Any) -> dict[str, tuple[Any, ...]]:
    """The arguments of the kernels."""
    from numba import boolean, float32, from_dtype, int8, int64, types

    states = types.Array(from_dtype(game.state.dtype()), 1, "C")
    ints, table, rooms = (types.Array(int64, axes, "C") for axes in (1, 2, 3))
    marks, flags = types.Array(int8, 2, "C"), types.Array(boolean, 1, "C")
    reward, rewards = (types.Array(float32, axes, "C") for axes in (1, 2))
    return {
        "advance_each": (states, int64, ints, table, ints, table, rooms),
        "look_each": (states, int64, ints, table, marks, marks, rooms),
        "step_each": (
            states, int64, int64, ints, table, ints, table, marks, marks, marks, marks, reward,
            rewards, flags, flags, rooms,
        ),
        "play_out_each": (states, int64, table, ints, ints, table, rooms),
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("key", ["madeup", *keys()])
def test_rules_compile_for_a_card(key: str) -> None:
    """Every kernel of every game compiles to PTX, from the rules that the processor runs."""
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed (extra `cuda`)")
    from numba import cuda

    from honjin.core.jit.cuda import on_device
    from honjin.envs.device import KERNELS
    from madeup.game import GAME

    game = GAME if key == "madeup" else load(key)
    kernels = on_device(game, [KERNELS])
    # numba-cuda compiles helpers for the card it finds; there is no option to name another.
    card = SimpleNamespace(compute_capability=HOPPER)
    with mock.patch("numba.cuda.dispatcher.get_current_device", return_value=card):
        for name, form in forms(game).items():
            ptx, _ = cuda.compile_ptx(getattr(kernels, name).py_func, form, cc=HOPPER)
            assert [f"sm_{HOPPER[0]}{HOPPER[1]}"] == re.findall(
                r"^\.target (\w+)", ptx, re.MULTILINE
            )
            assert 1 == ptx.count(".visible .entry")


@pytest.mark.slow
def test_without_a_card_the_error_says_what_is_missing() -> None:
    """NoDevice, not an error from a driver; other devices are refused."""
    with pytest.raises(NoDevice, match=r"expected (numba-cuda|a CUDA device)"):
        make_vec("rokumon", 2, preset="act1", device="cuda")
    with pytest.raises(ValueError, match="expected a device, cpu or cuda, got 'tpu'"):
        make_vec("rokumon", 2, device="tpu")
    with pytest.raises(ValueError, match="expected 1 thread with cuda, got 2"):
        make_vec("rokumon", 2, device="cuda", threads=2)
