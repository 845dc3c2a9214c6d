"""The cost and balance of random maps, and the time of the slowest query when a map is laid.

    python -m bench.swords.generator [--seeds 200] [--keep]

One thread; times are processor time. For each number of players and keeps: milliseconds per map
(median, 99 %, maximum), starts, unfairness, and how often the designed map had to replace a random
one.
`--keep` adds the result to bench/results/maps.jsonl.
"""

from __future__ import annotations

import statistics
from importlib import import_module

from bench.common import arguments, keep, timed

GENERATOR = import_module("honjin.games.swords.content.generator")
LAYING = import_module("honjin.games.swords.content.laying")


def drawn(players: int, keeps: int, seeds: int) -> dict[str, object]:
    """So many maps."""
    runs = [timed(lambda s=s: GENERATOR.draw_map(players, keeps, s)) for s in range(seeds)]
    times = sorted(spent for spent, _ in runs)
    unfair = [found.fairness.unfairness for _, found in runs]
    return {
        "players": players,
        "keeps": keeps,
        "ms": round(statistics.median(times), 1),
        "ms_99": round(times[len(times) * 99 // 100], 1),
        "ms_most": round(times[-1], 1),
        "starts": round(statistics.mean(found.starts for _, found in runs), 2),
        "starts_most": max(found.starts for _, found in runs),
        "unfairness": round(statistics.mean(unfair), 3),
        "designed": sum(found.is_designed for _, found in runs),
    }


def asked() -> dict[str, float]:
    """Milliseconds for the first of six fortresses on an empty board, interpreted."""
    out = [0] * 100
    return {
        shape: round(timed(lambda a=a: LAYING.list_fortresses([0] * 100, a, 6, out))[0], 1)
        for shape, a in (("squares", 0), ("hexes", 2))
    }


def main() -> None:
    """Measure and print."""
    given = arguments(__doc__, seeds=200)
    rows = [drawn(n, k, given.seeds) for n in GENERATOR.PLAYERS for k in GENERATOR.KEEPS]
    for row in rows:
        print("  ".join(f"{key} {value}" for key, value in row.items()))
    first = asked()
    print("first fortress of six, ms:", first)
    keep(given, "maps", {"seeds": given.seeds, "drawn": rows, "first_fortress_ms": first})


if __name__ == "__main__":
    main()
