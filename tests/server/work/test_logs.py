"""Log lines: a closed list, which docs/hosting.md has, and nothing that people wrote."""

from __future__ import annotations

import ast
import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from honjin.server.http.order import people as routes
from honjin.server.messages.refusals import NotStored
from honjin.server.storage.order.hides import HIDES
from honjin.server.work.logs import FORM, PlainFormatter
from places import ROOT
from server.people.test_hides import named
from server.site_client import House

LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
UNTOLD = {"caller", "text", "address", "scope", "body", "cookie", "guest"}
"""Names that must not be in any argument of a log line."""


def calls() -> Iterator[ast.Call]:
    """Every call in the server that writes a log line."""
    for path in sorted((ROOT / "src/honjin/server").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        logs = "getLogger(__name__)" in path.read_text("utf-8")
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                on = node.func.value
                if isinstance(on, ast.Name) and on.id == "log" and node.func.attr in LEVELS:
                    assert logs, path
                    yield node


def test_the_docs_list_every_line() -> None:
    """With its level; a line that no longer exists is not listed."""
    page = (ROOT / "docs/hosting.md").read_text("utf-8")
    section = page.partition("## What is logged")[2].partition("\n## ")[0]
    listed = set(re.findall(r"^\| `(.+?)` \| (\w+) \|", section, re.MULTILINE))
    found = set()
    for call in calls():
        (template, *_) = call.args
        assert isinstance(template, ast.Constant), ast.unparse(call)
        assert isinstance(call.func, ast.Attribute)
        level = {"exception": "error"}.get(call.func.attr, call.func.attr)
        if level in ("debug", "info"):  # what is not written
            continue
        found.add((str(template.value), level))
    assert found == listed


def test_no_line_names_what_people_wrote() -> None:
    """No caller, text, address or body is among the values that fill a line."""
    for call in calls():
        for given in call.args[1:]:
            names = {one.id for one in ast.walk(given) if isinstance(one, ast.Name)}
            assert not names & UNTOLD or "ROUTE" in names, ast.unparse(call)


@pytest.fixture
def written(caplog: pytest.LogCaptureFixture) -> Iterator[io.StringIO]:
    """The lines that would be logged."""
    found = io.StringIO()
    handler = logging.StreamHandler(found)
    handler.setFormatter(PlainFormatter(FORM))
    logging.getLogger().addHandler(handler)
    yield found
    logging.getLogger().removeHandler(handler)


def test_a_traceback_has_no_messages(
    house: House, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it happened, and the type; not the name that was in the exception or the path."""
    ann = named(house, "Secretname")

    async def fail(*_: Any) -> None:
        raise ValueError("said: Secretword") from KeyError("Secretname")

    monkeypatch.setattr(routes, "_name", fail)
    answer = ann.post("/api/hides", who="f" * 16, kind="mute")
    assert "internal" == answer.problem
    told = written.getvalue()
    assert "a request failed: POST /api/hides" in told
    assert "test_logs.py" in told
    assert "builtins.ValueError" in told
    assert "Secret" not in told


def test_a_failed_statement_shows_no_values(house: House, written: io.StringIO) -> None:
    """Neither its parameters nor the database's own message."""
    row = {"by": "x" * 40, "who": "Secretname", "table_id": "", "kind": "mute", "name": None}

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.text("SELECT :secret FROM nowhere"), {"secret": "Secretname"})
        connection.execute(sa.insert(HIDES).values(row))

    with pytest.raises(NotStored):
        house.run(house.site.store.change(write))
    assert "not stored: " in written.getvalue()
    assert "Secret" not in written.getvalue()
