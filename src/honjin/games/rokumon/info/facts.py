"""Facts about a finished game: there are no points, only its length and who moved first."""

from collections.abc import Sequence

from honjin.core.events import Event
from honjin.core.parts.facts import Facts
from honjin.games.rokumon.rules.state import Rokumon


def facts(s: Rokumon, log: Sequence[Event]) -> Facts:  # noqa: ARG001
    """The facts about a finished game."""
    order = ("first",) if s.solo else ("first", "second")
    return Facts(marks={"order": order}, counts={"plies": s.ply})
