"""What can go wrong when a picture is drawn."""

from __future__ import annotations

from honjin.core.errors import HonjinError


class CannotDraw(HonjinError):
    """Pictures cannot be drawn here: something they need is missing, or took too long."""
