"""The messages between a server and its search process: MessagePack, each after its length.

    to the process    Ask(number, order)    Stop(number)     Load, Want, Prepare
    and back          Progress, Answered or Failed with that number; Compiled when that has changed

A game is named by the module that holds it. A position is the list of its fields' values: what a
seat sees, and never more, so that no search can know what its seat does not.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final

import msgspec

from honjin.bots.bot import SearchResult
from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.options import Value as Setting
from honjin.core.state import State
from honjin.solver.tables.ask import Answer
from honjin.solver.tables.value import Value

Moves = tuple[tuple[int, int], ...]


class SearchFailed(HonjinError):
    """A search ended without a result."""


# ---- orders, each with an answer of its own


class Think(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Find an action: a `SearchResult`. `bot` is a name as at a table, or of `names`."""

    game: str
    options: dict[str, Setting]
    bot: str
    seen: list[Any]
    seat: int
    seats: int
    seed: int
    seconds: float
    work: int
    only: tuple[int, ...]
    may_end_early: bool
    follows: bool
    """Whether interim results are wanted."""
    asked: float
    """When it was asked, by the machine's monotonic clock: its seconds begin there."""


class Look(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Look a position up in the solved tables: `Found`, or None."""

    game: str
    seen: list[Any]
    most: int
    """The length of the line of best play."""


class Weigh(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Who wins after each action, by stored stages: a dictionary, or None."""

    game: str
    seen: list[Any]


class Prove(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Prove what can be proved of a position in some seconds: `Proved`."""

    game: str
    seen: list[Any]
    seconds: float


Found = tuple[Answer, Moves]
"""The value of a position with those of its actions, and the best play of both sides."""
Results = dict[int, int]
Proved = tuple[Value | None, dict[int, Value]]
"""The value of a position, if it is proved, and the proved values of its actions."""

Order = Think | Look | Weigh | Prove


# ---- to the process


class Ask(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Carry out an order."""

    number: int
    order: Order


class Stop(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Answer an order now, with the best there is."""

    number: int


class Load(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Import games before anything else: none may be imported while another is compiled."""

    games: tuple[str, ...]


class Want(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Compile and load what a bot needs: somebody has sat down with it."""

    game: str
    options: dict[str, Setting]
    bot: str


class Prepare(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Compile and load the searches of games when nothing more urgent is to be done."""

    games: tuple[str, ...]


# ---- and back


class Progress(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A search under way: the used share of its budget, and its result so far if it is new."""

    number: int
    share: float
    latest: SearchResult | None


class OrderAnswer(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The answer to an order, in the form that belongs to it."""

    number: int
    body: msgspec.Raw


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """An order that could not be carried out, and why."""

    number: int
    why: str


class Compiled(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The compiled share of each game's searches, and what is ready: a game and a loop file."""

    shares: dict[str, float]
    ready: frozenset[tuple[str, str]]
    is_busy: bool
    """Whether anything is being compiled."""


Request = Ask | Stop | Load | Want | Prepare
Reply = Progress | OrderAnswer | Failed | Compiled

encode: Final = msgspec.msgpack.Encoder().encode
read_request: Final = msgspec.msgpack.Decoder(Request).decode
read_reply: Final = msgspec.msgpack.Decoder(Reply).decode

_LENGTH: Final = struct.Struct("<I")


def framed(message: Any) -> bytes:
    """A message after its length."""
    body = encode(message)
    return _LENGTH.pack(len(body)) + body


def read_frame(receive: Callable[[int], bytes]) -> bytes | None:
    """The next message, by a file's `read`; None at the end."""
    head = receive(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    length = _LENGTH.unpack(head)[0]
    body = receive(length)
    return body if len(body) == length else None


def written(s: State) -> list[Any]:
    """The values of a position's fields."""
    return [getattr(s, name) for name in s._fields]


def read_state(game: Game[Any], values: list[Any]) -> Any:
    """The position with these values."""
    return game.state(**dict(zip(game.state._fields, values, strict=True)))
