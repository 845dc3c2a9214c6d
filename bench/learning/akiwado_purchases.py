"""Fit what coins can buy in Akiwado to who ended ahead of whom.

    honjin arena akiwado --seats 3 --bots mcts:400:select=ucb:prior=0:c=1:learned=1,… --out games
    python -m bench.learning.akiwado_purchases games/games.jsonl before.json fitted.json

A logistic regression for each number of turns to come, with all parts of the estimate, on every two
merchants whenever a turn begins, a split is to be judged, declarations begin, or bids do. Three of
four games are learned from; the losses printed are those of the fourth. What it finds for `reach`
and `means` replaces these weights of the file; the others stay, which games and not predictions
have found. Needs the extra `lab`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss

from honjin.bots.weighed.files import read_weights, weights_bytes
from honjin.core.play import Play
from honjin.core.record import Record, read_entry
from honjin.core.seats import CHANCE
from honjin.games import load
from honjin.games.akiwado.ai import weights as table
from honjin.games.akiwado.ai.evaluation import turns_to_come, value_of
from honjin.games.akiwado.rules.scoring import rank_key
from honjin.games.akiwado.rules.state import BID, CALL, DECLARE, ROLL, Akiwado

GAME: Final = load("akiwado")
PARTS: Final = {
    "score": table.SCORE, "card": table.CARD, "custom": table.CUSTOM, "pair": table.PAIR,
    "single": table.SINGLE, "gain": table.GAIN, "coin": table.COIN,
    "reach": table.REACH, "means": table.MEANS,
}  # fmt: skip
ONCE: Final = {"last_coin": table.LAST_COIN, "tile": table.TILE, "turn": table.TURN}
NEW: Final = ("reach", "means")
NAMES: Final = (*PARTS, *ONCE)
UNIT: Final = 12_800
"""A weight so large that the rounding of a part does not matter."""
HELD_OUT: Final = 4


class Pairs(NamedTuple):
    """Pairs of merchants: how much more of each part one has, turns to come, who ended ahead."""

    more: NDArray[np.float64]
    turns: NDArray[np.int64]
    ahead: NDArray[np.int64]
    games: NDArray[np.int64]


def unit(number: int) -> list[int]:
    """Weights by which only one part counts."""
    found = [0] * len(table.USUAL)
    for kept in (table.LIKELY, table.PLENTY):
        found[kept] = table.USUAL[kept]
    found[number] = UNIT
    return found


UNITS: Final = [
    [unit(first + turns) for first in PARTS.values()] + [unit(one) for one in ONCE.values()]
    for turns in range(table.FARTHEST + 1)
]


def parts_of(s: Akiwado, turns: int) -> list[list[float]]:
    """How much each seat has of each part, in units of its weight."""
    return [[value_of(s, w, seat, turns) / UNIT for w in UNITS[turns]] for seat in range(s.seats)]


def positions(record: Record) -> Iterator[Akiwado]:
    """The positions of a game that are learned from, and the last one."""
    play = Play(GAME, GAME.options_under(record.rules, record.options))
    before = None
    for entry in record.actions:
        s = play.state
        now = (s.turns, s.again, s.phase)
        if now != before and s.phase in (ROLL, CALL, DECLARE, BID):
            yield s
        before = now
        seat, text = read_entry(entry)
        if seat == CHANCE:
            play.chance(GAME.read_action(s, CHANCE, text))
        else:
            play.act_text(seat, text)
    yield play.state


def rows(game: int, record: Record) -> Iterator[tuple[list[float], int, int, int]]:
    """The pairs of a game: the difference in parts, turns, the order at the end, the game."""
    seen = []
    for s in positions(record):
        turns = turns_to_come(s)
        seen.append((turns, parts_of(s, turns)))
    keys = [rank_key(s, seat) for seat in range(s.seats)]
    for turns, parts in seen[:-1]:
        for one in range(s.seats):
            for other in range(one):
                if keys[one] != keys[other]:
                    more = [a - b for a, b in zip(parts[one], parts[other], strict=True)]
                    yield more, turns, int(keys[one] > keys[other]), game


def pairs(path: Path) -> Pairs:
    """All pairs of the games in an arena's file."""
    found: list[Any] = []
    with path.open() as lines:
        for game, line in enumerate(lines):
            found += rows(game, msgspec.json.decode(line, type=Record, strict=False))
            if sys.stderr.isatty():
                print(f"\r{game + 1} games", end="", file=sys.stderr)
    return Pairs(*(np.array(column) for column in zip(*found, strict=True)))


def fit(seen: Pairs, turns: int) -> tuple[NDArray[np.float64], float, float]:
    """The weights of all parts in log odds, and the losses with and without the new ones."""
    here = seen.turns == turns
    learned, held = here & (seen.games % HELD_OUT > 0), here & (seen.games % HELD_OUT == 0)
    found = []
    for columns in (slice(None), [n for n, name in enumerate(NAMES) if name not in NEW]):
        more = seen.more[:, columns]
        scale = more[learned].std(0) + 1e-9
        model = LogisticRegression(fit_intercept=False, C=10, max_iter=1000)
        model.fit(more[learned] / scale, seen.ahead[learned])
        odds = model.predict_proba(more[held] / scale)[:, 1]
        found.append((model.coef_[0] / scale, log_loss(seen.ahead[held], odds)))
    return found[0][0], found[0][1], found[1][1]


def main() -> None:
    """Fit, print, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path, help="games.jsonl of an arena")
    parser.add_argument("start", type=Path, help="weights to begin with")
    parser.add_argument("out", type=Path, help="where the weights are written")
    given = parser.parse_args()
    seen, start = pairs(given.games), read_weights(given.start)
    weights = dict(start.weights)
    for turns in range(1, table.FARTHEST + 1):
        found, loss, without = fit(seen, turns)
        print(f"{turns} turns to come: loss {loss:.4f}, without the new parts {without:.4f}")
        for name, weight in zip(NAMES, found, strict=True):
            print(f"    {name:10}{1000 * weight:8.0f}")
            if name in NEW:
                weights[f"{name}.{turns}"] = float(max(0, round(1000 * weight)))
    given.out.write_bytes(weights_bytes(msgspec.structs.replace(start, weights=weights)))


if __name__ == "__main__":
    main()
