"""What a start does not have to wait for."""

from __future__ import annotations

import subprocess
import sys

import pytest

PLAYING = """
from honjin.core.play import Play
from honjin.games import load
play = Play(load("rokumon"), {"act": "2", "deal": "gggjjjj"})
play.run_chance(lambda total: 0)
play.act_text(0, "r1c1")
"""
SERVING = "import honjin.cli.main, honjin.server.serve"


@pytest.mark.parametrize("program", [PLAYING, SERVING], ids=["playing", "serving"])
def test_interpreted_use_never_imports_the_compiler(program: str) -> None:
    """Neither a game played in Python nor the start of the server waits for Numba."""
    asked = f"{program}\nimport sys\nprint('numba' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True)
    assert "False" == told.stdout.strip()


def test_package_alone_imports_nothing() -> None:
    """`import honjin` costs no more than reading its version."""
    asked = "import sys; before = set(sys.modules); import honjin; print(set(sys.modules) - before)"
    told = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True)
    assert "{'honjin'}" == told.stdout.strip()
