"""The files in deploy/ name commands and settings that exist, and are well-formed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from honjin.cli.main import app
from honjin.server.environment import known_names
from places import ROOT

DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_named_exists(path: Path) -> None:
    """Each HONJIN_… is an environment variable of the server, or one of the few others."""
    assert known_names() >= set(re.findall(r"\bHONJIN_[A-Z_]+\b", path.read_text("utf-8")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_command_named_exists(path: Path) -> None:
    """Each option that is given to `honjin serve` exists."""
    called = re.findall(
        r"honjin\"?,? \"?serve\"?((?:,? \"?--[a-z-]+\"?)*)", path.read_text("utf-8")
    )
    options = set(re.findall(r"--[a-z-]+", " ".join(called)))
    shown = CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"})
    told = shown.invoke(app, ["serve", "--help"]).output
    assert "--port" in told
    assert options <= set(re.findall(r"--[a-z-]+", told))


def test_the_units_are_right(tmp_path: Path) -> None:
    """Systemd finds nothing wrong with the units once the command is one that exists."""
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd-analyze is not installed")
    for unit in DEPLOY.glob("*.service"):
        text = unit.read_text("utf-8").replace("/opt/honjin/bin/honjin", sys.executable)
        copy = tmp_path / unit.name
        copy.write_text(text.replace("User=honjin\n", "User=root\n"), "utf-8")
        done = subprocess.run([verify, "verify", str(copy)], capture_output=True, text=True)
        said = [line for line in done.stderr.splitlines() if unit.name in line]
        assert [] == said


def test_the_compose_file_holds_together() -> None:
    """Every service, volume and network that is named is declared, and mounted files exist."""
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    assert {"database", "honjin", "proxy"} == compose["services"].keys()
    for service in compose["services"].values():
        assert set(service["networks"]) <= compose["networks"].keys()
        assert set(service.get("depends_on", ())) <= compose["services"].keys()
        for mount in service.get("volumes", ()):
            source = mount.partition(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).exists(), mount
    build = compose["services"]["honjin"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).exists()
