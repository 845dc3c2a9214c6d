"""Search results as a browser shows them: notation, click paths and the words of the log.

They are made from what the seat saw. Lines are played out on a copy of that; in a game with
secrets, on one sampled world that is consistent with it, and only as far as they are possible
there.
"""

from __future__ import annotations

from typing import Any, Final

from honjin.bots import ActionStats, SearchResult
from honjin.core.game import Game
from honjin.core.jit.rng import seeded
from honjin.core.seats import CHANCE
from honjin.server.analysis import messages as an
from honjin.server.tables.view.perspective import Perspective
from honjin.server.work.exact import ExactValues
from honjin.solver import Value

LONGEST_LINE: Final = 12
MAX_LINES: Final = 8
"""The number of best choices whose whole lines are shown."""


class Teller:
    """Turns search results about one decision into messages, and caches them."""

    def __init__(self, game: Game[Any], sight: Perspective) -> None:
        self._game, self._sight = game, sight
        self._world = sight.observation.copy()
        if game.has_secrets:
            game.resample(self._world, sight.viewer, seeded(1))
        self._kept: dict[tuple[tuple[int, int], ...], tuple[an.Ply, ...]] = {}

    def choices(self, result: SearchResult) -> tuple[an.Judged, ...]:
        """Every legal choice with its value in the search, the best first."""
        legal = set(self._sight.legal)
        stats = [one for one in result.stats if one.action in legal]
        rest = legal - {one.action for one in stats}
        unsearched = [ActionStats(action, None, 0, ()) for action in sorted(rest)]
        return tuple(self._judged(n, one) for n, one in enumerate((*stats, *unsearched)))

    def exact_choices(self, known: ExactValues) -> tuple[an.Judged, ...]:
        """Every legal choice with its exact value, the best first, starting with that of the line.

        If none wins, one comment says which sets the hardest problem.
        """
        worth = known.answer.actions
        first = known.line[0][1]
        order = sorted(worth, key=lambda action: (-worth[action].rank, action != first))
        return tuple(
            an.Judged(
                self.line(known.line if action == first else ((self._sight.viewer, action),)),
                float(worth[action].result),
                exact=exact_message(worth[action]),
                says=known.says.get(action),
            )
            for action in order
        )

    def _judged(self, rank: int, one: ActionStats) -> an.Judged:
        moves = one.line or ((self._sight.viewer, one.action),)
        most = LONGEST_LINE if rank < MAX_LINES else 1
        exact = exact_message(proved(one), most=True) if one.plies else None
        return an.Judged(self.line(moves[:most]), one.value, one.visits, exact)

    def ply(self, action: int) -> an.Ply:
        """One of the seat's own actions."""
        return self.line(((self._sight.viewer, action),))[0]

    def read(self, text: str) -> int | None:
        """The legal action with this notation, or None for a resignation."""
        write, seen = self._game.notation.write_action, self._sight
        for action in seen.legal:
            if write(seen.observation, seen.viewer, action) == text:
                return action
        return None

    def line(self, moves: tuple[tuple[int, int], ...]) -> tuple[an.Ply, ...]:
        """Actions as (seat, action), one after another, as long as they are possible."""
        found = self._kept.get(moves)
        if found is None:
            found = self._kept[moves] = tuple(self._played(moves))
        return found

    def _played(self, moves: tuple[tuple[int, int], ...]) -> list[an.Ply]:
        game, world, plies = self._game, self._world.copy(), list[an.Ply]()
        for n, (seat, action) in enumerate(moves):
            if n and not is_possible(game, world, seat, action):
                break
            before = world.copy()
            game.apply_action(world, seat, action)
            plies.append(self._ply(before, seat, action, world, first=n == 0))
        return plies

    def _ply(self, before: Any, seat: int, action: int, after: Any, *, first: bool) -> an.Ply:
        game, viewer = self._game, self._sight.viewer
        events = game.tell(before, seat, action, after, viewer)
        say, ids = (events[0].say, events[0].ids) if events else (None, ())
        if seat == CHANCE:
            return an.Ply(seat, game.notation.write_action(before, seat, action), (), say, ids)
        seen = self._sight.observation if first else game.seen_by(before, seat)
        choice = game.table.choice(seen, seat, action)
        return an.Ply(seat, choice.do, choice.path, say, ids)


def exact_message(value: Value, *, most: bool = False) -> an.Exact:
    """An exact value as a message; `most`: the end comes within that many plies."""
    return an.Exact(1 if value.result > 0 else -1 if value.result < 0 else 0, value.plies, most)


def proved(one: ActionStats) -> Value:
    """The proved value of a choice."""
    assert one.plies, f"{one} is not proved"
    return Value(1 if one.value and one.value > 0 else -1, one.plies)


def is_possible(game: Game[Any], world: Any, seat: int, action: int) -> bool:
    """Whether an action of a seat, or a chance outcome, is possible in a world."""
    if seat == CHANCE:
        return action in (outcome for outcome, _ in game.outcomes(world))
    return action in game.legal(world, seat)
