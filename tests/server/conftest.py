import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from honjin.pictures.artist import must_be_able
from honjin.pictures.errors import CannotDraw
from server.databases import private_postgres, put_file
from server.site_client import House, open_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One site for all tests of a module that change nothing others would notice."""
    with open_house(tmp_path_factory.mktemp("shared")) as found:
        yield found


@pytest.fixture(scope="session")
def drawing() -> None:
    """Require what pictures are drawn with; in CI it must be installed."""
    try:
        must_be_able()
    except CannotDraw as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(problem))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with private_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: Any, tmp_path: Path) -> str:
    """A setting for HONJIN_DATABASE: a database of each kind in which nothing is stored."""
    if request.param == "sqlite":
        put_file(tmp_path / "own.db")
    return empty_database(request, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def each_database(request: Any, tmp_path: Path) -> str:
    """An empty database of each kind, for tests of the store itself, which are quick on both."""
    return empty_database(request, tmp_path)


def empty_database(request: Any, tmp_path: Path) -> str:
    """An empty database of the kind that a fixture's parameter names."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'own.db'}"
    return emptied(request.getfixturevalue("postgres"))


@pytest.fixture
def postgres_only(postgres: str) -> str:
    """An empty PostgreSQL database, for what several processes share."""
    return emptied(postgres)


def emptied(url: str) -> str:
    """The address of a PostgreSQL server, whose databases are deleted."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        connection.execute(sa.text("CREATE SCHEMA public"))
    engine.dispose()
    return url
