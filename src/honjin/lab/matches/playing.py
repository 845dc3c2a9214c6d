"""One game between bots, and its line in the file.

Each random generator has one purpose and its own seed: the dice and draws of a round (the same for
all its games), each bot on each seat, and the order of seats that must act together or may act off
turn. So no bot can affect the random stream of another, and a game can be replayed from its line.
"""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from honjin.bots import OffTurn, Player, SearchResult, ask, fresh
from honjin.core.contract.search import nothing_off_turn
from honjin.core.game import Game
from honjin.core.parts.facts import Facts
from honjin.core.play import Play
from honjin.core.record import FORMAT
from honjin.lab.errors import BadArena
from honjin.lab.matches.entrants import find_entrant
from honjin.lab.matches.lineup import Seating

THE_GAME: Final = -1
"""The seat of a fault that is not a bot's: the rules raised, or the game does not end."""


Watch = Callable[[Play, int, SearchResult], None]
"""Called with a decision: the game before it, the seat, and the search result."""


def watch_nothing(play: Play, seat: int, result: SearchResult) -> None:
    """Do nothing: the default watcher."""


class Fault(msgspec.Struct, frozen=True):
    """Why a game could not continue: the seat, the error, and its traceback."""

    seat: int
    says: str
    traceback: str


class Match(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one game; lists are by seat, `seats` holds the numbers of the bots.

    `moves`, `seconds` and `slowest` are the number, sum and maximum of a bot's thinking times;
    `took` is the processor time of the game. A match with a fault has no result and no facts.
    """

    round: int
    place: int
    seed: int
    seats: tuple[int, ...]
    bots: tuple[str, ...]
    steps: int
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    reason: str = ""
    returns: tuple[int, ...] = ()
    fault: Fault | None = None
    facts: Facts | None = None
    took: float = 0.0


class Played(NamedTuple):
    """A match with the game itself."""

    match: Match
    play: Play

    def line(self) -> bytes:
        """One line: the record, as `honjin replay` reads it, together with the match."""
        record = {"honjin": FORMAT} | msgspec.to_builtins(self.play.record())
        return msgspec.json.encode(record | {"arena": self.match}) + b"\n"


class _Line(msgspec.Struct):
    arena: Match


def read_line(line: bytes) -> Match:
    """The match in a line; raises msgspec's error if it is not valid."""
    return msgspec.json.decode(line, type=_Line).arena


def match(
    game: Game[Any], bots: Sequence[str | Player], options: Mapping[str, object] | None = None,
    *, seed: int = 1,
) -> Played:  # fmt: skip
    """Play one game in this process, one bot per seat: `match(rokumon, ["greedy", "random"])`.

    A failing bot raises nothing here; the match has a fault.
    """
    play = Play(game, options)
    players = [
        find_entrant(game, play.options, bot) if isinstance(bot, str) else bot for bot in bots
    ]
    if len(players) != play.seats:
        raise BadArena(f"expected {play.seats} bots, one per seat, got {len(players)}")
    return play_seating(play, players, Seating(0, 0, tuple(range(play.seats))), seed)


def play_seating(
    play: Play, players: Sequence[Player], seating: Seating, seed: int, watch: Watch = watch_nothing
) -> Played:
    """Play a game from its set-up to its end; the seating refers to `players` by index.

    `watch` is called with every decision before it is carried out.
    """
    # What a bot has learned in another game must not affect this one.
    sitting = [_anew(players[number]) for number in seating.seats]
    course = _Course(play, sitting, seating, seed, watch)
    began = time.process_time()
    fault = course.run()
    took = time.process_time() - began
    result = None if fault else play.result()
    done = Match(
        round=seating.round,
        place=seating.place,
        seed=seed,
        seats=seating.seats,
        bots=tuple(player.name for player in sitting),
        steps=len(play.steps),
        moves=tuple(course.moves),
        seconds=tuple(round(spent, 6) for spent in course.seconds),
        slowest=tuple(round(spent, 6) for spent in course.slowest),
        reason=result.reason if result else "",
        returns=result.returns if result else (),
        fault=fault,
        facts=course.facts,
        took=round(took, 6),
    )
    return Played(done, play)


def _anew(player: Player) -> Player:
    return player._replace(bot=fresh(player.bot))


class _Course:
    """The course of one game, with its clocks."""

    def __init__(
        self, play: Play, sitting: Sequence[Player], seating: Seating, seed: int, watch: Watch
    ) -> None:
        self.watch = watch
        own = f"{seed}/{seating.round}/{seating.place}"
        self.play, self.sitting = play, sitting
        self.dice = random.Random(f"{seed}/{seating.round}/dice")
        self.order = random.Random(f"{own}/order")
        self.minds = [random.Random(f"{own}/{seat}") for seat in range(play.seats)]
        self.moves = [0] * play.seats
        self.seconds = [0.0] * play.seats
        self.slowest = [0.0] * play.seats
        self.asked = THE_GAME
        self.facts: Facts | None = None
        self.off_turns = OffTurn()
        self.turns = random.Random(f"{own}/asides")

    def run(self) -> Fault | None:
        """Play to the end; return the fault that stopped the game, if any."""
        try:
            while not self._is_over():
                if not self._acts_off_turn():
                    self._let_act(self.order.choice(self.play.must_act() or self.play.may_act()))
            self.facts = self.play.facts()
        except Exception as problem:
            says = f"{type(problem).__name__}: {problem}"
            return Fault(self.asked, says, traceback.format_exc())
        return None

    def _is_over(self) -> bool:
        self.play.run_chance(self.dice.randrange)
        if self.play.result() is not None:
            return True
        if len(self.play.steps) >= self.play.game.longest:
            raise AssertionError(
                f"a game of {self.play.game.key} takes at most {self.play.game.longest} actions; "
                "this one continues"
            )
        return False

    def _acts_off_turn(self) -> bool:
        """Play an off-turn action of a bot, asking in random order; False if there is none."""
        if self.play.game.off_turn is nothing_off_turn:
            return False
        seats = self.turns.sample(range(self.play.seats), self.play.seats)
        found = self.off_turns.find(self.play, seats)
        if found is not None:
            self.play.push(*found)
        return found is not None

    def _let_act(self, seat: int) -> None:
        player, self.asked = self.sitting[seat], seat
        began = time.perf_counter()
        # With a limit of work the choice is the same; one of time is what is measured.
        is_early = self.watch is watch_nothing and player.budget.work > 0
        result = ask(
            player.bot, self.play, seat, self.minds[seat], player.budget, may_end_early=is_early
        )
        spent = time.perf_counter() - began
        self.asked = THE_GAME
        self.moves[seat] += 1
        self.seconds[seat] += spent
        self.slowest[seat] = max(self.slowest[seat], spent)
        self.watch(self.play, seat, result)
        self.play.push(seat, result.action)
