"""The names of formations and pieces, in words and as letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from honjin.core.words import Say
from honjin.games.akebono.content.board import ONLY_PLAN
from honjin.games.akebono.content.data import (
    LETTERS,
    NINJA,
    NOBODY,
    SEAT,
    SHIPPED,
    SHIPPED_KEY,
    TYPES,
)
from honjin.games.akebono.rules.land import empty_board
from honjin.games.akebono.rules.state import Akebono, owner

Holes = dict[str, int | str | Say]

KNOWN: Final = frozenset(plan.key for plans in SHIPPED.plans for plan in plans)
"""The formations that have a name in words."""


def plan_say(key: str) -> Say:
    """The name of a formation; one that only its board has goes by its name there."""
    return Say(f"formation.{key}") if key in KNOWN else Say("formation.own", {"name": key})


def plan_about(s: Akebono, key: str) -> Say:
    """The description of a formation."""
    is_known = key == ONLY_PLAN or (key in KNOWN and _is_shipped(s))
    return Say(f"formation.{key if is_known else 'own'}.about")


def _is_shipped(s: Akebono) -> bool:
    usual = empty_board(SHIPPED_KEY)
    return s.land == usual.land and s.plan == usual.plan


def letter_of(man: int) -> str:
    """The letter of a piece, lower-case for white."""
    letter = LETTERS[man & 7]
    return letter.lower() if owner(man) else letter


def men_text(seat: int, counts: Sequence[int]) -> str:
    """A seat's pieces as letters, given the number of each type; `-` for none."""
    letters = (letter_of(SEAT * seat + kind) * n for kind, n in enumerate(counts))
    return "".join(letters) or "-"


def beside_board(s: Akebono, seat: int) -> list[int]:
    """The pieces of each type that a seat has beside the board, including ninja in hand."""
    return [*s.tray[seat][:NINJA], s.hand[seat]]


def side(seat: int) -> Say:
    """Red or white."""
    return Say(f"seat.{seat}")


def kind_say(kind: int) -> Say:
    """A type of piece."""
    return Say(f"type.{TYPES[kind]}")


def one_say(kind: int) -> Say:
    """One piece of a type, with its article."""
    return Say(f"one.{TYPES[kind]}")


def piece_say(man: int) -> Say:
    """A piece by side and type."""
    return Say(f"piece.{owner(man)}.{TYPES[man & 7]}")


def captors(s: Akebono) -> tuple[int, ...]:
    """The hexes of the pieces that captured a tairo."""
    if s.captor == NOBODY:
        return ()
    around = [s.tairo[1 - s.captor] + step for step in s.step]
    return tuple(at for at in around if s.piece[at] and owner(s.piece[at]) == s.captor)
