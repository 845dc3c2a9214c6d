"""Folders that tests read, wherever the test itself is, and how old a file can be made."""

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parent
ROOT: Final = TESTS.parent

STORED: Final = TESTS / "server" / "stored"
"""Tables and records stored by an earlier version."""

LONG_AGO: Final = 1_000_000_000.0
"""When a file was changed that is older than any process, in seconds since 1970."""
