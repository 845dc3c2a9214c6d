"""What is on the table, as data: the only source of a picture.

A scene is built from an observation, so it contains no secret. Units are the game's own; y grows
downward. Every id is unique in its scene; the ids in a choice's click path are ids of spaces,
pieces, trays or verbs. `look` names a drawing in the game's skin, which contains nothing but
drawings. `label` is the text for screen readers.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from honjin.core.words import Say

Point = tuple[float, float]


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the board. `at` is its centre; `ghost` spaces show only while they can be chosen.

    Spaces may touch; none covers a part of another.

    `text` is a short caption drawn on it, such as the name that notation gives the place.

    `shape` "poly" takes `points` relative to the centre; the others fill `size`. `fan` says how
    several pieces lie there.
    """

    id: str
    at: Point
    size: Point
    look: str
    label: Say
    shape: Literal["rect", "hex", "poly"] = "rect"
    points: tuple[Point, ...] = ()
    fan: Literal["stack", "row", "grid"] = "stack"
    ghost: bool = False
    text: str = ""


class Tray(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place next to the board that belongs to a side: a supply, a hand.

    If `sets` is not 0, equal pieces are grouped in sets of that size: an incomplete set shows what
    is missing. `look` "fan" lets equal pieces overlap (a large hand); "panel" is set apart, with
    its label; "small" is smaller where space is tight.
    """

    id: str
    side: int
    label: Say
    look: str = "tray"
    sets: int = 0


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece on a space or tray; listed bottom to top. `n` equal ones are drawn side by side.

    `opens` is the id it had while face down. A page that showed that piece turns it over before
    anything else happens.
    """

    id: str
    on: str
    look: str
    label: Say
    n: int = 1
    text: str = ""
    opens: str = ""


class Verb(msgspec.Struct, frozen=True, omit_defaults=True):
    """A button that can be part of a click path; shown only while it can be chosen."""

    id: str
    label: Say
    rule: str = ""


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of the game: its name, crest and colour, the seat that plays it (None: the game).

    `facts` is public information about it; `out` is set if it is eliminated while the game runs.
    """

    side: int
    name: Say
    crest: str
    colour: str
    seat: int | None = None
    facts: tuple[Say, ...] = ()
    out: Say | None = None


class Decor(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something drawn on the board that cannot be chosen: a border, a line of fire.

    With `of` it is shown only while that space or piece is hovered over, focused or selected.
    """

    look: str
    path: str
    label: Say | None = None
    of: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a breakdown: its owner, its numbers, its dice, their sum.

    There are as many `numbers` as the breakdown has `heads`; `dice` is empty and `sum` is None
    until the dice are rolled.
    """

    who: Say
    numbers: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    sum: int | None = None


class Breakdown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The arithmetic of a fight line by line, shown next to the board before and after the fight.

    `chances` are the probabilities, in percent, of a total of at least 1, 2, ...; `foot` states
    what is needed and the result.
    """

    title: Say
    heads: tuple[Say, ...]
    lines: tuple[Line, ...]
    foot: tuple[Say, ...] = ()
    chances: tuple[float, ...] = ()


class GoalMark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's progress towards one way to win: it has `have` of the `need` required.

    Without `need` no number wins by itself: `have` is what is compared (points, say), or what is
    left to do. `label` says what is counted, and stays the same throughout a game.
    """

    side: int
    label: Say
    have: int
    need: int = 0


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """How to win, in one sentence for all viewers, and each side's progress towards it.

    If there are several ways to win, a side has a mark for each that can be counted; an eliminated
    side has none. Like the rest of a scene it counts nothing that the viewer may not know.
    """

    say: Say
    rule: str = ""
    marks: tuple[GoalMark, ...] = ()


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is seen of a game. `lit` lists sets of ids to highlight permanently (a winning row).

    `breakdown` is that of the current fight, or of the last one. `goal` says how to win with these
    options, from the beginning of a game to its end.
    """

    skin: str
    spaces: tuple[Space, ...]
    pieces: tuple[Piece, ...]
    sides: tuple[Side, ...]
    trays: tuple[Tray, ...] = ()
    verbs: tuple[Verb, ...] = ()
    decor: tuple[Decor, ...] = ()
    lit: tuple[tuple[str, ...], ...] = ()
    breakdown: Breakdown | None = None
    goal: Goal | None = None

    def ids(self) -> list[str]:
        """Every id of the scene."""
        parts = (self.spaces, self.trays, self.pieces, self.verbs)
        return [thing.id for part in parts for thing in part]


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something cannot be done, and the rule that says so."""

    say: Say
    rule: str = ""
