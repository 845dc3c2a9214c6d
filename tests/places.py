"""Folders and files that tests read, wherever the test itself is; how old a file can be made."""

import subprocess
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parent
ROOT: Final = TESTS.parent

STORED: Final = TESTS / "server" / "stored"
"""Tables and records stored by an earlier version."""

LONG_AGO: Final = 1_000_000_000.0
"""When a file was changed that is older than any process, in seconds since 1970."""


def tracked() -> list[Path]:
    """Every file of the project: known to git, or new and not ignored."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in told.split("\0") if name and (ROOT / name).is_file()]
