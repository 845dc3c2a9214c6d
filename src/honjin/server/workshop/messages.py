"""The messages of drafts that people with an account keep on the server."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from honjin.core.parts.desks import Draft
from honjin.server.messages.parts import Answer, Body

ID: Final = 24
"""The largest length of a draft's id, which the browser makes."""
NAME: Final = 80
"""The largest length of a draft's name."""

Key = Annotated[str, Meta(min_length=1, max_length=40)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]


class KeepDraft(Body):
    """POST /api/drafts/{id}: keep a draft under an id of 8 to 24 letters and digits.

    `version` is the one that the browser last had from here; 0 if none. If another device has
    changed the draft since, it is not replaced: keep yours under another id.
    """

    game: Key
    desk: Key
    name: Name
    draft: Draft
    version: Version = 0


class DraftKept(Answer):
    """The new version of a draft."""

    version: int


class RemoveDraft(Body):
    """POST /api/drafts/{id}/remove: remove a draft, unless another device has changed it since."""

    version: Version


class DraftRow(Answer):
    """A draft without its drawing."""

    id: str
    game: str
    desk: str
    name: str
    version: int
    changed: int


class Drafts(Answer):
    """GET /api/drafts: the caller's, the last changed first; `owner` is the caller's id."""

    owner: str
    drafts: tuple[DraftRow, ...]


class KeptDraft(Answer):
    """GET /api/drafts/{id}: a draft with its drawing."""

    id: str
    game: str
    desk: str
    name: str
    version: int
    changed: int
    draft: Draft


def write_drawing(draft: Draft) -> str:
    """A drawing as it is stored."""
    return msgspec.json.encode(draft).decode()


def read_drawing(body: str) -> Draft:
    """The drawing that was stored."""
    return msgspec.json.decode(body, type=Draft)


__all__ = ["Draft", "DraftKept", "DraftRow", "Drafts", "KeepDraft", "KeptDraft", "RemoveDraft"]
