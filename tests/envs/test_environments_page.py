"""The examples on the page on environments run as they are."""

import re

import pytest

from honjin.envs.setting import setting
from places import ROOT

PAGE = ROOT / "docs" / "environments.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
WHOLE = [block for block in BLOCKS if "import" in block]


@pytest.mark.slow
@pytest.mark.parametrize("block", WHOLE, ids=range(len(WHOLE)))
def test_what_the_page_shows_runs(block: str) -> None:
    """Each block that imports what it uses runs to its end."""
    exec(compile(block, str(PAGE), "exec"), {})


def test_the_page_names_sizes_as_they_are() -> None:
    """The table of places and actions agrees with the games."""
    row = re.compile(r"^\| (\w+), `(\w+)` \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
    rows = row.findall(PAGE.read_text("utf-8"))
    assert len(rows) == 6
    for title, preset, places, actions in rows:
        chosen = setting(title.lower(), preset, {})
        assert (places, actions) == (f"{chosen.size:,}", f"{len(chosen.actions):,}")
