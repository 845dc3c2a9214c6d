"""What an early end of a search saves, and how often the choice is that of the whole search.

    python -m bench.search.early [--games rokumon ...] [--positions 40] [--seed 1] [--keep]

Positions come from games between bots of the second level, first preset: some of the decisions with
more than one choice, at most four of a game. At each, the search of the highest level runs once for
its whole time, alone in this process, and notes now and then how its root stands. From that follows
when it would have ended early, and with which choice, for several values of `PURSUIT` (tree search)
or `PART` (alpha-beta); `again` is a second search of the whole time, with other random numbers.

A line for each game and value: `saved` is the mean share of the time that is not used, `ended` the
share of searches that end early, `same` the share with the choice of the whole search, `again` the
share in which the second whole search has that choice. Besides, over all decisions of these games:
`forced`, the share with a single legal action, and `public`, the share in which a table lets a
search end early (`honjin.server.tables.bots.tells`).

Where choices are drawn, `same` compares the most visited actions.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from bench.common import arguments, tell

from honjin.bots import AlphaBetaBot, MctsBot, Player, SearchHandle, SearchRequest, ask
from honjin.bots.alphabeta import bot as alphabeta
from honjin.bots.mcts import early
from honjin.bots.players import find_player
from honjin.core.game import Game
from honjin.core.jit.compiled import compiled
from honjin.core.play import Play
from honjin.games import keys, load
from honjin.server.tables.bots.tells import is_public

SHARES: Final = (1.0, 0.5, 0.25, 0.1)
EACH: Final = 4
"""Positions of one game at most."""

RARE: Final = 0.1
"""The share of decisions that become positions."""

LOOK: Final = 0.02


class Note(NamedTuple):
    """How a search stood: seconds, simulations or nodes, its choice, and the root's weights."""

    spent: float
    done: int
    choice: int
    weights: Sequence[float] = ()


class Count:
    """Counts decisions, those with one legal action, and those that are public."""

    def __init__(self) -> None:
        self.all = self.forced = self.public = 0

    def add(self, play: Play, seat: int) -> None:
        self.all += 1
        self.forced += len(play.legal(seat)) == 1
        self.public += is_public(play.game, play.state, seat)


def positions(game: Game[Any], most: int, seed: int, count: Count) -> Iterator[tuple[Play, int]]:
    """Yield positions of games between quick bots, each with the seat that decides."""
    options = game.presets[0].options if game.presets else {}
    while most > 0:
        rng, play, taken = random.Random(seed), Play(game, options), 0
        player = find_player(game, play.options, "samurai")
        seed += 1
        play.run_chance(rng.randrange)
        while play.result() is None:
            seat = rng.choice(play.must_act())
            count.add(play, seat)
            if taken < min(EACH, most) and len(play.legal(seat)) > 1 and rng.random() < RARE:
                taken += 1
                yield play.at(len(play.steps)), seat
            play.push(seat, ask(player.bot, play, seat, rng, player.budget).action)
            play.run_chance(rng.randrange)
        most -= taken


def request(play: Play, seat: int, player: Player, seed: int) -> SearchRequest:
    seen = play.game.seen_by(play.state, seat)
    if play.game.must_act(seen) >> seat & 1:
        play.game.prune_optional(seen)
    return SearchRequest(
        play.game, seen, seat, play.seats, random.Random(seed), player.budget, SearchHandle(),
        may_end_early=True,
    )  # fmt: skip


# ---- tree search


def tree_notes(bot: MctsBot, task: SearchRequest) -> list[Note]:
    """Notes of a search of its whole time."""
    search, notes, chunk = bot.begin(task), list[Note](), 4
    by_strategy = bot.regrets(task.game)
    began = time.monotonic()
    while (now := time.monotonic()) - began < task.budget.seconds:
        search.go_on(chunk)
        after = time.monotonic()
        chunk = max(1, min(4 * chunk, int(chunk * LOOK / max(after - now, 1e-6))))
        choice = max(search.result(began).stats, key=lambda one: one.visits).action
        weights = search.weights(by_strategy=by_strategy)
        notes.append(Note(after - began, search.done, choice, weights))
    return notes


