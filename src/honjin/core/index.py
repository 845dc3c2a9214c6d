"""A perfect index: what a game may supply so that all its positions can be solved (`solver`).

Positions are counted in *families*: the positions of a family have the same choices, and differ in
one small number, the *member*, that the rules seldom look at (in Rokumon the values of the dice).
A game whose positions have nothing of the kind has families of one. An action leads from one
family to another; the *way* says what becomes of the members. The functions marked † are rule
functions (`core.rule`).

    family(s) -> int †
        the number of a running position's family, 0 and up
    representative(s, number, variant) -> int †
        makes a state of this game stand for a family; returns how many members it has, 0
        when there is no such family
    transition(s, action, variant) -> int †
        the way of an action of the position that `representative` made, -1 where another
        variant tells of it
    canonical_key(s, out) -> None †
        forgets how a game came to a position (repetition, length), tells the position,
        exactly, in two numbers
    is_deferred(s, action) -> bool †
        whether a search for a win tries an action at first only where it wins at once
    member(s) -> int
        the member that a position is
    position(start, number, member) -> s
        the position itself, in the game of a plan's start
    plan(s) -> Plan
        what to solve for a game in which s stands after its set-up; Unsolvable says why
        not, TooLarge that a search may still prove who wins
    case(s) -> Case
        what to prove then, the first deal of its class; Unsolvable where no search for a
        win is possible; chance has a single outcome after a deal

`representative` may make a state that cannot occur, with all choices that some member has. Where
what an action leads to depends on the member, several variants show each outcome once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from honjin.core.errors import HonjinError
from honjin.core.options import Options
from honjin.core.state import State

S = TypeVar("S", bound=State)

INDEX_RULES: Final = ("family", "representative", "transition", "canonical_key", "is_deferred")
"""The parts that run compiled."""


class Unsolvable(HonjinError):
    """Something that cannot be solved; the message says why, and what would be needed."""


class TooLarge(Unsolvable):
    """A game that no table holds; a search may still prove who wins from its start."""


def same(s: Any) -> Any:
    """The position itself."""
    return s


def only(_code: int) -> Sequence[int]:
    """What becomes of the one member of a family: the one of the other."""
    return (0,)


@dataclass(frozen=True, kw_only=True)
class Plan(Generic[S]):
    """One table: the positions of all games that are alike up to symmetry.

    `start` is the first state of the game that is solved, `turned` takes a position of the game
    that was asked for to its image there. `families` is how many numbers there are, 0 where they
    are so sparse that positions are looked for from the start on. `mapping(code)` gives for each
    member the one it becomes, -1 where the action is not possible. `late` are reasons of an end
    that the side to move suffers, having no action: its missing action counts as one ply.
    """

    key: str
    start: S
    families: int
    variants: int = 1
    late: tuple[str, ...] = ()
    mapping: Callable[[int], Sequence[int]] = only
    turned: Callable[[S], S] = same


@dataclass(frozen=True, kw_only=True)
class Case:
    """One start to prove a win from: the first deal of its class.

    `late` and `turned` as in `Plan`.
    """

    key: str
    options: Options
    late: tuple[str, ...] = ()
    turned: Callable[[Any], Any] = same


@dataclass(frozen=True, kw_only=True)
class Index(Generic[S]):
    """The parts of a perfect index; see the module's page.

    `sides` are plain names of the two sides, the first to move first. `plans` lists the options of
    all tables of some options, one of each class of games that are alike. `short` names long lists
    of a state, with how many of their entries two positions in a row can use (a history, say).
    """

    sides: tuple[str, str]
    family: Callable[[S], int]
    representative: Callable[[S, int, int], int]
    transition: Callable[[S, int, int], int]
    canonical_key: Callable[[S, Any], None]
    is_deferred: Callable[[S, int], bool]
    member: Callable[[S], int]
    position: Callable[[S, int, int], S]
    plan: Callable[[S], Plan[S]]
    plans: Callable[[Options], list[Options]]
    case: Callable[[S], Case]
    cases: Callable[[Options], list[Options]]
    short: Mapping[str, int] = field(default_factory=dict)
