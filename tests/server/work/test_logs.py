"""Log lines: a closed list, which docs/hosting.md has, and nothing that people wrote."""

from __future__ import annotations

import ast
import io
import logging
import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from honjin.server.messages.refusals import NotStored
from honjin.server.moderation import hiding as routes
from honjin.server.people.standing.hides import HIDES
from honjin.server.work.logs import FORM, PlainFormatter
from honjin.server.work.meters import FOLDER
from honjin.server.work.outages import Contact, is_outage, is_repetition
from places import ROOT
from server.moderation.test_hides import named
from server.outages import outage
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
    handler.addFilter(lambda record: not is_repetition(record))
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


def test_an_outage_is_two_lines(house: House, written: io.StringIO) -> None:
    """Its start and its end, however many notice it in the meantime."""
    ann = house.browser()
    table = ann.open(seats="mo")
    with outage(house):
        for _ in range(3):
            assert "not-stored" == ann.get("/api/tables").problem
            assert "not-stored" == ann.post(f"/api/tables/{table}/chat", text="hello").problem
    ann.post(f"/api/tables/{table}/chat", text="hello")
    assert 200 == ann.get("/api/tables").status
    lost, back = written.getvalue().splitlines()
    assert lost.endswith(
        "the database does not work: OperationalError: (builtins.OSError) disk I/O error"
    )
    assert re.search(r"the database works again after \d+ seconds$", back)


def test_what_can_be_read_ends_no_outage_of_writing(written: io.StringIO) -> None:
    """When the disk is full, a read is no sign that there is room again; nor is an old write."""
    contact, full = Contact(), sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    before = time.monotonic()
    assert contact.note_lost(full, writes=True)
    contact.note_works(time.monotonic(), writes=False)
    contact.note_works(before, writes=True)
    assert 1 == written.getvalue().count("\n")
    contact.note_works(time.monotonic(), writes=True)
    assert 2 == written.getvalue().count("\n")


def test_one_of_several_workers_reports_an_outage(
    tmp_path: Path, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first to notice it; the next outage may be another's."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    first, second = Contact(), Contact()
    for one, other in ((first, second), (second, first)):
        written.truncate(0)
        for contact in (one, other):
            assert contact.note_lost(psycopg.OperationalError("gone"), writes=False)
        for contact in (other, one):
            contact.note_works(time.monotonic(), writes=False)
        assert 2 == written.getvalue().count("\n")


def test_an_outage_is_told_where_workers_cannot_agree(
    tmp_path: Path, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their folder cannot be used: each tells it rather than none."""
    (tmp_path / "file").touch()
    monkeypatch.setenv(FOLDER, str(tmp_path / "file"))
    contact = Contact()
    for count in (2, 4):
        assert contact.note_lost(psycopg.OperationalError("gone"), writes=False)
        contact.note_works(time.monotonic(), writes=False)
        assert count == written.getvalue().count("\n")


def test_mistakes_are_no_outages() -> None:
    """A statement that is wrong, or was cancelled or refused, says nothing about the database."""
    assert not is_outage(sqlite3.OperationalError("no such table: nowhere"))
    assert not is_outage(psycopg.errors.QueryCanceled())
    assert not is_outage(psycopg.errors.DeadlockDetected())
    assert not is_outage(ValueError())
    assert is_outage(psycopg.errors.AdminShutdown())
    assert is_outage(psycopg.errors.DiskFull())
