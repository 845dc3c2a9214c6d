"""Messages about being called: by what ways, for what, when and when not."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from honjin.server.messages.accounts import Key, Language
from honjin.server.messages.protocol import Answer, Body

Kind = Literal["turn", "deadline", "challenge", "begun", "asked", "over"]
Rhythm = Literal["soon", "hourly", "daily"]
Kinds = Annotated[tuple[Kind, ...], Meta(max_length=6)]
Hour = Annotated[int, Meta(ge=0, le=23)]
Hours = Annotated[int, Meta(ge=0, le=72)]
Zone = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_+/-]+\Z")]
Endpoint = Annotated[str, Meta(min_length=12, max_length=1_000, pattern=r"^https?://[!-~]+\Z")]
PushKey = Annotated[str, Meta(min_length=86, max_length=90, pattern=r"^[A-Za-z0-9_-]+={0,2}\Z")]
PushSecret = Annotated[str, Meta(min_length=20, max_length=26, pattern=r"^[A-Za-z0-9_-]+={0,2}\Z")]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

# ---------------------------------------------------------------- what a browser sends


class CallWishes(Body):
    """POST /api/calls: what the caller wants to be told of, how, and when.

    `turn`: the game waits for the caller; `deadline`: `warn` hours before the time for a turn of
    days runs out (0: never); `challenge`: a seat is kept for the caller; `begun` and `over`: a game
    of the caller's begins without, and ends; `asked`: the others need an answer.

    `push` and `mail` are the kinds that are told by each way; nothing is mailed without `mails`.
    The `rhythm` of mails: ten minutes after something, hourly, or daily at `hour`. From hour to
    hour of `quiet`, in the caller's time zone `zone`, nothing is told; with `through` deadlines
    are.
    """

    push: Kinds = ("turn", "deadline", "challenge", "begun", "asked", "over")
    mail: Kinds = ("turn", "deadline", "challenge", "asked")
    mails: bool = False
    rhythm: Rhythm = "soon"
    hour: Hour = 8
    quiet: tuple[Hour, Hour] | None = None
    warn: Hours = 12
    through: bool = False
    zone: Zone = "UTC"
    lang: Language = "en"


class AddDevice(Body):
    """POST /api/calls/devices: push to this browser, by the subscription that it has made.

    What is pushed is worded in `lang`. The same again changes the language, and whose it is.
    """

    endpoint: Endpoint
    key: PushKey
    secret: PushSecret
    lang: Language = "en"


class RemoveDevice(Body):
    """POST /api/calls/devices/remove: push no more to a browser."""

    device: Key


class TestCall(Body):
    """POST /api/calls/test: send a call by all ways that are open, now."""


class MakeFeed(Body):
    """POST /api/calls/feed: make new secret addresses of the caller's turns; old ones end."""


class RemoveFeed(Body):
    """POST /api/calls/feed/remove: the addresses lead nowhere any more."""


# ---------------------------------------------------------------- what the server answers


class CallDevice(Answer):
    """A browser that calls are pushed to, and when one was taken last."""

    id: str
    device: str
    made: int
    used: int = 0


class Calls(Answer):
    """GET /api/calls: how the caller is called, and how that can be.

    `push_key` is what a browser subscribes with; empty where this house cannot push. `mail` is the
    address of the account. `feed` is when the secret addresses were made, or 0.
    """

    wishes: CallWishes
    devices: tuple[CallDevice, ...] = ()
    push_key: str = ""
    mail: str = ""
    mail_here: bool = False
    feed: int = 0


class NewFeed(Answer):
    """The secret addresses of the caller's turns, told this once."""

    calendar: str
    atom: str


class TestSent(Answer):
    """How many browsers took the call, and whether the mail server did."""

    pushed: int = 0
    mailed: bool = False


class Stopped(Answer):
    """No more mails are sent."""


__all__ = [
    "AddDevice", "CallDevice", "CallWishes", "Calls", "MakeFeed", "NewFeed", "RemoveDevice",
    "RemoveFeed", "Stopped", "TestCall", "TestSent",
]  # fmt: skip
