"""Games of alpha-beta against itself, and what they teach about patterns."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from honjin.bots.patterns.bot import PatternSearch
from honjin.bots.patterns.weights import PatternValue, blank
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.jit.compiled import compiled, interpreted, warm
from honjin.core.jit.rng import seeded
from honjin.core.play import Play
from honjin.core.seats import MAX_SEATS
from honjin.envs.setting import Setting, setting
from honjin.train.config import BadTraining
from honjin.train.patterns.config import PatternConfig
from honjin.train.patterns.teach_loop import (
    GAME,
    LOOK,
    MAX_SLOTS,
    NODES,
    OPENING,
    PLAN,
    ROWS,
    SIBLINGS,
    SLIPS,
    SPACES,
    STEPS,
    WALKS,
)

LOOPS: Final = Path(__file__).with_name("teach_loop.py")
MAX_DRAWS: Final = 10_000
"""The most deals that are drawn for a game, if all of them are to be left out."""
MAX_ROWS: Final = 10_000
"""The most rows of a game."""
BITS: Final = MAX_SLOTS.bit_length() - 1

Array = np.ndarray[Any, Any]


class Records(NamedTuple):
    """Room for one game: a row for each position."""

    plan: Array
    rng: Array
    out: Array
    odds: Array
    got: Array
    places: Array
    target: Array
    guess: Array


@dataclass(frozen=True)
class Rows:
    """Positions: each array has a row for each.

    places  the numbers of its patterns, -1 for none
    target  the first seat's expected result, from 0 to 1
    guess   the estimate by which the game was played, to the first seat
    game    the number of the game
    """

    places: Array
    target: Array
    guess: Array
    game: Array

    @staticmethod
    def joined(many: Sequence[Rows]) -> Rows:
        """All rows, in order."""
        names = Rows.__dataclass_fields__
        return Rows(*(np.concatenate([getattr(rows, name) for rows in many]) for name in names))

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.game)


class TeachSearch(PatternSearch):
    """A search with room for the game that it plays."""

    loops: ClassVar[Path] = LOOPS
    spaces: ClassVar[int] = SPACES


class Table:
    """A place to play one game after the other."""

    def __init__(self, chosen: Setting, config: PatternConfig, rules: str = "compiled") -> None:
        game = chosen.game
        if not game.patterns.count:
            raise BadTraining(f"{game.key} has no patterns to give weights to")
        self._setting, self._config = chosen, config
        start = first_position(chosen, config.without, random.Random(0))
        self.module = _module(game, rules)
        value = blank(game, chosen.options)
        self.search = TeachSearch(game, self.module, start, 0, value, bits=BITS)
        self.records = new_records(game, config, is_compiled=self.search.is_compiled)

    def play(self, value: PatternValue, seed: tuple[int, int, int]) -> Rows:
        """Play a game, which follows from the arguments.

        The seed is that of the run, the generation and the game's number.
        """
        luck = random.Random(str(seed))
        search, r = self.search, self.records
        start = first_position(self._setting, self._config.without, luck)
        if search.is_compiled:
            start.write_record(search.states[GAME])
        else:
            search.states[GAME] = start
        search.learn(search.control, value)
        r.plan[OPENING] = luck.randint(0, self._config.opening)
        r.rng[0] = seeded(luck.getrandbits(60))[0]
        self.module.play_game(search.states, search.frames, search.table, search.control, r)
        return rows_of(r, seed[-1])


def first_position(chosen: Setting, without: Sequence[str], luck: random.Random) -> Any:
    """A first position, not of a deal that is left out; BadTraining if none is found."""
    deal_of = _telling_deals(chosen.game) if without else None
    for _ in range(MAX_DRAWS):
        play = Play(chosen.game, chosen.options)
        play.run_chance(luck.randrange)
        if deal_of is None or deal_of(play.state) not in without:
            return play.state.copy()
    raise BadTraining(f"expected a deal that is played, but {MAX_DRAWS:,} draws gave none")


def must_have_deals(chosen: Setting, without: Sequence[str]) -> None:
    """Raise BadTraining unless the game has these deals, and one that is played."""
    for deal in without:
        try:
            chosen.game.read_options({**chosen.options, "deal": deal})
        except BadOption as problem:
            raise BadTraining(f"expected deals to leave out: {problem}") from None
        if not deal:
            raise BadTraining("expected deals to leave out, got an empty one")
    first_position(chosen, without, random.Random(0))


def _telling_deals(game: Game[Any]) -> Callable[[Any], Any]:
    """What tells the deal of a state."""
    options_of = game.index.options_of if game.index else None
    if options_of is None:
        raise BadTraining(f"the deals of {game.key} cannot be told apart")
    return lambda s: options_of(s).get("deal")


def _module(game: Game[Any], rules: str) -> ModuleType:
    if rules != "compiled":
        return interpreted(game, LOOPS)
    warm(game, LOOPS)
    return compiled(game, LOOPS)


def new_records(game: Game[Any], config: PatternConfig, *, is_compiled: bool = True) -> Any:
    """Records without a game: arrays, or lists for interpreted loops."""
    plan = [0] * PLAN
    plan[NODES], plan[LOOK] = config.nodes, config.look
    plan[OPENING], plan[SLIPS] = config.opening, round(1000 * config.slip)
    plan[WALKS], plan[STEPS], plan[SIBLINGS] = config.walks, config.steps, config.siblings
    whole = Records(
        np.array(plan, np.int64), np.ones(1, np.int64), np.zeros(game.max_actions, np.int64),
        np.zeros(game.max_actions, np.int64), np.zeros(MAX_SEATS, np.int64),
        np.zeros((MAX_ROWS, game.patterns.most), np.int32), np.zeros(MAX_ROWS, np.float32),
        np.zeros(MAX_ROWS, np.int64),
    )  # fmt: skip
    return whole if is_compiled else Records(*(held.tolist() for held in whole))


def rows_of(r: Any, number: int) -> Rows:
    """The rows of a game that was played."""
    count = int(r.plan[ROWS])
    return Rows(
        np.array(r.places[:count], np.int32).reshape(count, -1),
        np.array(r.target[:count], np.float32),
        np.array(r.guess[:count], np.int32),
        np.full(count, number, np.int32),
    )


def warm_up(game: Game[Any], module: ModuleType) -> None:
    """Compile every loop by a short game and a step of fitting, in a game that has patterns."""
    if not game.patterns.count:
        return
    preset = game.presets[0].key if game.presets else None
    chosen = setting(game, preset, {})
    config = PatternConfig(nodes=500, look=200, slip=1.0, walks=1)
    play = Play(game, chosen.options)
    play.run_chance(random.Random(0).randrange)
    start = play.state
    search = TeachSearch(game, module, start, 0, blank(game, chosen.options), bits=BITS)
    r = new_records(game, config)
    start.write_record(search.states[GAME])
    module.play_game(search.states, search.frames, search.table, search.control, r)
    weights = np.zeros(game.patterns.count, np.float32)
    rows, order = r.places[:1], np.zeros(1, np.int64)
    module.descend(weights, weights.copy() + 1, rows, r.target[:1], order, np.zeros(2, np.float32))
    module.expect_all(weights, rows, np.zeros(1, np.float32))
