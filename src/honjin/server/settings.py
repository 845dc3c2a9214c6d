"""All settings that can be made from outside, in one table. deploy/honjin.env lists it.

A secret can also be given in a file: HONJIN_SECRET_FILE names the one that contains HONJIN_SECRET.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from platformdirs import user_data_path
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from honjin.core.errors import HonjinError
from honjin.server.web.addresses import is_mailbox, is_origin, is_page, read_places, read_proxies
from honjin.server.web.signing import is_private_key


class BadSetting(HonjinError):
    """A setting has a value that cannot be used."""


PREFIX: Final = "HONJIN_"


def _setting(default: Any, about: str) -> Any:
    return field(default=default, metadata={"about": about, "secret": False})


def _secret(about: str) -> Any:
    return field(default="", repr=False, metadata={"about": about, "secret": True})


def variable(one: Field[Any]) -> str:
    """The environment variable of a setting."""
    return PREFIX + one.name.upper()


@dataclass(frozen=True)
class Settings:
    """How the server runs; `Settings.read()` takes each from its environment variable."""

    host: str = _setting("127.0.0.1", "address to listen on")
    port: int = _setting(8000, "port to listen on; 0 takes any free port")
    data: str = _setting("", "folder of database and key; else your user data folder")
    database: str = _secret("URL of a PostgreSQL database; else an SQLite file in the data folder")
    upgrade_backup: bool = _setting(
        True, "0 migrates the database to a newer version without making a backup first"
    )
    workers: int = _setting(
        1, "processes that serve on the port; more than one only with PostgreSQL"
    )
    secret: str = _secret(
        "key that signs cookies, for several servers; else a file in the data folder"
    )
    proxy: str = _setting(
        "",
        "addresses or networks of reverse proxies whose X-Forwarded-* is trusted, comma-separated",
    )
    origin: str = _setting(
        "",
        "public address of the site, such as https://honjin.example: emails and push notifications "
        "need it; links with pictures use that of the request without it",
    )
    connections: int = _setting(256, "simultaneous connections from one address; 0 for any number")
    limits: bool = _setting(True, "0 turns the rate limits off")
    bot_pause: float = _setting(0.4, "seconds that a bot takes at least to begin a turn")
    aside_pause: float = _setting(2.0, "seconds that a bot waits before it acts out of turn")
    bot_seconds: float = _setting(10.0, "seconds that a bot may think at most, at any level")
    bot_threads: int = _setting(
        0, "bots that think at the same time for one address; 0: the cores, shared by the workers"
    )
    analysis_seconds: float = _setting(10.0, "seconds an analysis may take at most")
    analysis_threads: int = _setting(
        2, "analyses at the same time for one address, in addition to the bots"
    )
    tables: str = _setting("", "folder of solved tables; else `tables` in the data folder")
    solve: int = _setting(
        2_000_000, "positions of the largest solved table that is made on demand; 0 for none"
    )
    experiment_jobs: int = _setting(1, "processes that play experiments; 0 for none")
    experiment_games: int = _setting(
        2000, "games of an experiment at most, for all its variants together"
    )
    experiment_niceness: int = _setting(
        15, "niceness of these processes, 0 to 19: players come first"
    )
    nets: str = _setting("", "folder of trained networks that play as bots")
    prepare: bool = _setting(
        True, "0 compiles searches when they are first needed, not at the start"
    )
    away: float = _setting(
        60.0, "seconds to wait for an absent person before others may let a bot play; 0 for ever"
    )
    vacation: float = _setting(
        30.0,
        "days of vacation that each player has in any 365, for games played by days; 0 for none",
    )
    neighbours: bool = _setting(
        False, "1 rates games between persons at one address, as in a club with a shared line"
    )
    idle: float = _setting(600.0, "seconds after which an unused table is removed from memory")

    club: str = _setting(
        "open", "who may play: `open` for everybody, `invited` for people with a code"
    )
    invitations: int = _setting(
        3, "open invitations that a member of a closed club may have; 0 for none"
    )
    imprint: str = _setting(
        "",
        "who runs the site: address of a page, or a file with the text, for the page about Honjin",
    )
    contact: str = _setting("", "how to reach the host: an email address, or that of a page")
    words: str = _setting("", "file of words that chat hides and names cannot have, one per line")
    metrics_token: str = _secret(
        "token that opens /metrics to any client; without it, only to this machine"
    )
    smtp_host: str = _setting("", "mail server; without it no mail is sent")
    smtp_port: int = _setting(587, "port of the mail server")
    smtp_tls: str = _setting("starttls", "`starttls`, `tls` from the start (port 465), or `none`")
    smtp_user: str = _setting("", "user name for the mail server")
    smtp_password: str = _secret("password for the mail server")
    smtp_from: str = _setting("", "sender address of mails")
    vapid_key: str = _secret(
        "private key that signs push messages to browsers, base64url; "
        "else derived from the key that signs cookies"
    )
    push_local: str = _setting(
        "", "push services in your own network, as comma-separated host:port; else only public ones"
    )

    @classmethod
    def read(cls, environ: Mapping[str, str] = os.environ, **given: Any) -> Settings:
        """Read the settings from the environment; those given by name take precedence."""
        values = {
            one.name: _read(variable(one), text, type(one.default))
            for one in fields(cls)
            if (text := _text(one, environ)) is not None
        }
        return cls(**(values | given))

    def __post_init__(self) -> None:
        self._check_places()
        try:
            object.__setattr__(self, "proxy", read_proxies(self.proxy))
        except ValueError as problem:
            expected = "addresses or networks such as 127.0.0.1 or 10.0.0.0/8"
            raise BadSetting(f"HONJIN_PROXY expects {expected}: {problem}") from None
        self._check_numbers()
        if self.origin and not is_origin(self.origin):
            expected = "an address without a path, such as https://honjin.example"
            raise BadSetting(f"HONJIN_ORIGIN expects {expected}, got {self.origin[:80]!r}")
        for name, given, choices in (
            ("HONJIN_CLUB", self.club, ("open", "invited")),
            ("HONJIN_SMTP_TLS", self.smtp_tls, ("starttls", "tls", "none")),
        ):
            if given not in choices:
                raise BadSetting(f"{name} expects {' or '.join(choices)}, got {given[:80]!r}")
        if self.contact and not (is_page(self.contact) or is_mailbox(self.contact)):
            expected = "an email address, or that of a page such as https://honjin.example/contact"
            raise BadSetting(f"HONJIN_CONTACT expects {expected}, got {self.contact[:80]!r}")
        self._check_push()
        if self.smtp_host and not (self.origin and "@" in self.smtp_from):
            needed = "HONJIN_ORIGIN, which links lead to, and HONJIN_SMTP_FROM, an address"
            raise BadSetting(f"HONJIN_SMTP_HOST also needs {needed}")

    def _check_numbers(self) -> None:
        if self.workers < 1:
            raise BadSetting(f"HONJIN_WORKERS expects a number from 1 up, got {self.workers}")
        for name, given, least, most in (
            ("HONJIN_PORT", self.port, 0, 65_535),
            ("HONJIN_SMTP_PORT", self.smtp_port, 1, 65_535),
            ("HONJIN_EXPERIMENT_NICENESS", self.experiment_niceness, 0, 19),
        ):
            if not least <= given <= most:
                raise BadSetting(f"{name} expects a number from {least} to {most}, got {given}")

    def _check_places(self) -> None:
        if not is_database(self.url):
            expected = "an address such as postgresql://honjin:password@host/honjin"
            raise BadSetting(f"HONJIN_DATABASE expects {expected}")
        if "@" in (make_url(self.url).host or ""):
            raise BadSetting("HONJIN_DATABASE has an @ in its user or password: write %40 for it")

    def _check_push(self) -> None:
        if self.vapid_key and not is_private_key(self.vapid_key):
            raise BadSetting("HONJIN_VAPID_KEY expects 32 bytes as base64url, a key of P-256")
        try:
            read_places(self.push_local)
        except ValueError as problem:
            expected = "comma-separated host:port such as 127.0.0.1:9001"
            raise BadSetting(f"HONJIN_PUSH_LOCAL expects {expected}, got {problem}") from None

    @property
    def folder(self) -> Path:
        """The data folder."""
        return Path(self.data) if self.data else user_data_path("honjin", appauthor=False)

    @property
    def solved(self) -> Path:
        """The folder of solved tables."""
        return Path(self.tables) if self.tables else self.folder / "tables"

    @property
    def url(self) -> str:
        """The database's URL in the form that SQLAlchemy reads."""
        if not self.database:
            return f"sqlite:///{self.folder / 'honjin.db'}"
        for short in ("postgresql://", "postgres://"):
            if self.database.startswith(short):
                return "postgresql+psycopg://" + self.database.removeprefix(short)
        return self.database


