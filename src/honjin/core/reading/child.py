"""Child processes: Python interpreters that find the same modules as this one."""

from __future__ import annotations

import os
import stat
import sys
import threading


def child_environment() -> dict[str, str]:
    """The environment of a child process that finds the same modules as this one."""
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    # Otherwise `-m` and `-c` look for modules in the working folder first.
    return {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}


def end_with_parent() -> None:
    """End this process at once when its input, a pipe that its parent holds, does."""
    if stat.S_ISFIFO(os.fstat(0).st_mode):
        threading.Thread(target=_end_with_input, daemon=True).start()


def _end_with_input() -> None:
    while os.read(0, 1024):
        pass
    os._exit(1)
