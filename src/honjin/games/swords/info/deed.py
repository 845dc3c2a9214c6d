"""What is done, and who is told of it: what the lines of the log are made from."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from honjin.core.events import Event
from honjin.games.swords.info.log_honor import Change
from honjin.games.swords.info.names import Holes, clan
from honjin.games.swords.rules.state import Swords


class Deed(NamedTuple):
    """What a seat has done, and who is told of it."""

    before: Swords
    seat: int
    after: Swords
    viewer: int
    changes: tuple[Change, ...]

    @property
    def who(self) -> Holes:
        """Whoever has acted, for a sentence."""
        return {"who": clan(self.seat)}


Teller = Callable[..., Iterator[Event]]
"""Says what a viewer is told of a deed: `(deed, *arguments)`."""
