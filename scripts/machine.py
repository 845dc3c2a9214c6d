"""System packages that the tests need: a browser, PostgreSQL, web servers, Python's venv module.

On Debian and its derivatives, as root, missing packages are installed; elsewhere a line names them.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from client import say, stop

FAKETIME = "usr/lib/*/faketime/libfaketimeMT.so.1"


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


def need_web_servers(folder: Path) -> None:
    """Unpack nginx and Caddy into a folder: installed, they would serve this machine's port 80.

    Without them the tests that start them are skipped, and a line says so.
    """
    path = os.pathsep.join([os.environ["PATH"], *map(str, bin_folders(folder))])
    for package in ("nginx", "caddy"):
        if not shutil.which(package, path=path) and not _unpack(package, folder):
            say(f"{package} is missing, so the tests that start it are skipped; install it")


def need_faketime(folder: Path) -> None:
    """Unpack libfaketime, which puts the clock of a process under test back and forth."""
    if not any(folder.glob(FAKETIME)) and not _unpack("libfaketime", folder):
        say("libfaketime is missing, so the tests that move a clock are skipped; install it")


def bin_folders(folder: Path) -> list[Path]:
    """Where programs are: those of packages unpacked into a folder, and the system's servers."""
    return [folder / "usr" / "sbin", folder / "usr" / "bin", Path("/usr/sbin")]


def _unpack(package: str, folder: Path) -> bool:
    """Unpack a package of Debian, which needs no root; False if that fails."""
    apt = shutil.which("apt-get")
    if not apt:
        return False
    say(f"unpacking {package} (for the tests): apt-get download {package}")
    if os.geteuid() == 0:
        _update(apt)
    with tempfile.TemporaryDirectory() as there:
        done = _run([apt, "download", package], there)
        for file in Path(there).glob("*.deb"):
            done = _run(["dpkg-deb", "--extract", str(file), str(folder)])
    return not done.returncode


def _install(what: str, *packages: str) -> None:
    """Install the first of the named packages that this system provides."""
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        usual = packages[-1]
        stop(f"{what} is missing; install it, for example with: sudo apt-get install {usual}")
    _update(apt)
    for package in packages:
        say(f"installing {what}: apt-get install {package}")
        done = _run([apt, "install", "--yes", "--no-install-recommends", package])
        if not done.returncode:
            break
    else:
        print(done.stdout + done.stderr, file=sys.stderr)
        stop(f"{what} could not be installed; see the output of apt-get above.")


@cache
def _update(apt: str) -> None:
    _run([apt, "update"])


def _run(command: list[str], folder: str | None = None) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(
        command, cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
