"""Checks of what a finished game says of itself."""

from __future__ import annotations

from typing import Any, Final

from honjin.core.facts import Facts
from honjin.core.play import Play, replay
from honjin.core.seats import SPECTATOR
from honjin.testing.check import Case, Moment, check, fail

ABOUT: Final = (
    "Facts are whole numbers and marks of each seat under the same names in every game; the lines "
    "of the score add up to it; they change nothing and are no secret."
)


@check("facts", "end", ABOUT)
def facts_told(moment: Moment) -> None:
    """The facts of a finished game can be relied on."""
    play = replay(moment.case.game, moment.record())
    facts = play.facts()
    if facts != play.facts():
        fail(f"asked twice they differ: {facts} / {play.facts()}")
    if play.state != moment.state:
        fail("telling them changed the state")
    _must_fit_seats(facts, play.seats)
    _must_add_up(facts, play.seats)
    _must_have_names(moment.case, facts)
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
            fail(f"{name} holds something else than {wanted.__name__}: {values}")
    for name, count in facts.counts.items():
        if type(count) is not int or count < 0:
            fail(f"expected {name} to be an int from 0, got {count!r}")


def _must_add_up(facts: Facts, seats: int) -> None:
    for seat in range(seats if facts.points or facts.score else 0):
        lines = [values[seat] for values in facts.score.values()]
        if not facts.points or sum(lines) != facts.points[seat]:
            told = facts.points[seat] if facts.points else "no points"
            fail(f"the score of seat {seat} has the lines {lines}, and it has {told}")


def _must_have_names(case: Case, facts: Facts) -> None:
    names = [name for kind in facts.names() for name in kind]
    if len(set(names)) < len(names):
        fail(f"a name stands for two things: {names}")
    known = case.shared.setdefault("facts", facts.names())
    if facts.names() != known:
        fail(f"expected the names of other games, {known}, got {facts.names()}")


def _must_be_seen(play: Play, facts: Facts) -> None:
    log = [event for _, event in play.log(SPECTATOR)]
    for viewer in (*range(play.seats), SPECTATOR):
        seen = play.game.facts(play.game.seen_by(play.state, viewer), log)
        if seen != facts:
            fail(f"{viewer} sees {seen}, but they are {facts}")
