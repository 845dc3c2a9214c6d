"""The parts of a site by which it knows who asks, and what they may do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from starlette.datastructures import Headers
from starlette.types import Scope

from honjin.server.db.database import Database
from honjin.server.people.accounts.accounts import Accounts
from honjin.server.people.accounts.sessions import Sessions
from honjin.server.people.auth import Guests
from honjin.server.people.mail.mailer import Mailer
from honjin.server.people.people import People
from honjin.server.people.programs.tokens import Tokens
from honjin.server.people.standing.chatter import Repeats
from honjin.server.people.standing.hides import Hides
from honjin.server.people.standing.returning import Returning
from honjin.server.people.standing.sanctions import AllSanctions
from honjin.server.people.standing.words import WordList
from honjin.server.people.traces import Traces
from honjin.server.settings import Settings
from honjin.server.web.addresses import LastAddresses, is_origin
from honjin.server.web.limits import Limits
from honjin.server.web.uploads import Uploads
from honjin.server.work.packed import Packed
from honjin.server.work.steady import Steady


class PeopleSite:
    """What handlers of requests find here, at any site; see the classes of the parts."""

    settings: Settings
    time: Steady
    store: Database
    limits: Limits
    addresses: LastAddresses
    uploads: Uploads
    packed: Packed
    people: People
    traces: Traces
    sanctions: AllSanctions
    returning: Returning
    hides: Hides
    words: WordList
    repeats: Repeats
    guests: Guests
    sessions: Sessions
    mailer: Mailer
    accounts: Accounts
    tokens: Tokens

    def __init__(self) -> None:
        self._later: set[asyncio.Task[None]] = set()
        self.on_leave: list[Callable[[str], Awaitable[None]]] = []
        """Called with the id of a person whose account is about to be deleted."""
        self.on_left: list[Callable[[str], Awaitable[None]]] = []
        """Called with the id of a person whose account was deleted."""

    def now(self) -> int:
        """The time in milliseconds, by which everything at a site is measured."""
        return self.time()

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background."""
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    def is_closed_to(self, person: str) -> bool:
        """True if the club is closed and the person was not invited."""
        return self.settings.club == "invited" and not self.people.is_member(person)

    def origin_of(self, scope: Scope) -> str:
        """Return the public address of the site: as set, else as in the request.

        The header Host is under the client's control. It is used only if it can be an address, and
        only in answers to that client that are not cached.
        """
        if self.settings.origin:
            return self.settings.origin
        asked = f"{scope.get('scheme', 'http')}://{Headers(scope=scope).get('host', '')}"
        return asked if is_origin(asked) else ""
