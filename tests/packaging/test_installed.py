"""The wheel, installed on a machine without Node and away from the sources, serves and plays."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from honjin.core.version import full_version

PATIENCE: Final = 60.0
GAME = "r1c1\n?\nresign\n"

pytestmark = pytest.mark.slow


class Machine:
    """A machine that has the wheel in an environment of its own, and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"
        self.env = {"PATH": str(self.bin), "HOME": str(folder), "HONJIN_PREPARE": "0"}

    def run(self, *command: str, typed: str = "") -> str:
        """What a command of the environment says."""
        program = [str(self.bin / command[0]), *command[1:]]
        done = subprocess.run(
            program, cwd=self.folder, env=self.env, input=typed, capture_output=True, text=True,
            timeout=PATIENCE,
        )  # fmt: skip
        assert 0 == done.returncode, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def machine(packages: Any, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """The wheel of this tree with its extra `server`, installed as anybody would install it."""
    here = Machine(tmp_path_factory.mktemp("machine"))
    venv = [sys.executable, "-m", "venv", str(here.bin.parent)]
    subprocess.run(venv, check=True, capture_output=True, timeout=120)
    install = [str(here.bin / "pip"), "install", "--quiet", f"{packages.wheel}[server]"]
    done = subprocess.run(install, cwd=here.folder, capture_output=True, text=True, timeout=900)
    assert 0 == done.returncode, done.stderr
    return here


@pytest.fixture
def url(machine: Machine) -> Iterator[str]:
    """Where the installed command serves, on a free port of this machine."""
    log = machine.folder / "server.log"
    env = machine.env | {"HONJIN_DATA": str(machine.folder / "data")}
    command = [str(machine.bin / "honjin"), "serve", "--port", "0", "--no-open"]
    with log.open("wb") as out:
        server = subprocess.Popen(command, cwd=machine.folder, env=env, stdout=out, stderr=out)
    try:
        yield said_url(server, log)
    finally:
        server.terminate()
        server.wait(PATIENCE)


def said_url(server: subprocess.Popen[bytes], log: Path) -> str:
    """Wait until the server says where it is open."""
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        if found := re.search(r"http://127\.0\.0\.1:\d+", log.read_text("utf-8")):
            return found[0]
        time.sleep(0.05)
    raise AssertionError(f"the server did not start:\n{log.read_text('utf-8')}")


def fetched(url: str) -> str:
    """What is served there; anything but success raises."""
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return str(answer.read().decode("utf-8"))


def test_machine_has_no_node_and_no_sources(machine: Machine) -> None:
    """Neither Node nor this tree is within reach, so what runs is the wheel."""
    assert shutil.which("node", path=machine.env["PATH"]) is None
    assert shutil.which("npm", path=machine.env["PATH"]) is None
    place = machine.run("python", "-c", "import honjin; print(honjin.__file__)").strip()
    assert Path(place).is_relative_to(machine.bin.parent)


def test_installed_command_knows_its_commit(machine: Machine) -> None:
    """Without git, and away from the repository, it tells what it was built from."""
    assert f"honjin {full_version()}\n" == machine.run("honjin", "--version")


def test_examples_come_with_the_wheel(machine: Machine) -> None:
    """They are copied to where you want them, and run there."""
    machine.run("honjin", "examples", "mine")
    assert "Sanada wins" in machine.run("python", "mine/first_game.py")


def test_what_is_installed_fits_together(machine: Machine) -> None:
    """Each package finds what it requires, in a version that it bears with."""
    assert "No broken requirements found" in machine.run("pip", "check")


def test_installed_server_serves_the_client(url: str) -> None:
    """The lobby's page comes with its scripts, and the server is well."""
    page = fetched(f"{url}/")
    scripts = re.findall(r'(?:src|href)="\.?(/assets/[\w./-]+\.js)"', page)
    assert sum(len(fetched(url + path)) for path in scripts) > 100_000
    assert json.loads(fetched(f"{url}/api/health"))
    assert "rokumon" in fetched(f"{url}/api/games")


def test_installed_command_plays_a_game(machine: Machine) -> None:
    """The command explains itself, lists the games, and plays one against a bot."""
    assert "serve" in machine.run("honjin", "--help")
    assert "Rokumon" in machine.run("honjin", "games")
    play = "honjin play rokumon --act 2 --deal gggjjjj --bot ashigaru --seed 1"
    told = machine.run(*play.split(), typed=GAME)
    assert "Sanada places a red die on the first card of the top row" in told
    assert "Tokugawa wins" in told
