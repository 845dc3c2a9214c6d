"""Random games of Japanese Swords with every kind of option: none is stuck, none is endless.

    python bench/swords/random_games.py [--games 100000] [--seed 1]

One thread, compiled. Options are drawn anew for every 25 games: seats, map (designed, drawn, laid),
trade and all switches. One set in five has trade, and then 10 rounds, since random traders take
thousands of actions. A game with more actions than the game declares ends the run with its options
and seed; so does one where somebody is to act and can do nothing, or nobody is awaited.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from honjin.core.jit.compiled import batch, compiled, ints, zeros
from honjin.core.jit.rng import seeded
from honjin.core.options import Option
from honjin.games.swords.game import GAME

LOOPS = Path(__file__).with_name("random_loop.py")
WRONG = {-1: f"more than {GAME.longest} actions", -2: "stuck"}

TOGETHER = 25
TRADERS = 0.2


class Group(NamedTuple):
    """What is counted together."""

    seats: str
    trade: bool


class Told:
    """What came of a group's games."""

    def __init__(self) -> None:
        self.actions: list[int] = []
        self.ends: Counter[str] = Counter()


def drawn(chosen: random.Random) -> dict[str, str | bool]:
    """Options of any kind."""
    given = {option.key: value_of(option, chosen) for option in GAME.options}
    if chosen.random() < TRADERS:
        given |= {"trade": chosen.choice(("full", "goods")), "max_rounds": "10"}
    else:
        given["trade"] = "off"
    fits = {option.key for option in GAME.options if is_asked(option, given)}
    return {key: value for key, value in given.items() if key in fits}


def value_of(option: Option, chosen: random.Random) -> str | bool:
    """A value of an option; maps by lot or the designed one."""
    if option.key == "map":
        return chosen.choice(("designed", f"drawn:{chosen.randrange(10_000)}"))
    if option.values:
        return chosen.choice(option.values)
    return chosen.random() < 0.5


def is_asked(option: Option, given: dict[str, str | bool]) -> bool:
    """Whether an option matters beside the others."""
    return option.when is None or given[option.when[0]] in option.when[1]


def play(given: dict[str, str | bool], seed: int, told: Told) -> None:
    """Some games with these options."""
    options = GAME.read_options(given)
    states, rng = batch(GAME, GAME.setup(options), spare=1), ints(seeded(seed))
    out, weights, reason = zeros(GAME.max_actions), zeros(GAME.max_actions), zeros(1)
    one_game = compiled(GAME, LOOPS).one_game
    for _ in range(TOGETHER):
        actions = int(one_game(states, rng, out, weights, reason))
        if actions < 0:
            sys.exit(f"{WRONG[actions]}: seed {seed}, options {given}")
        told.actions.append(actions)
        told.ends[GAME.reasons[int(reason[0])]] += 1


def report(group: Group, told: Told) -> str:
    """One line of the table."""
    lengths = sorted(told.actions)
    ends = ", ".join(f"{key} {n / len(lengths):.1%}" for key, n in told.ends.most_common())
    return (
        f"{group.seats} clans, trade {'on' if group.trade else 'off'}: {len(lengths):,} games, "
        f"median {statistics.median(lengths):,.0f}, 99 % {lengths[len(lengths) * 99 // 100]:,}, "
        f"most {lengths[-1]:,}; {ends}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    groups: dict[Group, Told] = defaultdict(Told)
    begun = time.process_time()
    for number in range(asked.games // TOGETHER):
        seed = asked.seed * 1_000_000 + number
        given = drawn(random.Random(seed))
        play(given, seed, groups[Group(str(given["seats"]), given["trade"] != "off")])
    for group in sorted(groups):
        print(report(group, groups[group]))
    actions = sum(sum(told.actions) for told in groups.values())
    print(f"{actions:,} actions in {time.process_time() - begun:,.0f} s of the processor")


if __name__ == "__main__":
    main()
