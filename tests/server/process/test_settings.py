"""Settings as a host gives them: in the environment, and secrets in files."""

from __future__ import annotations

import asyncio
import re
import signal
from pathlib import Path
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
from sqlalchemy.engine import make_url

from honjin.server.db.database import CannotOpen
from honjin.server.environment import OTHERS, TESTS, in_force, known_names, unknown
from honjin.server.settings import MASK, BadSetting, Settings, secrets
from honjin.server.tables.store.store import Store
from honjin.server.web.forwarded import Unlisted
from honjin.server.work.meters import FOLDER
from places import ROOT
from server.real.server_process import Server

KEY = "bmV2ZXIgc2hvdyB0aGlzLCB3aGF0ZXZlciBoYXBwZW4"
PLACES = (
    ("src/honjin", "*.py"), ("deploy", "*"), ("docs", "*.md"), ("scripts", "*.py"),
    ("examples", "*.*"), ("web", "vite.config.ts"),
)  # fmt: skip
BEGINNINGS = {"HONJIN_SMTP"}
"""What stands for several names."""


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


@pytest.mark.parametrize(
    "url",
    [
        "s3cret", "mysql://a:s3cret@b/c", "postgres:/s3cret", "postgresql+psycopg2://a:s3cret@b/c",
        "sqlite+aiosqlite:///s3cret",
    ],
)  # fmt: skip
def test_another_kind_of_database_is_refused(url: str) -> None:
    """In a line that says what is expected, without what was given: it may hold a password."""
    said = told({"HONJIN_DATABASE": url})
    assert said.startswith("HONJIN_DATABASE expects an address such as postgresql://")
    assert "s3cret" not in said


def test_a_bare_at_sign_in_a_password_is_refused() -> None:
    """The rest of the password would be taken for the host, and shown as such."""
    said = told({"HONJIN_DATABASE": "postgresql://honjin:s3cr@et@db/honjin"})
    assert "HONJIN_DATABASE has an @ in its user or password: write %40 for it" == said
    read = Settings.read({"HONJIN_DATABASE": "postgresql://honjin:s3cr%40et@db/honjin"})
    assert "s3cr@et" == make_url(read.url).password


def test_every_name_is_in_one_list() -> None:
    """Whatever the project's files call HONJIN_… is a setting or named as something else."""
    named = set[str]()
    for folder, pattern in PLACES:
        for path in (ROOT / folder).rglob(pattern):
            named |= set(re.findall(r"\bHONJIN_[A-Z]+(?:_[A-Z]+)*\b", path.read_text("utf-8")))
    named = {name for name in named if not name.startswith(TESTS)} - BEGINNINGS
    assert named <= known_names(), named - known_names()
    assert set(OTHERS) <= named


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("HONJIN_PROXIES", "HONJIN_PROXY"),
        ("HONJIN_SMTP_PASS", "HONJIN_SMTP_PASSWORD"),
        ("HONJIN_SECRETS_FILE", "HONJIN_SECRET_FILE"),
        ("HONJIN_PORT_FILE", "HONJIN_PORT"),
        ("Honjin_Origin", "HONJIN_ORIGIN"),
        ("HONJIN_XYZ", ""),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest(name: str, near: str) -> None:
    """Only names that could have been meant."""
    others = ["HONJIN_PORT", "HONJIN_CACHE", "HONJIN_TEST_KILLS", "HOME"]
    assert [(name, near)] == unknown([name, *others])


def test_settings_in_force_tell_their_source(tmp_path: Path) -> None:
    """Places are spelt out; secrets are masked, the address of a database but for its password."""
    (tmp_path / "token").write_text("s3cret")
    given = {
        "HONJIN_DATABASE": "postgres://honjin:s3cret@db/honjin?sslmode=require&password=s3cret",
        "HONJIN_METRICS_TOKEN_FILE": str(tmp_path / "token"), "HONJIN_SECRET": "s3cret",
        "HONJIN_PROXY": "1", "HONJIN_LIMITS": "no",
    }  # fmt: skip
    rows = {row.variable: row[1:] for row in in_force(given, data=str(tmp_path))}
    assert (MASK, "environment") == rows["HONJIN_SECRET"]
    assert (MASK, f"file {tmp_path / 'token'}") == rows["HONJIN_METRICS_TOKEN"]
    assert ("", "default") == rows["HONJIN_SMTP_PASSWORD"]
    assert ("127.0.0.1,::1", "environment") == rows["HONJIN_PROXY"]
    assert ("0", "environment") == rows["HONJIN_LIMITS"]
    assert (str(tmp_path), "option") == rows["HONJIN_DATA"]
    assert (str(tmp_path / "tables"), "default") == rows["HONJIN_TABLES"]
    database = f"postgresql+psycopg://honjin:{MASK}@db/honjin?sslmode=require&password={MASK}"
    assert (database, "environment") == rows["HONJIN_DATABASE"]
    assert "s3cret" not in str(rows)


