"""The messages of drafts that people with an account keep on the server."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, field

from honjin.core.parts.desks import Checked, Draft, DraftField, Layer, Start
from honjin.core.parts.draft_tables import Table
from honjin.core.words import Say
from honjin.server.messages.parts import Answer, Body
from honjin.server.tables.messages.games import Playable

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


class CheckDraft(Body):
    """POST /api/games/{key}/desks/{desk}/check: a draft to be checked, finished or not.

    `options` are values of those that the desk depends on; the others have their default values.
    """

    draft: Draft
    options: dict[str, str | bool] = field(default_factory=dict)


class ReadFile(Body):
    """POST /api/games/{key}/desks/{desk}/read: the contents of a file, to turn into a draft."""

    file: str


class DeskPage(Answer):
    """GET /api/games/{key}/desks/{desk}: what can be painted there, and the drafts to start from.

    `suffix` is that of its files. It uses these `words` and those of the game. Its figures and
    remarks depend on the options `depends_on`, which a check can be given.
    """

    key: str
    title: Say
    about: Say
    option: str
    suffix: str
    layers: tuple[Layer, ...]
    fields: tuple[DraftField, ...]
    tables: tuple[Table, ...]
    starts: tuple[Start, ...]
    words: dict[str, dict[str, str]]
    depends_on: tuple[str, ...] = ()


class DraftChecked(Answer):
    """POST …/check: the findings about a draft, with `play` if a game can be played on it."""

    checked: Checked
    play: Playable | None = None


class DraftRead(Answer):
    """POST …/read: the draft read from a file."""

    draft: Draft
