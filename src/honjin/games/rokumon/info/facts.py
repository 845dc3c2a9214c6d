"""What a finished game says of itself: it has no points, only how long it was and who began."""

from collections.abc import Sequence

from honjin.core.events import Event
from honjin.core.facts import Facts
from honjin.games.rokumon.rules.state import Rokumon


def facts(s: Rokumon, log: Sequence[Event]) -> Facts:  # noqa: ARG001
    """What a game that is over says of itself."""
    order = ("first",) if s.solo else ("first", "second")
    return Facts(marks={"order": order}, counts={"plies": s.ply})
