"""Presentation: words, text forms, the table, what is clicked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

import msgspec

from honjin.core.contract.derived import DERIVED
from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.core.parts.desks import Desk
from honjin.core.parts.maps import MapMaker
from honjin.core.parts.reference import NO_REFERENCE, Reference
from honjin.core.reading.bounds import MAX_ACTION, MAX_POSITION, MAX_TOLD, must_be_short
from honjin.core.scene import Breakdown, Reason, Scene
from honjin.core.state import State
from honjin.core.words import Numbers, Say, Speak, Words, speak

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One legal action as a seat sees it.

    `do` is its notation; `path` lists the ids to click, in order; `kind` groups similar choices
    (words `kind.<kind>`, and `ask.<kind>.<n>` for what to click after n clicks); `note` states its
    cost or gain. `lifts`: it picks up the thing that its path ends with, and the choices that
    follow say where to put it down, so it can start a drag. `price` is its cost as a number, drawn
    next to the last id. `breakdown` is the arithmetic of the fight it begins. `gives_up` says what
    the seat would lose for good although it could still use it; the page shows this text and asks
    for confirmation.
    """

    do: str
    path: tuple[str, ...]
    kind: str
    note: Say | None = None
    lifts: bool = False
    price: int | None = None
    breakdown: Breakdown | None = None
    gives_up: Say | None = None


class Gesture(msgspec.Struct, frozen=True, omit_defaults=True):
    """Several actions in a row that a player can make as one, such as a long walk.

    `do` lists two or more actions in notation; each is legal once those before it have been made,
    and no chance turn comes between them. `path`, `kind`, `note` and `price` are as in a Choice; no
    path of a choice or of another gesture is a prefix of its path, nor the other way round. `via`
    lists the ids that it passes.
    """

    do: tuple[str, ...]
    path: tuple[str, ...]
    kind: str
    note: Say | None = None
    price: int | None = None
    via: tuple[str, ...] = ()


class Arrange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat sets up its own pieces one by one, so set-ups can be saved and used again.

    `sorts` maps the id of each of these pieces to its sort: pieces of one sort are alike. `left` is
    the number of pieces that can still be moved. `ready` maps a verb to the set-up that it loads,
    itself a map from spaces to sorts of piece; loading counts as one such move. A set-up saved
    under a `key` fits wherever the key is the same.
    """

    key: str
    sorts: dict[str, str]
    left: int = 0
    ready: dict[str, dict[str, str]] = {}


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence: what a seat can do now, and the rule it rests on.

    `asks` maps the ids clicked so far, joined by spaces, to the next sentence. It is needed where
    choices of several kinds continue from there, or the sentence contains a name or a number; the
    words `ask.<kind>.<n>` serve everywhere else.
    """

    say: Say
    rule: str = ""
    arrange: Arrange | None = None
    asks: Mapping[str, Say] = {}


class Notation(Protocol[S]):
    """Text forms. Each pair round-trips; malformed text raises Unreadable."""

    def write_action(self, s: S, seat: int, action: int) -> str:
        """The text of an action (of an outcome, for CHANCE), unique among the legal ones."""
        ...

    def read_action(self, s: S, seat: int, text: str) -> int:
        """The action that a text denotes; it need not be legal."""
        ...

    def write_position(self, s: S) -> str:
        """The text of a state."""
        ...

    def read_position(self, text: str, options: Options) -> S:
        """The state that a text denotes, in a game with these options."""
        ...


class TableView(Protocol[S_contra]):
    """What a seat is shown. Every method takes an observation, never the full state."""

    def scene(self, seen: S_contra) -> Scene:
        """What is on the table, with every id that a choice may name."""
        ...

    def choice(self, seen: S_contra, seat: int, action: int) -> Choice:
        """A legal action as the seat sees it."""
        ...

    def prompt(self, seen: S_contra, seat: int) -> Prompt:
        """What a seat that may act can do now."""
        ...

    def why(self, seen: S_contra, seat: int, path: Sequence[str]) -> Reason:
        """Why the seat cannot click this path of ids (which begins no legal choice)."""
        ...

    def sketch(self, seen: S_contra, say: Speak) -> str:
        """The board in plain text, for terminals and tests; `say` puts its labels into words."""
        ...


def no_gestures(seen: State, seat: int) -> tuple[Gesture, ...]:  # noqa: ARG001
    """No actions can be made as one."""
    return ()


def no_ahead(seen: State, seat: int) -> None:
    """Planning ahead is not possible: dice, cards or other players come first."""


TITLE: Final = Say("title")


@dataclass(frozen=True, kw_only=True)
class GamePresentation(Generic[S]):
    """The third part of a game; by default positions and actions are written as tables declare."""

    words: Words
    """All words by key and language (`core.words`)."""

    numbers: Numbers = field(default_factory=dict)
    """The numbers of its data that rules, lessons and words state by name (`core.words`)."""

    table: TableView[S]
    """The table as a seat sees it, and the clicks for each choice."""

    notation: Notation[S] = DERIVED
    """Text forms: by default those of `core.contract.defaults.FieldNotation`."""

    title: Say = TITLE
    designer: str = ""
    """Empty, like `publisher` and `year`, if not recorded."""
    publisher: str = ""
    year: int = 0

    static_choices: bool = False
    """A choice depends only on the options, the seat and the action, so all games with the same
    options can share it."""

    gestures: Callable[[S, int], tuple[Gesture, ...]] = no_gestures
    """gestures(seen, seat): series of actions that a seat can make as one."""

    ahead: Callable[[S, int], S | None] = no_ahead
    """ahead(seen, seat): what a waiting seat sees, as if it were already its turn, so that it can
    plan an action; None if that cannot be known."""

    reference: Reference = NO_REFERENCE
    """What is in the box, table by table (`core.parts.reference`)."""

    maps: MapMaker | None = None
    """Maps that it can draw, for `honjin map` (`core.parts.maps`)."""

    desks: tuple[Desk, ...] = ()
    """What players can draw for it in the browser (`core.parts.desks`)."""

    def sketch(self, seen: S, language: str = "en") -> str:
        """The board in plain text, in a language."""
        return self.table.sketch(seen, lambda say: speak(self.words, say, language))

    def read_action(self, s: S, seat: int, text: str) -> int:
        """The action that untrusted text denotes; its length is checked first."""
        must_be_short(text, "an action", MAX_ACTION)
        return self.notation.read_action(s, seat, text)

    def read_position(self, text: str, options: Options) -> S:
        """The state that untrusted text denotes; its length is checked first."""
        must_be_short(text, "a position", MAX_POSITION)
        try:
            return self.notation.read_position(text, options)
        except Unreadable as problem:
            raise Unreadable(f"{problem}"[:MAX_TOLD]) from None
