"""The walk-through of docs/hosting.md leads from nothing to a site, line by line."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from authenticator import Authenticator
from certificates import put_certificate
from docs.walked import Machine, lines, machine
from docs.web_servers import DEPLOY, NAME
from packages import Packages
from postbox import Mailbox, mail_server

NOT_HERE: Final = ("apt-get", "getent", "journalctl", "useradd")
"""Programs that need the network, systemd, or change the machine that the tests run on."""
LAST: Final = "rm -r /var/tmp/honjin-trial"


@pytest.mark.parametrize("line", lines())
def test_a_line_can_be_typed(line: str) -> None:
    """A shell can read it, and each file of deploy/ that it names exists."""
    done = subprocess.run(["bash", "-n", "-c", line], capture_output=True, text=True)
    assert (0, "") == (done.returncode, done.stderr)
    for pattern in re.findall(r"deploy/([\w.*-]+)", line):
        assert [*DEPLOY.glob(pattern)]


def test_the_walk_through_is_there() -> None:
    """It begins with the name, and ends with a restore that was tried."""
    assert f"getent ahosts {NAME}" == lines()[0]
    assert LAST == lines()[-1]


@pytest.mark.slow
def test_the_walk_through_leads_to_a_site(packages: Packages, tmp_path: Path) -> None:
    """Each line does what the page says; at the end Aki is an administrator, also in the backup."""
    said: dict[str, str] = {}
    cert = put_certificate(tmp_path, "localhost")
    with (
        mail_server("starttls", cert, ("honjin", "secret")) as (box, mail),
        machine(tmp_path / "m", cert) as here,
    ):
        for line in lines():
            said[line] = follow(here, line, mail["smtp_port"], packages.wheel)
        check(here, said, box)


def follow(here: Machine, line: str, mail_port: int, wheel: Path) -> str:
    """Do what a line says, as far as a machine without systemd can."""
    match line.split():
        case [program, *_] if program in NOT_HERE:
            return ""
        case ["make", "wheel"]:
            return ""
        case ["scp", *_]:
            here.receive(wheel)
            return ""
        case ["systemctl", *words]:
            control(here, *words)
            return ""
        case ["honjin", "admin", "role", *_]:
            make_account(here)
    line = line.replace("mail.example.org", "localhost")
    return here.run(line.replace("PORT=587", f"PORT={mail_port}"))


def control(here: Machine, *words: str) -> None:
    """Do what systemd would."""
    match words:
        case ("enable", "--now", "honjin"):
            here.start()
        case ("restart", "honjin"):
            here.stop()
            here.start()
        case ("reload", "caddy"):
            here.start_caddy()
        case ("enable", "--now", "honjin-backup.timer"):
            assert here.unit("honjin-backup.timer", "OnCalendar")
        case ("start", "honjin-backup"):
            here.run_unit("honjin-backup.service")
        case _:
            raise AssertionError(words)


def make_account(here: Machine) -> None:
    """Make an account with a passkey in a browser, as the page says, through the proxy."""
    assert here.web is not None
    device = Authenticator(f"https://{NAME}")
    with here.web.client() as aki:
        options = aki.post("/api/account/passkeys/begin", json={"name": "Aki"}).json()
        sent = {"credential": device.make(options), "name": "Aki"}
        made = aki.post("/api/account/passkeys", json=sent)
        assert made.json()["account"], made.text


def check(here: Machine, said: dict[str, str], box: Mailbox) -> None:
    """Check what the lines printed, and what they left."""
    assert 2 == sum('"processes":1' in text for line, text in said.items() if "/ready" in line)
    assert f"HONJIN_ORIGIN\thttps://{NAME}\tenvironment\n" in said["honjin settings"]
    assert box.of("you@example.org")
    [restored] = [text for line, text in said.items() if "admin roles" in line]
    assert re.search(r"Aki +admin", restored), restored
    [backup] = (here.root / "var" / "backups" / "honjin").iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\.tar", backup.name)
    assert backup.name in said["ls -l /var/backups/honjin"]
    assert 0o600 == (here.root / "etc" / "honjin" / "honjin.env").stat().st_mode & 0o777
    assert not (here.root / "var" / "tmp" / "honjin-trial").exists()
    assert "" == re.sub(
        r"^(Honjin is open|Room for).*\n", "", (here.root / "log").read_text(), flags=re.MULTILINE
    )
