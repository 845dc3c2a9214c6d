"""The loop files of proofs, which must be compiled for a game first."""

from pathlib import Path
from typing import Final

SEARCH: Final = Path(__file__).with_name("search_loop.py")
CHECK: Final = Path(__file__).with_name("check_loop.py")
