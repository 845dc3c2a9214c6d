"""Folders that tests read, wherever the test itself is."""

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parent
ROOT: Final = TESTS.parent

STORED: Final = TESTS / "server" / "stored"
"""Tables and records stored by an earlier version."""
