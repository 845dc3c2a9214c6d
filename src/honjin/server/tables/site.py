"""The parts of a site at which games are played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from honjin.core.game import Game
from honjin.server.db.engine import require_room
from honjin.server.db.processes.leases import Leases
from honjin.server.db.processes.members import Members
from honjin.server.people.names import skeleton
from honjin.server.people.site import PeopleSite
from honjin.server.tables.bots.compile_progress import CompileProgress
from honjin.server.tables.bots.turns import BotRunner
from honjin.server.tables.clocks.watcher import ClockWatcher
from honjin.server.tables.live.live import Live
from honjin.server.tables.live.streams import Streams
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.lobby import Listed, Openings
from honjin.server.tables.store.store import Store
from honjin.server.web.door import Door
from honjin.server.web.watches import Watches
from honjin.server.work.exact import SolvedTables
from honjin.server.work.reading import Reads
from honjin.server.work.together import Together


class TableSite(PeopleSite):
    """What handlers of requests find here at a site with tables."""

    games: Mapping[str, Game[Any]]
    bots: BotRoster
    store: Store
    members: Members
    leases: Leases
    tables: LiveTables
    openings: Openings
    lobby: Together[Listed]
    live: Live
    streams: Streams
    streams_held: Door
    watches: Watches
    clocks: ClockWatcher
    runner: BotRunner
    compile_progress: CompileProgress
    exact: SolvedTables
    reads: Reads
    texts: Reads
    forget_person: Callable[..., None]
    """Forgets a deleted account, given a connection and `who`, once no table shows its name."""

    def __init__(self) -> None:
        super().__init__()
        self.on_reserved: list[Callable[[Room], Awaitable[None]]] = []
        """Called with a table that was just opened, and has seats reserved for people."""
        self.on_vacation: list[Callable[[str], Awaitable[None]]] = []
        """Called with the id of a person whose vacation has begun or ended."""

    def require_room(self) -> None:
        """Raise NoRoom for something large unless enough of the disk is left to play."""
        if self.store.news is None:  # the database is a file there
            require_room(self.settings.folder)

    def is_present(self, name: str, guest: str) -> bool:
        """True if another person with a window open has this name, or one that looks like it."""
        wanted = skeleton(name)
        return any(who != guest and skeleton(other) == wanted for who, other in self.live.people())

    async def write_people(self) -> None:
        """Write everybody who has been here, at any process: else newcomers are, seconds later."""
        await asyncio.gather(self.people.flush(), self.members.ask("people"))
