"""The version, and the commit that a program was made from."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from honjin import __version__
from places import ROOT

TELLS = "from honjin.core.version import full_version; print(full_version())"
PARTS = ("__init__.py", "core/__init__.py", "core/version.py")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree of these modules alone, which git does not know."""
    for part in PARTS:
        target = tmp_path / "tree" / "src" / "honjin" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / "src" / "honjin" / part, target)
    return tmp_path / "tree"


def told(tree: Path, **env: str) -> str:
    """The full version that a program in the tree tells."""
    env = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"} | env
    done = subprocess.run([sys.executable, "-c", TELLS], check=True, capture_output=True, env=env)
    assert b"" == done.stderr
    return done.stdout.decode().strip()


def committed(folder: Path) -> str:
    """The abbreviated name of a first commit of all that is in the folder."""
    git = ["git", "-C", str(folder), "-c", "user.name=Mio", "-c", "user.email=mio@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "Begin"]):
        subprocess.run([*git, *words], check=True)
    named = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return named.stdout[:12]


def test_checkout_tells_its_commit(tree: Path) -> None:
    """The commit that is checked out, whatever a hook's GIT_DIR names, and if it was changed."""
    name = committed(tree)
    assert re.fullmatch(r"[0-9a-f]{12}", name)
    assert f"{__version__} ({name})" == told(tree, GIT_DIR=str(ROOT / ".git"))
    (tree / "src" / "honjin" / "core" / "__init__.py").write_text('"""Changed."""\n')
    assert f"{__version__} ({name}-dirty)" == told(tree)


def test_repository_of_others_is_not_asked(tree: Path) -> None:
    """A tree that lies in another repository has not that one's commit."""
    committed(tree.parent)
    assert __version__ == told(tree)


def test_checkout_without_git_tells_its_version(tree: Path) -> None:
    """A commit that git cannot tell is left out."""
    committed(tree)
    assert __version__ == told(tree, PATH="")


def test_package_tells_what_it_was_built_from(tree: Path) -> None:
    """The file that a package carries counts, whatever repository it has been unpacked in."""
    committed(tree)
    (tree / "src" / "honjin" / "commit.txt").write_text("0123456789ab\n")
    assert f"{__version__} (0123456789ab)" == told(tree, PATH="")
    assert f"{__version__} (0123456789ab)" == told(tree)
