"""The session of docs/programs.md gives the answers on the page, against a real server."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from places import ROOT
from server.real.server_process import Server

PAGE = ROOT / "docs" / "programs.md"


def sessions() -> list[tuple[str, str]]:
    """Commands with the answers that the page shows."""
    text = PAGE.read_text("utf-8").partition("<!-- session -->\n")[2].partition("\n## ")[0]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return [(lines[n][2:], lines[n + 1]) for n in range(0, len(lines), 2)]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is missing: apt install curl")
def test_the_session_of_the_guide_runs(tmp_path: Path) -> None:
    """Every command gives the answer below it; `…` stands for what differs each time."""
    server = Server(tmp_path / "data")
    names = os.environ | {"URL": f"http://127.0.0.1:{server.port}", "TOKEN": ""}
    assert len(sessions()) > 4
    for command, expected in sessions():
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env=names,
            capture_output=True,
            text=True,
        )
        pattern = re.escape(expected).replace("…", ".+?")
        assert re.fullmatch(pattern, done.stdout), (command, done.stdout, done.stderr)
        names["TOKEN"] = json.loads(done.stdout).get("secret", names["TOKEN"])
    server.end(signal.SIGTERM)
