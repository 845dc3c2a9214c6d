"""The page on solving describes the columns of a data set correctly."""

import re

from honjin.dataset.columns import COLUMNS
from places import ROOT

PAGE = ROOT / "docs" / "solving.md"


def test_every_column_is_explained() -> None:
    """The table has the columns in their order, with their descriptions."""
    section = PAGE.read_text("utf-8").partition("## A data set of solved positions")[2]
    rows = re.findall(
        r"^\| `(\w+)` \| (.+) \|$", section.partition("The file itself")[0], re.MULTILINE
    )
    plain = {name: re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", told) for name, told in rows}
    expected = {
        name: told.replace("docs/environments.md", "environments") for name, told in COLUMNS.items()
    }
    assert list(expected.items()) == list(plain.items())
