"""Planting faults: the Lantern Fair with one fault each, by the check that must find it.

The report must also name the part of the game that was changed, or the one that `fault` names.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any, NamedTuple

from honjin.core.events import Event
from honjin.core.game import Game
from madeup import log
from madeup.game import GAME
from madeup.state import Fair

Faulty = Game[Any]

# Each fault is a function that returns the game with it; they stand in the order of the checks.


class Fault(NamedTuple):
    """A fault, the check that must find it, and the part to name if it is not the changed one."""

    check: str
    title: str
    make: Callable[[], Faulty]
    function: str

    def functions(self, faulty: Faulty) -> set[str]:
        """The parts that a report may name."""
        return {self.function} if self.function else set(changed(faulty))


FAULTS: list[Fault] = []


def fault(check: str, function: str = "") -> Callable[[Callable[[], Faulty]], Callable[[], Faulty]]:
    """Note that this fault must be found by that check, which names that part of the game."""

    def note(make: Callable[[], Faulty]) -> Callable[[], Faulty]:
        name = getattr(make, "__name__", "")
        FAULTS.append(Fault(check, name.replace("_", " "), make, function))
        return make

    return note


def changed(faulty: Faulty) -> Iterator[str]:
    """The parts in which a game differs from the fair, by their names in the contract."""
    for name in (one.name for one in fields(GAME)):
        part, sound = getattr(faulty, name), getattr(GAME, name)
        if part is sound or name not in ("table", "notation"):
            yield from [name] * (part is not sound)
            continue
        for own, value in vars(part).items():
            if value != getattr(sound, own):
                yield f"{name}.{own}"


def notation(**parts: Any) -> Any:
    """The fair's notation with parts replaced."""
    own = {
        name: getattr(GAME.notation, name)
        for name in ("write_action", "read_action", "write_position", "read_position")
    }
    return SimpleNamespace(**(own | parts))


def table(**parts: Any) -> Any:
    """The fair's table with parts replaced."""
    return SimpleNamespace(**(vars(GAME.table) | parts))


def telling(change: Callable[..., tuple[Event, ...]]) -> Faulty:
    """The fair telling something else: change(events, before, seat, action, viewer)."""

    def tell(before: Fair, seat: int, action: int, after: Fair, viewer: int) -> Any:
        events = log.tell(before, seat, action, after, viewer)
        return change(events, before, seat, action, viewer)

    return replace(GAME, tell=tell)
