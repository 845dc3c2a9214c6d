"""The source archive holds the sources, and builds the wheel that the tree builds."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from places import ROOT, tracked


def test_archive_holds_the_tree(packages: Any) -> None:
    """Each file of the project, tests and docs included; the commit and metadata besides."""
    with tarfile.open(packages.archive) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    added = {"PKG-INFO", "src/honjin/commit.txt"}
    assert added | {file.relative_to(ROOT).as_posix() for file in tracked()} == held


@pytest.mark.slow
def test_archive_builds_the_same_wheel(packages: Any, tmp_path: Path) -> None:
    """Unpacked where there is no repository, with the client built anew: the same bytes."""
    with tarfile.open(packages.archive) as archive:
        archive.extractall(tmp_path, filter="data")
    [folder] = tmp_path.iterdir()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert 0 == done.returncode, done.stdout + done.stderr
    [wheel] = folder.glob("dist/*.whl")
    assert contents(packages.wheel) == contents(wheel)
    assert packages.wheel.read_bytes() == wheel.read_bytes()


def contents(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
