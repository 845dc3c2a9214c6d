"""Faults in what a finished game says of itself."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from honjin.core.events import Event
from honjin.core.parts.facts import Facts
from honjin.core.seats import CHANCE
from madeup.game import GAME
from madeup.state import Fair
from testing.faults.planting import Faulty, fault


def saying(change: Callable[[Facts, Fair], Facts]) -> Faulty:
    """The fair with other facts."""

    def facts(s: Fair, log: Sequence[Event]) -> Facts:
        return change(GAME.facts(s, log), s)

    return replace(GAME, facts=facts)


def with_figure(facts: Facts, name: str, values: tuple[object, ...]) -> Facts:
    figures = {**facts.figures, name: values}
    return msgspec.structs.replace(facts, figures=figures)


@fault("facts")
def a_line_of_the_score_that_is_missing() -> Faulty:
    return saying(lambda facts, s: msgspec.structs.replace(facts, score={}))


@fault("facts")
def a_score_line_in_a_game_without_points() -> Faulty:
    return saying(lambda facts, s: msgspec.structs.replace(facts, points=()))


@fault("facts")
def a_figure_of_too_few_seats() -> Faulty:
    return saying(lambda facts, s: with_figure(facts, "coins", (1,)))


@fault("facts")
def a_figure_that_is_no_whole_number() -> Faulty:
    return saying(lambda facts, s: with_figure(facts, "coins", (0.5,) * s.seats))


@fault("facts")
def a_mark_that_is_a_number() -> Faulty:
    return saying(lambda facts, s: msgspec.structs.replace(facts, marks={"left": (1,) * s.seats}))


@fault("facts")
def a_count_below_nothing() -> Faulty:
    return saying(lambda facts, s: msgspec.structs.replace(facts, counts={"rounds": -1}))


@fault("facts")
def a_name_for_two_things() -> Faulty:
    return saying(lambda facts, s: msgspec.structs.replace(facts, counts={"coins": 1}))


@fault("facts")
def a_figure_told_in_some_games_only() -> Faulty:
    def change(facts: Facts, s: Fair) -> Facts:
        if s.coins[0]:
            return facts
        return msgspec.structs.replace(facts, figures={"sales": facts.figures["sales"]})

    return saying(change)


@fault("facts")
def a_figure_that_only_the_full_state_knows() -> Faulty:
    return saying(lambda facts, s: with_figure(facts, "coins", tuple(map(sum, s.hand[: s.seats]))))


@fault("facts")
def facts_that_differ_each_time() -> Faulty:
    counter = itertools.count()
    return saying(lambda facts, s: with_figure(facts, "coins", (next(counter),) * s.seats))


@fault("facts")
def facts_that_change_the_state() -> Faulty:
    def change(facts: Facts, s: Fair) -> Facts:
        s.bank += 1
        return facts

    return saying(change)


@fault("facts")
def facts_that_need_the_log_from_its_beginning() -> Faulty:
    def facts(s: Fair, log: Sequence[Event]) -> Facts:
        next(event for event in log if event.by == CHANCE)
        return GAME.facts(s, log)

    return replace(GAME, facts=facts)


@fault("words", "facts")
def a_fact_without_words() -> Faulty:
    words = {key: forms for key, forms in GAME.words.items() if key != "facts.coins"}
    return replace(GAME, words=words)
