import pytest
from typer.testing import CliRunner, Result

from cli.running import Run
from honjin import games
from honjin.cli.main import app


@pytest.fixture
def honjin(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line, with the made-up game added to the catalogue."""
    shelf = dict(games._ROWS) | {"madeup": "madeup.game"}
    monkeypatch.setattr(games, "_ROWS", shelf)

    def run(line: str, keys: str = "") -> Result:
        return CliRunner().invoke(app, line.split(), input=keys, catch_exceptions=False)

    return run
