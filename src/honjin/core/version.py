"""The version of this program and the commit that it was made from.

A wheel and a source archive carry the commit in a file (see hatch_build.py). A checkout asks git.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from honjin import __version__

COMMIT: Final = Path(__file__).parent.parent / "commit.txt"
_ROOT: Final = COMMIT.parents[2]


def full_version() -> str:
    """The version, with the commit if it is known: `0.2.0 (6ab16cea1f21)`."""
    return with_commit(__version__, commit())


def with_commit(version: str, commit: str) -> str:
    """A version with its commit, if that is known."""
    return f"{version} ({commit})" if commit else version


@cache
def commit() -> str:
    """The commit, marked `-dirty` if files differed from it; empty if it is not known."""
    try:
        return COMMIT.read_text("ascii").strip()
    except FileNotFoundError:
        return _checked_out() if (_ROOT / ".git").exists() else ""


def _checked_out() -> str:
    import subprocess  # costs time, and only a checkout needs it

    # With its folder named, git heeds neither GIT_DIR nor a repository around this one.
    git = ["git", "--no-optional-locks", f"--git-dir={_ROOT / '.git'}", f"--work-tree={_ROOT}"]
    describe = ["describe", "--always", "--exclude=*", "--abbrev=12", "--dirty"]
    try:
        done = subprocess.run(  # noqa: S603 (no part of it comes from outside)
            [*git, *describe], capture_output=True, check=True, encoding="ascii", timeout=10
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
