"""Checks of the facts about a finished game."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from honjin.core.jit.rng import seeded
from honjin.core.parts.facts import Facts
from honjin.core.play import Play, replay
from honjin.core.record import Record
from honjin.core.seats import SPECTATOR
from honjin.core.state import State
from honjin.testing.check import Broken, Case, Moment, check, fail, raising

ABOUT: Final = (
    "Facts are whole numbers and marks of each seat under the same names in every game; the lines "
    "of the score add up to the points; computing them changes nothing, and they are public. The "
    "same holds for a game that began at a position."
)

_FORKED: Final = 0.03  # the share of positions from which another game is played
_IN_EARNEST: Final = 30  # entries before seats may resign
_LONGEST_FORK: Final = 300


@check("facts", "end", "facts", ABOUT)
def facts_told(moment: Moment) -> None:
    """The facts of a finished game are correct."""
    play = replay(moment.case.game, moment.record())
    _must_be_right(moment.case, play)
    if play.state != moment.state:
        fail("computing them changed the state")


@check("facts", "position", "facts")
def facts_of_forks(moment: Moment) -> None:
    """The facts of a game that began at a position, without a log of its past, are correct too."""
    case = moment.case
    if case.random.random() >= _FORKED:
        return
    viewer = case.random.choice(case.viewers())
    guess = moment.seen_by(viewer)
    case.game.resample(guess, viewer, seeded(case.random.getrandbits(32)))
    fork = _fork(case, viewer, guess)
    try:
        if fork.result() is not None:
            _must_be_right(case, fork)
    except Broken as problem:
        fail(f"in a game from {fork.start!r}: {problem}")


def _fork(case: Case, viewer: int, guess: State) -> Play:
    """A game played at random from a position that is possible for a viewer."""
    game = case.game
    try:
        start = game.notation.write_position(guess)
        fork = replay(game, Record(game.key, game.version, dict(case.options), start=start))
        _play_out(fork, case.random)
    except Exception as problem:
        raised = raising(game, problem)
        said = f"played on from what viewer {viewer} guessed, {raised or 'it'} raises {problem!r}"
        blamed = ("resample", "resample") if game.has_secrets else ("", raised)
        raise Broken(f"{said}: {guess!r}", *blamed) from problem
    return fork


def _play_out(play: Play, random: Random) -> None:
    """Play at random; after a while any seat that may resign does, so that long games end too."""
    while play.result() is None and len(play.steps) < _LONGEST_FORK:
        if play.is_chance():
            play.chance(random.choice(play.game.outcomes(play.state))[0])
        elif len(play.steps) >= _IN_EARNEST and (giving := _may_resign(play)):
            play.resign(random.choice(giving))
        else:
            seat = random.choice(play.may_act())
            play.act(seat, random.choice(play.legal(seat)))


def _may_resign(play: Play) -> list[int]:
    return [seat for seat in range(play.seats) if play.may_resign(seat)]


def _must_be_right(case: Case, play: Play) -> None:
    facts, state = play.facts(), play.state.copy()
    if facts != play.facts():
        fail(f"two calls give different facts: {facts} / {play.facts()}")
    if play.state != state:
        fail("computing them changed the state")
    _must_fit_seats(facts, play.seats)
    _must_add_up(facts, play.seats)
    _must_have_names(case, facts)
    _must_be_seen(play, facts)


def _must_fit_seats(facts: Facts, seats: int) -> None:
    figures: dict[str, tuple[Any, ...]] = {**facts.by_seat(), **facts.marks}
    if facts.points:
        figures["points"] = facts.points
    for name, values in figures.items():
        if len(values) != seats:
            fail(f"expected {name} of {seats} seats, got {values}")
        wanted = str if name in facts.marks else int
        if any(type(value) is not wanted for value in values):
            fail(f"expected {name} to contain only {wanted.__name__}, got {values}")
    for name, count in facts.counts.items():
        if type(count) is not int or count < 0:
            fail(f"expected {name} to be an int from 0, got {count!r}")


def _must_add_up(facts: Facts, seats: int) -> None:
    for seat in range(seats if facts.points or facts.score else 0):
        lines = [values[seat] for values in facts.score.values()]
        if not facts.points or sum(lines) != facts.points[seat]:
            points = facts.points[seat] if facts.points else "no points"
            fail(f"the score of seat {seat} has the lines {lines}, but {points} in total")


def _must_have_names(case: Case, facts: Facts) -> None:
    names = [name for kind in facts.names() for name in kind]
    if len(set(names)) < len(names):
        fail(f"two facts have the same name: {names}")
    known = case.shared.setdefault("facts", facts.names())
    if facts.names() != known:
        fail(f"expected the same names as in other games, {known}, got {facts.names()}")


def _must_be_seen(play: Play, facts: Facts) -> None:
    log = [event for _, event in play.log(SPECTATOR)]
    for viewer in (*range(play.seats), SPECTATOR):
        seen = play.game.facts(play.game.seen_by(play.state, viewer), log)
        if seen != facts:
            fail(f"expected viewer {viewer} to see {facts}, got {seen}")