@pytest.mark.parametrize("password", ["s3/cr", "s3?cr", "s3#cr", "s3[cr", "s3:cr", "s3 cr"])
def test_no_password_of_a_database_is_shown(password: str, tmp_path: Path) -> None:
    """Whatever characters it has, in the settings as in the error of a database that is away."""
    for url in (
        f"postgresql://honjin:{password}@127.0.0.1:1/honjin",
        f"postgresql://127.0.0.1:1/honjin?user=honjin&password={quote(password)}",
    ):
        [shown] = [
            row.value for row in in_force({"HONJIN_DATABASE": url})
            if row.variable == "HONJIN_DATABASE"
        ]  # fmt: skip
        store = Store(Settings(data=str(tmp_path), database=url).url)
        with pytest.raises(CannotOpen) as problem:
            store.open()
        store.close()
        for text in (shown, str(problem.value)):
            assert "127.0.0.1:1/honjin" in text
            assert MASK in text
            assert "s3" not in text
            assert not re.search(r"cr\b", text)


def test_a_secret_that_looks_like_a_database_is_masked() -> None:
    """Only the setting for the database is shown in part."""
    rows = in_force({"HONJIN_SMTP_PASSWORD": "sqlite://s3cret"})
    assert [MASK] == [row.value for row in rows if row.variable == "HONJIN_SMTP_PASSWORD"]


def test_every_secret_is_masked() -> None:
    """Whatever a setting is called, its value is not shown, if it is a secret."""
    hidden = dict.fromkeys(secrets(), KEY)
    given = hidden | {"HONJIN_DATABASE": f"postgresql://honjin:{KEY}@db/honjin"}
    assert len(hidden) >= 5
    assert KEY not in str(in_force(given))
    assert KEY not in repr(Settings.read(given))


def run(headers: list[tuple[bytes, bytes]], app: Unlisted, client: str = "127.0.0.1") -> None:
    """Send a request through, as the server would."""
    scope = {"type": "http", "headers": headers, "client": (client, 1)}
    asyncio.run(app(scope, None, None))  # type: ignore[arg-type]


async def passes(*_: object) -> None:
    """An application that does nothing."""


def test_forwarded_headers_without_a_proxy_are_told_once(caplog: pytest.LogCaptureFixture) -> None:
    """With what to set; a request without them is none of its business."""
    app = Unlisted(passes, "")
    run([(b"host", b"a")], app)
    assert [] == caplog.messages
    for name in (b"x-forwarded-for", b"x-forwarded-proto", b"forwarded"):
        run([(b"host", b"a"), (name, b"10.0.0.7")], app)
    (line,) = caplog.messages
    assert "set HONJIN_PROXY to its address" in line
    assert "10.0.0.7" not in line


def test_headers_of_an_unlisted_proxy_are_told_once(caplog: pytest.LogCaptureFixture) -> None:
    """Those of a listed one are used, and nothing is said."""
    app = Unlisted(passes, "10.0.0.0/8")
    for client in ("10.1.2.3", "192.0.2.1", "192.0.2.2"):
        run([(b"x-forwarded-for", b"1.2.3.4")], app, client)
    said = "forwarded headers are ignored: HONJIN_PROXY does not list their sender"
    assert [said] == caplog.messages


def test_one_of_several_workers_tells_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that sees them first."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    for _ in range(3):
        run([(b"x-forwarded-for", b"1.2.3.4")], Unlisted(passes, ""))
    assert 1 == len(caplog.messages)


def test_a_request_passes_where_nothing_can_be_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder of the workers was cleaned away, or its disk is full."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "gone"))
    passed = []

    async def app(*_: object) -> None:
        passed.append(1)

    run([(b"x-forwarded-for", b"1.2.3.4")], Unlisted(app, ""))
    assert [1] == passed


@pytest.mark.slow
def test_a_server_tells_both_in_its_log(tmp_path: Path) -> None:
    """Once, at the start and at the first request of that kind."""
    log = tmp_path / "log"
    with log.open("w", encoding="utf-8") as file:
        server = Server(tmp_path, file, PROXIES="127.0.0.1", CACHED="x")
        try:
            url = f"http://127.0.0.1:{server.port}/api/health"
            for _ in range(3):
                urlopen(Request(url, headers={"x-forwarded-for": "10.0.0.7"}), timeout=20).close()
        finally:
            server.end(signal.SIGTERM)
    cached, proxies, forwarded = log.read_text("utf-8").splitlines()
    assert cached.endswith("HONJIN_CACHED is not a setting; did you mean HONJIN_CACHE?")
    assert proxies.endswith("HONJIN_PROXIES is not a setting; did you mean HONJIN_PROXY?")
    assert "forwarded headers are ignored" in forwarded
