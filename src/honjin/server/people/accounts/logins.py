"""Credentials of accounts. Functions of a connection, for `Store.ask` and `Store.change`.

Only a hash is kept of every secret that is enough to log in. Single-use secrets are deleted by the
statement that finds them, so that of two concurrent uses only one succeeds.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from honjin.server.db.sql import META, count_rows

_ID: Final = sa.String(32)
_HASH: Final = sa.String(64)

PASSKEYS: Final = sa.Table(
    "passkeys",
    META,
    sa.Column("id", _HASH, primary_key=True),
    sa.Column("person", _ID, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("credential", sa.LargeBinary, nullable=False),
    sa.Column("key", sa.LargeBinary, nullable=False),
    sa.Column("counter", sa.BigInteger, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger),
)
SESSIONS: Final = sa.Table(
    "sessions",
    META,
    sa.Column("id", _HASH, primary_key=True),
    sa.Column("person", _ID, nullable=False),
    sa.Column("device", sa.String(80), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
)
RECOVERY: Final = sa.Table(
    "recovery",
    META,
    sa.Column("id", _HASH, primary_key=True),
    sa.Column("person", _ID, nullable=False),
)
CHALLENGES: Final = sa.Table(
    "challenges",
    META,
    sa.Column("id", _HASH, primary_key=True),
    sa.Column("purpose", sa.String(8), nullable=False),
    sa.Column("browser", sa.String(64), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
MAIL_LINKS: Final = sa.Table(
    "mail_links",
    META,
    sa.Column("id", _HASH, primary_key=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("purpose", sa.String(8), nullable=False),
    sa.Column("browser", _ID, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)

MAX_SESSIONS: Final = 40
MAX_PASSKEYS: Final = 20
CODES: Final = 10
SESSION_DAYS: Final = 180
"""A session that was not used for this many days has ended."""
_LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"


class Passkey(NamedTuple):
    """A passkey: `id` is a hash of the authenticator's own, `counter` the number of its uses."""

    id: str
    person: str
    name: str
    credential: bytes
    key: bytes
    counter: int
    made: int
    used: int | None


class MailLink(NamedTuple):
    """The purpose of a mailed link; `browser` is the guest or the account that requested it."""

    id: str
    address: str
    purpose: str
    browser: str
    until: int


def new_token() -> str:
    """A secret of 128 bits, as a string."""
    return secrets.token_urlsafe(16)


def hashed(secret: str | bytes) -> str:
    """The stored hash of a secret that nobody can guess."""
    data = secret.encode("utf-8", "replace") if isinstance(secret, str) else secret
    return hashlib.sha256(data).hexdigest()


# ---------------------------------------------------------------- sessions


def open_session(connection: sa.Connection, person: str, device: str, now: int) -> str:
    """Open a session; return its token. The oldest ends if there are too many."""
    token = new_token()
    row = {"id": hashed(token), "person": person, "device": device, "made": now, "seen": now}
    connection.execute(sa.insert(SESSIONS).values(row))
    mine = sa.select(SESSIONS.c.id).where(SESSIONS.c.person == person)
    old = mine.order_by(SESSIONS.c.seen.desc()).offset(MAX_SESSIONS)
    # PostgreSQL and SQLite differ about OFFSET in a DELETE; a list suits both.
    if many := list(connection.scalars(old)):
        connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.id.in_(many)))
    return token


def sessions_of(connection: sa.Connection, person: str) -> list[Any]:
    """The sessions of an account, the last used first."""
    query = sa.select(SESSIONS).where(SESSIONS.c.person == person)
    return list(connection.execute(query.order_by(SESSIONS.c.seen.desc())))


def end_sessions(connection: sa.Connection, person: str, which: str, *, others: bool) -> int:
    """End one session of an account, or all others; return how many were ended."""
    one = SESSIONS.c.id != which if others else SESSIONS.c.id == which
    done = connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.person == person, one))
    return done.rowcount


# ---------------------------------------------------------------- passkeys


def put_challenge(
    connection: sa.Connection, challenge: bytes, purpose: str, browser: str, until: int
) -> None:
    """Store a challenge that was issued to a browser."""
    row = {"id": hashed(challenge), "purpose": purpose, "browser": browser, "until": until}
    connection.execute(sa.insert(CHALLENGES).values(row))


