"""Loop files of tests."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def loop_file(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a loop file."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write
