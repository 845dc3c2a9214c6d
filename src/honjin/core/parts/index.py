"""A perfect index: what a game may supply so that all its positions can be solved (`solver`).

Positions are counted in *families*: the positions of a family have the same choices, and differ in
one small number, the *member*, that the rules seldom use (in Rokumon, the values of the dice). In a
game without such a number each family has one member. An action leads from one family to another;
its *transition* maps the members. The functions marked † are rule functions (`core.jit.rule`).

    family(s) -> int †
        the number of a running position's family, from 0
    representative(s, number, variant) -> int †
        turns a state of this game into the representative of a family; returns the number
        of its members, 0 if there is no such family
    transition(s, action, variant) -> int †
        the code of the transition of an action of that representative, -1 if another
        variant covers it
    stage(s) -> int †
        the number of a position's stage, at least 0: once an action has changed it, no later one
        brings it back. Each stage has its own families. 0 if a game has only one
    canonical_key(s, out) -> None †
        clears the history of a position (repetition, length) and writes the position,
        exactly, as two numbers
    is_deferred(s, action) -> bool †
        true if a search for a win first tries the action only where it wins at once
    member(s) -> int
        the member number of a position
    position(start, number, member) -> s
        the position with this family and member, in the game of a plan's start
    plan(s) -> Plan
        what to solve for a game whose set-up led to s; raises Unsolvable with the reason, or
        TooLarge if a search may still prove which side wins
    first_stage(s) -> Plan
        the same for a game with several stages, whose tables are made stage by stage: the plan
        of its first one. Missing if no game has any
    case(s) -> Case
        what to prove in that case, the first deal of its class; raises Unsolvable if no
        search for a win is possible; after a deal chance has a single outcome

`representative` may make a state that cannot occur, with every choice that any member has. If the
result of an action depends on the member, several variants show each result once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from honjin.core.errors import HonjinError
from honjin.core.options import Options
from honjin.core.state import State

S = TypeVar("S", bound=State)


class Unsolvable(HonjinError):
    """A position that cannot be solved; the message says why, and what would be needed."""


class TooLarge(Unsolvable):
    """A game too large for any table; a search may still prove which side wins from its start."""


def same(s: Any) -> Any:
    """The position, unchanged."""
    return s


def only(_code: int) -> Sequence[int]:
    """The mapping between families of one member."""
    return (0,)


@dataclass(frozen=True, kw_only=True)
class Plan(Generic[S]):
    """One table: the positions of all games that are equal up to symmetry.

    `start` is the first state of the game that is solved; `turned` maps a position of the requested
    game to its image in that game. `families` is the number of family numbers, 0 if they are so
    sparse that positions are found by search from the start. `stage` is the number of the only
    stage whose positions it has, -1 if the game has no stages. `mapping(code)` gives for each
    member the one it becomes, -1 if the action is not possible. `late` lists the reasons for an end
    that befalls the side to move because it has no action: the missing action counts as one ply.
    """

    key: str
    start: S
    families: int
    variants: int = 1
    late: tuple[str, ...] = ()
    mapping: Callable[[int], Sequence[int]] = only
    turned: Callable[[S], S] = same
    stage: int = -1


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
    """The parts of a perfect index; see the module docstring.

    `sides` are plain names of the two sides, the first to move first. `plans` lists the options of
    all tables for some options, one for each class of equivalent games. `short` names long lists of
    a state, with the number of entries that two successive positions can use (a history, say).
    `options_of` gives the options with which a set-up leads to the game of a state for certain,
    whatever chance dealt; it may be missing where nothing is dealt.
    """

    sides: tuple[str, str]
    family: Callable[[S], int]
    representative: Callable[[S, int, int], int]
    transition: Callable[[S, int, int], int]
    stage: Callable[[S], int]
    canonical_key: Callable[[S, Any], None]
    is_deferred: Callable[[S, int], bool]
    member: Callable[[S], int]
    position: Callable[[S, int, int], S]
    plan: Callable[[S], Plan[S]]
    plans: Callable[[Options], list[Options]]
    case: Callable[[S], Case]
    cases: Callable[[Options], list[Options]]
    first_stage: Callable[[S], Plan[S]] | None = None
    short: Mapping[str, int] = field(default_factory=dict)
    options_of: Callable[[S], Options] | None = None
