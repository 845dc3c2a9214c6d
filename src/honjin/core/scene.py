"""What lies on the table, as data: the only thing a picture is made from.

A scene is built from an observation, so it holds no secret. Units are the game's own; y grows
downward. Every id is unique in its scene; the ids in a choice's click path are ids of spaces,
pieces, trays or verbs. `look` names a drawing in the game's skin, which holds looks and nothing
else. `label` is what a screen reader says.
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
    """A place beside the board that belongs to a side: a supply, a hand.

    With `sets` equal pieces count in sets of so many: a set that is begun shows what it lacks.
    `look` "fan" lets equal pieces overlap (a large hand); "panel" is set apart, with its label;
    "small" takes less room where there is little.
    """

    id: str
    side: int
    label: Say
    look: str = "tray"
    sets: int = 0


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece on a space or tray; listed bottom to top. `n` equal ones lie side by side.

    `opens` is the id under which it lay face down until it was revealed: where that was seen, the
    table turns it over before anything else happens.
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

    `facts` is what everybody can know of it; `out` says so if it is out of a game that goes on.
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

    With `of` it is shown only while that space or piece is looked at or picked.
    """

    look: str
    path: str
    label: Say | None = None
    of: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a breakdown: whose it is, its numbers, its dice, what it comes to.

    There are as many `numbers` as the breakdown has `heads`; `dice` are empty and `sum` is None
    until it is rolled.
    """

    who: Say
    numbers: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    sum: int | None = None


class Breakdown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Arithmetic line by line, written out beside the board: of a fight, before it and after.

    `chances` are the percentages with which it comes to 1, to 2 ... or more; `foot` is what it
    needs and what came of it.
    """

    title: Say
    heads: tuple[Say, ...]
    lines: tuple[Line, ...]
    foot: tuple[Say, ...] = ()
    chances: tuple[float, ...] = ()


class GoalMark(msgspec.Struct, frozen=True, omit_defaults=True):
    """How near a side is to one way to win: it has `have` of the `need` that win.

    Without `need` no number wins by itself: `have` is what is compared (points, say), or what is
    left to go. `label` says what is counted, and is the same at every moment of a game.
    """

    side: int
    label: Say
    have: int
    need: int = 0


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one wins, in one sentence for everybody, and how near each side is to it.

    Where there are several ways to win, a side has a mark for each that can be counted; a side that
    is out has none. Like the rest of a scene it counts nothing that the viewer may not know.
    """

    say: Say
    rule: str = ""
    marks: tuple[GoalMark, ...] = ()


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is seen of a game. `lit` are sets of ids to mark for good (a winning row).

    `breakdown` is that of the fight being fought, or of the last one. `goal` says what it takes to
    win with these options, from the first moment of a game to its end.
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
