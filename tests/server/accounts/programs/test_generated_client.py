"""A client that a generator makes of the OpenAPI document plays against a real server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from honjin.server import openapi
from honjin.server.routes import ROUTES
from server.accounts.programs.test_example_bots import served

NAME = "client_of_honjin"
GENERATOR = "openapi-python-client==0.29.1"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of the generated package; the generator leaves out pictures, and nothing else."""
    folder = tmp_path_factory.mktemp("generated")
    document = folder / "openapi.json"
    document.write_text(json.dumps(openapi.openapi(ROUTES)), "utf-8")
    # In an environment of its own, since it wants an older typer than we have.
    command = [sys.executable, "-m", "uv", "tool", "run", GENERATOR, "generate", "--meta", "none"]
    paths = ["--path", str(document), "--output-path", str(folder / NAME)]
    ran = subprocess.run([*command, *paths], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    warned = [line for line in ran.stdout.splitlines() if line.startswith("WARNING")]
    assert all("/picture" in line or "/replay" in line for line in warned), warned
    sys.path.insert(0, str(folder))
    yield NAME
    sys.path.remove(str(folder))


@pytest.mark.slow
def test_it_plays_a_game(made: str, tmp_path: Path) -> None:
    """Tables are opened, views read and actions made, all by the types of the document."""
    with served(tmp_path) as (port, _):
        client = import_module(made).Client(base_url=f"http://127.0.0.1:{port}")
        with client:
            view = opened(made, client)
            while view.status.value == "running":
                turn = view.turn
                act = models(made).Act(seat=turn.seat, do=turn.choices[0].do, at=view.version)
                view = call(made, "post_action", client, id=view.id, body=act)
    assert view.outcome.returns


def opened(made: str, client: Any) -> Any:
    """A table of Rokumon's first act with both seats for the caller."""
    seats = [{"kind": "me"}, {"kind": "me"}]
    wish = {"game": "rokumon", "options": {"act": "1"}, "seats": seats}
    table = call(made, "post_tables", client, body=models(made).OpenTable.from_dict(wish)).id
    return call(made, "get_table", client, id=table)


def models(made: str) -> Any:
    """The generated messages."""
    return import_module(f"{made}.models")


def call(made: str, operation: str, client: Any, **given: Any) -> Any:
    """The parsed answer to an operation."""
    answer = import_module(f"{made}.api.default.{operation}").sync_detailed(client=client, **given)
    assert answer.status_code == 200, answer.content
    return answer.parsed
