"""Checks of notation and records."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.play import replay
from honjin.core.record import RESIGN, read_record
from honjin.core.seats import CHANCE
from honjin.testing.check import Case, Moment, check, fail

LONGEST_TEXT: Final = 400
JUNK: Final = ("", " ", "\x00", "no such thing", "無", "a" * 500, "1" * 5000, "-" * 500)


@check("action text", "position", "notation.write_action")
def action_text(moment: Moment) -> None:
    """Every action has a short text of its own and is read back from it."""
    for seat in moment.may_act():
        _must_round_trip(moment, seat, moment.legal(seat))
    if moment.is_chance():
        outcomes = [outcome for outcome, _ in moment.case.game.outcomes(moment.state)]
        _must_round_trip(moment, CHANCE, outcomes)


def _must_round_trip(moment: Moment, seat: int, actions: list[int]) -> None:
    notation, taken = moment.case.game.notation, dict[str, int]()
    for action in actions:
        text = notation.write_action(moment.state, seat, action)
        if not (0 < len(text) <= LONGEST_TEXT and text.isprintable()) or text == RESIGN:
            fail(f"action {action} is written as {text!r}, expected short printable text")
        if text in taken:
            fail(f"actions {taken[text]} and {action} are both written as {text!r}")
        taken[text] = action
        back = notation.read_action(moment.state, seat, text)
        if back != action:
            fail(
                f"action {action} is written as {text!r}, which is read as {back}",
                "notation.read_action",
            )


@check("position text", "position", "notation.write_position")
def position_text(moment: Moment) -> None:
    """A position is read back from its text, with the same text, choices and odds."""
    game, options = moment.case.game, moment.case.options
    text = game.notation.write_position(moment.state)
    back = game.notation.read_position(text, options)
    again = game.notation.write_position(back)
    if again != text:
        fail(f"{text!r} is written as {again!r} after it is read")
    if (game.may_act(back), game.must_act(back)) != (
        game.may_act(moment.state),
        game.must_act(moment.state),
    ):
        fail(f"other seats may or must act after {text!r} is read")
    for seat in range(moment.case.seats):
        if game.legal(back, seat) != moment.legal(seat):
            fail(f"seat {seat} has other choices after {text!r} is read")
    if game.outcomes(back) != game.outcomes(moment.state):
        fail(f"chance has other outcomes after {text!r} is read")


@check("junk text", "once", "notation.read_action")
def junk_is_refused(case: Case) -> None:
    """Text that is not an action or position raises Unreadable and no other error."""
    game, state = case.game, case.game.setup(case.options)
    for text in JUNK:
        for seat in (*range(case.seats), CHANCE):
            read_action = partial(game.notation.read_action, state, seat, text)
            _refuses(text, read_action, "notation.read_action")
        read_position = partial(game.notation.read_position, text, case.options)
        _refuses(text, read_position, "notation.read_position")


def _refuses(text: str, read: Callable[[], object], function: str) -> None:
    try:
        read()
    except Unreadable:
        return
    except Exception as problem:
        fail(f"reading {text[:20]!r} raises {problem!r}, not Unreadable", function)
    fail(f"{text[:20]!r} is accepted", function)


@check("record", "end", "notation.read_action")
def record_replays(moment: Moment) -> None:
    """The record, written as JSON and read back, replays to the same state."""
    record = moment.record()
    again = read_record(record.to_json())
    if again != record:
        fail(f"the record is different after a round trip through JSON: {again}")
    state = replay(moment.case.game, again).state
    if state != moment.state:
        fail(f"the record leads to {state!r}, not {moment.state!r}")
