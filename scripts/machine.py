"""System packages that the tests need: a browser, PostgreSQL, Python's venv module.

On Debian and its derivatives, as root, missing packages are installed; elsewhere a line names them.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from client import say, stop


def need_venv_module() -> None:
    """Install what `venv` needs, which Debian's Python lacks."""
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        return
    package = "python{}.{}-venv".format(*sys.version_info)
    _install("Python's venv module", package)
    importlib.invalidate_caches()


def need_chromium(names: tuple[str, ...]) -> None:
    """Install Chromium for the browser tests, preferably the headless one."""
    if not any(map(shutil.which, names)):
        _install("Chromium (for the browser tests)", "chromium-headless-shell", "chromium")


def need_postgres() -> None:
    """Install PostgreSQL for the tests of the store, which start their own server."""
    if not shutil.which("initdb") and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        _install("PostgreSQL (for the store's tests)", "postgresql")


def _install(what: str, *packages: str) -> None:
    """Install the first of the named packages that this system provides."""
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        usual = packages[-1]
        stop(f"{what} is missing; install it, for example with: sudo apt-get install {usual}")
    _run([apt, "update"])
    for package in packages:
        say(f"installing {what}: apt-get install {package}")
        done = _run([apt, "install", "--yes", "--no-install-recommends", package])
        if not done.returncode:
            break
    else:
        print(done.stdout + done.stderr, file=sys.stderr)
        stop(f"{what} could not be installed; see the output of apt-get above.")


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(
        command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
