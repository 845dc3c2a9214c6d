"""Build the source archive and the wheel, and check them.

    python scripts/wheel.py     into dist/, where they replace earlier ones

Needs build and twine, which `setup.py tools` installs.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from client import ROOT, run, say

DIST = ROOT / "dist"


def main() -> None:
    """Build both from this tree, whose client is built already if nothing has changed."""
    with tempfile.TemporaryDirectory() as made:
        build(ROOT, Path(made), "--sdist", "--wheel")
        keep(Path(made))


def build(tree: Path, folder: Path, *targets: str) -> None:
    """Build into a folder: the targets, or else the source archive, and from it the wheel."""
    say("building the source archive and the wheel")
    command = [sys.executable, "-m", "build", *targets, "--outdir", str(folder), str(tree)]
    run(command, what="python -m build", cwd=tree)
    files = map(str, folder.iterdir())
    run([sys.executable, "-m", "twine", "check", "--strict", *files], what="twine check")


def keep(folder: Path) -> None:
    """Replace what dist/ holds of Honjin by what was built."""
    DIST.mkdir(exist_ok=True)
    for old in DIST.glob("honjin-*"):
        old.unlink()
    for file in sorted(folder.iterdir()):
        shutil.move(file, DIST)
        say(f"built: {DIST.name}/{file.name}")


if __name__ == "__main__":
    main()
