"""The types that messages are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{1,64}\Z", description="hex; mixed into the dice")]
Key = Annotated[str, Meta(min_length=16, max_length=64)]
"""Drawn at random: an order that is sent again with it names what it has made the first time."""
SeatNumber = Annotated[int, Meta(ge=0, lt=8)]
StepNumber = Annotated[int, Meta(ge=0, le=100_000)]
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


StudyId = Annotated[str, Meta(min_length=1, max_length=32)]