def is_database(url: str) -> bool:
    """Whether this is the URL of a database of a kind that the server can use."""
    with contextlib.suppress(ArgumentError, ValueError):
        return make_url(url).drivername in _DRIVERS
    return False


def without_password(url: str | URL) -> str:
    """A database's URL with its password masked, wherever it is."""
    read = make_url(url)
    asked = [
        (key, MASK if "pass" in key else one)
        for key, values in read.normalized_query.items() for one in values
    ]  # fmt: skip
    place = read.set(query={}).render_as_string(hide_password=True).replace(":***@", f":{MASK}@", 1)
    return f"{place}?{urlencode(asked, safe='/:*')}" if asked else place


_DRIVERS: Final = {"sqlite", "sqlite+pysqlite", "postgresql+psycopg"}
MASK: Final = "********"
FILE: Final = "_FILE"
LONGEST_SECRET: Final = 10_000


def _text(one: Field[Any], environ: Mapping[str, str]) -> str | None:
    """The text of a setting, from its variable or from the file of a secret; None if not given."""
    name = variable(one)
    file = environ.get(name + FILE, "") if one.metadata["secret"] else ""
    if not file:
        return environ.get(name)
    if environ.get(name):
        raise BadSetting(f"{name} and {name}{FILE} are both set; set one of them")
    return _content(name + FILE, file)


