"""Processes of our own: Pythons that find the same modules as we do."""

from __future__ import annotations

import os
import sys


def child_environment() -> dict[str, str]:
    """The environment of a child that finds the same modules as we do."""
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    return {**os.environ, "PYTHONPATH": path}
