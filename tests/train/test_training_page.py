"""The pages on training and on learned estimates are correct."""

import re
from pathlib import Path

import pytest

from honjin.cli.main import load_command
from places import ROOT

PAGE = ROOT / "docs" / "training.md"
TEXT = PAGE.read_text("utf-8")
LEARNING = (ROOT / "docs" / "learning.md").read_text("utf-8")


@pytest.mark.parametrize(("name", "text"), [("train", TEXT), ("learn", LEARNING)])
def test_every_option_of_the_command_is_explained(name: str, text: str) -> None:
    """The table lists each option of the command, and no others."""
    command = load_command(name)
    known = {
        name for parameter in command.params
        for name in (*parameter.opts, *parameter.secondary_opts) if name.startswith("--")
    }  # fmt: skip
    rows = "".join(line for line in text.splitlines() if line.startswith("| `--"))
    named = set(re.findall(r"`(--[a-z-]+)", rows)) - {"--key"}
    assert known == named


@pytest.mark.slow
def test_what_the_page_shows_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The block of Python runs to its end and writes the file that it names."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert 1 == len(blocks)
    exec(compile(blocks[0], str(PAGE), "exec"), {})
    assert (tmp_path / "rokumon.npz").exists()
