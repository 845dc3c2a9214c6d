"""Generated modules, whose compiled code is kept on disk between processes (`core.jit.cache.kept`).

A module is named by a hash of all sources involved: a new process loads its code without compiling,
and a changed source never uses old code.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

from honjin.core.game import Game
from honjin.core.jit.cache import kept


class Plan(NamedTuple):
    """A module to generate: its text and its name.

    Not `is_sure` if a source may have changed after it was read.
    """

    text: str
    name: str
    is_sure: bool


def load(game: Game[Any], plan: Plan, names: dict[str, Any] | None = None) -> ModuleType:
    """The module of a plan; `names` are set before its text runs, as is `is_kept`.

    Raises any exception that the text raises.
    """
    # Code of a source that changed after it was read would be kept under the name of the new text.
    opened = kept.open_module(_place(game, plan), plan.text) if plan.is_sure else None
    module = ModuleType(plan.name)
    # Numba can only keep code of functions that have a file.
    vars(module).update(names or {}, is_kept=opened is not None)
    sys.modules[plan.name] = module
    code = compile(plan.text, opened.path if opened else f"<{plan.name}>", "exec")
    with beside_module():
        exec(code, module.__dict__)  # noqa: S102
    return module


@contextmanager
def beside_module() -> Iterator[None]:
    """Let Numba keep the code of functions made meanwhile beside their module.

    It does unless NUMBA_CACHE_DIR or NUMBA_CACHE_LOCATOR_CLASSES is set.
    """
    from numba import config

    names = ("CACHE_DIR", "CACHE_LOCATOR_CLASSES")
    before = {name: getattr(config, name, "") for name in names}
    try:
        vars(config).update(dict.fromkeys(names, ""))
        yield
    finally:
        vars(config).update(before)


def keep(game: Game[Any], plan: Plan, *, is_ready: bool = False) -> None:
    """Keep what a module has compiled, if possible; `is_ready` if it is all that it compiles."""
    opened = kept.opened(_place(game, plan)) if plan.is_sure else None
    if opened:
        opened.keep(is_ready=is_ready)


def is_kept(game: Game[Any], plan: Plan, *, is_ready: bool = False) -> bool:
    """True if code of a module is kept whole; with `is_ready`, all that it compiles here."""
    return plan.is_sure and kept.is_kept(_place(game, plan), is_ready=is_ready)


def _place(game: Game[Any], plan: Plan) -> str:
    return f"compiled/{game.key}/{plan.name}"
