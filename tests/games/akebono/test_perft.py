"""Counts of sequences from fixed positions: rules that change without notice change these."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from honjin.core.jit.compiled import perft
from honjin.games.akebono.rules.state import Akebono

from .given import GAME, at, start

POSITIONS = tomllib.loads(Path(__file__).with_name("perft.toml").read_text("utf-8"))["position"]


def read(table: dict[str, Any]) -> Akebono:
    """The position that a table of perft.toml describes."""
    if "red" not in table:
        return start()
    return at(
        table["red"],
        table.get("white", ""),
        points=table.get("points", 0),
        dice=tuple(table.get("dice", ())),
        hand=(table.get("hand", 0), 0),
    )


LONG = {"the table before anything is placed"}


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(
            table, id=table["about"], marks=[pytest.mark.slow] if table["about"] in LONG else []
        )
        for table in POSITIONS
    ],
)
def test_counts_stay(table: dict[str, Any]) -> None:
    """Compiled rules count as many sequences as before, at every depth."""
    depths = range(1, len(table["counts"]) + 1)
    assert table["counts"] == [perft(GAME, read(table), depth) for depth in depths]


@pytest.mark.parametrize("table", [pytest.param(table, id=table["about"]) for table in POSITIONS])
def test_interpreted_rules_count_the_same(table: dict[str, Any]) -> None:
    """Two actions deep, both ways to run the rules agree."""
    assert table["counts"][1] == perft(GAME, read(table), 2, interpreted=True)
