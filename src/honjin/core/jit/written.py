"""Rule functions that are written out from a table, as text, when a module is loaded.

A table of rows (`core.actions`) becomes a tree of comparisons: what a person would write as a
ladder of `elif`, with fewer comparisons and no row forgotten. The functions run interpreted and
compiled like every other rule.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from honjin.core.jit.rule import rule


def written(home: str, name: str, text: str, names: Mapping[str, Any]) -> Callable[..., Any]:
    """The rule function `name` of a text, as a function of the module `home`.

    `names` are the globals that the text uses. The module must give the function its own name,
    since compiled code imports it from there.
    """
    scope = {**names, "__name__": home}
    file = getattr(sys.modules.get(home), "__file__", None) or f"<{home}>"
    exec(compile(text, file, "exec"), scope)  # noqa: S102 - the text comes from a table of the game
    function: Callable[..., Any] = scope[name]
    function.__doc__ = f"Written from a table: one branch for each row ({home})."
    return rule(function)


Branch = tuple[int, Sequence[str]]
"""The first number of a range, and the lines that are run for it."""


def tree(value: str, branches: Sequence[Branch], depth: int = 1) -> list[str]:
    """Lines that compare `value` until the one range is found that it lies in.

    The branches come in ascending order; each reaches to the next one, the first one and the last
    one have no other end.
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
    """Branches of which neighbours that do the same have become one."""
    return [b for n, b in enumerate(branches) if not n or b[1] != branches[n - 1][1]]
