"""`honjin settings`, as a host uses it."""

from pathlib import Path

import pytest

from cli.running import Run
from honjin.server.settings import table


def test_settings_can_be_piped(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line per setting: name, value and source, between tabs; no secret is among them."""
    monkeypatch.setenv("HONJIN_SECRET", "s3cret")
    monkeypatch.setenv("HONJIN_PROXIES", "127.0.0.1")
    done = honjin(f"settings --data {tmp_path}")
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert [name for name, *_ in table()] == [row[0] for row in rows]
    assert ["HONJIN_SECRET", "********", "environment"] in rows
    assert ["HONJIN_DATA", str(tmp_path), "option"] in rows
    assert ["HONJIN_DATABASE", f"sqlite:///{tmp_path}/honjin.db", "default"] in rows
    assert "s3cret" not in done.output
    assert "HONJIN_PROXIES is not a setting; did you mean HONJIN_PROXY?" in done.stderr


def test_a_setting_that_cannot_be_used_is_one_line(
    honjin: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the server would say."""
    for name, value, expected in (
        ("HONJIN_PORT", "high", "a whole number, got 'high'"),
        ("HONJIN_PORT", "65536", "a number from 0 to 65535, got 65536"),
        ("HONJIN_SMTP_PORT", "0", "a number from 1 to 65535, got 0"),
        ("HONJIN_BOT_SECONDS", "long", "a number, got 'long'"),
    ):
        with monkeypatch.context() as environment:
            environment.setenv(name, value)
            done = honjin("settings")
        assert 2 == done.exit_code
        assert f"honjin: {name} expects {expected}\n" == done.stderr
