"""`honjin picture`: a recorded position as a file that can be shown."""

import json
import os
from pathlib import Path

import pytest

from cli.running import run
from honjin.pictures.artist import must_be_able
from honjin.pictures.errors import CannotDraw

STORED = Path(__file__).parents[1] / "server" / "stored" / "records"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    try:
        must_be_able()
    except CannotDraw as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(problem))
    text = json.loads((STORED / "rokumon-1.json").read_text("utf-8"))["record"]
    (tmp_path / "game.json").write_text(json.dumps(text))
    return tmp_path / "game.json"
