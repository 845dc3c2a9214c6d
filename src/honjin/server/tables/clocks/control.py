"""Time controls: the time that each seat has, and what happens when it is used up.

live    main time; an increment after each turn, or periods of byoyomi after the main time
days    a number of days for each turn; a player on vacation is not charged
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

SECOND: Final = 1000
HOUR: Final = 3600 * SECOND
DAY: Final = 24 * HOUR

HEAD_START: Final = 30 * SECOND
"""The free time in a seat's first turn of a live game: its player may have to come back first."""

MERCY: Final = 10 * SECOND
"""The least time of a seat that is taken back from a bot, or after a takeback."""

AT_ONCE: Final = 10 * SECOND
"""The least time that a live control gives to a seat at the start."""

TimeClass = Literal["", "live", "days"]


class Control(msgspec.Struct, frozen=True, omit_defaults=True):
    """A time control; times are in seconds. With `days`, all others are 0.

    `zero` is what happens to a seat whose time is used up: a bot continues for it, or its game is
    lost if the rules allow resignation.
    """

    main: int = 0
    increment: int = 0
    period: int = 0
    periods: int = 0
    days: int = 0
    zero: Literal["bot", "lost"] = "bot"

    @property
    def kind(self) -> TimeClass:
        """The time class of games with this control."""
        return "days" if self.days else "live"

    @property
    def turn(self) -> int:
        """The time restored at each turn, in milliseconds: all its days, or a period of byoyomi."""
        return self.days * DAY or self.period * SECOND

    @property
    def floor(self) -> int:
        """The least time, in milliseconds, of a seat that has just acted and has to act again."""
        return DAY if self.days else max(self.increment, self.period) * SECOND

    @property
    def mercy(self) -> int:
        """The least time, in milliseconds, of a seat after its flag or a takeback."""
        return max(self.floor, MERCY)

    @property
    def lag_gain(self) -> int:
        """Milliseconds of lag compensated per turn: a second, less in very short games."""
        if self.days:
            return 0
        estimate = self.main + 40 * self.increment + 25 * self.period * min(1, self.periods)
        return min(1000, 200 + 5 * max(0, estimate - 15))


def problem_of(control: Control) -> str:
    """The flaw of a control whose numbers are within their bounds; empty if it has none."""
    live = (control.main, control.increment, control.period, control.periods)
    if control.days:
        return "" if not any(live) else "expected days alone or a live time, got both"
    if bool(control.period) != bool(control.periods):
        got = f"period: {control.period}, periods: {control.periods}"
        return f"expected both the length and the number of periods, got {got}"
    if control.increment and control.period:
        return "expected an increment or periods, got both"
    least, first = AT_ONCE // SECOND, control.main + control.increment + control.period
    if first < least:
        return f"expected at least {least} seconds for the first turn, got {first}"
    return ""