def take_challenge(
    connection: sa.Connection, challenge: bytes, purpose: str, browser: str, now: int
) -> bool:
    """Use up a challenge; True if it was recently issued to this browser for this purpose."""
    mine = sa.and_(CHALLENGES.c.purpose == purpose, CHALLENGES.c.browser == browser)
    found = sa.and_(CHALLENGES.c.id == hashed(challenge), mine, CHALLENGES.c.until >= now)
    return connection.execute(sa.delete(CHALLENGES).where(found)).rowcount == 1


def passkey(connection: sa.Connection, credential: bytes) -> Passkey | None:
    """The passkey with an authenticator's id."""
    query = sa.select(PASSKEYS).where(PASSKEYS.c.id == hashed(credential))
    found = connection.execute(query).first()
    return Passkey(*found) if found else None


def passkeys_of(connection: sa.Connection, person: str) -> list[Passkey]:
    """The passkeys of an account, the oldest first."""
    query = sa.select(PASSKEYS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.made)
    return [Passkey(*found) for found in connection.execute(query)]


def put_passkey(connection: sa.Connection, new: Passkey) -> None:
    """Store a new passkey."""
    connection.execute(sa.insert(PASSKEYS).values(new._asdict()))


def use_passkey(connection: sa.Connection, key: str, count: int, now: int) -> bool:
    """Record a use; False if another use with as high a count was quicker."""
    rises = PASSKEYS.c.counter < count if count else PASSKEYS.c.counter == 0
    used = sa.update(PASSKEYS).where(PASSKEYS.c.id == key, rises).values(counter=count, used=now)
    return connection.execute(used).rowcount == 1


# ---------------------------------------------------------------- links in mails


def put_mail_link(connection: sa.Connection, token: str, link: MailLink) -> None:
    """Store a link that was sent."""
    connection.execute(sa.insert(MAIL_LINKS).values(link._replace(id=hashed(token))._asdict()))


def mail_link(connection: sa.Connection, token: str, now: int) -> MailLink | None:
    """The purpose of a link, if it is still valid."""
    query = sa.select(MAIL_LINKS).where(MAIL_LINKS.c.id == hashed(token), MAIL_LINKS.c.until >= now)
    found = connection.execute(query).first()
    return MailLink(*found) if found else None


def take_mail_link(connection: sa.Connection, link: MailLink) -> bool:
    """Use up a link, and all others to the same mailbox; False if another use was quicker."""
    gone = connection.execute(sa.delete(MAIL_LINKS).where(MAIL_LINKS.c.id == link.id))
    connection.execute(sa.delete(MAIL_LINKS).where(MAIL_LINKS.c.address == link.address))
    return gone.rowcount == 1


# ---------------------------------------------------------------- recovery codes


def new_codes(connection: sa.Connection, person: str) -> list[str]:
    """New recovery codes, of 98 bits each; the old ones become invalid."""
    connection.execute(sa.delete(RECOVERY).where(RECOVERY.c.person == person))
    codes = ["-".join(_letters(5) for _ in range(4)) for _ in range(CODES)]
    rows = [{"id": hashed(plain_code(code)), "person": person} for code in codes]
    connection.execute(sa.insert(RECOVERY), rows)
    return codes


def _letters(n: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(n))


def plain_code(text: str) -> str:
    """A code as it is hashed, however it was typed."""
    return "".join(letter for letter in text.upper() if letter in _LETTERS)


def take_code(connection: sa.Connection, text: str) -> str | None:
    """Use up a recovery code; return the person it belonged to."""
    is_it = RECOVERY.c.id == hashed(plain_code(text))
    whose = connection.scalar(sa.select(RECOVERY.c.person).where(is_it))
    gone = connection.execute(sa.delete(RECOVERY).where(is_it))
    return whose if gone.rowcount == 1 else None


def codes_left(connection: sa.Connection, person: str) -> int:
    """The number of recovery codes that an account has left."""
    return count_rows(connection, RECOVERY.c.person == person)


# ---------------------------------------------------------------- expiry


def forget_expired(connection: sa.Connection, now: int) -> None:
    """Remove challenges and links that have expired, and sessions that nobody has used."""
    for table in (CHALLENGES, MAIL_LINKS):
        connection.execute(sa.delete(table).where(table.c.until < now))
    long_ago = now - SESSION_DAYS * 24 * 3600 * 1000
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.seen < long_ago))
