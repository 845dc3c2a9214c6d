"""What is wrong after processes were killed in play: acknowledged, stored and shown compared."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from honjin.core.errors import HonjinError
from honjin.server.messages.refusals import Refused
from honjin.server.tables.session import dice
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room
from honjin.server.tables.view.parts import clocks_of
from madeup.game import GAME
from server.processes.steady_player import Acked, Player, ShownClock

Stored = dict[str, list[Any]]

SET_BACK = 100
"""Milliseconds by which the machine's clock may be behind that of the site, which never goes back.

Machines set theirs back by some milliseconds, now and then.
"""


class KillReport(NamedTuple):
    """All but the first row are zero if nothing is wrong; waits are in seconds."""

    tables: int = 0
    actions: int = 0
    rolls: int = 0
    clocks: int = 0
    window_wait: float = 0.0
    request_wait: float = 0.0

    lost: int = 0
    invented: int = 0
    rolled_again: int = 0
    moved_twice: int = 0
    clocks_jumped: int = 0
    clocks_halted: int = 0


def report_of(players: Iterable[Player], stored: Stored) -> KillReport:
    """Compare what the players recorded with all stored journals."""
    players = list(players)
    replayed = {table: Replayed(table, entries) for table, entries in stored.items()}
    shown = [clock for player in players for clock in player.clocks]
    halted = [entry for entries in stored.values() for entry in entries if entry["e"] == "halted"]
    return KillReport(
        tables=len(stored),
        actions=sum(len(player.acked) for player in players),
        rolls=sum(one.rolls for one in replayed.values()),
        clocks=len(shown),
        window_wait=max((wait for player in players for wait in window_waits(player)), default=0.0),
        request_wait=max(player.longest for player in players),
        lost=sum(lost(player, stored) for player in players),
        invented=sum(invented(player, stored) for player in players),
        rolled_again=sum(one.rolled_again for one in replayed.values()),
        moved_twice=sum(one.moved_twice for one in replayed.values()),
        clocks_jumped=sum(replayed[clock.table].jumped(clock) for clock in shown),
        clocks_halted=len(halted),
    )


def _done(entries: list[Any], seat: int) -> list[str]:
    return [one["do"] for one in entries if one["e"] == "acted" and one["seat"] == seat]


def _missing(wanted: Iterable[str], among: Iterable[str]) -> int:
    """The number of texts that do not follow each other in this order among others."""
    missing, at, texts = 0, 0, list(among)
    for text in wanted:
        try:
            at = texts.index(text, at) + 1
        except ValueError:
            missing += 1
    return missing


def lost(player: Player, stored: Stored) -> int:
    """The number of acknowledged actions that are not stored in their order."""
    acked = defaultdict[tuple[str, int], list[str]](list)
    for one in player.acked:
        acked[one.table, one.seat].append(one.do)
    return sum(
        _missing(texts, _done(stored[table], seat)) for (table, seat), texts in acked.items()
    )


def invented(player: Player, stored: Stored) -> int:
    """The number of stored actions that the player never tried."""
    tried = defaultdict[tuple[str, int], list[str]](list)
    for table, seat, do in player.tried:
        tried[table, seat].append(do)
    return sum(
        _missing(_done(stored[table], seat), texts)
        for (table, seat), texts in tried.items()
        if _is_person(stored[table], seat)
    )


def _is_person(entries: list[Any], seat: int) -> bool:
    return any(x["e"] == "sat" and x["seat"] == seat and x["kind"] == "person" for x in entries)


def window_waits(player: Player) -> Iterator[float]:
    """For each acknowledged action, the seconds until the window showed it or had moved on."""
    seen = defaultdict[str, list[tuple[int, float]]](list)
    for table, version, at in player.seen:
        seen[table].append((version, at))
    for one in player.acked:
        yield _wait(one, seen[one.table], player.moved_on.get(one.table, one.at))


def _wait(one: Acked, seen: list[tuple[int, float]], otherwise: float) -> float:
    told = next((at for version, at in seen if version >= one.version), otherwise)
    return max(0.0, told - one.at)


class Replayed:
    """A table replayed from its journal: what is legal, each roll recomputed, all its clocks."""

    def __init__(self, table: str, entries: list[Any]) -> None:
        self.rolls = self.rolled_again = self.moved_twice = 0
        self._clocks = defaultdict[tuple[int, int], list[Any]](list)
        opened, *rest = [e.read_entry(json.dumps(entry)) for entry in entries]
        assert isinstance(opened, e.Opened)
        self._room = Room(table, GAME, opened)
        for entry in rest:
            try:
                self._room.replay(entry)
            except (HonjinError, Refused):
                self.moved_twice += 1  # legal when it was made, and stored after another
                return
            self._note_clocks()
        self._check_rolls()

    def _note_clocks(self) -> None:
        if self._room.clock is None:
            return
        seats = msgspec.to_builtins(clocks_of(self._room.clock).seats)
        for viewer in range(self._room.play.seats + 1):
            self._clocks[viewer, self._room.version_of(viewer)].append(seats)

    def _check_rolls(self) -> None:
        """Draw `n` is that of number `n`: none was made a second time for a later number."""
        secret, nonces = self._room.opened.secret, self._room.nonces
        for drawn in self._room.draws:
            self.rolls += 1
            self.rolled_again += drawn.ticket != dice.ticket(secret, nonces, drawn.n, drawn.total)

    def jumped(self, one: ShownClock) -> bool:
        """Whether shown clocks differ from the journal's, or are not those of their moment."""
        viewer = one.viewer if one.viewer >= 0 else self._room.play.seats
        known = [*map(list, self._clocks[viewer, one.version])]
        in_time = one.asked - 1 <= one.made <= one.received + SET_BACK
        jumps = one.seats not in known or not in_time
        if jumps:
            print("a clock jumped:", one, "where the journal has", known)
        return jumps
