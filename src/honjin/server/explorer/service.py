"""Openings: the positions that moves lead to, and what is known of the choices there.

Only games without secrets whose positions can be solved or proved: all viewers see the same.
Nothing is stored here but what provers have learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from honjin.core.errors import HonjinError, Illegal, Unreadable
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.options import Value as Setting
from honjin.core.play import Play, Step
from honjin.core.reading.bounds import MAX_ACTION, shown
from honjin.core.record import RESIGN
from honjin.core.scene import Reason
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.server.analysis import messages as an
from honjin.server.analysis.shown import lines
from honjin.server.analysis.words import Teller, exact_message
from honjin.server.explorer import messages as m
from honjin.server.history.choices import Tally
from honjin.server.messages import refusals as no
from honjin.server.tables.messages import answers
from honjin.server.tables.session.chosen import DEPTH, is_explored, position_key
from honjin.server.tables.site import TableSite
from honjin.server.tables.view.parts import turn_of
from honjin.server.tables.view.past import reason_why
from honjin.server.tables.view.perspective import Perspective
from honjin.server.work.exact import ExactValues
from honjin.server.work.search.orders import SearchFailed
from honjin.server.work.search.searches import SearchService
from honjin.solver import Value

SECONDS: Final = 0.3
"""The time in which a request may search for proofs."""

MAX_STARTS: Final = 200
"""The most set-ups that are listed; of more, some from all over the list."""

_NONE: Final = Tally()


class ExploreRequest(NamedTuple):
    """A request: a game, its options, and the moves from the start in notation."""

    game: Game[Any]
    options: Mapping[str, Setting]
    moves: tuple[str, ...]


class Spot(NamedTuple):
    """A position that was asked for, with everything that follows from the rules."""

    play: Play
    moves: tuple[an.Ply, ...]
    """The moves that led here, in the words of the log."""
    starts: tuple[dict[str, Setting], ...]
    key: str
    """The name of the position in the counts; empty if there is nothing to choose."""
    seat: int
    actions: tuple[int, ...]
    plies: tuple[an.Ply, ...]
    """The choices in the order of `actions`."""
    line: tuple[tuple[str, str], ...] = ()
    """The seats' moves that led here, with the names of their positions: those that are counted."""

    @property
    def is_open(self) -> bool:
        """True if the game goes on."""
        return bool(self.actions)


class Values(NamedTuple):
    """The known values of a position and of its actions."""

    value: an.Exact | None = None
    actions: Mapping[int, an.Exact] = MappingProxyType({})


class Explorer:
    """The openings of a server's games; for any thread."""

    def __init__(self, games: Mapping[str, Game[Any]], searches: SearchService) -> None:
        self._games, self._searches = games, searches
        self._starts = lru_cache(64)(lambda key, options: _starts(games[key], options))

    def game(self, key: str) -> Game[Any]:
        """A game that can be explored; UnknownGame or NoOpenings if there is none with this key."""
        found = self._games.get(key)
        if found is None:
            raise no.UnknownGame(f"expected one of {', '.join(self._games)}, got {shown(key)}")
        if not is_explored(found):
            which = [game.key for game in self._games.values() if is_explored(game)]
            raise no.NoOpenings(f"expected one of {', '.join(which) or 'no game'}, got {key}")
        return found

    # ---- positions

    def spot(self, wish: ExploreRequest) -> Spot:
        """The position that the moves lead to; a refusal names the first that cannot be made."""
        game = wish.game
        options = game.read_options(wish.options)
        starts = self._starts(game.key, tuple(options.items()))
        play = Play(game, options)
        if play.is_chance() and starts:
            play = Play(game, {**options, **starts[0]})
        _run_certain(play)
        steps: list[int] = []
        line: list[tuple[str, str]] = []
        for n, text in enumerate(wish.moves, 1):
            steps.append(len(play.steps))
            if not play.is_chance() and len(line) < DEPTH:
                line.append((position_key(game, play.options, play.state), text))
            try:
                _move(play, text)
            except HonjinError as problem:
                raise type(problem)(f"move {n} ({shown(text)}): {problem}") from None
        return _seen(play, _told(play, steps), starts)._replace(line=tuple(line))

    def wish(self, game: Game[Any], play: Play, step: int) -> ExploreRequest:
        """The request for the position of a game after so many entries of its record."""
        assert game.index is not None
        state, dealt = play.state_at(0).copy(), 0
        while dealt < len(play.steps) and play.steps[dealt].seat == CHANCE:
            _apply(game, state, play.steps[dealt])
            dealt += 1
        options = dict(play.options)
        if game.index.options_of is not None:
            found = game.index.options_of(state)
            options |= {key: found[key] for key in _texts(game)}
        moves = []
        for one in play.steps[dealt:step]:
            if one.text == RESIGN:
                break
            if one.seat != CHANCE or len(game.outcomes(state)) > 1:
                moves.append(one.text)
            _apply(game, state, one)
        return ExploreRequest(game, options, tuple(moves))

    def why(self, spot: Spot, path: list[str]) -> Reason:
        """Why the side to move cannot click a path of ids."""
        if not spot.is_open or spot.seat == CHANCE:
            raise no.NotYourTurn("nobody is to move here")
        return reason_why(spot.play.game, Perspective.at(spot.play, spot.seat), path)

    def proved(self, spot: Spot) -> Values:
        """Values by a short search and by known proofs, of a position without a table."""
        game, state = spot.play.game, spot.play.state
        try:
            value, actions = self._searches.proved(game, state, SECONDS)
        except SearchFailed:
            return Values()
        worth = {action: _bound(one) for action, one in actions.items()}
        return Values(_bound(value) if value else None, worth)

    # ---- answers

    def show(
        self, spot: Spot, values: Values, tallies: Mapping[str, Tally], along: int,
        solves: float | None,
    ) -> m.Explored:  # fmt: skip
        """A position as it is sent; `along`: the most games that came to it by these moves."""
        play, result = spot.play, spot.play.result()
        chosen = [
            _choice(ply, values.actions.get(action), tallies.get(ply.do, _NONE))
            for action, ply in zip(spot.actions, spot.plies, strict=True)
        ]
        sight = Perspective(spot.seat, play.state, list(spot.actions))
        acts = spot.is_open and spot.seat != CHANCE
        return m.Explored(
            play.game.key, play.game.version, dict(play.options), spot.starts, spot.moves,
            play.seats, play.game.table.scene(play.seen(SPECTATOR)),
            tuple(line for n in range(len(play.steps)) for line in lines(play, n, SPECTATOR)),
            turn_of(play.game, sight) if acts else None,
            tuple(sorted(chosen, key=_rank)), values.value,
            answers.Outcome(result.reason, result.returns, result.winners()) if result else None,
            solves, max(0, sum(one.people + one.bots for one in tallies.values()) - along),
        )  # fmt: skip


