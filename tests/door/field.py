"""Machines as people have them: a clone, a wheel, a Python, and nothing of a developer's."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from places import ROOT

PATIENCE: Final = 300.0
"""Seconds for the longest step, the setting-up of `make play`."""
UV: Final = Path(sys.prefix, "bin", "uv")
TOOLS: Final = (
    "awk", "basename", "bash", "cat", "chmod", "cp", "cut", "date", "dirname", "env", "find", "git",
    "grep", "head", "id", "ln", "ls", "make", "mkdir", "mktemp", "mv", "rm", "sed", "sh", "sort",
    "tail", "tar", "touch", "tr", "uname", "wc",
)  # fmt: skip
"""What a machine has besides Python: make, git, and the programs that come with every system."""
NETWORK: Final = re.compile(
    r"(?i)(https?|all|no)_proxy|.*_(ca_?(bundle|certs|info)|cert(_file|_dir)?)|(pip|uv)_.*|lang"
)
"""Variables without which a machine may not reach the indexes of packages."""


class Outcome(NamedTuple):
    """The end of a command: its exit code and its output."""

    code: int
    out: str
    err: str

    @property
    def last_line(self) -> str:
        """The last line that it wrote; errors are written last."""
        lines = (self.out + self.err).strip().splitlines()
        return lines[-1] if lines else ""


class Machine:
    """A home, caches and a PATH of its own; Python, git and make are there, Node is not.

    Only what uv and npm have downloaded is shared with the developer, so that nothing is downloaded
    at each run. They check it by its hash.
    """

    def __init__(self, folder: Path) -> None:
        self.home, bin_folder = folder / "home", folder / "bin"
        self.home.mkdir(parents=True)
        bin_folder.mkdir()
        for tool in TOOLS:
            if found := shutil.which(tool):
                (bin_folder / tool).symlink_to(found)
        (bin_folder / "python3").symlink_to(Path(sys.base_prefix) / "bin" / "python3")
        self.env = _network() | {
            "HOME": str(self.home),
            "PATH": str(bin_folder),
            "UV_CACHE_DIR": _uv_cache(),
            "npm_config_cache": str(Path.home() / ".npm"),
        }

    def run(
        self, command: Sequence[str | Path], cwd: Path, typed: str = "",
        env: Mapping[str, str] | None = None,
    ) -> Outcome:  # fmt: skip
        """Run a command to its end."""
        done = subprocess.run(
            list(map(str, command)), cwd=cwd, env=self.env | dict(env or {}), input=typed,
            capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False,
        )  # fmt: skip
        return Outcome(done.returncode, done.stdout, done.stderr)

    def must(self, command: Sequence[str | Path], cwd: Path) -> str:
        """Run a command that has to succeed, and return its output."""
        done = self.run(command, cwd)
        assert 0 == done.code, f"{command}:\n{done.out}{done.err}"
        return done.out


class Installed:
    """An environment into which the wheel was installed with some extras.

    Each is made anew at one place, so that Python compiles a module of a package once for all.
    """

    def __init__(self, machine: Machine, folder: Path, wheel: Path, extras: str) -> None:
        venv = machine.home / "venv"
        self.bin, self._machine = venv / "bin", machine
        self.folder = folder / "work"
        self.folder.mkdir(parents=True)
        self.env = {
            "PATH": f"{self.bin}{os.pathsep}{machine.env['PATH']}",
            "HONJIN_DATA": str(folder / "data"),
            "HONJIN_CACHE": os.environ["HONJIN_CACHE"],  # compiled for the tests
            "HONJIN_PREPARE": "0",
            "HONJIN_SOLVE": "0",
            "PYTHONPYCACHEPREFIX": str(machine.home / "bytecode"),
            "COLUMNS": "200",
        }
        python = Path(machine.env["PATH"]) / "python3"
        shutil.rmtree(venv, ignore_errors=True)
        machine.must([UV, "venv", "--quiet", "--python", python, venv], folder)
        named = f"honjin[{extras}] @ {wheel.as_uri()}" if extras else str(wheel)
        given = ["--quiet", "--python", self.bin / "python"]
        if machine.run([UV, "pip", "install", *given, named], folder).code:
            # Only pip reads the machine's pip.conf, which may name another index.
            machine.must([sys.executable, "-m", "pip", *given, "install", named], folder)

    def honjin(self, *words: str, typed: str = "", env: Mapping[str, str] | None = None) -> Outcome:
        """Run the installed command."""
        command, variables = [self.bin / "honjin", *words], {**self.env, **(env or {})}
        return self._machine.run(command, self.folder, typed, variables)

    def serve(self, *words: str) -> Outcome:
        """Run the installed command until it says where the site is open, if it does."""
        command = [str(self.bin / "honjin"), *words]
        process = subprocess.Popen(
            command, cwd=self.folder, env=self._machine.env | self.env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        first = process.stdout.readline()  # empty if it ends
        process.terminate()
        out, err = process.communicate(timeout=PATIENCE)
        is_open = first.startswith("Honjin is open at http://")
        as_told = process.returncode in (0, -signal.SIGTERM)
        return Outcome(0 if is_open and as_told else process.returncode or 1, first + out, err)

    def python(self, code: str, typed: str = "") -> Outcome:
        """Run code by the Python of this environment."""
        return self._machine.run([self.bin / "python", "-c", code], self.folder, typed, self.env)


def clone_to(folder: Path) -> None:
    """Clone this tree, with what is changed in it and not committed yet."""
    subprocess.run(
        ["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(folder)], check=True
    )
    listed = ("ls-files", "-z", "--modified", "--others", "--exclude-standard")
    names = subprocess.run(["git", *listed], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, names.stdout.split("\0")):
        here, there = ROOT / name, folder / name
        if here.is_file():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(here, there)
        else:
            there.unlink(missing_ok=True)


def _network() -> dict[str, str]:
    """How this machine reaches the indexes of packages: by variables, or by files in a home."""
    files = {
        "PIP_CONFIG_FILE": Path.home() / ".config" / "pip" / "pip.conf",
        "npm_config_userconfig": Path.home() / ".npmrc",
    }
    named = {name: str(file) for name, file in files.items() if file.exists()}
    return named | {name: value for name, value in os.environ.items() if NETWORK.fullmatch(name)}


def _uv_cache() -> str:
    done = subprocess.run([UV, "cache", "dir"], check=True, capture_output=True, text=True)
    return done.stdout.strip()
