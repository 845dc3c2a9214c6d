"""The names that stand for a game's functions in a loop file.

A loop is a generic function such as a playout or a search, written once and joined to each game by
`core.jit.compiled`. Its file imports the names it needs from here:

    from honjin.core.jit.verbs import apply_action, copy_state, legal_actions, loop, may_act

    @loop
    def first_move(states, i, out): ...

and is pasted, without that import, after the game's own functions. The definitions here only give
signatures for readers and type checkers; calling them raises RuntimeError.

A state is passed to a loop as `(states, i)` and to a rule function as `states[i]`: compiled,
`states` is an array of records; interpreted, a list of states. Lists of ints are arrays when
compiled; a loop allocates its own with `new_ints` or `new_table`.
"""

from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

MAX_ACTIONS: Final[int] = 0
LONGEST: Final[int] = 0
BEST: Final[int] = 0
EVAL_SCALE: Final[int] = 0
HAS_SECRETS: Final[int] = 0
MAX_ESTIMATE: Final[int] = 0


def loop(function: F) -> F:
    """Mark a function of a loop file to be compiled."""
    return function


def _unjoined(name: str) -> NoReturn:
    raise RuntimeError(f"{name} belongs to a game; load the loop file with core.jit.compiled")


def may_act(s: Any) -> int:  # noqa: ARG001
    """Seats that may act, as a mask."""
    _unjoined("may_act")


def must_act(s: Any) -> int:  # noqa: ARG001
    """Those among them that the game waits for."""
    _unjoined("must_act")


def legal_actions(s: Any, seat: int, out: Any) -> int:  # noqa: ARG001
    """Fill the list of legal actions, return the count."""
    _unjoined("legal_actions")


def chance_outcomes(s: Any, out: Any, weights: Any) -> int:  # noqa: ARG001
    """Fill the lists of outcomes and weights, return the count."""
    _unjoined("chance_outcomes")


def apply_action(s: Any, seat: int, action: int) -> None:  # noqa: ARG001
    """Change the state into the next."""
    _unjoined("apply_action")


def returns(s: Any, out: Any) -> int:  # noqa: ARG001
    """Fill in the result of each seat, return the reason."""
    _unjoined("returns")


def may_resign(s: Any, seat: int) -> bool:  # noqa: ARG001
    """True if the seat may resign."""
    _unjoined("may_resign")


def resign(s: Any, seat: int) -> None:  # noqa: ARG001
    """Resign."""
    _unjoined("resign")


def observe(s: Any, seat: int) -> None:  # noqa: ARG001
    """Hide what the seat may not know."""
    _unjoined("observe")


def resample(s: Any, seat: int, rng: Any) -> None:  # noqa: ARG001
    """Fill an observation with possible hidden information."""
    _unjoined("resample")


def retract_sealed(s: Any, seat: int) -> None:  # noqa: ARG001
    """Take back the sealed choices of other seats."""
    _unjoined("retract_sealed")


def evaluate(s: Any, seat: int) -> int:  # noqa: ARG001
    """An estimate of how well the seat is doing."""
    _unjoined("evaluate")


def weigh(s: Any, w: Any, seat: int) -> int:  # noqa: ARG001
    """The same by a list of weights; in a game without weights, whatever the list."""
    _unjoined("weigh")


def estimate(s: Any, c: Any) -> int:  # noqa: ARG001
    """The estimate that a search is joined with (`bots.alphabeta`)."""
    _unjoined("estimate")


def patterns(s: Any, out: Any) -> int:  # noqa: ARG001
    """Fill the list of a position's patterns, return the count."""
    _unjoined("patterns")


def encode(s: Any, seat: int, seats: int, out: Any) -> int:  # noqa: ARG001
    """Encode an observation into a list of zeros, return its length (`core.arrays`)."""
    _unjoined("encode")


def copy_state(states: Any, to: int, source: int) -> None:  # noqa: ARG001
    """Make `states[to]` a copy of `states[source]`."""
    _unjoined("copy_state")


def state_key(states: Any, i: int) -> int:  # noqa: ARG001
    """The key of `states[i]` for a search: a number from 0 to 2**63 - 1."""
    _unjoined("state_key")


def family(s: Any) -> int:  # noqa: ARG001
    """The number of a position's family, in a game with an index (`core.parts.index`)."""
    _unjoined("family")


def representative(s: Any, number: int, variant: int) -> int:  # noqa: ARG001
    """Turn a state into the representative of a family, return the family's size."""
    _unjoined("representative")


def transition(s: Any, action: int, variant: int) -> int:  # noqa: ARG001
    """The code of an action's mapping of the members of a family."""
    _unjoined("transition")


def canonical_key(s: Any, out: Any) -> None:  # noqa: ARG001
    """Clear the history of a position, and write the position as two numbers."""
    _unjoined("canonical_key")


def stage(s: Any) -> int:  # noqa: ARG001
    """The number of a position's stage, which no action brings back."""
    _unjoined("stage")


def is_deferred(s: Any, action: int) -> bool:  # noqa: ARG001
    """True if a search for a win first tries an action only where it wins at once."""
    _unjoined("is_deferred")


def new_ints(n: int) -> Any:  # noqa: ARG001
    """A list of n zeros."""
    _unjoined("new_ints")


def new_table(n: int, m: int) -> Any:  # noqa: ARG001
    """A table of n lists of m zeros, read and written as `table[i][j]`."""
    _unjoined("new_table")
