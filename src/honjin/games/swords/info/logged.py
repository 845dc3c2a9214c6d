"""An action as the log sees it: the material of its lines."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from honjin.core.events import Event
from honjin.games.swords.info.log_honor import Change
from honjin.games.swords.info.names import Holes, clan
from honjin.games.swords.rules.state import Swords


class LoggedAction(NamedTuple):
    """An action of a seat, and the viewer that its lines are for."""

    before: Swords
    seat: int
    after: Swords
    viewer: int
    changes: tuple[Change, ...]

    @property
    def who(self) -> Holes:
        """The acting seat, as a placeholder of a sentence."""
        return {"who": clan(self.seat)}


Teller = Callable[..., Iterator[Event]]
"""Yields the lines of an action for its viewer: `(logged, *arguments)`."""
