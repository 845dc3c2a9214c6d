"""Operations on accounts. Each change is one transaction; refusals undo it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from honjin.server.db.database import Database
from honjin.server.messages import refusals as no
from honjin.server.people.accounts import logins
from honjin.server.people.accounts import messages as m
from honjin.server.people.accounts import passkeys as pk
from honjin.server.people.accounts import store as kept
from honjin.server.people.accounts.logins import MailLink, Passkey
from honjin.server.people.accounts.sessions import Sessions
from honjin.server.people.caller import Caller
from honjin.server.people.mail.mailer import Mailer, link_letter, read_address
from honjin.server.people.people import PEOPLE, People, hold
from honjin.server.web.limits import Bucket

LINK_MINUTES: Final = 20
T = TypeVar("T")


class AccountCaller(NamedTuple):
    """The caller of an operation: a guest, or an account with its session; and its browser."""

    caller: Caller
    session: str
    device: str

    @property
    def browser(self) -> str:
        """The value that a challenge is bound to."""
        return self.session or self.caller.id

    @property
    def account(self) -> str:
        """The account's id; empty for a guest."""
        return self.caller.id if self.session else ""


class Login(NamedTuple):
    """A login: the account, and the token of the new session."""

    caller: Caller
    token: str


class Accounts:
    """The accounts of a server."""

    def __init__(
        self, store: Database, people: People, sessions: Sessions, mailer: Mailer,
        clock: Callable[[], int], forget: kept.Forget, *, limits: bool,
    ) -> None:  # fmt: skip
        self._store, self._people, self._clock = store, people, clock
        self._sessions, self._mailer, self._forget = sessions, mailer, forget
        self._mailboxes = Bucket(3, 600.0) if limits else None

    async def _change(self, write: Callable[[sa.Connection], T]) -> T:
        """Run a write and read its result. Of two conflicting writes the second is refused."""
        try:
            done = await self._store.change(write)
        except IntegrityError:
            raise no.NameTaken("another account has just taken it") from None
        await self._people.changed()
        return done

    # ---- passkeys

    async def begin_passkey(
        self, to: pk.RelyingParty, asker: AccountCaller, name: str
    ) -> dict[str, Any]:
        """The options for a browser that is to make a passkey."""
        challenge, purpose = pk.new_challenge(), "add" if asker.account else "keep"
        until = self._clock() + pk.GOOD

        def write(connection: sa.Connection) -> list[Passkey]:
            logins.put_challenge(connection, challenge, purpose, asker.browser, until)
            return logins.passkeys_of(connection, asker.account) if asker.account else []

        known = await self._store.change(write)
        _require_room(known)
        return pk.to_make(to, challenge, asker.caller.id, name, known)

    async def make_passkey(
        self, to: pk.RelyingParty, asker: AccountCaller, credential: m.Credential, name: str
    ) -> Login | None:
        """Store a new passkey; a guest becomes an account, which is then logged in."""
        made = await self._checked(to, asker, credential, "add" if asker.account else "keep")
        person, now = asker.caller.id, self._clock()
        new = Passkey(
            logins.hashed(made.credential), person, asker.device or "?", made.credential, made.key,
            made.counter, now, None,
        )  # fmt: skip

        def write(connection: sa.Connection) -> Login | None:
            if logins.passkey(connection, made.credential) is not None:
                raise no.NoLogin("this passkey is known already")
            if asker.account:
                _hold(connection, asker)
                _require_room(logins.passkeys_of(connection, asker.account))
                logins.put_passkey(connection, new)
                return None
            kept.make_account(connection, person, name, now)
            logins.put_passkey(connection, new)
            return self._entered(connection, Caller(person, name), asker)

        return await self._change(write)

    async def _checked(
        self, to: pk.RelyingParty, asker: AccountCaller, credential: m.Credential, purpose: str
    ) -> pk.Verified:
        challenge = await self._challenge(asker, credential, purpose)
        return await asyncio.to_thread(pk.check_made, to, challenge, credential)

    async def _challenge(
        self, asker: AccountCaller, credential: m.Credential, purpose: str
    ) -> bytes:
        """The challenge that an answer is for; it is used up whatever the answer is."""
        challenge, now = pk.challenge_of(credential), self._clock()
        if not await self._store.change(
            lambda connection: logins.take_challenge(
                connection, challenge, purpose, asker.browser, now
            )
        ):
            raise no.NoLogin("expected the answer to a recent challenge from this server")
        return challenge

    async def begin_login(self, to: pk.RelyingParty, asker: AccountCaller) -> dict[str, Any]:
        """The options for a browser that is to present a passkey."""
        challenge, until = pk.new_challenge(), self._clock() + pk.GOOD
        await self._store.change(
            lambda connection: logins.put_challenge(
                connection, challenge, "login", asker.browser, until
            )
        )
        return pk.to_show(to, challenge)

    async def log_in(
        self, to: pk.RelyingParty, asker: AccountCaller, credential: m.Credential
    ) -> Login:
        """Log in by a passkey."""
        challenge = await self._challenge(asker, credential, "login")
        shown = pk.id_of(credential)
        known = await self._store.ask(lambda connection: logins.passkey(connection, shown))
        count = await asyncio.to_thread(pk.check_shown, to, challenge, credential, known)
        assert known is not None, "an unknown passkey was refused by the check"
        key, person = known.id, known.person

        def write(connection: sa.Connection) -> Login:
            if not logins.use_passkey(connection, key, count, self._clock()):
                raise no.NoLogin("the passkey was not accepted: its count did not rise")
            return self._of(connection, person, asker)

        return self._begun(asker, await self._store.change(write))

    async def name_passkey(self, asker: AccountCaller, order: m.NamePasskey) -> None:
        """Rename a passkey."""
        mine = _passkey(asker, order.passkey)
        named = sa.update(logins.PASSKEYS).where(mine).values(name=order.name)
        await self._store.change(lambda connection: connection.execute(named))

    async def remove_passkey(self, asker: AccountCaller, order: m.RemovePasskey) -> None:
        """Remove a passkey."""
        mine = _passkey(asker, order.passkey)

        def write(connection: sa.Connection) -> None:
            _hold(connection, asker)
            connection.execute(sa.delete(logins.PASSKEYS).where(mine))
            _require_way_in(connection, asker.account, sure=order.sure)

        await self._store.change(write)

    # ---- links in mails

    async def send_link(self, origin: str, asker: AccountCaller, order: m.SendLink) -> None:
        """Send a link; known and unknown addresses are treated alike."""
        address = read_address(order.address)
        if not self._mailer.is_there:
            raise no.NoMail("no mail server is set")
        if self._mailboxes is not None:
            self._mailboxes.take(address)
        token, until = logins.new_token(), self._clock() + LINK_MINUTES * 60_000
        purpose = "add" if asker.account else "enter"
        link = MailLink("", address, purpose, asker.caller.id, until)
        await self._store.change(lambda connection: logins.put_mail_link(connection, token, link))
        self._mailer.post(address, *link_letter(origin, token, LINK_MINUTES, order.language))

    async def look_at_link(self, asker: AccountCaller, token: str) -> m.LinkInfo:
        """The effect of a link, if it is opened in this browser."""

        def read(connection: sa.Connection) -> m.LinkInfo:
            link = self._link(connection, token)
            return _link_info(connection, link, asker)

        return await self._store.ask(read)

    async def use_link(
        self, asker: AccountCaller, token: str, name: str, kind: str
    ) -> Login | None:  # fmt: skip
        """Use a link that is of a kind; return the login that results, if any."""
        now = self._clock()

        def write(connection: sa.Connection) -> Login | None:
            link = self._link(connection, token)
            info = _link_info(connection, link, asker)
            if info.kind == "elsewhere":
                raise no.NoLogin("open the link in the browser where you asked for it")
            if info.kind != kind:  # what is asked of the caller depends on it
                raise no.NoLogin("the link has come to mean something else; open it again")
            if not logins.take_mail_link(connection, link):
                raise no.NoLogin("the link has already been used")
            if info.kind == "login":
                return self._of(connection, _owner(connection, link.address) or "", asker)
            person = asker.caller.id
            if info.kind == "keep":
                kept.make_account(connection, person, name, now)
            mine = sa.update(PEOPLE).where(PEOPLE.c.id == person, PEOPLE.c.kind == "account")
            connection.execute(mine.values(mail=link.address, changed=now))
            if info.kind == "add":
                return None
            return self._entered(connection, Caller(person, name), asker)

        entered = await self._change(write)
        return self._begun(asker, entered) if entered else None

    def _link(self, connection: sa.Connection, token: str) -> MailLink:
        link = logins.mail_link(connection, token, self._clock())
        if link is None:
            raise no.NoLogin("the link has already been used or has expired; request another one")
        return link

    async def remove_mail(self, asker: AccountCaller, order: m.RemoveMail) -> None:
        """Remove the account's mail address."""

        def write(connection: sa.Connection) -> None:
            _hold(connection, asker)
            mine = sa.update(PEOPLE).where(PEOPLE.c.id == asker.account)
            connection.execute(mine.values(mail=None))
            _require_way_in(connection, asker.account, sure=order.sure)

        await self._store.change(write)

    # ---- recovery codes

    async def make_codes(self, asker: AccountCaller) -> tuple[str, ...]:
        """New recovery codes."""

        def write(connection: sa.Connection) -> list[str]:
            _hold(connection, asker)
            return logins.new_codes(connection, asker.account)

        return tuple(await self._store.change(write))

    async def log_in_by_code(self, asker: AccountCaller, code: str) -> Login:
        """Log in by a recovery code."""

        def write(connection: sa.Connection) -> Login:
            person = logins.take_code(connection, code)
            if person is None:
                raise no.NoLogin("no account has this code, or it has already been used")
            return self._of(connection, person, asker)

        return self._begun(asker, await self._store.change(write))

    # ---- sessions

    def _begun(self, asker: AccountCaller, entered: Login) -> Login:
        """End the browser's previous session in this process."""
        self._sessions.forget([asker.session])
        if asker.session:
            self._people.say()
        return entered

    def _of(self, connection: sa.Connection, person: str, asker: AccountCaller) -> Login:
        name = connection.scalar(
            sa.select(PEOPLE.c.name).where(PEOPLE.c.id == person, PEOPLE.c.kind == "account")
        )
        if name is None:
            raise no.NoLogin("the account was deleted")
        return self._entered(connection, Caller(person, name), asker)

    def _entered(self, connection: sa.Connection, caller: Caller, asker: AccountCaller) -> Login:
        """Open a new session; the browser's previous one ends."""
        if asker.session:
            logins.end_sessions(connection, asker.account, asker.session, others=False)
        token = logins.open_session(connection, caller.id, asker.device, self._clock())
        return Login(caller, token)

    async def end_session(self, asker: AccountCaller, session: str) -> None:
        """End one of the account's sessions."""
        ended = await self._store.change(
            lambda connection: logins.end_sessions(connection, asker.account, session, others=False)
        )
        if ended:
            self._sessions.forget([session])
            self._people.say()

    async def end_others(self, asker: AccountCaller) -> None:
        """End all of the account's sessions but this one."""
        await self._store.change(
            lambda connection: logins.end_sessions(
                connection, asker.account, asker.session, others=True
            )
        )
        self._sessions.forget_person(asker.account, but=asker.session)
        self._people.say()

    # ---- the account itself

    async def rename(self, account: str, name: str) -> None:
        """Give an account another name."""
        now = self._clock()
        await self._change(lambda connection: kept.take_name(connection, account, name, now))
        self._sessions.forget_names(account)

    async def delete(self, asker: AccountCaller) -> None:
        """Delete the account."""
        now = self._clock()
        await self._change(
            lambda connection: kept.delete_account(connection, asker.account, now, self._forget)
        )
        self._sessions.forget_person(asker.account)

    async def info(self, asker: AccountCaller, account: m.Account) -> None:
        """Fill in the stored data about an account."""

        def read(connection: sa.Connection) -> None:
            person = asker.account
            row = connection.execute(sa.select(PEOPLE).where(PEOPLE.c.id == person)).one()
            account.since, account.mail = row.since, row.mail or ""
            account.codes = logins.codes_left(connection, person)
            account.passkeys = tuple(
                m.PasskeyInfo(one.id, one.name, one.made, one.used)
                for one in logins.passkeys_of(connection, person)
            )
            account.sessions = tuple(
                m.SessionInfo(
                    one.id, one.device, one.made, one.seen, one.id == asker.session,
                    self._sessions.is_open(one.id),
                )
                for one in logins.sessions_of(connection, person)
            )  # fmt: skip
            account.names = tuple(m.NameInfo(*one) for one in kept.names_of(connection, person))

        await self._store.ask(read)


