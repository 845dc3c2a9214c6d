"""The walk-through of docs/hosting.md as command lines, and a machine on which to follow it.

The machine is a folder: what the lines and the files of deploy/ place in /etc, /opt, /usr and /var
is placed there, all runs as the tests' own user, and Honjin listens on another port. The tests take
the part of systemd: they start what the units say, with the settings that these name.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from docs.web_servers import DEPLOY, UPSTREAM, WebServer, caddy, free_ports
from places import ROOT

PAGE: Final = ROOT / "docs" / "hosting.md"
PATIENCE: Final = 60.0
_MOVED: Final = re.compile(
    r"(?<![\w/])/(?:opt/honjin|etc/honjin|etc/systemd/system|etc/caddy|usr/local/bin"
    r"|var/lib/honjin|var/cache/honjin|var/backups/honjin|var/tmp/honjin-trial)\b"
)
"""Paths of the walk-through that are in the machine's folder instead."""


def lines() -> list[str]:
    """The command lines of the walk-through, each with what is typed into it."""
    text = (
        PAGE.read_text("utf-8").partition("\n## From nothing to a site\n")[2].partition("\n## ")[0]
    )
    typed = re.findall(r"^    (.+)$", text, re.MULTILINE)
    found: list[str] = []
    for line in typed:
        if found and "<<'END'" in found[-1] and not found[-1].endswith("\nEND"):
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


class Machine:
    """A folder that stands for a server, and what runs on it. It trusts one certificate."""

    def __init__(self, root: Path, trusted: Path) -> None:
        self.root, self.home, self.trusted = root, root / "root", trusted
        self.port = free_ports().http
        self.web: WebServer | None = None
        self._service: subprocess.Popen[bytes] | None = None
        self._stack = contextlib.ExitStack()
        for folder in (
            "root",
            "bin",
            "etc/systemd/system",
            "etc/caddy",
            "usr/local/bin",
            "var/tmp",
        ):
            (root / folder).mkdir(parents=True)
        for folder in ("lib", "cache", "backups"):
            (root / "var" / folder).mkdir()
        self._program("runuser", 'shift 3; exec "$@"')
        self._program("python3", f'exec {sys.executable} "$@"')

    def _program(self, name: str, script: str) -> None:
        file = self.root / "bin" / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def text(self, text: str) -> str:
        """A line or a file as it is on this machine."""
        moved = _MOVED.sub(lambda path: str(self.root) + path[0], text)
        for told, own in (("PORT=8000", f"PORT={self.port}"), ("PREPARE=1", "PREPARE=0")):
            moved = moved.replace(f"#HONJIN_{told}", f"HONJIN_{own}")
        return moved.replace(UPSTREAM, f"127.0.0.1:{self.port}")

    def receive(self, wheel: Path) -> None:
        """Copy a wheel and deploy/ to the home of root."""
        (self.home / "dist").mkdir()
        (self.home / "deploy").mkdir()
        shutil.copy(wheel, self.home / "dist")
        for file in DEPLOY.iterdir():
            copy = self.home / "deploy" / file.name
            copy.write_text(self.text(file.read_text("utf-8")), "utf-8")
            copy.chmod(file.stat().st_mode)

    def run(self, line: str) -> str:
        """What a line prints when it is typed; it must succeed."""
        typed = self.text(line).replace("--owner=honjin --group=honjin ", "")
        env = {
            "HOME": str(self.home),
            "PATH": f"{self.root}/usr/local/bin:{self.root}/bin:/usr/bin:/bin",
            "SSL_CERT_FILE": str(self.trusted),
        }
        if "/pip install" in line:  # from where this machine gets its packages
            env |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
            env["HOME"] = os.environ["HOME"]
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", typed], cwd=self.home, env=env, capture_output=True,
            text=True, timeout=900,
        )  # fmt: skip
        assert 0 == done.returncode, (line, done.stdout, done.stderr)
        return done.stdout

    # ---- what systemd does

    def unit(self, name: str, key: str) -> list[str]:
        """The values that an installed unit has for a key."""
        text = (self.root / "etc" / "systemd" / "system" / name).read_text("utf-8")
        return re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)

    def _environment(self, name: str) -> dict[str, str]:
        [file] = self.unit(name, "EnvironmentFile")
        pairs = re.findall(r"^(\w+)=(.*)$", Path(file).read_text("utf-8"), re.MULTILINE)
        return {key: "".join(shlex.split(value)) for key, value in pairs} | {
            "PATH": "/usr/bin:/bin"
        }

    def run_unit(self, name: str) -> None:
        """Run the commands of a unit that does something once."""
        for command in self.unit(name, "ExecStart"):
            words = shlex.split(command.replace("%%", "%"))
            subprocess.run(words, env=self._environment(name), check=True, timeout=PATIENCE)

    def start(self) -> None:
        """Start the service, and wait until it says that it is ready."""
        assert ["notify"] == self.unit("honjin.service", "Type")
        [command] = self.unit("honjin.service", "ExecStart")
        env = self._environment("honjin.service")
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told,
            (self.root / "log").open("a") as log,
        ):
            told.bind(str(self.root / "notify"))
            told.settimeout(PATIENCE)
            env["NOTIFY_SOCKET"] = str(self.root / "notify")
            self._service = subprocess.Popen(
                shlex.split(command), env=env, stdout=log, stderr=log, start_new_session=True
            )
            while "READY=1" not in told.recv(4096).decode().splitlines():
                pass
        (self.root / "notify").unlink()

    def stop(self) -> None:
        """Stop the service."""
        if self._service is not None:
            self._service.terminate()
            code = self._service.wait(PATIENCE)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._service.pid, signal.SIGKILL)
            self._service = None
            assert code in (0, -signal.SIGTERM)  # which systemd takes as well

    def start_caddy(self) -> None:
        """Start Caddy with the configuration that was placed in /etc, and tell curl where it is."""
        config = (self.root / "etc" / "caddy" / "Caddyfile").read_text("utf-8")
        folder = self.root / "caddy"
        folder.mkdir()
        self.web = self._stack.enter_context(caddy(folder, config, f"127.0.0.1:{self.port}"))
        to = f'connect-to = "honjin.example:443:127.0.0.1:{self.web.ports.https}"\n'
        (self.home / ".curlrc").write_text(f'{to}cacert = "{self.web.cert}"\n')

    def close(self) -> None:
        """Stop all that runs."""
        self._stack.close()
        self.stop()


@contextlib.contextmanager
def machine(root: Path, trusted: Path) -> Iterator[Machine]:
    """A machine on which nothing is left running."""
    found = Machine(root, trusted)
    try:
        yield found
    finally:
        found.close()
