"""The caller of an order to a table, or of a read of it."""

from __future__ import annotations

from typing import Final, NamedTuple

HIDDEN_SEAT: Final = -2
"""Requested in place of a seat: a holder of several seats is shown none until it names one."""


class Caller(NamedTuple):
    """The author of an order: a guest, or a bot acting for its seat.

    `view_seat` is the perspective that the caller's page says it has: a seat or HIDDEN_SEAT. A
    `program` is a person for whom a program acts; with `by_token` the program is acting now. The
    `rating`, and whether there is an `account`, are filled in where a table requires them.
    """

    id: str
    name: str
    is_bot: bool = False
    view_seat: int | None = None
    program: bool = False
    by_token: bool = False
    rating: int | None = None
    account: bool = False


NOBODY: Final = Caller("-", "")
"""A viewer who holds nothing at the table, whoever it is."""
