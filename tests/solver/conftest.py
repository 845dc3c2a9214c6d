"""A folder with the tables of two deals of Act 1 and one of Act 2, solved once."""

from pathlib import Path

import pytest

from honjin.games import load
from honjin.solver import Tables, solve

GAME = load("rokumon")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    for act, deal in (("1", "gggjjj"), ("1", "gjjgjj"), ("2", "gggjjjj")):
        solve(GAME, GAME.read_options({"act": act, "deal": deal}), path)
    return path


@pytest.fixture(scope="session")
def tables(folder: Path) -> Tables:
    return Tables.open(GAME, folder)
