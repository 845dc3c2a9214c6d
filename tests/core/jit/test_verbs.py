"""The names that a loop file imports."""

from collections.abc import Callable
from inspect import isfunction, signature

import pytest

from honjin.core.jit import verbs

VERBS = [
    one
    for name, one in vars(verbs).items()
    if isfunction(one) and name not in ("loop", "_unjoined")
]


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_without_a_game_is_refused(verb: Callable[..., object]) -> None:
    """It would have done nothing, and returned nothing."""
    with pytest.raises(RuntimeError, match=f"{verb.__name__} belongs to a game"):
        verb(*signature(verb).parameters)
