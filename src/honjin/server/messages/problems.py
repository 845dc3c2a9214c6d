"""Refusals, and the problem documents that report them."""

from __future__ import annotations

from typing import Literal

from honjin.core.words import Say
from honjin.server.messages.parts import Answer

Refusal = Literal[
    "unknown-path",
    "wrong-method",
    "unknown-game",
    "no-openings",
    "playing-rated",
    "unknown-desk",
    "unknown-experiment",
    "unknown-draft",
    "stale-draft",
    "drafts-full",
    "not-yours",
    "unknown-study",
    "unknown-chapter",
    "not-your-study",
    "stale-study",
    "study-full",
    "bad-study",
    "unknown-table",
    "unknown-step",
    "hidden-profile",
    "unknown-bot",
    "no-account",
    "logged-out",
    "no-login",
    "last-way-in",
    "not-member",
    "no-mail",
    "no-address",
    "no-passkeys",
    "bad-name",
    "name-taken",
    "unreadable",
    "too-large",
    "too-slow",
    "wrong-origin",
    "bad-option",
    "bad-file",
    "seat-taken",
    "not-your-seat",
    "not-started",
    "not-your-turn",
    "stale-version",
    "illegal",
    "no-vacation",
    "out-of-time",
    "over",
    "not-over",
    "still-played",
    "started",
    "nothing-to-take-back",
    "takeback-open",
    "takeback-too-far",
    "not-at-table",
    "bot-plays",
    "not-awaited",
    "still-here",
    "no-substitute",
    "seated-elsewhere",
    "not-invited",
    "seats-given",
    "other-strength",
    "unknown-pool",
    "people-only",
    "kept-out",
    "unknown-tournament",
    "not-entered",
    "not-organiser",
    "tournament-full",
    "tournament-over",
    "too-few-players",
    "bad-tournament",
    "unknown-request",
    "record-mismatch",
    "no-deals",
    "nobody-listens",
    "unknown-promise",
    "no-push",
    "no-puzzle",
    "no-lesson",
    "no-picture",
    "analysis-closed",
    "no-coach",
    "unknown-token",
    "out-of-scope",
    "not-a-program",
    "still-playing",
    "program-for-good",
    "unknown-person",
    "unknown-challenge",
    "other-form",
    "not-welcome",
    "suspended",
    "not-fresh",
    "no-links",
    "held",
    "unknown-report",
    "busy",
    "too-many",
    "not-stored",
    "no-room",
    "enough-stored",
    "damaged",
    "internal",
]
"""All kinds of refusals; each is the last part of a problem's `type`."""


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
