"""Release a version: set it, date the changelog, commit, build, check, tag.

    python scripts/release.py 1.2.3

All of it happens in a working tree of its own; yours gets the commit and the tag at the end, when
everything has passed, and otherwise stays as it was. Nothing is pushed and nothing is uploaded.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from client import ROOT, run, say, stop
from setup import install
from wheel import build, keep

VERSION = Path("src", "honjin", "__init__.py")
CHANGELOG = Path("CHANGELOG.md")
UNRELEASED = "## Unreleased"
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
_FORM = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", re.ASCII)


def main(version: str) -> None:
    """Release a version of what is checked out, or say in a line why it cannot be."""
    require_possible(version)
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="release-", dir=ROOT / "build") as made:
        packages = Path(made, "packages")
        with working_tree(Path(made, "tree")) as tree:
            set_version(tree, version)
            git("commit", "--quiet", "--all", f"--message=Release {version}", tree=tree)
            commit = git("rev-parse", "HEAD", tree=tree)
            build(tree, packages)
            require_told(version, commit, packages, Path(made, "venv"))
            finish(version, commit)
        keep(packages)
    say(f"committed and tagged v{version}; to publish: git push --follow-tags, twine upload dist/*")


# ---- what must be so


def require_possible(version: str) -> None:
    """Stop unless this can be the next version of what is checked out."""
    if not _FORM.fullmatch(version):
        stop(f"expected a version such as VERSION=1.2.3, got {version!r}")
    now = version_of(ROOT)
    if _numbers(version) <= _numbers(now):
        stop(f"expected a version higher than {now}, got {version}")
    if git("tag", "--list", f"v{version}"):
        stop(f"there is already a tag v{version}")
    if changed := git("status", "--porcelain").splitlines():
        stop(f"expected a clean tree, but {changed[0][3:]} differs from the last commit; commit it")
    if not re.search(r"^- ", unreleased(ROOT), re.MULTILINE):
        stop(f"expected entries under {UNRELEASED!r} in {CHANGELOG}, got none")


def require_told(version: str, commit: str, packages: Path, venv: Path) -> None:
    """Stop unless the wheel, installed by itself, tells this version and commit."""
    say("installing the wheel")
    run([sys.executable, "-m", "venv", str(venv)], what="python -m venv")
    [wheel] = packages.glob("*.whl")
    install(venv / "bin" / "python", [str(wheel)])
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [str(venv / "bin" / "honjin"), "--version"]
    done = subprocess.run(command, cwd=venv, env=env, capture_output=True, text=True)
    wanted = f"honjin {version} ({commit[:12]})"
    if done.stdout.strip() != wanted:
        print(done.stderr, file=sys.stderr)
        stop(f"expected the wheel to say {wanted!r}, got {done.stdout.strip()!r}")


# ---- the tree


def version_of(tree: Path) -> str:
    """The version of a tree."""
    [version] = _VERSION.findall((tree / VERSION).read_text("utf-8"))
    return str(version)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def unreleased(tree: Path) -> str:
    """What the changelog says of the next version."""
    text = (tree / CHANGELOG).read_text("utf-8")
    return text.partition(f"\n{UNRELEASED}\n")[2].partition("\n## ")[0]


def set_version(tree: Path, version: str) -> None:
    """Write the version, and put it with the date above what was unreleased."""
    heading = f"\n{UNRELEASED}\n\n## {version} ({date.today().isoformat()})\n"
    for file, old, new in (
        (VERSION, f'__version__ = "{version_of(tree)}"', f'__version__ = "{version}"'),
        (CHANGELOG, f"\n{UNRELEASED}\n", heading),
    ):
        text = (tree / file).read_text("utf-8")
        (tree / file).write_text(text.replace(old, new, 1), "utf-8")


@contextmanager
def working_tree(tree: Path) -> Iterator[Path]:
    """A working tree of the last commit, for as long as it is needed."""
    git("worktree", "add", "--quiet", "--detach", str(tree))
    try:
        yield tree
    finally:
        shutil.rmtree(tree, ignore_errors=True)
        git("worktree", "prune")


def finish(version: str, commit: str) -> None:
    """Tag the commit and check it out here: both or neither."""
    git("tag", "--annotate", f"--message=Honjin {version}", f"v{version}", commit)
    try:
        git("merge", "--quiet", "--ff-only", commit)
    except BaseException:  # also when it is interrupted
        git("tag", "--delete", f"v{version}")
        raise


def git(*words: str, tree: Path = ROOT) -> str:
    """What a git command prints; stop with its message if it fails."""
    done = subprocess.run(["git", *words], cwd=tree, capture_output=True, text=True)
    if done.returncode:
        stop(f"git {words[0]} failed: {' '.join(done.stderr.split())}")
    return done.stdout.rstrip()


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
