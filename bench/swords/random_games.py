"""Random games of Japanese Swords with all kinds of options: none gets stuck, none is endless.

    python -m bench.swords.random_games [--games 100000] [--seed 1]

One thread, compiled. New options are drawn for every 25 games: seats, map (designed, drawn, laid),
trade and all switches. One set out of five has trade, and then 10 rounds, since random traders take
thousands of actions. The run ends, printing options and seed, if a game has more actions than the
rules declare, if a seat is to act but has no legal action, or if no seat must act.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from bench.common import arguments

from honjin.core.jit.compiled import batch, compiled, ints, zeros
from honjin.core.jit.rng import seeded
from honjin.core.options import Option
from honjin.games.swords.game import GAME

LOOPS = Path(__file__).with_name("random_loop.py")
WRONG = {-1: f"more than {GAME.longest} actions", -2: "stuck"}

TOGETHER = 25
TRADERS = 0.2


class Group(NamedTuple):
    """Games that are counted together."""

    seats: str
    trade: bool


class Counts:
    """The lengths and endings of a group's games."""

    def __init__(self) -> None:
        self.actions: list[int] = []
        self.ends: Counter[str] = Counter()


def drawn(chosen: random.Random) -> dict[str, str | bool]:
    """Random options of all kinds."""
    given = {option.key: value_of(option, chosen) for option in GAME.options}
    if chosen.random() < TRADERS:
        given |= {"trade": chosen.choice(("full", "goods")), "max_rounds": "10"}
    else:
        given["trade"] = "off"
    fits = {option.key for option in GAME.options if is_asked(option, given)}
    return {key: value for key, value in given.items() if key in fits}


def value_of(option: Option, chosen: random.Random) -> str | bool:
    """A random value of an option; for maps, the designed one or a random one."""
    if option.key == "map":
        return chosen.choice(("designed", f"drawn:{chosen.randrange(10_000)}"))
    if option.values:
        return chosen.choice(option.values)
    return chosen.random() < 0.5


def is_asked(option: Option, given: dict[str, str | bool]) -> bool:
    """True if an option applies, given the others."""
    return option.when is None or given[option.when[0]] in option.when[1]


def play(given: dict[str, str | bool], seed: int, counts: Counts) -> None:
    """Play and count some games with these options."""
    options = GAME.read_options(given)
    states, rng = batch(GAME, GAME.setup(options), spare=1), ints(seeded(seed))
    out, weights, reason = zeros(GAME.max_actions), zeros(GAME.max_actions), zeros(1)
    one_game = compiled(GAME, LOOPS).one_game
    for _ in range(TOGETHER):
        actions = int(one_game(states, rng, out, weights, reason))
        if actions < 0:
            sys.exit(f"{WRONG[actions]}: seed {seed}, options {given}")
        counts.actions.append(actions)
        counts.ends[GAME.reasons[int(reason[0])]] += 1


def report(group: Group, counts: Counts) -> str:
    """One line of the table."""
    lengths = sorted(counts.actions)
    ends = ", ".join(f"{key} {n / len(lengths):.1%}" for key, n in counts.ends.most_common())
    return (
        f"{group.seats} clans, trade {'on' if group.trade else 'off'}: {len(lengths):,} games, "
        f"median {statistics.median(lengths):,.0f}, 99 % {lengths[len(lengths) * 99 // 100]:,}, "
        f"most {lengths[-1]:,}; {ends}"
    )


def main() -> None:
    asked = arguments(__doc__, games=100_000, seed=1)
    groups: dict[Group, Counts] = defaultdict(Counts)
    begun = time.process_time()
    for number in range(asked.games // TOGETHER):
        seed = asked.seed * 1_000_000 + number
        given = drawn(random.Random(seed))
        play(given, seed, groups[Group(str(given["seats"]), given["trade"] != "off")])
    for group in sorted(groups):
        print(report(group, groups[group]))
    actions = sum(sum(counts.actions) for counts in groups.values())
    print(f"{actions:,} actions in {time.process_time() - begun:,.0f} s of processor time")


if __name__ == "__main__":
    main()
