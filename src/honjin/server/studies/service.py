"""The studies of a server, and who has a window on them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import sqlalchemy as sa

from honjin.server.db.database import Database
from honjin.server.db.journalled import JournalledService
from honjin.server.db.processes.members import Members
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.studies import events as ev
from honjin.server.studies import store as kept
from honjin.server.studies.boards import Boards
from honjin.server.studies.fold import Study
from honjin.server.studies.orders import Events, unknown
from honjin.server.tables.site import TableSite
from honjin.server.tables.store.table import new_id

MAX_OWN: Final = 64
"""The number of studies of an account; and of a guest:"""
MAX_OF_GUEST: Final = 8

Decide = Callable[[Study], Events]


class Studies(JournalledService[Study]):
    """The studies of a server."""

    MAX_HERE = 64

    def __init__(self, store: Database, members: Members, clock: Callable[[], int]) -> None:
        super().__init__(kept.JOURNAL, store, members)
        self.clock = clock
        self._readers: dict[str, dict[str, tuple[str, ...]]] = {}
        """The names of people with a window on a study, by study and by other process."""
        members.topics["readers"] = self._hear_readers
        members.gone.append(self._forget_process)

    def now(self) -> int:
        """Return the time in milliseconds."""
        return self.clock()

    def unknown(self, id: str) -> no.Refused:
        """Return the refusal for a study that does not exist."""
        return unknown(id)

    def append(
        self, connection: sa.Connection, first: int, events: Sequence[ev.StudyEvent], after: Study
    ) -> None:
        """Store events of a study; StudyFull if it has no room for them."""
        kept.append(connection, first, events, after)

    async def create(
        self, caller: Caller, title: str, visibility: ev.Visibility, *, is_account: bool,
        begun: Iterable[Decide] = (), id: str = "",
    ) -> Study:  # fmt: skip
        """Create a study, which the caller owns, with the events that `begun` decide.

        If the id is given, the same order may have created the study meanwhile: that is the answer.
        """
        event = ev.Created(self.now(), caller.id, caller.name, title, visibility)
        study, events = await asyncio.to_thread(_begun, Study(id or new_id(), event), begun)
        most = MAX_OWN if is_account else MAX_OF_GUEST
        create = partial(kept.create, study=study, event=event, most=most, begun=events)
        return await self.add(study, create)

    async def remove(self, id: str) -> None:
        """Remove a study."""
        await self._store.change(partial(kept.remove, id=id))
        self._here.pop(id, None)
        self.tell(id)

    # ---- the people with a window on a study

    def tell_readers(self, id: str, names: Iterable[str]) -> None:
        """Tell the other processes who has a window on a study here."""
        self._members.tell("readers", id, sorted(names))

    def readers_elsewhere(self, id: str) -> set[str]:
        """The people with a window on a study at another process."""
        return {who for people in self._readers.get(id, {}).values() for who in people}

    def _hear_readers(self, sender: str, id: str, people: list[str]) -> None:
        at = self._readers.setdefault(id, {})
        at[sender] = tuple(people)
        if not people:
            del at[sender]
        if not at:
            del self._readers[id]
        self._changed(id)

    def _forget_process(self, member: str) -> None:
        for id in [id for id, at in self._readers.items() if at.pop(member, None)]:
            self._changed(id)
        self._readers = {id: at for id, at in self._readers.items() if at}


def _begun(study: Study, begun: Iterable[Decide]) -> tuple[Study, list[ev.StudyEvent]]:
    """A new study after the events that begin it, and these."""
    events: list[ev.StudyEvent] = []
    for decide in begun:
        more = decide(study)
        study = study.after(more)
        events += more
    return study, events


class StudySite(TableSite):
    """A site with studies."""

    studies: Studies
    boards: Boards
