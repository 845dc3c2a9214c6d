"""What a tournament is: declared when it is announced, and never changed."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from honjin.core.options import Value
from honjin.server.session.clocks.control import HOUR, SECOND, Control

Format = Literal["swiss", "robin", "knockout"]

MOST: Final = 64
MOST_IN: Final[dict[Format, int]] = {"swiss": MOST, "robin": 16, "knockout": MOST}
"""So many players a tournament of each format has at most."""
MOST_ROUNDS: Final = 15

WIN: Final = 2
"""Points are halves, so that a draw is whole: two for a win, one for a draw."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a tournament is played.

    `starts` is when it begins by itself, 0 when its organiser says so. `rounds` of a Swiss; how
    often everybody meets in a round robin; of a knock-out the games of a match. With `fill` bots
    `bot` come at the start until there are so many players. `patience` milliseconds a player may
    be away from a game that waits to begin. `late`: newcomers may enter until so many rounds have
    begun. `secret` is what the link of a tournament by invitation holds.
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
    most: int = MOST
    bot: str = ""
    fill: int = 0
    patience: int = 300 * SECOND
    late: int = 0
    members: bool = False
    programs: bool = True
    secret: str = ""

    @property
    def is_private(self) -> bool:
        """Whether only those who have its link find and enter it."""
        return bool(self.secret)

    @property
    def stay(self) -> int:
        """Milliseconds after which a game begins without who has not come: a day, with days."""
        return 24 * HOUR if self.time.days else self.patience
