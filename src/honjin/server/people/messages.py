"""Messages about the caller, and about the host of the site."""

from __future__ import annotations

from typing import Literal

from honjin.server.messages.parts import Answer, Body, Name


class Introduce(Body):
    """POST /api/me: set the guest's name."""

    name: Name


class Me(Answer):
    """GET and POST /api/me: the caller, as others see them.

    A person with an `account` can log in on any device; a guest exists in this browser only.
    `closed`: the club is for members and the caller is not one, so most pages can be read, but
    nothing can be played. `program`: marked as a program. `suspended`: the moderators' decisions
    about the caller.
    """

    id: str
    name: str
    account: bool = False
    closed: bool = False
    program: bool = False
    suspended: tuple[SuspensionInfo, ...] = ()


class SuspensionInfo(Answer):
    """What the caller may not do until a given time (chat, or start games), and why."""

    what: Literal["chat", "play"]
    until: int
    reason: Literal["insult", "spam", "cheating", "stalling", "name", "other"]
    told: str = ""


class Host(Answer):
    """GET /api/host: who runs this site, as far as the host says so.

    `imprint` and `contact` are addresses to open; the imprint is a `text` instead if it is part of
    the page about Honjin.
    """

    imprint: str = ""
    text: str = ""
    contact: str = ""
