"""Planting faults: the Lantern Fair with one fault each, by the check that must find it."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from honjin.core.events import Event
from honjin.core.game import Game
from madeup import log
from madeup.game import GAME
from madeup.state import Fair

Faulty = Game[Any]

# Each fault is a function that returns the game with it; they stand in the order of the checks.

FAULTS: list[tuple[str, str, Callable[[], Faulty]]] = []


def fault(check: str) -> Callable[[Callable[[], Faulty]], Callable[[], Faulty]]:
    """Note that this fault must be found by that check."""

    def note(make: Callable[[], Faulty]) -> Callable[[], Faulty]:
        name = getattr(make, "__name__", "")
        FAULTS.append((check, name.replace("_", " "), make))
        return make

    return note


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
