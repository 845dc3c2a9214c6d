"""The page that goes from an install to a trained bot at a table, typed along."""

from __future__ import annotations

import doctest
import os
import re
import socket
import sys
from pathlib import Path

import pytest

from places import ROOT

PAGE = ROOT / "docs" / "first-bot.md"
PORT = "8123"


def free_port() -> str:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return str(one.getsockname()[1])


@pytest.mark.slow
def test_the_page_runs_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every line of Python on it, on another port."""
    pytest.importorskip("jax")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    monkeypatch.setenv("HONJIN_PREPARE", "0")
    text = re.sub(rf"\b{PORT}\b", free_port(), PAGE.read_text("utf-8"))
    session = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(session.examples) > 25
    try:
        found = doctest.DocTestRunner().run(session, clear_globs=False)
    finally:
        if "house" in session.globs:
            session.globs["house"].kill()
            session.globs["house"].wait()
            session.globs["house"].stdout.close()
    assert 0 == found.failed, capsys.readouterr().out
