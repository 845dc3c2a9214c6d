"""The value of every deal of the Epilogue, by minimax from the start: one line per class of deals.

    python -m bench.solve.epilogue [--plies 11] [--out FILE] [--tables FOLDER]

The Automa has no choices, so there are few games to search. Each class of equivalent deals is
searched once, one ply deeper each time until it is decided. An interrupted run resumes: existing
lines are kept. If the folder has a table of the deal, it must agree.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from bench.common import ROOT, arguments
from bench.solve.slow_search import GAME, LOOPS, look_ahead

from honjin.core.jit.compiled import compiled
from honjin.solver import NotSolved, Tables, Value, default_folder, plans_for
from honjin.solver.retrograde.graph import late_reasons
from honjin.solver.tables.value import text_for

ACT = "epilogue"
LATE = late_reasons(GAME, ("end.submission",))


def value_of(deal: str, most: int) -> Value | None:
    """The winner from the start; None if it is not decided within the given plies."""
    start = GAME.setup(GAME.read_options({"act": ACT, "deal": deal}))
    found = None
    for plies in range(1, most + 1):
        found = found or look_ahead(compiled(GAME, LOOPS), start, plies, LATE)
    return found


def known(path: Path) -> dict[str, str]:
    """The lines written so far."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return dict(line.split(",", 1) for line in lines[1:] if line.count(",") == 1)


def main() -> None:
    given = arguments(
        __doc__,
        plies=11,
        out=ROOT / "tests" / "solver" / "epilogue.csv",
        tables=default_folder(),
    )
    found, tables = known(given.out), Tables.open(GAME, given.tables)
    deals = [str(case["deal"]) for case in plans_for(GAME, GAME.read_options({"act": ACT}))]
    begun, compared = time.process_time(), 0
    with given.out.open("a", encoding="utf-8") as file:
        if not found:
            file.write("deal,value\n")
        for deal in deals:
            if deal not in found:
                value = value_of(deal, given.plies)
                text = text_for(value, 0, ("red", "black")) if value else "open"
                found[deal] = text
                file.write(f"{deal},{text}\n")
                file.flush()
            compared += agrees(tables, deal, found[deal])
    spent = time.process_time() - begun
    print(f"{len(found)} deals, {compared} of them with a table that agrees ({spent:.0f} s)")
    for text in sorted(set(found.values())):
        print(f"{list(found.values()).count(text):4} {text}")


def agrees(tables: Tables, deal: str, text: str) -> bool:
    """True if there is a table of the deal; exits if it disagrees."""
    start = GAME.setup(GAME.read_options({"act": ACT, "deal": deal}))
    try:
        exact = tables.value(start).text
    except NotSolved:
        return False
    if exact != text:
        sys.exit(f"{deal}: minimax says {text}, the table {exact}")
    return True


if __name__ == "__main__":
    main()
