"""What may not stand in the tree: addresses of package registries, and paths of one machine."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from places import ROOT

# Put together here, so that this file does not hold what it looks for.
HOSTS = [
    host + tail
    for host, tail in (
        ("registry.npmjs", ".org"),
        ("registry.yarnpkg", ".com"),
        ("files.pythonhosted", ".org"),
        ("pypi", ".org/simple"),
        ("/root", "/"),
        ("/home", "/"),
    )
]


def tracked() -> list[Path]:
    """Every file of the project: known to git, or new and not ignored."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in told.split("\0") if name and (ROOT / name).is_file()]


def test_lock_file_names_no_registry() -> None:
    """The client's packages are locked by version and hash; where they come from is the user's."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert [] == [name for name, entry in packages.items() if "resolved" in entry]
    assert [] == [name for name, entry in packages.items() if "integrity" not in entry]


@pytest.mark.parametrize("host", HOSTS)
def test_no_file_names(host: str) -> None:
    """No file of the project names a registry's host or somebody's folder."""
    strange = [
        file.relative_to(ROOT).as_posix()
        for file in tracked()
        if host.encode() in file.read_bytes()
    ]
    assert [] == strange
