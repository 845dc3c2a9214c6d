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

from docs.web_servers import DEPLOY, NAME, UPSTREAM
from honjin.cli.main import app
from honjin.server import settings
from honjin.server.environment import known_names
from places import ROOT

FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file() and path.name != ".env")
UNITS = sorted(DEPLOY.glob("*.service"))
OTHERS = {"HONJIN_CACHE", "HONJIN_GAMES"}
"""Variables that every command reads, not only the server."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_named_exists(path: Path) -> None:
    """Each HONJIN_… is an environment variable of the server, or one of the few others."""
    assert known_names() >= set(re.findall(r"\bHONJIN_[A-Z_]+\b", path.read_text("utf-8")))


def test_every_command_named_exists() -> None:
    """What units and the image run are commands of `honjin`, with options that these have."""
    plain = re.sub(r"[\",\[\]]", "", "".join(path.read_text("utf-8") for path in FILES))
    run = re.findall(r"(?:bin/|CMD )honjin ([a-z][a-z-]*)((?: --[a-z-]+)*)", plain)
    assert {"serve", "backup"} == {name for name, _ in run}
    terminal = CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"})
    for name, options in run:
        told = terminal.invoke(app, [name, "--help"]).output
        assert set(options.split()) <= set(re.findall(r"--[a-z-]+", told))


def test_the_settings_file_is_up_to_date() -> None:
    """Remake it with `python scripts/settings_file.py >deploy/honjin.env`, as `make docs` does."""
    command = [sys.executable, str(ROOT / "scripts" / "settings_file.py")]
    made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert made == (DEPLOY / "honjin.env").read_text("utf-8")


def test_the_settings_file_sets_what_it_lists(tmp_path: Path) -> None:
    """With every line in force, the server takes it; as it stands, it sets what a host must."""
    text = (DEPLOY / "honjin.env").read_text("utf-8")
    listed = set_by(re.sub(r"^#(?=HONJIN)", "", text, flags=re.MULTILINE))
    assert {name for name, *_ in settings.table()} | OTHERS == listed.keys()
    given = settings.Settings.read({name: value for name, value in listed.items() if value})
    assert (f"https://{NAME}", "127.0.0.1,::1") == (given.origin, given.proxy)
    paths = {"HONJIN_DATA": "/var/lib/honjin", "HONJIN_CACHE": "/var/cache/honjin"}
    named = {"HONJIN_ORIGIN": given.origin, "HONJIN_PROXY": given.proxy}
    assert paths | named == set_by(text)


def set_by(text: str) -> dict[str, str]:
    """The variables that a file of settings sets."""
    return dict(re.findall(r"^(HONJIN_\w+)=(.*)$", text, re.MULTILINE))


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_units_and_the_command_read_one_file(unit: Path) -> None:
    """Services have their user and settings as `honjin` in the terminal does, and none beside."""
    text = unit.read_text("utf-8")
    command = (DEPLOY / "honjin").read_text("utf-8")
    assert "EnvironmentFile=/etc/honjin/honjin.env\n" in text
    assert "\n. /etc/honjin/honjin.env\n" in command
    assert "\nUser=honjin\n" in text
    assert "runuser -u honjin -- /opt/honjin/bin/honjin " in command
    assert "\nEnvironment=" not in text


def test_the_units_are_right(tmp_path: Path) -> None:
    """Systemd finds nothing wrong with the units once the command is one that exists."""
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd-analyze is not installed")
    for unit in [*UNITS, *DEPLOY.glob("*.timer")]:
        text = unit.read_text("utf-8").replace("/opt/honjin/bin/honjin", sys.executable)
        (tmp_path / unit.name).write_text(text.replace("User=honjin\n", "User=root\n"), "utf-8")
    for unit in sorted(tmp_path.iterdir()):
        done = subprocess.run([verify, "verify", str(unit)], capture_output=True, text=True)
        said = [line for line in done.stderr.splitlines() if "honjin" in line]
        assert [] == said


def test_the_server_is_started_until_its_database_is_there() -> None:
    """At a boot PostgreSQL may come later: by default systemd gives up after five quick tries."""
    unit = (DEPLOY / "honjin.service").read_text("utf-8").partition("[Service]")[0]
    assert "\nStartLimitIntervalSec=0\n" in unit


def test_each_web_server_leads_to_honjin() -> None:
    """The files for nginx, Caddy and Traefik name the site and where Honjin is, and agree."""
    for file in ("nginx.conf", "Caddyfile", "traefik.yaml"):
        text = (DEPLOY / file).read_text("utf-8")
        assert NAME in text
        assert UPSTREAM in text
        assert "50s" in text  # connections are given up before the server does


def test_the_file_for_traefik_holds_together() -> None:
    """Each part that another names is there; nothing is compressed or held back."""
    http = yaml.safe_load((DEPLOY / "traefik.yaml").read_text("utf-8"))["http"]
    router = http["routers"]["honjin"]
    assert f"Host(`{NAME}`)" == router["rule"]
    assert router["service"] in http["services"]
    assert set(router["middlewares"]) == http["middlewares"].keys()
    assert {"inFlightReq"} == {kind for one in http["middlewares"].values() for kind in one}
    balancer = http["services"][router["service"]]["loadBalancer"]
    assert balancer["serversTransport"] in http["serversTransports"]
    assert [{"url": f"http://{UPSTREAM}"}] == balancer["servers"]


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
    assert ".env" == compose["services"]["honjin"]["env_file"]


def test_a_container_keeps_to_its_own_folders() -> None:
    """The Compose file sets the folders as the image does, not as the file of settings says."""
    image = (DEPLOY / "Containerfile").read_text("utf-8")
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    given = compose["services"]["honjin"]["environment"]
    for name in ("HONJIN_DATA", "HONJIN_CACHE"):
        assert re.findall(rf"\b{name}=(\S+)", image) == [given[name]]
