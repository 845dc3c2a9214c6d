"""Challenges: how long a seat stays reserved."""

from __future__ import annotations

from typing import Final

from honjin.server.tables.clocks.control import DAY, HOUR, Control

LIVE: Final = 2 * HOUR
SLOW: Final = 7 * DAY
MAX_TO_ONE: Final = 3
"""The number of challenges that one person can have open to the same other person."""


def expires(opened: int, control: Control | None) -> int:
    """The time at which an unanswered challenge is withdrawn."""
    return opened + (LIVE if control is not None and control.kind == "live" else SLOW)
