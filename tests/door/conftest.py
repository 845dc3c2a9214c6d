"""One clone, in which the README's commands are run, and the wheel that is built from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.field import Machine, clone_to


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
