"""The loop that encodes one observation as an array. A loop file (`core.jit.verbs`)."""

from typing import Any

from honjin.core.jit.verbs import encode, loop


@loop
def encoded(states: Any, i: int, seat: int, seats: int, out: Any) -> int:
    """`encode` of one observation."""
    return encode(states[i], seat, seats, out)


def warm(game: Any, states: Any) -> None:
    """Compile the loop for the argument types that the conformance kit uses."""
    from numba import int8, int64, typeof, types

    from honjin.core.jit.compiled import batch

    step: Any = encoded
    out = types.Array(int8, 1, "C")
    step.compile((typeof(batch(game, states[0])), int64, int64, int64, out))
