"""One clone, in which the README's commands are run, and the wheel that is built from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from door.field import Machine, clone_to
from places import ROOT


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine that has never seen the project."""
    return Machine(tmp_path_factory.mktemp("machine"))


@pytest.fixture(scope="session")
def clone(machine: Machine) -> Path:
    """A clone of this tree on that machine."""
    folder = machine.home / "honjin"
    clone_to(folder)
    return folder


@pytest.fixture(scope="session")
def wheel(machine: Machine, clone: Path) -> Path:
    """The wheel that `make wheel` builds in the clone."""
    machine.must(["make", "wheel"], clone)
    [built] = (clone / "dist").glob("honjin-*.whl")
    return built


@pytest.fixture(scope="session")
def table() -> Iterator[TextIO]:
    """The table of extras and commands, to which each worker adds."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / "door.txt").open("a", encoding="utf-8") as file:
        yield file
