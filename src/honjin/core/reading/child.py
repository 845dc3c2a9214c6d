"""Child processes: Python interpreters that find the same modules as this one."""

from __future__ import annotations

import os
import sys


def child_environment() -> dict[str, str]:
    """The environment of a child process that finds the same modules as this one."""
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    return {**os.environ, "PYTHONPATH": path}