def staged(results: Mapping[int, int], proofs: Values) -> Values:
    """The values by stages, which do not tell how soon; by proofs where these do."""
    worth = {action: exact_message(Value(result, 0)) for action, result in results.items()}
    value = exact_message(Value(max(results.values()), 0))
    return Values(proofs.value or value, {**worth, **proofs.actions})


def solved(known: ExactValues) -> Values:
    """The values in a solved table."""
    actions = known.answer.actions
    return Values(
        exact_message(known.answer.value),
        {action: exact_message(value) for action, value in actions.items()},
    )


def _starts(
    game: Game[Any], options: tuple[tuple[str, Setting], ...]
) -> tuple[dict[str, Setting], ...]:
    """One set-up of each class, as the options that it changes; none without chance before it."""
    usual: Options = dict(options)
    assert game.index is not None
    texts = _texts(game)
    cases = game.index.cases({**usual, **dict.fromkeys(texts, "")})
    found = [{key: case[key] for key in sorted(texts) if case[key]} for case in cases]
    return tuple(found[:: -(-len(found) // MAX_STARTS)])


def _texts(game: Game[Any]) -> set[str]:
    """The options that are free text, such as a deal: they fix what chance would decide."""
    return {one.key for one in game.options if isinstance(one.default, str) and not one.values}


def _apply(game: Game[Any], state: Any, step: Step) -> None:
    action = game.read_action(state, step.seat, step.text)
    game.apply_action(state, step.seat, action)


def _run_certain(play: Play) -> None:
    """Play the chance turns with a single outcome, as a table does."""
    while play.is_chance():
        outcomes = play.game.outcomes(play.state)
        if len(outcomes) > 1:
            return
        play.push(CHANCE, outcomes[0][0])


def _move(play: Play, text: str) -> None:
    """Make a move in notation, and what certainly follows."""
    if text == RESIGN:
        raise Illegal("a resignation is no opening")
    if len(text) > MAX_ACTION:
        raise Unreadable(f"expected at most {MAX_ACTION} characters")
    if play.is_chance():
        play.chance(play.game.read_action(play.state, CHANCE, text))
    else:
        play.act_text(next(iter(play.may_act()), 0), text)
    _run_certain(play)


def _seen(play: Play, moves: tuple[an.Ply, ...], starts: tuple[dict[str, Setting], ...]) -> Spot:
    game = play.game
    if not play.may_act():
        return Spot(play, moves, starts, "", 0, (), ())
    seat = play.may_act()[0]
    if seat == CHANCE:
        actions = tuple(outcome for outcome, _ in game.outcomes(play.state))
        teller = Teller(game, Perspective(SPECTATOR, play.state, []))
        plies = tuple(teller.line(((CHANCE, one),))[0] for one in actions)
        return Spot(play, moves, starts, "", CHANCE, actions, plies)
    actions = tuple(play.legal(seat))
    teller = Teller(game, Perspective(seat, play.state, list(actions)))
    plies = tuple(teller.ply(action) for action in actions)
    return Spot(
        play, moves, starts, position_key(game, play.options, play.state), seat, actions, plies
    )


def _told(play: Play, steps: Iterable[int]) -> tuple[an.Ply, ...]:
    """Some entries of the record, in the words of the log."""
    found = []
    for step in map(play.steps.__getitem__, steps):
        told = step.told_to(SPECTATOR)
        say, ids = (told[0].say, told[0].ids) if told else (None, ())
        found.append(an.Ply(step.seat, step.text, (), say, ids))
    return tuple(found)


def _bound(value: Value) -> an.Exact:
    """A proved value; the number of plies is a bound, unless the game ends at once."""
    return exact_message(value, most=value.plies > 1)


def _choice(ply: an.Ply, exact: an.Exact | None, tally: Tally) -> m.ExploredChoice:
    return m.ExploredChoice(ply, exact, *tally)


def _rank(one: m.ExploredChoice) -> tuple[float, int]:
    """The best first; where that is the same or unknown, what was chosen most often."""
    value = 0.0
    if one.exact is not None:
        value = one.exact.result * (1.0 + 1.0 / (1 + one.exact.plies))
    return -value, -(one.people + one.bots)


class ExplorerSite(TableSite):
    """A site with an explorer of openings."""

    explorer: Explorer
