"""Errors of drawing."""

from __future__ import annotations

from honjin.core.errors import HonjinError


class CannotDraw(HonjinError):
    """A picture cannot be drawn: something it needs is missing, or it took too long."""
