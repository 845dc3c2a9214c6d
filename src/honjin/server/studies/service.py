"""The studies of a server: found, changed by several people at once, and told to their windows.

A study is the replay of its journal. Events are appended at the end of what was read; of two
concurrent writers the journal's key admits one, and the other decides again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import sqlalchemy as sa

from honjin.server.db.database import Database
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

log = logging.getLogger(__name__)

TRIES: Final = 10
MAX_HERE: Final = 64
"""The number of studies kept in memory."""
MAX_OWN: Final = 64
"""The number of studies of an account; and of a guest:"""
MAX_OF_GUEST: Final = 8

Decide = Callable[[Study], Events]


class Studies:
    """The studies of a server. `on_change` is called with the id of each that has changed."""

    def __init__(self, store: Database, members: Members, clock: Callable[[], int]) -> None:
        self.clock = clock
        self.on_change: list[Callable[[str], None]] = []
        self._store, self._members = store, members
        self._here: OrderedDict[str, Study] = OrderedDict()
        self._readers: dict[str, dict[str, tuple[str, ...]]] = {}
        """The names of people with a window on a study, by study and by other process."""
        members.topics["study"] = lambda _sender, id: self._changed(id)
        members.topics["readers"] = self._hear_readers
        members.gone.append(self._forget_process)

    def now(self) -> int:
        """Return the time in milliseconds."""
        return self.clock()

    # ---- reading

    async def find(self, id: str) -> Study:
        """The current state of a study; UnknownStudy if there is none."""
        here = self._here.get(id)
        if here is None:
            found = await self._store.ask(partial(kept.load, id=id))
            if found is None:
                raise unknown(id)
            return self._keep(found)
        fresh = await self._store.ask(partial(kept.read, id=id, first=here.count))
        if fresh is None:
            self._here.pop(id, None)
            raise unknown(id)
        return self._keep(here.after(fresh)) if fresh else here

    async def made(self, id: str) -> Study | None:
        """The current state of a study, if there is one."""
        try:
            return await self.find(id)
        except no.UnknownStudy:
            return None

    def _keep(self, found: Study) -> Study:
        here = self._here.get(found.id)
        if here is not None and here.count > found.count:
            return here
        self._here[found.id] = found
        self._here.move_to_end(found.id)
        while len(self._here) > MAX_HERE:
            self._here.popitem(last=False)
        return found

    # ---- changing

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
        try:
            await self._store.change(create)
        except sa.exc.IntegrityError:
            return await self.find(study.id)
        return self._keep(study)

    async def change(self, id: str, decide: Decide, also: kept.Also | None = None) -> Study:
        """Append the events that `decide` returns, whatever others append in the meantime.

        `also` is stored with them, or not at all.
        """
        for n in range(TRIES):
            study = await self.find(id)
            events = decide(study)
            if not events:
                return study
            after = await asyncio.to_thread(study.after, events)
            append = partial(kept.append, first=study.count, events=events, after=after, also=also)
            try:
                await self._store.change(append)
            except sa.exc.IntegrityError:
                log.info("study %s: another author was quicker", id)
                await asyncio.sleep(0.01 * n)
                continue
            found = self._keep(after)
            self.tell(id)
            return found
        raise no.NotStored("others were quicker each time; nothing was changed")

    async def remove(self, id: str) -> None:
        """Remove a study."""
        await self._store.change(partial(kept.remove, id=id))
        self._here.pop(id, None)
        self.tell(id)

    def tell(self, id: str) -> None:
        """Tell the windows here and the other processes that a study has changed."""
        self._members.tell("study", id)
        self._changed(id)

    def _changed(self, id: str) -> None:
        for tell in self.on_change:
            tell(id)

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
