"""Settings as a host gives them: in the environment, and secrets in files."""

from __future__ import annotations

from pathlib import Path

import pytest

from honjin.server.settings import BadSetting, Settings


def told(environ: dict[str, str]) -> str:
    """What is said about settings that cannot be used."""
    with pytest.raises(BadSetting) as problem:
        Settings.read(environ)
    return str(problem.value)


@pytest.mark.parametrize(
    ("variable", "name"),
    [
        ("HONJIN_SECRET", "secret"),
        ("HONJIN_SMTP_PASSWORD", "smtp_password"),
        ("HONJIN_METRICS_TOKEN", "metrics_token"),
    ],
)
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_secret_is_read_from_a_file(tmp_path: Path, variable: str, name: str, end: str) -> None:
    """Without the line's end; spaces belong to it."""
    (tmp_path / "file").write_bytes(b"a secret " + end.encode())
    read = Settings.read({f"{variable}_FILE": str(tmp_path / "file")})
    assert "a secret " == getattr(read, name)
    assert "a secret" not in repr(read)


def test_the_database_and_the_key_for_push_can_be_in_files(tmp_path: Path) -> None:
    """They are checked as when they are given directly."""
    (tmp_path / "url").write_text("postgres://honjin:pw@db/honjin\n")
    read = Settings.read({"HONJIN_DATABASE_FILE": str(tmp_path / "url")})
    assert "postgresql+psycopg://honjin:pw@db/honjin" == read.url
    assert "HONJIN_VAPID_KEY expects" in told({"HONJIN_VAPID_KEY_FILE": str(tmp_path / "url")})


def test_a_secret_given_twice_is_refused(tmp_path: Path) -> None:
    """Both names are told, neither value."""
    (tmp_path / "file").write_text("filed")
    given = {"HONJIN_SECRET": "direct", "HONJIN_SECRET_FILE": str(tmp_path / "file")}
    said = told(given)
    assert "HONJIN_SECRET and HONJIN_SECRET_FILE are both set; set one of them" == said
    assert "filed" == Settings.read(given | {"HONJIN_SECRET": ""}).secret
    assert "direct" == Settings.read(given | {"HONJIN_SECRET_FILE": ""}).secret


def test_a_file_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """With the reason; its content is never shown."""
    for name, content in (("none", b""), ("two", b"s3cret\nmore\n"), ("long", b"s3cret" * 5000)):
        (tmp_path / name).write_bytes(content)
        said = told({"HONJIN_SECRET_FILE": str(tmp_path / name)})
        assert said.startswith("HONJIN_SECRET_FILE expects a file with one line of at most")
        assert said.endswith(str(tmp_path / name))
        assert "s3cret" not in said
    (tmp_path / "latin").write_bytes(b"s3cr\xe9t")
    said = told({"HONJIN_SECRET_FILE": str(tmp_path / "latin")})
    assert f"HONJIN_SECRET_FILE: '{tmp_path / 'latin'}' is not a text in UTF-8" == said
    missing = told({"HONJIN_SECRET_FILE": str(tmp_path / "missing")})
    expected = f"HONJIN_SECRET_FILE: cannot read {tmp_path / 'missing'}: No such file or directory"
    assert expected == missing
    assert "Is a directory" in told({"HONJIN_SECRET_FILE": str(tmp_path)})


@pytest.mark.parametrize("url", ["s3cret", "mysql://a:s3cret@b/c", "postgres:/s3cret"])
def test_another_kind_of_database_is_refused(url: str) -> None:
    """In a line that says what is expected, without what was given: it may hold a password."""
    said = told({"HONJIN_DATABASE": url})
    assert said.startswith("HONJIN_DATABASE expects an address such as postgresql://")
    assert "s3cret" not in said
