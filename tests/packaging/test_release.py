"""`make release`: what it refuses, that nothing is half done, and a release as it is made."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
from datetime import date
from pathlib import Path

import pytest

from places import ROOT, tracked

CHANGELOG = (
    "# Changelog\n\n## Unreleased\n\n### For hosts\n\n- A new thing.\n\n## 0.9.0\n\n- Old.\n"
)
SCRIPTS = ("client", "release", "setup", "wheel")


def git(tree: Path, *words: str) -> str:
    """What a git command prints in a tree."""
    command = ["git", "-C", str(tree), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def committed(tree: Path) -> Path:
    """The tree, as the first commit of a repository."""
    git(tree, "init", "--quiet", "--initial-branch=main")
    for name, value in (("name", "Mio"), ("email", "mio@example.org")):
        git(tree, "config", f"user.{name}", value)
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "--message=Begin")
    return tree


def written(tree: Path, files: dict[str, str]) -> None:
    """Write files into a tree."""
    for name, text in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, "utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository that can be released as far as the script sees, and cannot be built."""
    version = '"""Honjin."""\n\n__version__ = "1.9.0"\n'
    files = {"src/honjin/__init__.py": version, "CHANGELOG.md": CHANGELOG, ".gitignore": "/build\n"}
    written(tmp_path, files)
    for name in SCRIPTS:
        written(tmp_path, {f"scripts/{name}.py": (ROOT / f"scripts/{name}.py").read_text("utf-8")})
    written(tmp_path, {".gitignore": "/build\n__pycache__\n"})
    return committed(tmp_path)


def released(tree: Path, version: str) -> subprocess.CompletedProcess[str]:
    """Run the script."""
    command = [sys.executable, "scripts/release.py", version]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("version", "files", "told"),
    [
        ("", {}, "expected a version such as VERSION=1.2.3, got ''"),
        ("1.10", {}, "expected a version such as VERSION=1.2.3, got '1.10'"),
        ("1.9.0", {}, "expected a version higher than 1.9.0, got 1.9.0"),
        ("1.8.12", {}, "expected a version higher than 1.9.0, got 1.8.12"),
        ("1.20.0", {}, "there is already a tag v1.20.0"),
        ("1.10.0", {"new.txt": ""}, "expected a clean tree, but new.txt differs"),
    ],
)
def test_what_cannot_be_released_is_refused(
    tree: Path, version: str, files: dict[str, str], told: str
) -> None:
    """In one line, before anything is done."""
    git(tree, "tag", "v1.20.0")
    written(tree, files)
    refused_in_a_line(tree, version, told)


@pytest.mark.parametrize(
    "text", ["# Changelog\n\n## 0.9.0\n\n- Old.\n", CHANGELOG.replace("- A new thing.\n", "")]
)
def test_release_without_news_is_refused(tree: Path, text: str) -> None:
    """An unreleased part without an entry, or no such part."""
    written(tree, {"CHANGELOG.md": text})
    git(tree, "commit", "--quiet", "--all", "--message=Change")
    refused_in_a_line(tree, "2.0.0", "expected entries under '## Unreleased' in CHANGELOG.md")


def refused_in_a_line(tree: Path, version: str, told: str) -> None:
    """Check what is said, and that the repository is as it was."""
    before = git(tree, "show-ref", "--head")
    done = released(tree, version)
    assert (1, "") == (done.returncode, done.stdout)
    [line] = done.stderr.splitlines()
    assert line.startswith(f"✗ {told}")
    assert before == git(tree, "show-ref", "--head")


def test_failed_build_leaves_everything_as_it_was(tree: Path) -> None:
    """No commit, no tag, no changed file, no working tree besides."""
    before = git(tree, "show-ref", "--head")
    done = released(tree, "2.0.0")
    assert 1 == done.returncode
    assert "✗ python -m build failed" in done.stderr
    assert before == git(tree, "show-ref", "--head")
    assert "" == git(tree, "status", "--porcelain")
    assert 1 == len(git(tree, "worktree", "list").splitlines())
    assert [] == list((tree / "build").iterdir())


def test_interrupted_end_leaves_no_tag(tree: Path) -> None:
    """Ctrl-C between the tag and the commit."""
    written(tree, {"new.txt": ""})
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "--message=Next")
    next_one = git(tree, "rev-parse", "HEAD")
    git(tree, "reset", "--quiet", "--hard", "HEAD^")
    code = f"""
import sys
sys.path.insert(0, "scripts")
import release
done = release.git
def interrupted(*words, **more):
    if words[0] == "merge":
        raise KeyboardInterrupt
    return done(*words, **more)
release.git = interrupted
release.finish("2.0.0", {next_one!r})
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=tree, capture_output=True, text=True)
    assert "KeyboardInterrupt" in run.stderr
    assert "" == git(tree, "tag")


@pytest.mark.slow
def test_release_is_made(tmp_path: Path) -> None:
    """By `make`, in a clone with nothing but this tree: version, date, commit, tag and packages."""
    for file in tracked():
        target = tmp_path / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    written(tmp_path, {"CHANGELOG.md": CHANGELOG})
    tree = committed(tmp_path)
    first = git(tree, "rev-parse", "HEAD")
    command = ["make", "release", "VERSION=99.0.1"]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=900)
    assert 0 == done.returncode, done.stdout + done.stderr
    assert "tag" == git(tree, "cat-file", "-t", "v99.0.1")
    head = git(tree, "rev-parse", "HEAD")
    assert head == git(tree, "rev-parse", "v99.0.1^{commit}")
    assert (first, "main") == (git(tree, "rev-parse", "HEAD^"), git(tree, "branch", "--show"))
    assert "" == git(tree, "status", "--porcelain")
    dated = CHANGELOG.replace("## Unreleased\n", f"## Unreleased\n\n## 99.0.1 ({date.today()})\n")
    assert dated == (tree / "CHANGELOG.md").read_text("utf-8")
    names = ["honjin-99.0.1-py3-none-any.whl", "honjin-99.0.1.tar.gz"]
    assert names == sorted(file.name for file in (tree / "dist").iterdir())
    with tarfile.open(tree / "dist" / names[1]) as archive:
        held = archive.extractfile("honjin-99.0.1/src/honjin/commit.txt")
        assert held is not None
        assert head[:12] == held.read().decode().strip()
    needs_no_workshop(tree)


def needs_no_workshop(tree: Path) -> None:
    """Check that the tools alone were installed: neither Honjin nor what it needs."""
    [packages] = tree.glob(".venv/lib/python*/site-packages")
    installed = {re.split(r"-\d", folder.name)[0] for folder in packages.glob("*.dist-info")}
    assert {"build", "twine"} <= installed
    assert set() == {"honjin", "numba", "numpy", "starlette"} & installed
