"""What is noticed of a game."""

import pytest

from honjin.core.play import Play
from honjin.core.seats import CHANCE
from honjin.games import load
from honjin.lab import match
from honjin.lab.experiments import looking
from honjin.lab.experiments.looking import KIND, POINTS, Looker, there_is
from honjin.lab.matches.entrants import find_entrant
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.playing import play_seating

SLOW = pytest.mark.slow


def looked(game: str, bot: str, **options: str) -> tuple[looking.Course, Play]:
    """The course of one game between equals."""
    play, looker = Play(load(game), options), Looker()
    players = [find_entrant(play.game, play.options, bot)] * play.seats
    play_seating(play, players, Seating(0, 0, tuple(range(play.seats))), 5, looker)
    return looker.course(play), play


def test_looking_changes_no_game() -> None:
    """The same seed gives the same record, whether or not it is observed."""
    _, play = looked("rokumon", "greedy:slip=0.3", act="2")
    bots = ["greedy:slip=0.3"] * 2
    assert match(load("rokumon"), bots, {"act": "2"}, seed=5).play.record() == play.record()


def test_a_course_tells_of_the_game() -> None:
    """Decisions, what was used, and chances that end with the result."""
    course, play = looked("rokumon", "mcts:20", act="2")
    result = play.result()
    assert result
    decisions = [step for step in play.steps if step.seat != CHANCE]
    assert len(decisions) == course.turns == sum(course.used[KIND].values())
    assert course.choices > course.turns
    assert course.weighed
    assert 0 < course.spread < 1
    assert {POINTS} == {len(of) for of in course.curve}
    assert [50 * (got + 1) for got in result.returns] == [of[-1] for of in course.curve]


def test_a_set_up_puts_nobody_behind() -> None:
    """Akebono tells each side how far its own has come: the winner of every game had 15 % there."""
    course, _ = looked("akebono", "random")
    assert [50, 50] == [of[0] for of in course.curve]
    assert 0.15 != course.lowest


@pytest.mark.parametrize(
    ("stands", "leads"),
    [
        ([(0.0, 0.0), (0.05, -0.04), (0.2, -0.2)], [-1, -1, 0]),
        ([(0.2, -0.2), (0.0, 0.0), (-0.2, 0.2)], [0, 0, 1]),
        ([(0.2,), (0.0,), (-0.2,)], [0, 0, 1]),
        ([(0.1, 0.3, 0.1), (0.1, 0.3, 0.35), (0.1, 0.3, 0.5)], [1, 1, 2]),
    ],
)
def test_a_lead_needs_a_margin(stands: list[tuple[float, ...]], leads: list[int]) -> None:
    """The lead stays until another seat is clearly better."""
    assert leads == looking._leads(stands)


@pytest.mark.parametrize(
    "game", ["akebono", "akiwado", "rokumon", "summits", pytest.param("swords", marks=SLOW)]
)
def test_what_is_used_is_there(game: str) -> None:
    """Every name that an action used is one of those that the options allow."""
    course, play = looked(game, "random")
    known = there_is(play.game, play.options)
    for sort, names in course.used.items():
        assert set(names) <= set(known[sort]), sort