def _content(name: str, file: str) -> str:
    """The one line of a secret's file. What is wrong with it is told without what is in it."""
    try:
        with open(file, encoding="utf-8-sig") as secret:
            text = secret.read(LONGEST_SECRET + 1)
    except OSError as problem:
        raise BadSetting(f"{name}: cannot read {file}: {problem.strerror}") from None
    except ValueError:  # or the name of the file has a NUL
        raise BadSetting(f"{name}: {file!r} is not a text in UTF-8") from None
    text = text.removesuffix("\n")
    if not text or "\n" in text or len(text) > LONGEST_SECRET:
        expected = f"one line of at most {LONGEST_SECRET:,} characters"
        got = "an empty file" if not text else "more"
        raise BadSetting(f"{name} expects a file with {expected}, got {got} in {file}")
    return text


_FALSE: Final = {"0", "no", "false", "off", ""}


def _read(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        return text.lower() not in _FALSE
    try:
        return kind(text)
    except ValueError:
        expected = "a whole number" if kind is int else "a number"
        raise BadSetting(f"{name} expects {expected}, got {text!r}") from None


def table() -> list[tuple[str, str, str]]:
    """Return all settings as (environment variable, default, description)."""
    return [(variable(f), _shown(f.default), f.metadata["about"]) for f in fields(Settings)]


def secrets() -> list[str]:
    """Return the environment variables of the secrets."""
    return [variable(one) for one in fields(Settings) if one.metadata["secret"]]


def _shown(default: Any) -> str:
    """A default as one would write it: a switch as 1 or 0, a whole number without a point."""
    return f"{default:g}" if isinstance(default, bool | float) else str(default)
