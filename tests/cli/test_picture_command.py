"""`honjin picture`: a recorded position as a file that can be shown."""

import json
import os
from pathlib import Path

import pytest

from cli.running import Run
from honjin.pictures.artist import must_be_able
from honjin.pictures.errors import CannotDraw
from places import STORED

RECORDS = STORED / "records"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game of Rokumon of 28 steps."""
    try:
        must_be_able()
    except CannotDraw as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(problem))
    text = json.loads((RECORDS / "rokumon-1.json").read_text("utf-8"))["record"]
    (tmp_path / "game.json").write_text(json.dumps(text))
    return tmp_path / "game.json"


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("name", "more", "begins"),
    [
        ("a.svg", "--step 5 --dark", b"<svg"),
        ("a.png", "--lang ja", b"\x89PNG"),
        ("a.gif", "--step 8 --from 5", b"GIF8"),
    ],
)
def test_draws_what_the_name_says(
    honjin: Run, record: Path, name: str, more: str, begins: bytes
) -> None:
    """An SVG or a PNG of one step, a GIF of several."""
    out = record.with_name(name)
    done = honjin(f"picture {record} -o {out} {more}")
    assert 0 == done.exit_code
    assert name in done.stdout
    assert out.read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("-o x.bmp", "--out expects a name that ends in .svg, .png, .gif or .webp, got x.bmp"),
        ("-o x.png --step 99", "steps are from 0 to 28 in this record, not 99 to 99"),
        ("-o x.gif --step 3 --from 5", "steps are from 0 to 28 in this record, not 5 to 3"),
        ("-o x.gif --from 0", "expected at most 24 steps, got 29"),
    ],
)
def test_what_cannot_be_drawn_is_named(honjin: Run, record: Path, line: str, told: str) -> None:
    """One line says what was expected and what came, and nothing is written."""
    done = honjin(f"picture {record} {line}")
    assert 2 == done.exit_code
    assert told in done.stderr
