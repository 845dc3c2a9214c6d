"""Tokens and programs in the database, and the streams that end when a token is revoked."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from honjin.server.db.database import Database
from honjin.server.db.sql import META, count_rows
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Scope
from honjin.server.people.accounts.logins import hashed
from honjin.server.people.caller import Caller
from honjin.server.people.names import alike
from honjin.server.people.people import PEOPLE, hold_present
from honjin.server.people.programs import messages as pm
from honjin.server.people.programs.signed_tokens import (
    new_token,
    read_scopes,
    write_scopes,
)

log = logging.getLogger(__name__)

API_TOKENS: Final = sa.Table(
    "api_tokens",
    META,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("called", sa.String(40), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("scopes", sa.String(64), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),
)
PROGRAMS: Final = sa.Table(
    "programs",
    META,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("alike", sa.String(200), nullable=False, unique=True),
    sa.Column("since", sa.BigInteger, nullable=False),
)
_PROGRAM: Final = sa.select(PROGRAMS.c.person).where(PROGRAMS.c.person == sa.bindparam("person"))

MAX_TOKENS: Final = 20
"""The most tokens of a person."""
STALE: Final = 60_000
"""Milliseconds by which the displayed last use may be old."""
LOOK: Final = 5.0
"""The most seconds until a stream ends whose token was revoked by another process."""


class Found(NamedTuple):
    """The caller that a token acts for, and its scopes."""

    id: str
    caller: Caller
    scopes: tuple[Scope, ...]


class Tokens:
    """All tokens, and the persons marked as programs.

    Every call queries the database: no token is kept in memory, so that a revoked one is refused at
    once by every process.
    """

    def __init__(
        self, store: Database, clock: Callable[[], int],
        require_no_seat: Callable[[sa.Connection, str], None],
        has_finished: Callable[[sa.Connection, str, int], bool],
    ) -> None:  # fmt: skip
        """Both functions look at a person's seats: held now, and games finished since."""
        self._store, self._clock = store, clock
        self._require_no_seat, self._has_finished = require_no_seat, has_finished
        self._open: dict[str, set[asyncio.Event]] = {}
        """The open streams of each token."""
        self._notes: set[asyncio.Task[None]] = set()

    # ---- making, listing, revoking

    async def make(
        self, caller: Caller, name: str, scopes: Collection[Scope]
    ) -> tuple[str, pm.Token]:
        """A new token of a person, and its list entry; TooMany if there are enough."""
        token, now, who = new_token(), self._clock(), caller.id
        row = {
            "id": secrets.token_hex(8), "person": who, "called": caller.name, "name": name,
            "scopes": write_scopes(scopes), "hash": hashed(token), "made": now, "used": 0,
        }  # fmt: skip

        def write(connection: sa.Connection) -> None:
            hold_present(connection, who)  # requests at the same time count each other's tokens
            if count_rows(connection, API_TOKENS.c.person == who) >= MAX_TOKENS:
                raise no.TooMany(f"at most {MAX_TOKENS} tokens; revoke one that is not needed")
            connection.execute(sa.insert(API_TOKENS).values(row))

        await self._store.change(write)
        return token, _shown(row)

    async def all(self, person: str) -> tuple[pm.Token, ...]:
        """The tokens of a person, the newest first."""
        query = sa.select(API_TOKENS).where(API_TOKENS.c.person == person)
        query = query.order_by(API_TOKENS.c.made.desc(), API_TOKENS.c.id)
        return await self._store.ask(
            lambda connection: tuple(_shown(row) for row in connection.execute(query).mappings())
        )

    async def revoke(self, person: str, token: str) -> None:
        """Revoke a token of a person; its streams end."""
        gone = sa.and_(API_TOKENS.c.id == token, API_TOKENS.c.person == person)
        count = await self._store.change(
            lambda connection: connection.execute(sa.delete(API_TOKENS).where(gone)).rowcount
        )
        if not count:
            raise no.UnknownToken("you have no token with this id")
        self._end((token,))

    async def find(self, token: str) -> Found:
        """The caller of a token; UnknownToken if it is unknown or revoked."""
        query = (
            sa.select(
                API_TOKENS,
                PROGRAMS.c.person.label("program"),
                PEOPLE.c.kind,
                PEOPLE.c.name.label("account"),
            )
            .outerjoin(PROGRAMS, PROGRAMS.c.person == API_TOKENS.c.person)
            .outerjoin(PEOPLE, PEOPLE.c.id == API_TOKENS.c.person)
            .where(API_TOKENS.c.hash == hashed(token))
        )
        row = await self._store.ask(lambda connection: connection.execute(query).one_or_none())
        if row is None or row.kind == "gone":
            raise no.UnknownToken("the token is not known here, or was revoked")
        if self._clock() - row.used > STALE:
            self._note(row.id)
        name = row.account if row.kind == "account" else row.called
        caller = Caller(row.person, name, program=row.program is not None, by_token=True)
        return Found(row.id, caller, read_scopes(row.scopes))

    def _note(self, token: str) -> None:
        """Record the use of a token; nobody waits for that."""
        noted = asyncio.ensure_future(self._write_use(token))
        self._notes.add(noted)
        noted.add_done_callback(self._notes.discard)

    async def _write_use(self, token: str) -> None:
        use = sa.update(API_TOKENS).where(API_TOKENS.c.id == token).values(used=self._clock())
        with contextlib.suppress(no.NotStored):
            await self._store.change(lambda connection: connection.execute(use))

    # ---- streams of a token

    @contextlib.contextmanager
    def open(self, token: str) -> Iterator[asyncio.Event]:
        """An event for the duration of a stream: it is set when the token is revoked."""
        cut = asyncio.Event()
        self._open.setdefault(token, set()).add(cut)
        try:
            yield cut
        finally:
            here = self._open[token]
            here.discard(cut)
            if not here:
                del self._open[token]

    def _end(self, tokens: Collection[str]) -> None:
        for token in tokens:
            for cut in self._open.get(token, ()):
                cut.set()

    async def watch(self) -> None:
        """End the streams of tokens that another process revoked, until cancelled."""
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(no.NotStored):
                await self._look()

    async def _look(self) -> None:
        asked = list(self._open)
        if not asked:
            return
        query = sa.select(API_TOKENS.c.id).where(API_TOKENS.c.id.in_(asked))
        known = await self._store.ask(lambda connection: set(connection.scalars(query)))
        self._end([token for token in asked if token not in known])

    async def close(self) -> None:
        """Finish recording uses."""
        await asyncio.gather(*self._notes, return_exceptions=True)

    # ---- persons

    async def label(self, caller: Caller) -> Caller:
        """The caller, marked if it is a program."""
        named = {"person": caller.id}
        found = await self._store.ask(lambda connection: connection.scalar(_PROGRAM, named))
        return caller._replace(program=found is not None)

    async def program_called(self, name: str) -> str | None:
        """The program with a name, or one that looks like it."""
        query = sa.select(PROGRAMS.c.person).where(PROGRAMS.c.alike == alike(name))
        found: str | None = await self._store.ask(lambda connection: connection.scalar(query))
        return found

    async def rename(self, person: str, name: str) -> None:
        """Change a person's name; NameTaken if another program has it."""
        called = sa.update(API_TOKENS).where(API_TOKENS.c.person == person).values(called=name)
        named = sa.update(PROGRAMS).where(PROGRAMS.c.person == person)

        def write(connection: sa.Connection) -> None:
            connection.execute(called)
            connection.execute(named.values(name=name, alike=alike(name)))

        await self._unique(write, name)

    async def mark(self, caller: Caller) -> None:
        """Mark a person as a program, as long as no table knows the person otherwise."""
        row: dict[str, str | int] = {
            "person": caller.id,
            "name": caller.name,
            "alike": alike(caller.name),
        }
        row |= {"since": self._clock()}

        def write(connection: sa.Connection) -> None:
            self._require_no_seat(connection, caller.id)
            if connection.scalar(_PROGRAM, {"person": caller.id}) is None:
                connection.execute(sa.insert(PROGRAMS).values(row))

        await self._unique(write, caller.name)

    async def unmark(self, person: str) -> None:
        """Remove the mark of a program, if it has not finished a game."""
        who = PROGRAMS.c.person == person

        def write(connection: sa.Connection) -> None:
            since = connection.scalar(sa.select(PROGRAMS.c.since).where(who))
            if since is None:
                return
            self._require_no_seat(connection, person)
            if self._has_finished(connection, person, since):
                raise no.ProgramForGood("a game was finished as a program")
            connection.execute(sa.delete(PROGRAMS).where(who))

        await self._store.change(write)

    async def _unique(self, write: Callable[[sa.Connection], None], name: str) -> None:
        try:
            await self._store.change(write)
        except IntegrityError:
            raise no.NameTaken(f"a program with the name {name!r} exists already") from None


def forget(connection: sa.Connection, person: str) -> None:
    """Remove all data about a deleted person kept here."""
    connection.execute(sa.delete(API_TOKENS).where(API_TOKENS.c.person == person))
    connection.execute(sa.delete(PROGRAMS).where(PROGRAMS.c.person == person))


def _shown(row: Any) -> pm.Token:
    return pm.Token(row["id"], row["name"], read_scopes(row["scopes"]), row["made"], row["used"])
