"""What may not stand in the tree: addresses of registries, paths of one machine, long files."""

from __future__ import annotations

import json
from collections import Counter
from fnmatch import fnmatch

import pytest

from places import ROOT, tracked

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


def test_no_file_is_large() -> None:
    """A file of megabytes, such as a package of the system, is here by mistake."""
    large = [file.name for file in tracked() if file.stat().st_size > 2_000_000]
    assert [] == large


def test_files_and_folders_of_code_stay_short() -> None:
    """A folder has at most 15 files; one that is not of tests has under 500 lines."""
    code = [file.relative_to(ROOT) for file in tracked() if file.suffix in (".py", ".js", ".c")]
    code = [file for file in code if file.parts[0] in ("src", "bench", "scripts", "tests")]
    # A migration is data, and stays for ever.
    sizes = Counter(file.parent for file in code if file.parent.name != "versions")
    assert [] == [folder.as_posix() for folder, n in sizes.items() if n > 15]
    short = [file for file in code if file.parts[0] != "tests"]
    assert [] == [f.as_posix() for f in short if (ROOT / f).read_bytes().count(b"\n") >= 500]


def test_every_folder_of_tests_is_collected(request: pytest.FixtureRequest) -> None:
    """One called `build` was passed over, with all its tests, as pytest does by default."""
    passed_over = request.config.getini("norecursedirs")
    folders = {file.relative_to(ROOT).parent for file in tracked() if file.match("test_*.py")}
    names = {name for folder in folders for name in folder.parts}
    assert "packaging" in names
    assert [] == [name for name in names if any(fnmatch(name, one) for one in passed_over)]