def tree_end(bot: MctsBot, task: SearchRequest, notes: Sequence[Note], share: float) -> Note:
    """The note at which the search would have ended."""
    early.PURSUIT = share  # type: ignore[misc]
    checked = early.EarlyEnd(task, bot.floor(task))
    for note in notes:
        if note.weights and checked.is_settled(note.weights, note.done, note.spent):
            return note
    return notes[-1]


# ---- alpha-beta


def depth_notes(bot: AlphaBetaBot, task: SearchRequest) -> list[Note]:
    """Notes at the end of each depth, and at the end of the time."""
    game, notes, chunk = task.game, list[Note](), alphabeta.FEW_NODES
    search = alphabeta.Search(game, bot.module(game), task.observation, task.seat, bits=bot.table)
    search.shuffle_equals(task.rng)
    began = time.monotonic()
    while search.depth < bot.depth:
        search.begin_depth()
        is_done = False
        while not is_done and (now := time.monotonic()) - began < task.budget.seconds:
            is_done = search.go_on(chunk)
            chunk = alphabeta.next_chunk(chunk, time.monotonic() - now)
        if search.best != alphabeta.NONE:
            search.put_first(search.best)
        notes.append(Note(time.monotonic() - began, search.nodes, search.choices()[0]))
        if not is_done or search.is_settled:
            break
    return notes


def depth_end(task: SearchRequest, notes: Sequence[Note], share: float) -> Note:
    """The note at which the search would have ended."""
    for n, note in enumerate(notes[:-1], 1):
        more = share * alphabeta.next_depth([one.done for one in notes[:n]])
        if note.spent * (note.done + more) > task.budget.seconds * note.done:
            return note
    return notes[-1]


# ---- all


def measured(game: Game[Any], most: int, seed: int) -> Iterator[dict[str, Any]]:
    """The lines of a game."""
    count, ends = Count(), {share: list[tuple[float, bool, bool]]() for share in SHARES}
    again = []
    for n, (play, seat) in enumerate(positions(game, most, seed, count)):
        player = find_player(game, play.options, "shogun")
        bot, tasks = player.bot, [request(play, seat, player, 2 * n + k) for k in range(2)]
        if isinstance(bot, AlphaBetaBot):
            notes, others = (depth_notes(bot, task) for task in tasks)
        else:
            assert isinstance(bot, MctsBot)
            notes, others = (tree_notes(bot, task) for task in tasks)
        again.append(others[-1].choice == notes[-1].choice)
        for share in SHARES:
            end = (
                depth_end(tasks[0], notes, share) if isinstance(bot, AlphaBetaBot)
                else tree_end(bot, tasks[0], notes, share)
            )  # fmt: skip
            saved = 1 - end.spent / max(notes[-1].spent, end.spent)
            ends[share].append((saved, end is not notes[-1], end.choice == notes[-1].choice))
    for share, found in ends.items():
        yield {
            "game": game.key,
            "share": share,
            "positions": len(found),
            "saved": _mean([one[0] for one in found]),
            "ended": _mean([one[1] for one in found]),
            "same": _mean([one[2] for one in found]),
            "again": _mean(again),
            "forced": round(count.forced / count.all, 3),
            "public": round(count.public / count.all, 3),
            "load1": round(os.getloadavg()[0], 1),
        }


def _mean(found: Sequence[float]) -> float:
    return round(sum(found) / len(found), 3)


def main() -> None:
    given = arguments(__doc__, games=(*keys(),), positions=40, seed=1)
    for key in given.games:
        game = load(key)
        player = find_player(game, game.read_options({}), "shogun")
        compiled(game, player.bot.loops)  # type: ignore[attr-defined]
        for line in measured(game, given.positions, given.seed):
            tell(given, "early", line)


if __name__ == "__main__":
    main()
