"""The packages of this tree, built once for all tests that look into them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from filelock import FileLock

from places import ROOT


class Packages(NamedTuple):
    """A source archive and a wheel."""

    archive: Path
    wheel: Path


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """The source archive and the wheel of this tree; all workers share them."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "packages"
    with FileLock(shared / "packages.lock"):
        if not folder.exists():
            made = shared / "packages-in-the-making"
            command = [sys.executable, "-m", "hatchling", "build", "-d", str(made)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
            assert 0 == done.returncode, done.stdout + done.stderr
            made.rename(folder)
    [archive], [wheel] = folder.glob("honjin-*.tar.gz"), folder.glob("honjin-*.whl")
    return Packages(archive, wheel)
