"""Solved values checked by searches without tables: minimax, and the search for proofs.

    python -m bench.solve.slow_search [--act 3] [--deal gggjjjj] [--positions 5000] [--plies 3]
                                      [--proofs 0] [--tables FOLDER] [--seed 1]

Positions are drawn uniformly from the table. Minimax of `--plies` plies must find the table's
value, exact to the ply, where it is decided by then, and nothing where it is not. In `--proofs` of
the positions the search for forced wins must prove a win for the side that wins by the table, and
for neither in a draw. These searches share only the rules with the table. The program exits at the
first difference.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

from bench.asking import ROKUMON as GAME
from bench.asking import drawn_from, solved
from bench.common import arguments

from honjin.core.jit.compiled import batch, compiled
from honjin.solver import Value, default_folder
from honjin.solver.proof.search import Attempt, Search
from honjin.solver.retrograde.graph import late_reasons, short_states
from honjin.solver.tables.plans import index_of

LOOPS = Path(__file__).with_name("minimax_loop.py")


def look_ahead(module: Any, s: Any, plies: int, late: int) -> Value | None:
    """The value by minimax; None if it is not decided within the given plies."""
    rank = int(module.look_ahead(batch(GAME, s, spare=plies + 1), plies, late))
    if rank == 0:
        return None
    return Value(1, 256 - rank) if rank > 0 else Value(-1, 256 + rank)


def compare_minimax(asked: list[tuple[Any, Value]], plies: int, late: int) -> int:
    """The number of positions decided within the plies; exits at the first difference."""
    module, short = compiled(GAME, LOOPS), 0
    for s, value in asked:
        expected = value if 0 < value.plies <= plies else None
        got = look_ahead(module, s, plies, late)
        short += expected is not None
        if expected != got:
            sys.exit(f"{GAME.notation.write_position(s)}: table {value}, minimax {got}")
    return short


def compare_proofs(asked: list[tuple[Any, Value]], case: Any) -> int:
    """The number of positions that red wins; exits at the first difference."""
    searches = [Search(GAME, case, Attempt(attacker, defers=False), bits=22) for attacker in (0, 1)]
    red = 0
    for s, value in asked:
        exact = value.result * (1 - 2 * s.turn)
        proved = []
        for search in searches:
            search.begin(short_states(GAME, s, 1)[0])
            proved.append(search.run(1 << 40))
        if proved != [exact > 0, exact < 0]:
            sys.exit(f"{GAME.notation.write_position(s)}: table {value}, proved {proved}")
        red += exact > 0
    return red


def main() -> None:
    given = arguments(
        __doc__,
        act="3",
        deal="gggjjjj",
        positions=5000,
        plies=3,
        proofs=0,
        tables=default_folder(),
        seed=1,
    )
    options, tables = solved(given.act, given.deal, given.tables)
    case = index_of(GAME).case(GAME.setup(options))
    met = drawn_from(tables, options, random.Random(given.seed))
    asked = list(islice(met, given.positions))
    begun = time.process_time()
    short = compare_minimax(asked, given.plies, late_reasons(GAME, case.late))
    print(
        f"act {given.act}, {given.deal}: {len(asked):,} positions, {short:,} of them decided in "
        f"{given.plies} plies: minimax agrees on all ({time.process_time() - begun:.0f} s)"
    )
    if given.proofs:
        begun = time.process_time()
        red = compare_proofs(asked[: given.proofs], case)
        print(
            f"{min(given.proofs, len(asked)):,} of them, {red:,} won by red: proofs agree on all "
            f"({time.process_time() - begun:.0f} s)"
        )


if __name__ == "__main__":
    main()
