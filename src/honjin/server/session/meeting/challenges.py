"""Challenges: for how long a seat is kept for somebody."""

from __future__ import annotations

from typing import Final

from honjin.server.session.clocks.control import DAY, HOUR, Control

LIVE: Final = 2 * HOUR
SLOW: Final = 7 * DAY
MOST_TO_ONE: Final = 3
"""So many challenges of somebody's to the same person are open at a time."""


def expires(opened: int, control: Control | None) -> int:
    """When a challenge is withdrawn that nobody has answered."""
    return opened + (LIVE if control is not None and control.kind == "live" else SLOW)
