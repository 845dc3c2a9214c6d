"""The plan of a tournament: declared when it is announced, and never changed."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from honjin.core.options import Value
from honjin.server.tables.clocks.control import HOUR, SECOND, Control

Format = Literal["swiss", "robin", "knockout"]

MAX_PLAYERS: Final = 64
MAX_IN: Final[dict[Format, int]] = {"swiss": MAX_PLAYERS, "robin": 16, "knockout": MAX_PLAYERS}
"""The most players in a tournament of each format."""
MAX_ROUNDS: Final = 15

WIN: Final = 2
"""Points are halves, so that a draw is whole: two for a win, one for a draw."""


class TournamentPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a tournament is played.

    `starts` is when it begins by itself, or 0 if its organiser begins it. `rounds` is the number of
    rounds of a Swiss, of meetings of each pair in a round robin, or of games in a match of a
    knock-out. With `fill`, bots named `bot` join at the start until there are that many players.
    `patience` is how many milliseconds a player may be away from a game that waits to begin.
    Newcomers may enter until `late` rounds have begun. `secret` is part of the link of a tournament
    by invitation.
    """

    name: str
    game: str
    preset: str
    options: dict[str, Value]
    seats: int
    format: Format
    rounds: int
    time: Control
    rated: bool = True
    starts: int = 0
    most: int = MAX_PLAYERS
    bot: str = ""
    fill: int = 0
    patience: int = 300 * SECOND
    late: int = 0
    members: bool = False
    programs: bool = True
    secret: str = ""

    @property
    def is_private(self) -> bool:
        """Whether only those who have its link can find and enter it."""
        return bool(self.secret)

    @property
    def stay(self) -> int:
        """Milliseconds until a game begins without absent players: a day if days are counted."""
        return 24 * HOUR if self.time.days else self.patience
