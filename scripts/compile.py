"""Compile the rules that the tests run compiled, before the tests: one process per game.

    python scripts/compile.py        for the quick tests
    python scripts/compile.py all    for the slow tests as well

Compiled code is kept next to pytest's own cache, under a name derived from the contents of its
sources (`honjin.core.jit.sources.files`), so only games whose rules changed take any time.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
os.environ["HONJIN_CACHE"] = os.environ.get("HONJIN_CACHE") or str(
    ROOT / ".pytest_cache" / "d" / "honjin"
)
sys.path.insert(0, str(ROOT / "tests"))

from client import say  # noqa: E402
from large import LARGE  # noqa: E402

if TYPE_CHECKING:
    from honjin.core.game import Game

# The slowest to compile come first.
GAMES = (
    "honjin.games.swords.game",
    "honjin.games.summits.game",
    "honjin.games.rokumon.game",
    "honjin.games.akiwado.game",
    "honjin.games.akebono.game",
    "madeup.game",
    "bots.tiny:RACE",
    "bots.tiny:CROSSES",
    "bots.ring:RING",
    "bots.kuhn:KUHN",
    "solver.maze:MAZE",
)

SOLVED: dict[str, dict[str, str]] = {"rokumon": {"act": "1", "deal": "gggjjj"}, "maze": {}}
"""The options of games that the tests solve."""


def main(tier: str = "quick") -> None:
    """Compile what is not compiled yet, with as many games at a time as there are cores."""
    # Processes are spawned, since a fork would inherit locks of threads that it does not have.
    with ProcessPoolExecutor(os.cpu_count() or 2, mp_context=get_context("spawn")) as pool:
        for task in as_completed([pool.submit(compile_game, address, tier) for address in GAMES]):
            name, seconds = task.result()
            if seconds is not None:
                say(f"compiled the rules of {name} ({seconds:.0f} s)")


def compile_game(address: str, tier: str) -> tuple[str, float | None]:
    """Compile a game's loops; return its key, and the seconds taken if there was work."""
    from honjin.core.game import load_game
    from honjin.core.jit.compiled import is_ready, warm

    game, begun = load_game(address), time.monotonic()
    wanted = loops_of(game) + (slow_loops_of(game) if tier == "all" else [])
    waiting = [loops for loops in wanted if not is_ready(game, loops)]
    for loops in waiting:
        warm(game, loops)
    if waiting and game.key in SOLVED:
        _solve(game)
    return game.key, time.monotonic() - begun if waiting else None


def _solve(game: Game[Any]) -> None:
    """Solve a small game, since the argument types of the solver's loops depend on its plan."""
    from honjin.solver import check, solve

    options = game.read_options(SOLVED[game.key])
    with tempfile.TemporaryDirectory() as folder:
        solve(game, options, Path(folder))
        check(game, options, Path(folder))


def loops_of(game: Game[Any]) -> list[Path | tuple[Path, ...]]:
    """The loops that the quick tests run compiled: most of them only for small games."""
    from honjin.bots import greedy
    from honjin.bots.alphabeta import bot as alphabeta
    from honjin.bots.mcts import bot as mcts
    from honjin.core.jit.compiled import ARRAY_LOOPS, LOOPS
    from honjin.envs.engine.engine import LOOPS as ENGINE
    from honjin.envs.engine.team import LOOPS as TEAM
    from honjin.solver.proof import loops as proofs
    from honjin.solver.retrograde import graph

    shown = [LOOPS, ARRAY_LOOPS, ENGINE]
    more: dict[str, list[Path | tuple[Path, ...]]] = {
        "rokumon": [
            *shown,
            TEAM,
            greedy.LOOPS,
            alphabeta.LOOPS,
            mcts.LOOPS,
            graph.LOOPS,
            proofs.CHECK,
        ],
        "madeup": [*shown, greedy.LOOPS, mcts.LOOPS],
        "crosses": [alphabeta.LOOPS],
        "maze": [graph.LOOPS, proofs.SEARCH],
        "race": [],
        "ring": [],
        "kuhn": [],
        **{key: [] for key in LARGE},
        "akebono": [LOOPS],  # values of puzzles are enumerated
    }
    return more.get(game.key, [LOOPS] if game.encode is None else shown)


def slow_loops_of(game: Game[Any]) -> list[Path | tuple[Path, ...]]:
    """The loops that only slow tests run compiled."""
    from honjin.bots import greedy
    from honjin.bots.alphabeta import bot as alphabeta
    from honjin.bots.mcts import bot as mcts
    from honjin.bots.net import guided
    from honjin.bots.patterns import bot as patterns
    from honjin.core.jit.compiled import ARRAY_LOOPS, LOOPS
    from honjin.envs.engine.engine import LOOPS as ENGINE
    from honjin.solver.proof import loops as proofs
    from honjin.train.patterns import playing as teach

    more: dict[str, list[Path | tuple[Path, ...]]] = {
        "rokumon": [proofs.SEARCH, guided.LOOPS, patterns.LOOPS, teach.LOOPS],
        "akiwado": [greedy.LOOPS, guided.LOOPS],
        "madeup": [guided.LOOPS],
        "race": [alphabeta.LOOPS],
        "ring": [alphabeta.LOOPS],
        "kuhn": [mcts.LOOPS],
        **{key: [LOOPS, ARRAY_LOOPS, ENGINE] for key in LARGE},
    }
    return more.get(game.key, [])


if __name__ == "__main__":
    main(*sys.argv[1:])
