"""Every game states how to win, and how close each side is, from its start to its end."""

import random
from collections.abc import Iterator
from itertools import count

import pytest

from games.akebono import given as akebono
from games.akiwado import given as akiwado
from games.rokumon import given as rokumon
from games.summits import given as summits
from games.swords import given as swords
from honjin.core.play import Play
from honjin.core.scene import Goal
from honjin.core.seats import SPECTATOR
from honjin.core.words import speak
from honjin.games import keys, load

PRESETS = [(key, preset.key) for key in keys() for preset in load(key).presets]
LONG = ("swords", "summits")
SOME = 20
"""In a long game one of so many moments is looked at; the kit looks at a scene's goal, too."""


def new_game(key: str, preset: str) -> Play:
    """A game with the options of a preset."""
    game = load(key)
    return Play(game, next(one.options for one in game.presets if one.key == preset))


def goals_of(play: Play, every: int = 1) -> Iterator[Goal | None]:
    """The goal stated at each moment of a random game, or at some of them and at its end."""
    chance = random.Random(1)
    for moment in count():
        over = play.result() is not None
        if over or moment % every == 0:
            yield play.game.table.scene(play.seen(SPECTATOR)).goal
        if over:
            return
        if play.is_chance():
            play.run_chance(chance.randrange)
        else:
            seat = chance.choice(play.may_act())
            play.act(seat, chance.choice(play.legal(seat)))


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_all_sides_are_counted_at_the_beginning(key: str, preset: str) -> None:
    """Before the first action the goal counts something for every seat."""
    play = new_game(key, preset)
    goal = next(goals_of(play))
    assert goal is not None
    assert play.seats <= len({mark.side for mark in goal.marks})


@pytest.mark.parametrize(
    ("key", "preset"),
    [pytest.param(*one, marks=pytest.mark.slow if one[0] in LONG else ()) for one in PRESETS],
)
def test_the_goal_is_stated_to_the_end(key: str, preset: str) -> None:
    """In every preset a random game states its goal in both languages, at its end as well."""
    play = new_game(key, preset)
    for goal in goals_of(play, SOME if key in LONG else 1):
        assert goal is not None
        assert goal.marks
        assert all(speak(play.game.words, goal.say, language) for language in ("en", "ja"))


# ---- what each game counts


def counted(goal: Goal | None, label: str) -> dict[int, tuple[int, int]]:
    """What each side has, and out of how many."""
    assert goal is not None
    return {mark.side: (mark.have, mark.need) for mark in goal.marks if mark.label.k == label}


def test_rokumon_counts_top_dice_of_a_line_and_own_dice_of_a_card() -> None:
    """A covered die counts for no line, and a card with a rival's die for no stack."""
    goal = rokumon.GAME.table.scene(rokumon.at("4", "2,4,1/23,6,.,.")).goal
    assert {0: (2, 3), 1: (1, 3)} == counted(goal, "goal.row")
    assert {0: (1, 3), 1: (1, 3)} == counted(goal, "goal.stack")


def test_akebono_counts_captors_daimyo_and_points() -> None:
    """One piece beside a tairo is one of two; prisoners and valor are points."""
    s = akebono.at("S:F6", "T:F7 A:A1", taken=("DD", "A"), valor=(1, 0))
    goal = akebono.GAME.table.scene(s).goal
    assert {0: (1, 2), 1: (0, 2)} == counted(goal, "goal.tairo")
    assert {0: (2, 3), 1: (0, 3)} == counted(goal, "goal.daimyo")
    assert {0: (1, 0), 1: (0, 0)} == counted(goal, "goal.points")


def test_akebono_counts_nothing_while_armies_are_set_up() -> None:
    """The goal does not reveal pieces beside a tairo in a set-up that only its owner sees."""
    s = akebono.start(midline="north_south")
    s.tairo[1], s.piece[s.tairo[1]] = 40, 0
    goal = akebono.GAME.table.scene(s).goal
    assert {0: (0, 2), 1: (0, 2)} == counted(goal, "goal.tairo")


def test_akiwado_counts_points_and_says_how_many_turns_are_left() -> None:
    """Twelve cards are six turns; at the end none is left."""
    play = Play(akiwado.GAME, {"seats": "3"})
    turns = [goal.say.p["n"] for goal in goals_of(play) if goal is not None]
    assert [6, 5, 4, 3, 2, 1, 0] == sorted({int(str(n)) for n in turns}, reverse=True)
    assert turns == sorted(turns, key=lambda n: -int(str(n)))


def test_swords_counts_honor_of_those_who_are_in() -> None:
    """An eliminated clan is not counted; negative honor counts as none."""
    s = swords.plain(3)
    s.honor[:3], s.alive = [12, -2, 5], 0b011
    goal = swords.GAME.table.scene(s).goal
    assert {0: (12, 50), 1: (0, 50)} == counted(goal, "goal.honor")


def test_summits_counts_steps_turns_and_the_road() -> None:
    """In Tennōzan a side marches and the other holds out; in Shizugatake both want the road."""
    far = summits.GAME.table.scene(summits.start(summits.TEN)).goal
    assert {0: (4, 0)} == counted(far, "goal.steps")
    assert {1: (0, 12)} == counted(far, "goal.turns")
    road = summits.GAME.table.scene(summits.start(summits.SHIZU)).goal
    assert {0: (2, 0), 1: (2, 4)} == counted(road, "goal.areas")
