"""Messages about notifications: by which channels, for which events, and when."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from honjin.server.messages.parts import Answer, Body
from honjin.server.people.accounts.messages import Key, Language

Kind = Literal["turn", "deadline", "challenge", "begun", "asked", "over"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Kinds = Annotated[tuple[Kind, ...], Meta(max_length=len(KINDS))]
Rhythm = Literal["soon", "hourly", "daily"]
Hour = Annotated[int, Meta(ge=0, le=23)]
Hours = Annotated[int, Meta(ge=0, le=72)]
Zone = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_+/-]+\Z")]
Endpoint = Annotated[str, Meta(min_length=12, max_length=1_000, pattern=r"^https?://[!-~]+\Z")]
PushKey = Annotated[str, Meta(min_length=86, max_length=90, pattern=r"^[A-Za-z0-9_-]+={0,2}\Z")]
PushSecret = Annotated[str, Meta(min_length=20, max_length=26, pattern=r"^[A-Za-z0-9_-]+={0,2}\Z")]

# ---------------------------------------------------------------- what a browser sends


class CallWishes(Body):
    """POST /api/calls: which events the caller is notified of, how, and when.

    `turn`: the game waits for the caller; `deadline`: `warn` hours before the time runs out for a
    turn that is limited in days (0: never); `challenge`: a seat is reserved for the caller; `begun`
    and `over`: a game of the caller's begins while they are away, or ends; `asked`: the others need
    an answer.

    `push` and `mail` are the kinds sent by each channel; no mail is sent without `mails`. The
    `rhythm` of mails: ten minutes after an event, hourly, or daily at `hour`. During the hours of
    `quiet`, from the first to the second, in the caller's time zone `zone`, nothing is sent, except
    deadlines if `through` is set.
    """

    push: Kinds = KINDS
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
    """POST /api/calls/devices: push to this browser, using the subscription that it has made.

    Messages are pushed in `lang`. Sending the same subscription again changes the language and the
    person that it belongs to.
    """

    endpoint: Endpoint
    key: PushKey
    secret: PushSecret
    lang: Language = "en"


class RemoveDevice(Body):
    """POST /api/calls/devices/remove: stop pushing to a browser."""

    device: Key


class TestCall(Body):
    """POST /api/calls/test: send a notification through all channels that are set up, now."""


class MakeFeed(Body):
    """POST /api/calls/feed: make new secret feeds of the caller's turns; the old addresses end."""


class RemoveFeed(Body):
    """POST /api/calls/feed/remove: remove the feeds; their addresses stop working."""


# ---------------------------------------------------------------- what the server answers


class CallDevice(Answer):
    """A browser that notifications are pushed to, and when it last accepted one."""

    id: str
    device: str
    made: int
    used: int = 0


class Calls(Answer):
    """GET /api/calls: how the caller is notified, and which channels are available.

    `push_key` is the key that a browser subscribes with; empty if this server cannot push. `mail`
    is the address of the account. `feed` is when the feeds were made, or 0.
    """

    wishes: CallWishes
    devices: tuple[CallDevice, ...] = ()
    push_key: str = ""
    mail: str = ""
    mail_here: bool = False
    feed: int = 0


class NewFeed(Answer):
    """The secret addresses of the feeds of the caller's turns, shown only this once."""

    calendar: str
    atom: str


class TestSent(Answer):
    """The number of browsers that accepted the notification, and whether the mail server did."""

    pushed: int = 0
    mailed: bool = False


class Stopped(Answer):
    """No more mails will be sent."""
