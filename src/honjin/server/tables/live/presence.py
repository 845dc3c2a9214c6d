"""Who has a window open in another process, as all processes report it to each other.

    windows   table, guest, name, since     a guest opened the first window at a table there
    left      table, guest, when, sits      the last window there was closed; by a player there?
    renamed   guest, name                   a guest has a new name
    hello                                   a new process asks for all windows
    thinks    table, a Thinking             a table's bots are thinking, in the process of its lease
    hurry     table                         they should answer now

None of this is stored: a process that has ended has no windows, and a new one asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from honjin.server.db.processes.members import Members
from honjin.server.tables.messages import answers
from honjin.server.work.steady import now_ms

PORTION: Final = 40
"""The most windows that one message reports."""


class Visitor(NamedTuple):
    """A guest at a table: the guest's name, and since when."""

    name: str
    since: int


class Elsewhere:
    """Windows, and thinking bots, that the other processes report.

    `tell_all` is called for this process's own windows: (table, guest, name, since); `tell_gone`
    for players who have left a table that somebody follows: (table, guest, when).
    """

    def __init__(self, members: Members) -> None:
        self._members = members
        self.here: dict[str, dict[str, dict[str, Visitor]]] = {}
        """The windows elsewhere, by table, guest and process."""
        self.tell_all: Callable[[], Iterator[tuple[str, str, str, int]]] = lambda: iter(())
        self.tell_gone: Callable[[], Iterator[tuple[str, str, int]]] = lambda: iter(())
        self.came: Callable[[str, str, int], None] = lambda *_: None
        """Called with a table, a guest who has a window there, and since when."""
        self.left: Callable[[str, str, int, bool], None] = lambda *_: None
        """Called with a table, a guest who has no window left there, when it was closed, and
        whether the guest has a seat there, as far as the process of the window knew."""
        self.renamed: Callable[[str, str], None] = lambda *_: None
        """Called with a guest, and the guest's new name."""
        self.thinks: Callable[[str, answers.Thinking], None] = lambda *_: None
        self.hurries: Callable[[str], None] = lambda _: None
        members.topics |= {
            "windows": self._hear_windows, "left": self._hear_left, "hello": self._hear_hello,
            "thinks": self._hear_thinking, "hurry": lambda _, table: self.hurries(table),
            "renamed": self._hear_renamed,
        }  # fmt: skip
        members.came.append(self._come)
        members.gone.append(self._forget)

    def people(self) -> Iterator[tuple[str, str]]:
        """The guests with a window open elsewhere, as (guest, name)."""
        for guests in self.here.values():
            for guest, processes in guests.items():
                for visitor in processes.values():
                    yield guest, visitor.name

    # ---- telling

    def tell_came(self, table: str, guest: str, name: str, since: int) -> None:
        """Report that a guest has opened a first window at a table here."""
        self._members.tell("windows", [[table, guest, name, since]])

    def tell_left(self, table: str, guest: str, when: int, *, sits: bool) -> None:
        """Report that a guest has closed the last window at a table here."""
        self._members.tell("left", table, guest, when, sits)

    def tell_renamed(self, guest: str, name: str) -> None:
        """Report that a guest has a new name, in all windows."""
        self._rename(guest, name)
        self._members.tell("renamed", guest, name)

    def tell_thinking(self, table: str, thinking: answers.Thinking) -> None:
        """Report the thinking bots of a table played here, if it is followed elsewhere."""
        if table in self.here:
            self._members.tell("thinks", table, msgspec.to_builtins(thinking))

    def tell_hurry(self, table: str) -> None:
        """Ask the bots of a table to answer, whichever process they think in."""
        self._members.tell("hurry", table)

    # ---- hearing

    def _come(self) -> None:
        self.here.clear()
        self._members.tell("hello")
        self._hear_hello("")

    def _hear_hello(self, _sender: str) -> None:
        windows = [list(window) for window in self.tell_all()]
        for at in range(0, len(windows), PORTION):
            self._members.tell("windows", windows[at : at + PORTION])
        for gone in self.tell_gone():
            self.tell_left(*gone, sits=True)

    def _hear_windows(self, sender: str, windows: list[list[Any]]) -> None:
        for table, guest, name, since in windows:
            processes = self.here.setdefault(table, {}).setdefault(guest, {})
            processes[sender] = Visitor(name, since)
            self.came(table, guest, since)

    def _hear_left(
        self, sender: str, table: str, guest: str, when: int, sits: bool = False
    ) -> None:
        self._remove(sender, table, guest)
        self.left(table, guest, when, sits)

    def _hear_renamed(self, _sender: str, guest: str, name: str) -> None:
        self._rename(guest, name)
        self.renamed(guest, name)

    def _rename(self, guest: str, name: str) -> None:
        for guests in self.here.values():
            for process, visitor in guests.get(guest, {}).items():
                guests[guest][process] = visitor._replace(name=name)

    def _hear_thinking(self, _sender: str, table: str, thinking: Any) -> None:
        self.thinks(table, msgspec.convert(thinking, answers.Thinking))

    def _forget(self, member: str) -> None:
        """Remove a process that has ended, with all its windows."""
        gone = [
            (table, guest)
            for table, guests in self.here.items()
            for guest, processes in guests.items() if member in processes
        ]  # fmt: skip
        for table, guest in gone:
            self._remove(member, table, guest)
            self.left(table, guest, now_ms(), True)

    def _remove(self, member: str, table: str, guest: str) -> None:
        guests = self.here.get(table, {})
        guests.get(guest, {}).pop(member, None)
        if not guests.get(guest):
            guests.pop(guest, None)
        if not guests:
            self.here.pop(table, None)
