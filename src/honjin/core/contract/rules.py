"""Rules: who acts, what is legal, what follows, who has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from honjin.core.actions.table import Actions, Numbering
from honjin.core.contract.defaults import do_nothing, never, no_chance
from honjin.core.contract.derived import DERIVED, derive
from honjin.core.options import Option, Options, Preset
from honjin.core.seats import ALL_SEATS
from honjin.core.state import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Law(Generic[S]):
    """An invariant of every reachable state, such as the number of pieces."""

    name: str
    holds: Callable[[S], bool]


class Result(msgspec.Struct, frozen=True):
    """Why a game ended (a word key), and what each seat got."""

    reason: str
    returns: tuple[int, ...]

    def winners(self) -> tuple[int, ...]:
        """The seats with the best return; none if all returns are equal."""
        best = max(self.returns)
        if len(self.returns) > 1 and min(self.returns) == best:
            return ()
        return tuple(seat for seat, got in enumerate(self.returns) if got == best and best > 0)


class EveryoneWhoMay:
    """The default `must_act`: the game waits for every seat that may act, never for chance."""

    def __init__(self, may_act: Callable[[Any], int]) -> None:
        self._may_act = may_act

    def __call__(self, s: Any) -> int:
        """`may_act` without the bit of chance."""
        return self._may_act(s) & ALL_SEATS


def two_seats(options: Options) -> int:  # noqa: ARG001
    """Two players."""
    return 2


@dataclass(frozen=True, kw_only=True)
class GameRules(Generic[S]):
    """The first part of a game; by default it has two seats, no options and no chance."""

    state: type[S]
    """The class of positions."""

    actions: Actions
    """The table of actions (`core.actions`)."""

    longest: int
    """The most actions of a whole game, those of chance included."""

    may_act: Callable[[S], int]
    """may_act(s) †: a mask of the seats that may act; CHANCE_BIT alone; 0 when it is over."""

    legal_actions: Callable[[S, int, Any], int]
    """legal_actions(s, seat, out) †: fill the list `out`, return the count; 0 if the seat may not
    act."""

    apply_action: Callable[[S, int, int], None]
    """apply_action(s, seat, action) †: the next state; deterministic. The seat is CHANCE for an
    outcome."""

    returns: Callable[[S, Any], int]
    """returns(s, out) †: when over, fill in each seat's result, return an index into `reasons`."""

    reasons: tuple[str, ...] = ("end.won", "end.drawn")
    """Word keys that say why a game ended."""

    best: int = 1
    """The largest return of a seat; `-best` is the smallest."""

    zero_sum: bool = True
    """The returns of several seats add up to 0."""

    seats: Callable[[Options], int] = two_seats
    """The number of seats."""

    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = (Preset("standard", {}),)

    setup: Callable[[Options], S] = DERIVED
    """The first state: by default one whose fields have their start values."""

    must_act: Callable[[S], int] = DERIVED
    """must_act(s) †: those seats that the game cannot continue without; by default all that may
    act."""

    chance_outcomes: Callable[[S, Any, Any], int] = no_chance
    """chance_outcomes(s, out, weights) †: like `legal_actions`, with integer weights > 0."""

    has_chance: bool = DERIVED

    max_actions: int = DERIVED
    """A bound on the lists of legal actions and outcomes: by default the number of all actions."""

    may_resign: Callable[[S, int], bool] = never
    """may_resign(s, seat) †: true where the rules allow it."""

    resign: Callable[[S, int], None] = do_nothing
    """resign(s, seat) †"""

    laws: tuple[Law[S], ...] = ()

    version: int = 1
    """Counts changes of behaviour; `Option.since` gives the values of options for earlier ones."""

    replays: tuple[int, ...] = ()
    """Earlier versions whose records still replay as they were played."""

    deals: bool = False
    """Negotiation is part of the game: two players can talk in private and make promises."""

    loser_chooses: bool = False
    """In the next game of the same two, the loser of this one chooses a seat."""

    honours: int = 0
    """After so many wins in a row, in a match for honours, the loser's takebacks are granted.

    Words: `honours`, `honours.about` for a match; `honoured`, what `{who}` lets the opponent do.
    """

    def __post_init__(self) -> None:
        """Derive the parts left out."""
        if isinstance(self.must_act, EveryoneWhoMay):
            object.__setattr__(self, "must_act", DERIVED)  # `may_act` may have been replaced
        derive(
            self,
            setup=lambda: lambda _options: self.state(),
            max_actions=lambda: self.actions.count,
            must_act=lambda: EveryoneWhoMay(self.may_act),
            has_chance=lambda: self.chance_outcomes is not no_chance,
        )

    def options_under(self, version: int, given: Mapping[str, object]) -> Mapping[str, object]:
        """The options of a record, with the values of its time for those it does not name."""
        later = (option for option in self.options if option.since and version < option.since[0])
        return {option.key: option.since[1] for option in later if option.since} | dict(given)

    @property
    def kinds(self) -> dict[str, str]:
        """Each kind of choice with the rule that it rests on."""
        return self.actions.kinds

    def action_count(self, options: Options) -> int:
        """The number of actions possible with these options: the size of a policy and a mask."""
        return self.numbering(options).count

    def numbering(self, options: Options) -> Numbering:
        """The actions possible with these options, numbered from 0 without gaps."""
        return self.actions.numbering(options)

    def legal(self, s: S, seat: int) -> list[int]:
        """The legal actions of a seat as a new list."""
        out = [0] * self.max_actions
        return out[: self.legal_actions(s, seat, out)]

    def outcomes(self, s: S) -> list[tuple[int, int]]:
        """The chance outcomes as (outcome, weight)."""
        out, weights = [0] * self.max_actions, [0] * self.max_actions
        n = self.chance_outcomes(s, out, weights)
        return list(zip(out[:n], weights[:n], strict=True))

    def result(self, s: S, seats: int) -> Result | None:
        """How the game ended, or None while it is running."""
        if self.may_act(s):
            return None
        out = [0] * seats
        reason = self.returns(s, out)
        return Result(self.reasons[reason], tuple(out))
