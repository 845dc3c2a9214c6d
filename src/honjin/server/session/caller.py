"""Who gives an order to a table, or looks at it."""

from __future__ import annotations

from typing import Final, NamedTuple

CURTAIN: Final = -2
"""Asked for in place of a seat: of several own seats none is shown before it is named."""


class Caller(NamedTuple):
    """Who gives an order: a guest, or a bot acting for its seat.

    `eyes` are those that the caller's page sees with, where it says so: a seat's, or CURTAIN. A
    `program` is a person for whom a program acts; `by_token` it does so now. The `rating`,
    and whether there is an `account`, are told where a table asks for them.
    """

    id: str
    name: str
    is_bot: bool = False
    eyes: int | None = None
    program: bool = False
    by_token: bool = False
    rating: int | None = None
    account: bool = False


NOBODY: Final = Caller("-", "")
"""Somebody who looks at a table and holds nothing there, whoever it is."""
