"""`honjin admin mail-test`, at real mail servers."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest

from certificates import put_certificate
from cli.running import Run
from postbox import mail_server

ANN = "ann@example.org"
USER = ("honjin", "s3cret")


@pytest.fixture(scope="module")
def cert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost, with its key."""
    return put_certificate(tmp_path_factory.mktemp("cert"), "localhost")


@pytest.fixture
def set_up(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Gives settings to the command, as its environment."""

    def give(**settings: Any) -> None:
        for name, value in ({"origin": "https://honjin.example"} | settings).items():
            monkeypatch.setenv(f"HONJIN_{name.upper()}", str(value))

    return give


def test_each_step_is_told(
    honjin: Run, set_up: Any, cert: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Place, encryption, login, and what the server said when it took the mail."""
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    with mail_server("starttls", cert, USER) as (box, settings):
        user = {"smtp_host": "localhost", "smtp_user": USER[0], "smtp_password": USER[1]}
        set_up(**settings | user)
        done = honjin(f"admin mail-test {ANN}")
        mail = box.of(ANN)
    place, encryption, login, accepted = done.stdout.splitlines()
    assert place.startswith(f"Connected to localhost:{settings['smtp_port']}: ")
    assert "Encrypted with TLSv1.3" == encryption
    assert "Logged in as honjin" == login
    assert f"Accepted from honjin@example.org to {ANN}: 250 taken" == accepted
    assert "https://honjin.example can send emails" in mail.get_content()
    assert "確認しました" in mail.get_content()
    assert "s3cret" not in done.output


def test_tls_from_the_start_is_told(
    honjin: Run, set_up: Any, cert: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As at port 465."""
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    with mail_server("tls", cert) as (_, settings):
        set_up(**settings | {"smtp_host": "localhost"})
        said = honjin(f"admin mail-test {ANN}").stdout
    assert "\nEncrypted with TLSv1.3\nNot logged in, as HONJIN_SMTP_USER is not set\n" in said


def failure(honjin: Run, address: str = ANN) -> str:
    """The one line that says what failed."""
    done = honjin(f"admin mail-test {address}")
    assert 2 == done.exit_code
    (line,) = done.stderr.splitlines()
    assert line.startswith("honjin: ")
    return str(line.removeprefix("honjin: "))


def test_a_server_without_encryption_is_told(honjin: Run, set_up: Any) -> None:
    """As a fact where it is wanted, as a failure where it is not."""
    with mail_server() as (_, settings):
        set_up(**settings)
        said = honjin(f"admin mail-test {ANN}").stdout
        assert "Not encrypted: HONJIN_SMTP_TLS is none\nNot logged in" in said
        set_up(**settings | {"smtp_tls": "starttls"})
        assert "cannot start TLS (" in failure(honjin)
        assert "look at HONJIN_SMTP_TLS" in failure(honjin)
        set_up(**settings | {"smtp_tls": "tls"})
        assert "look at HONJIN_SMTP_HOST and HONJIN_SMTP_PORT, HONJIN_SMTP_TLS" in failure(honjin)


def test_a_certificate_of_another_is_told(honjin: Run, set_up: Any, cert: Path) -> None:
    """Nobody vouches for it here."""
    with mail_server("starttls", cert) as (_, settings):
        set_up(**settings)
        assert "its certificate is not trusted: self-signed certificate" in failure(honjin)


def test_a_connection_ends_with_the_command(
    honjin: Run, set_up: Any, cert: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether or not the server is quick to say goodbye; pytest tells of a socket left open."""
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    with mail_server("starttls", cert) as (box, settings):
        set_up(**settings | {"smtp_host": "localhost"})
        box.unknown.add(ANN)
        box.rest = 0.5
        assert "does not deliver" in failure(honjin)
        gc.collect()


def test_what_fails_names_the_setting(
    honjin: Run, set_up: Any, cert: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Login, recipient, the server that takes nothing for now, and no server at all."""
    assert "no mail is sent, as HONJIN_SMTP_HOST is not set" == failure(honjin)
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    with mail_server("starttls", cert, USER) as (_, settings):
        settings["smtp_host"] = "localhost"
        set_up(**settings | {"smtp_user": "honjin", "smtp_password": "wr0ng"})
        said = failure(honjin)
        assert said.startswith("cannot log in (535 ")
        assert said.endswith("look at HONJIN_SMTP_USER and HONJIN_SMTP_PASSWORD")
        assert "wr0ng" not in said
        set_up(smtp_user="")
        assert failure(honjin).startswith("the server does not let honjin@example.org send (530 ")
    with mail_server() as (box, settings):
        set_up(**settings)
        box.unknown.add(ANN)
        assert failure(honjin).startswith(f"the server does not deliver to {ANN} (550 no such")
        box.unknown.clear()
        box.refuses = 1
        assert "the server does not take the mail (451 try again later)" in failure(honjin)
        assert failure(honjin, "ann").startswith("cannot send there: expected a mail address")
    assert failure(honjin).startswith(f"cannot connect to 127.0.0.1:{settings['smtp_port']} (")
    assert failure(honjin).endswith("look at HONJIN_SMTP_HOST and HONJIN_SMTP_PORT")
