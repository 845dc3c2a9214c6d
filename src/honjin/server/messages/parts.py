"""The types that messages are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from honjin.core.words import Say

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{1,64}\Z", description="hex; mixed into the dice")]
Key = Annotated[str, Meta(min_length=16, max_length=64)]
"""Drawn at random: an order that is sent again with it names what it has made the first time."""
SeatNumber = Annotated[int, Meta(ge=0, lt=8)]
StepNumber = Annotated[int, Meta(ge=0, le=100_000)]
StudyId = Annotated[str, Meta(min_length=1, max_length=32)]
LongId = Annotated[str, Meta(min_length=1, max_length=64)]
Line = Annotated[str, Meta(min_length=1, max_length=500)]
PuzzleText = Annotated[str, Meta(min_length=1, max_length=400)]
What = Literal[
    "", "bot", "back", "left", "sat", "open", "kept", "broken", "time", "halted", "rests", "rested",
    "ended",
]  # fmt: skip
Dissolution = Literal["cheating", "abuse", "fault", "asked", "missed", "other"]
Standing = Literal["", "open", "kept", "broken"]
Scope = Literal["read", "play", "challenge"]
PuzzleLine = Annotated[list[PuzzleText], Meta(max_length=64)]


class Body(Struct, forbid_unknown_fields=True):
    """Base of all request bodies; unknown fields are refused."""


class Answer(Struct, omit_defaults=True):
    """Base of all answers; fields that have their default are left out."""


class Problem(Answer):
    """A problem document (RFC 9457), sent as application/problem+json.

    `option` is the key of the option whose value was rejected. `say` is what is wrong with it, in
    the game's words, if its value is a file written by people. `table` is the table of the caller's
    that is the reason. `detail` says it in English.
    """

    type: str
    title: str
    status: int
    detail: str
    option: str = ""
    say: Say | None = None
    table: str = ""
