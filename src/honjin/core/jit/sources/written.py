"""Rule functions generated from a table, as source text, when a module is loaded.

A table of rows (`core.actions`) becomes a tree of comparisons, in place of a hand-written chain of
`elif`: it takes fewer comparisons and forgets no row. The functions run interpreted and compiled
like any other rule.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from honjin.core.jit.rule import rule
from honjin.core.jit.sources.indices import keep_text


def written(home: str, name: str, text: str, names: Mapping[str, Any]) -> Callable[..., Any]:
    """The rule function `name` that a text defines, as a function of the module `home`.

    `names` are the globals that the text uses. The module must bind the function to this name,
    since compiled code imports it from there.
    """
    scope = {**names, "__name__": home}
    file = getattr(sys.modules.get(home), "__file__", None) or f"<{home}>"
    exec(compile(text, file, "exec"), scope)  # noqa: S102 - the text comes from a table of the game
    function: Callable[..., Any] = scope[name]
    keep_text(function, text)
    function.__doc__ = f"Generated from a table, with one branch for each row ({home})."
    return rule(function)


Branch = tuple[int, Sequence[str]]
"""The first number of a range, and the lines to run for it."""


def tree(value: str, branches: Sequence[Branch], depth: int = 1) -> list[str]:
    """Lines that find the range of `value` by comparisons and run its branch.

    The branches are in ascending order; each extends to the next, the first one has no lower end
    and the last one no upper end.
    """
    pad = "    " * depth
    if len(branches) == 1:
        return [pad + line for line in branches[0][1]]
    middle = len(branches) // 2
    return [
        f"{pad}if {value} < {branches[middle][0]}:",
        *tree(value, branches[:middle], depth + 1),
        f"{pad}else:",
        *tree(value, branches[middle:], depth + 1),
    ]


def joined(branches: Sequence[Branch]) -> list[Branch]:
    """The branches, with equal neighbours merged."""
    return [b for n, b in enumerate(branches) if not n or b[1] != branches[n - 1][1]]
