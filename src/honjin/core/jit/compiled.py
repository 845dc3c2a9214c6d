"""Loops joined to a game and compiled, kept on disk between processes.

    from honjin.core.jit.compiled import batch, compiled
    fast = compiled(game)                       # the loops of core.jit.loops
    states = batch(game, state, state)          # an array of records
    fast.act(states, 0, seat, action)

`compiled` pastes loop files (`core.jit.verbs`) after imports of the game's rule functions into one
generated module, so that Numba caches the whole. The module is named by a hash of all sources
involved: a new process loads what is kept (`core.jit.cache.kept`) without compiling, and a changed
source never uses old code. `interpreted` joins the same loops to the same rules as plain Python
over a list of states.

    HONJIN_BOUNDSCHECK   1: compile with a check of every index

To compile in advance, in a process of its own:

    python -m honjin.core.jit.compiled <module>[:NAME] [loops]

It prints a line after each function compiled: the number of the loop file, from 0, the number of
functions done, and roughly their total. A loop file may define `warm(game, states)`, which compiles
or calls each of its loops once.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from honjin.core.game import Game, load_game
from honjin.core.jit.atomics import register_atomics
from honjin.core.jit.bell import register_bell
from honjin.core.jit.bits import register_bits
from honjin.core.jit.cache import generated
from honjin.core.jit.cache.compile_lock import compile_lock
from honjin.core.jit.entries import Entries, known_as
from honjin.core.jit.memory import address_of, borrowed, position_copier
from honjin.core.jit.rng import seeded
from honjin.core.jit.rule import register_rules, rules_in
from honjin.core.jit.sources.borrowing import BORROWED
from honjin.core.jit.sources.files import source_files
from honjin.core.jit.sources.loop_files import read_loop_files
from honjin.core.jit.sources.pasting import (
    is_checked,
    large_rules,
    pasted,
    planned_loops,
    planned_rules,
)
from honjin.core.jit.sources.rules import constants, rules_of
from honjin.core.reading.child import end_with_parent
from honjin.core.state import State

if TYPE_CHECKING:
    import numpy as np

Loops = str | Path | Sequence[str | Path]

LOOPS: Final = Path(__file__).with_name("loops.py")
"""The loop file that every game gets."""

ARRAY_LOOPS: Final = Path(__file__).with_name("array_loops.py")
"""The loop file of games whose observations are encoded as arrays."""


class _Joined(NamedTuple):
    """A game joined to loop files, compiled or not."""

    game: int
    files: tuple[Path, ...]
    is_compiled: bool


_lock = threading.RLock()
_joining = threading.Lock()
"""For interpreted loops, which must not wait while compiled ones are loaded."""
_loaded: dict[_Joined, tuple[Game[Any], ModuleType]] = {}


# ---- joining loops to a game


def compiled(game: Game[Any], loops: Loops = LOOPS) -> ModuleType:
    """The loops compiled for a game: a module with the functions of the loop files.

    Large rules (`core.jit.entries`) that the loops call are compiled immediately, unless cached; a
    loop is compiled when first called; `warm` compiles those of files that define it.
    """
    import numba

    with _lock:
        key = _Joined(id(game), _paths(loops), is_compiled=True)
        if key not in _loaded:
            if is_checked():
                numba.config.BOUNDSCHECK = 1
            register_bits()
            register_atomics()
            register_bell()
            register_rules()
            files = read_loop_files(_paths(loops))
            names = {
                "copy_position": position_copier(),
                "address_of": address_of(is_checked=is_checked()),
                BORROWED: borrowed(),
            }
            names |= _bound(game, large_rules(game, files))
            _loaded[key] = game, generated.load(game, planned_loops(game, files), names)
        return _loaded[key][1]


def interpreted(game: Game[Any], loops: Loops = LOOPS) -> ModuleType:
    """The same loops as plain Python: `states` is a list of states."""
    with _joining:
        key = _Joined(id(game), _paths(loops), is_compiled=False)
        if key not in _loaded:
            _loaded[key] = game, _interpreted(game, loops)
        return _loaded[key][1]


def _paths(loops: Loops) -> tuple[Path, ...]:
    return (Path(loops),) if isinstance(loops, str | Path) else tuple(map(Path, loops))


def _bound(game: Game[Any], names: Collection[str]) -> dict[str, Any]:
    """The functions by which loops call large rules, compiled or loaded."""
    if not names:
        return {}
    plan = planned_rules(game)
    entries = Entries(plan.name, game.state.dtype())
    module = generated.load(game, plan, {"state_at": entries.state_at})
    options = {"cache": module.is_kept, "error_model": "numpy"}
    with generated.beside_module():
        bound = {
            known_as(name): entries.bind(name, getattr(module, name), **options) for name in names
        }
    generated.keep(game, plan)
    return bound


def _interpreted(game: Game[Any], loops: Loops) -> ModuleType:
    module = ModuleType(f"honjin_interpreted_{game.key}")
    space = module.__dict__
    space |= rules_of(game) | constants(game)
    space |= {"loop": lambda function: function, "_warm": [], "copy_state": _copy_state}
    space |= {"new_ints": _new_ints, "new_table": _new_table, "evaluate": game.evaluate}
    space["must_act"] = game.must_act
    space["weigh"] = game.weigh or (lambda s, _w, seat: game.evaluate(s, seat))
    space["state_key"] = _state_key if game.state_key is None else _own_state_key(game)
    for file in read_loop_files(_paths(loops)):
        exec(compile(pasted(file), str(file.path), "exec"), space)  # noqa: S102
    return module


# The functions that loops use in addition to the game's, as plain Python.


def _copy_state(states: list[State], to: int, source: int) -> None:
    states[to] = states[source].copy()


def _new_ints(n: int) -> list[int]:
    return [0] * n


def _new_table(n: int, m: int) -> list[list[int]]:
    return [[0] * m for _ in range(n)]


def _state_key(states: list[State], i: int) -> int:
    s = states[i]
    text = repr([getattr(s, name) for name in s._fields]).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little") >> 1


def _own_state_key(game: Game[Any]) -> Callable[[list[State], int], int]:
    own = game.state_key
    assert own is not None
    return lambda states, i: own(states[i])


def is_ready(game: Game[Any], loops: Loops = LOOPS) -> bool:
    """True if `warm` has run for these sources, so that loading compiles nothing."""
    return ready_check(game, loops)()


def ready_check(game: Game[Any], loops: Loops) -> Callable[[], bool]:
    """A function that says whether loops are ready, for asking often: it reads no source again."""
    files = read_loop_files(_paths(loops))
    plan = planned_loops(game, files)
    rules = planned_rules(game) if large_rules(game, files) else None

    def is_kept() -> bool:
        has_rules = rules is None or generated.is_kept(game, rules)
        return has_rules and generated.is_kept(game, plan, is_ready=True)

    return is_kept


def warm(game: Game[Any], loops: Loops = LOOPS, tell: Tell | None = None) -> None:
    """Compile the loops by calling the `warm` of each loop file, and mark the cache as ready.

    `tell` is called with the number of functions done, and roughly their total.
    """
    with _counting(game, loops, tell) if tell else nullcontext():
        for call in compiled(game, loops)._warm:
            call(game, _beginnings(game))
    generated.keep(game, planned_loops(game, read_loop_files(_paths(loops))), is_ready=True)


Tell = Callable[[int, int], None]

RULE_FORMS: Final = 1.15
LOOP_FORMS: Final = 1.7
"""The number of argument types that a function is compiled for, on average (measured)."""


@contextmanager
def _counting(game: Game[Any], loops: Loops, tell: Tell) -> Iterator[None]:
    """Call `tell` after each function that is compiled."""
    from numba.core.event import Listener, install_listener

    every = _count_forms(game, loops)

    class Count(Listener):  # type: ignore[misc]
        done = 0

        def on_start(self, _event: Any) -> None:
            pass

        def on_end(self, _event: Any) -> None:
            self.done += 1
            tell(min(self.done, every - 1), every)

    with install_listener("numba:compile", Count()):
        yield
    tell(every, every)


def _count_forms(game: Game[Any], loops: Loops) -> int:
    files = read_loop_files(_paths(loops))
    count = LOOP_FORMS * sum(len(file.calls) for file in files)
    if not any(key.game == id(game) and key.is_compiled for key in _loaded):
        # Otherwise another module has already compiled the rules.
        count += RULE_FORMS * len(rules_in(source_files(game, files)))
    return round(count)


def warm_command(address: str, *loops: Loops, niceness: int = 0) -> list[str]:
    """The command that warms the cache of the game at `<module>[:NAME]` in another process.

    Several loop files are compiled one after the other, each on its own.
    """
    words = [sys.executable, "-m", "honjin.core.jit.compiled", "--nice", str(niceness), address]
    return words + [str(path) for given in loops or (LOOPS,) for path in _paths(given)]


# ---- states in records


def batch(
    game: Game[Any], first: State, *more: State, spare: int = 0
) -> np.ndarray[Any, Any]:  # fmt: skip
    """An array of records: the given states, then `spare` copies of the first.

    All have the same parameters, which `copy_state` does not copy.
    """
    import numpy as np

    records = np.zeros(1 + len(more), game.state.dtype())
    for record, state in zip(records, (first, *more), strict=True):
        state.write_record(record)
    return records.take([*range(len(records)), *[0] * spare])


def ints(values: Iterable[int]) -> np.ndarray[Any, Any]:
    """A list of ints in the form that compiled loops take."""
    import numpy as np

    return np.array(list(values), np.int64)


def zeros(n: int) -> np.ndarray[Any, Any]:
    """A list of n zeros in the form that compiled loops take."""
    return ints([0] * n)


# ---- the everyday loops


class Playouts(NamedTuple):
    """The results of random games: actions in total, ends by reason, sum of returns per seat."""

    games: int
    actions: int
    reasons: tuple[int, ...]
    sums: tuple[int, ...]


def perft(game: Game[Any], state: State, depth: int, *, interpreted: bool = False) -> int:
    """The number of sequences of `depth` seat actions from a state.

    Every outcome of a chance turn in between counts; a game that is over earlier has none.
    """
    levels = game.longest if game.has_chance else min(depth, game.longest)
    module, states = _joined(game, (state,), levels, plain=interpreted)
    return int(module.perft(states, depth, levels))


def playouts(
    game: Game[Any], state: State, seats: int, count: int, seed: int, *, interpreted: bool = False
) -> Playouts:
    """Play a state at random to the end, many times; both ways give the same numbers."""
    module, states = _joined(game, (state,), 1, plain=interpreted)
    make: Callable[[Iterable[int]], Any] = list if interpreted else ints
    reasons, sums = make([0] * len(game.reasons)), make([0] * seats)
    actions = module.playouts(states, count, make(seeded(seed)), reasons, sums, seats)
    if actions < 0:
        raise AssertionError(f"a random game of {game.key} took more than {game.longest} actions")
    return Playouts(count, int(actions), tuple(map(int, reasons)), tuple(map(int, sums)))


def _joined(
    game: Game[Any], states: tuple[State, ...], spare: int, *, plain: bool
) -> tuple[ModuleType, Any]:
    if plain:
        copies = [state.copy() for state in states]
        return interpreted(game), copies + [copies[0]] * spare
    return compiled(game), batch(game, *states, spare=spare)


def _beginnings(game: Game[Any]) -> tuple[State, ...]:
    given = [preset.options for preset in game.presets] or [{}]
    return tuple(game.setup(game.read_options(options)) for options in given)


# ---- python -m honjin.core.jit.compiled


def main(arguments: Sequence[str] | None = None) -> None:
    """Warm the cache of one game."""
    parser = argparse.ArgumentParser("python -m honjin.core.jit.compiled", description=main.__doc__)
    parser.add_argument("game", help="<module>[:NAME], such as honjin.games.rokumon.game")
    parser.add_argument("loops", nargs="*", help="loop files (default: those of the core)")
    parser.add_argument("--nice", type=int, default=0, help="how much to lower the priority")
    given = parser.parse_args(arguments)
    if given.nice and hasattr(os, "nice"):
        os.nice(given.nice)
    game = load_game(given.game)
    for number, loops in enumerate(given.loops or [LOOPS]):
        with compile_lock(game.key, ready_check(game, loops)):
            warm(game, loops, partial(_print_progress, number))


def _print_progress(number: int, done: int, every: int) -> None:
    # The reader may have gone; finish the work anyway.
    with suppress(OSError):
        print(number, done, every, flush=True)


if __name__ == "__main__":
    end_with_parent()
    # Import the module under its own name, so that loops find the same one.
    import_module("honjin.core.jit.compiled").main()