def _hold(connection: sa.Connection, asker: AccountCaller) -> None:
    """Let other changes of the ways into an account wait: one would not see what another does."""
    if hold(connection, asker.account) != "account":  # deleted at another process
        raise no.NoAccount("the account was deleted")


def _require_room(known: Sequence[Passkey]) -> None:
    if len(known) >= logins.MAX_PASSKEYS:
        raise no.TooMany(f"at most {logins.MAX_PASSKEYS} passkeys; remove one first")


def _passkey(asker: AccountCaller, key: str) -> sa.ColumnElement[bool]:
    return sa.and_(logins.PASSKEYS.c.person == asker.account, logins.PASSKEYS.c.id == key)


def _owner(connection: sa.Connection, address: str) -> str | None:
    """The account of a mail address."""
    return connection.scalar(sa.select(PEOPLE.c.id).where(PEOPLE.c.mail == address))


def _link_info(connection: sa.Connection, link: MailLink, asker: AccountCaller) -> m.LinkInfo:
    owner = _owner(connection, link.address)
    is_here = link.browser == asker.caller.id
    if owner is not None:
        query = sa.select(PEOPLE.c.name).where(PEOPLE.c.id == owner)
        name = connection.scalar(query) or ""
        return m.LinkInfo("login", link.address, name)
    if not is_here or (link.purpose == "enter" and asker.account):
        return m.LinkInfo("elsewhere", link.address)
    kind: Any = "add" if link.purpose == "add" else "keep"
    return m.LinkInfo(kind, link.address, asker.caller.name)


def _require_way_in(connection: sa.Connection, person: str, *, sure: bool) -> None:
    """Raise LastWayIn, which undoes the change, if nobody could log in to the account any more."""
    mail = connection.scalar(sa.select(PEOPLE.c.mail).where(PEOPLE.c.id == person))
    if not (sure or mail or logins.passkeys_of(connection, person)):
        left = logins.codes_left(connection, person)
        raise no.LastWayIn(f"only {left} recovery codes are left to log in with")
