"""The kit passes the made-up game and finds every kind of fault planted in it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from honjin.core.contract.defaults import do_nothing
from honjin.core.contract.presentation import Gesture
from honjin.core.game import Game
from honjin.testing import CHECKS, ConformanceError, check_record, conformance, random_play
from honjin.testing.kit import COMPILED
from madeup.game import GAME
from madeup.state import Fair
from testing.faults import FAULTS
from testing.faults.desks import at, in_rounds
from testing.faults.planting import Fault
from testing.faults.table import gesturing


def first(check: str) -> Game[Any]:
    """The fair with the first fault that a check must find."""
    return next(fault.make() for fault in FAULTS if fault.check == check)


@pytest.mark.slow
def test_the_made_up_game_conforms() -> None:
    """The made-up game passes every check, interpreted and compiled, for all its presets."""
    report = conformance(GAME, games=12)
    assert 4 * 12 == report.games
    assert report.actions > 500


def test_every_check_has_a_planted_fault() -> None:
    """There is no check that nothing in these tests makes fail."""
    assert {check.name for check in CHECKS} == {fault.check for fault in FAULTS}


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(
            fault,
            id=f"{fault.check}: {fault.title}",
            marks=pytest.mark.slow if fault.check in COMPILED else (),  # each is compiled anew
        )
        for fault in FAULTS
    ],
)
def test_planted_faults_are_found(fault: Fault) -> None:
    """A game with one fault fails at the check for it, and the report names the faulty part."""
    faulty = fault.make()
    with pytest.raises(ConformanceError) as caught:
        conformance(faulty, games=12, compiled=fault.check in COMPILED)
    assert fault.check == caught.value.check
    named = caught.value.function.split(" or ")
    assert fault.functions(faulty).intersection(named)
    place = str(caught.value).partition("  look at ")[2]
    assert all(name in place for name in named)


def test_a_gesture_that_can_be_made_passes() -> None:
    """Each of its actions is legal after those before it."""
    bids = gesturing("bid0", "bid1")

    def gestures(seen: Fair, seat: int) -> tuple[Gesture, ...]:
        others = GAME.must_act(seen) & ~(1 << seat)  # the last bid cannot be changed
        return bids.gestures(seen, seat) if others and [0, 1, 2] == GAME.legal(seen, seat) else ()

    fair = replace(bids, gestures=gestures)
    assert 48 == conformance(fair, games=12, compiled=False, checks=["gestures"]).games


def test_an_impossible_guess_is_told_as_such() -> None:
    """What fails because of a guess is no fault of the facts that are asked for later."""
    (impossible,) = [fault.make() for fault in FAULTS if fault.title == "a deck that cannot be"]
    with pytest.raises(ConformanceError, match=r"resample gave viewer -?\d an impossible"):
        conformance(impossible, compiled=False)
    with pytest.raises(ConformanceError) as caught:
        conformance(impossible, games=40, compiled=False, checks=["facts"])
    assert ("resample", "resample") == (caught.value.check, caught.value.function)


def test_a_part_that_is_left_out_is_told_as_such() -> None:
    """The place of its default was told, as if that could be mended."""
    forgetful = replace(GAME, retract_sealed=do_nothing)
    with pytest.raises(ConformanceError, match="look at retract_sealed, which madeup leaves out"):
        conformance(forgetful, compiled=False, checks=["retract_sealed"])


def test_an_error_carries_a_record_that_reproduces_it() -> None:
    """The record in the error leads to the same failure at the same step."""
    faulty = first("longest")
    with pytest.raises(ConformanceError) as caught:
        conformance(faulty, games=12, compiled=False)
    error = caught.value
    assert error.step == len(json.loads(error.record)["actions"])
    assert ("madeup", error.options) == (error.game, json.loads(error.record)["options"])
    with pytest.raises(ConformanceError) as again:
        check_record(faulty, error.record, compiled=False)
    assert (error.check, error.step, error.said) == (
        again.value.check,
        again.value.step,
        again.value.said,
    )


def test_a_step_fault_is_shown_by_a_record_that_ends_with_the_step() -> None:
    """A fault in what one action does is reproduced by a record with that action last."""
    faulty = first("told no secret")
    with pytest.raises(ConformanceError) as caught:
        conformance(faulty, games=1, compiled=False)
    with pytest.raises(ConformanceError, match="told no secret"):
        check_record(faulty, caught.value.record, compiled=False)


def test_a_recorded_game_can_be_checked() -> None:
    """A record of a sound game passes, resignations included."""
    record = (
        '{"honjin": 1, "game": "madeup", "rules": 1, "options": {"seats": "3"}, "actions": '
        '["*:1", "*:2", "*:3", "1:bid1", "0:bid0", "1:bid2", "2:resign", "1:bright", "1:card2"]}'
    )
    assert (1, 8) == check_record(GAME, record, compiled=False)


def test_checks_can_be_chosen() -> None:
    """Only the named checks run; a name that is no check is refused."""
    faulty = first("laws")
    conformance(faulty, games=2, checks=["legal", "odds"])
    with pytest.raises(ValueError, match="got 'nothing'"):
        conformance(GAME, checks=["nothing"])


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games() -> None:
    """Two runs with one seed play the same; checks that are left out change nothing."""
    first = conformance(GAME, games=3, seed=5, compiled=False)
    assert first == conformance(GAME, games=3, seed=5, compiled=False, checks=["legal"])


def test_random_plays_are_games_to_test_with() -> None:
    """A seed gives one game, to its end or cut short."""
    whole = random_play(GAME, {"seats": "3"}, seed=4)
    assert whole.result() is not None
    assert whole.record() == random_play(GAME, {"seats": "3"}, seed=4).record()
    assert whole.at(5).state == random_play(GAME, {"seats": "3"}, seed=4, steps=5).state


def test_a_sound_desk_passes() -> None:
    """The desk in which faults are planted has none itself."""
    conformance(at(), games=1, compiled=False)
    conformance(in_rounds(), games=1, compiled=False, checks=["desks"])
