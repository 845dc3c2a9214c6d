"""`honjin history rebuild` and `honjin ratings rebuild`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from honjin.cli.main import app
from honjin.games import OWN
from server.finished import over
from server.site_client import open_house


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder in which two games were finished, and nothing of them is in the history."""
    monkeypatch.setenv(OWN, "madeup.game")
    with open_house(tmp_path) as house:
        for _ in range(2):
            over(house)
    with sqlite3.connect(tmp_path / "honjin.db") as database:
        for table in ("results", "result_seats", "ratings", "rating_changes"):
            database.execute(f"DELETE FROM {table}")
    database.close()
    return tmp_path


def standing(folder: Path) -> list[tuple[object, ...]]:
    database = sqlite3.connect(folder / "honjin.db")
    found = database.execute("SELECT who, mu, sigma, games FROM ratings ORDER BY who").fetchall()
    database.close()
    return found


def test_history_and_ratings_are_made_anew(club: Path) -> None:
    """All finished games are taken in and rated; again changes nothing, and says so."""
    run = CliRunner().invoke
    told = run(app, ["history", "rebuild", "--data", str(club)])
    assert 0 == told.exit_code, told.output
    assert "2/2 games added" in told.output
    first = standing(club)
    assert 4 == len(first)
    assert "Added 0 finished games" in run(app, ["history", "rebuild", "--data", str(club)]).output
    told = run(app, ["ratings", "rebuild", "--data", str(club)])
    assert "Rated 2 games." in told.output
    assert first == standing(club)


def test_a_running_server_keeps_its_folder(club: Path) -> None:
    """One line that says which process holds it."""
    from honjin.server.db.folder import DataFolder

    held = DataFolder(club, "http://here")
    told = CliRunner().invoke(app, ["history", "rebuild", "--data", str(club)])
    held.close()
    assert 2 == told.exit_code
    assert "is in use by" in " ".join(told.output.split())
