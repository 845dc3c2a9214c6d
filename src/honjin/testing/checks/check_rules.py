"""Checks of the rules: which seats act, what is legal, its effects, the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from honjin.core.contract.search import MAX_ESTIMATE
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.parts.weights import usual
from honjin.core.seats import CHANCE_BIT, MAX_SEATS
from honjin.core.state import State
from honjin.testing.check import Case, Moment, Move, check, fail

_SOME: Final = 3  # actions of each seat that are tried in pairs


@check("options", "once", "options")
def options_read(case: Case) -> None:
    """Reading options twice gives the same result, presets can be read, junk is refused."""
    game = case.game
    if game.read_options(case.options) != case.options:
        fail(f"options change when read again: {dict(game.read_options(case.options))}")
    for preset in game.presets:
        try:
            read = game.read_options(preset.options)
        except BadOption as problem:
            fail(f"preset {preset.key} cannot be read: {problem}", "presets")
        if game.read_options(read) != read:
            fail(f"preset {preset.key} changes when read again", "presets")
    for option in game.options:
        junk = "no such value" if isinstance(option.default, bool) or option.values else 7
        try:
            game.read_options({option.key: junk})
        except BadOption:
            continue
        fail(f"option {option.key} accepts {junk!r}")


@check("setup", "once", "setup")
def set_up(case: Case) -> None:
    """Set-up returns an equal new state each time, of the declared class, for 1 to 8 seats."""
    game = case.game
    if not 1 <= case.seats <= MAX_SEATS:
        fail(f"expected 1 to {MAX_SEATS} seats, got {case.seats}", "seats")
    first, second = game.setup(case.options), game.setup(case.options)
    if type(first) is not game.state:
        fail(f"expected a {game.state.__name__}, got a {type(first).__name__}")
    if first != second:
        fail(f"two set-ups differ: {_difference(first, second)}")
    _must_share_nothing(first, second, "two set-ups")


@check("fields", "position", "apply_action")
def fields_fit(moment: Moment) -> None:
    """Every field contains ints that fit its record field."""
    try:
        moment.state.check()
    except OverflowError as problem:
        fail(str(problem), moment.made_by())


@check("parameters", "position", "apply_action")
def parameters_stay(moment: Moment) -> None:
    """Parameters have the values of the set-up in every state that occurs or is seen."""
    case = moment.case
    expected = case.shared.setdefault("parameters", _parameters(case.game.setup(case.options)))
    _must_be_parameters(expected, moment.state, "apply_action")
    for viewer in case.viewers():
        _must_be_parameters(expected, moment.seen_by(viewer), "observe")


def _must_be_parameters(expected: dict[str, str], state: State, blamed: str) -> None:
    for name, value in _parameters(state).items():
        if value != expected[name]:
            fail(f"parameter {name} was {expected[name]} after the set-up, and is {value}", blamed)


def _parameters(state: State) -> dict[str, str]:
    # As text, since states share the lists of parameters.
    return {name: repr(getattr(state, name)) for name, f in state._fields.items() if f.is_parameter}


@check("may_act", "position", "may_act")
def who_acts(moment: Moment) -> None:
    """Either seats of the game may act, of which at least one must act, or chance alone."""
    game, seats = moment.case.game, moment.case.seats
    mask, waiting = game.may_act(moment.state), game.must_act(moment.state)
    if mask == CHANCE_BIT:
        if not game.has_chance:
            fail("chance is next in a game without chance", "has_chance")
        if waiting:
            fail(f"chance is next, yet seats {bin(waiting)} must act", "must_act")
        return
    if mask < 0 or mask >> seats:
        fail(f"expected chance alone or some of {seats} seats, got {bin(mask)}")
    if waiting & ~mask:
        fail(f"seats {bin(waiting)} must act, but only {bin(mask)} may", "must_act")
    if mask and not waiting:
        fail(f"seats {bin(mask)} may act, but none must", "must_act")


@check("legal", "position", "legal_actions")
def legal_lists(moment: Moment) -> None:
    """A seat has legal actions exactly when it may act: distinct, not negative, not too many."""
    game = moment.case.game
    mask = game.may_act(moment.state)
    for seat in range(moment.case.seats):
        out = [0] * game.max_actions
        try:
            n = game.legal_actions(moment.state, seat, out)
        except IndexError:
            fail(f"seat {seat} has more than {game.max_actions} legal actions")
        _must_be_list(f"legal actions of seat {seat}", out[:n], n)
        if bool(n) != bool(mask >> seat & 1):
            fail(f"seat {seat} has {n} legal actions; may act: {bin(mask)}")


@check("numbering", "position", "actions")
def numbered(moment: Moment) -> None:
    """Legal actions are in the table of actions, and possible with these options."""
    game, options = moment.case.game, moment.case.options
    if "numbering" not in moment.case.shared:
        moment.case.shared["numbering"] = game.numbering(options)
    number_of = moment.case.shared["numbering"].number_of
    for seat in moment.may_act():
        for action in moment.legal(seat):
            if action >= len(number_of):
                fail(f"action {action} is not in the table, which ends at {len(number_of) - 1}")
            if number_of[action] < 0:
                decoded = game.actions.decode(action)
                fail(f"{decoded.key} {decoded.args} is legal, but not numbered with these options")


@check("odds", "position", "chance_outcomes")
def odds_valid(moment: Moment) -> None:
    """Chance has outcomes exactly when it is next: distinct, with weights above 0."""
    game = moment.case.game
    out, weights = [0] * game.max_actions, [0] * game.max_actions
    try:
        n = game.chance_outcomes(moment.state, out, weights)
    except IndexError:
        fail(f"chance has more than {game.max_actions} outcomes")
    _must_be_list("outcomes", out[:n], n)
    if bool(n) != moment.is_chance():
        fail(f"chance has {n} outcomes; may act: {bin(game.may_act(moment.state))}")
    if any(type(weight) is not int or weight <= 0 for weight in weights[:n]):
        fail(f"weights are not all ints above 0: {weights[:n]}")
    if sum(weights[:n]) >= 2**31:
        fail(f"weights add up to {sum(weights[:n])}, expected less than 2**31")


def _must_be_list(what: str, listed: list[int], n: int) -> None:
    if n != len(listed):
        fail(f"{what}: a count of {n} is impossible")
    if any(type(action) is not int or action < 0 for action in listed):
        fail(f"{what} are not all ints from 0: {listed}")
    if len(set(listed)) < n:
        fail(f"{what} are not distinct: {listed}")


@check("questions", "position", "evaluate")
def questions_change_nothing(moment: Moment) -> None:
    """Queries (who may act, what is legal, the estimate) do not change the state."""
    copy = moment.state.copy()
    for name, ask in _questions(moment, copy):
        ask()
        if copy != moment.state:
            fail(f"{name} changed the state: {_difference(moment.state, copy)}", name)


def _questions(moment: Moment, s: State) -> Iterator[tuple[str, Callable[[], object]]]:
    """Queries about a position, by the function that they call."""
    game = moment.case.game
    out, weights = [0] * game.max_actions, [0] * game.max_actions
    yield "may_act", partial(game.may_act, s)
    yield "must_act", partial(game.must_act, s)
    yield "chance_outcomes", partial(game.chance_outcomes, s, out, weights)
    for seat in range(moment.case.seats):
        yield "legal_actions", partial(game.legal_actions, s, seat, out)
        yield "may_resign", partial(game.may_resign, s, seat)
        yield "evaluate", partial(game.evaluate, s, seat)
    if not game.may_act(moment.state):
        yield "returns", partial(game.returns, s, [0] * moment.case.seats)


@check("apply", "step", "apply_action")
def applied_alike(moment: Moment, move: Move, after: State) -> None:
    """An action leads to the same state each time and changes no other state."""
    before = moment.state.copy()
    again = moment.after(move)
    if again != after:
        fail(f"{moment.entry(move)} leads to two states: {_difference(after, again)}")
    if moment.state != before:
        fail(f"{moment.entry(move)} changed another state: {_difference(before, moment.state)}")
    _must_share_nothing(moment.state, after, "the states before and after")
    _must_share_nothing(after, again, "two states after the same action")


def _must_share_nothing(first: State, second: State, what: str) -> None:
    ids = [id(part) for state in (first, second) for part in _lists(state)]
    if len(set(ids)) < len(ids):
        fail(f"{what} share a list, or one contains a list twice")


def _lists(state: State) -> Iterator[Any]:
    ahead = [getattr(state, name) for name, f in state._fields.items() if not f.is_parameter]
    while ahead:
        value = ahead.pop()
        if isinstance(value, list):
            yield value
            ahead += value


def _difference(first: State, second: State) -> str:
    return "; ".join(
        f"{name} {getattr(first, name)} / {getattr(second, name)}"
        for name in first._fields
        if getattr(first, name) != getattr(second, name)
    )


@check("laws", "position", "apply_action")
def laws_hold(moment: Moment) -> None:
    """The laws that the game declares hold in every state that occurs."""
    for law in moment.case.game.laws:
        if not law.holds(moment.state):
            fail(f"the law of {law.name} is broken in {moment.state!r}", moment.made_by())


@check("sealed", "position", "apply_action")
def sealed_choices_commute(moment: Moment) -> None:
    """Choices of several seats that must act lead to the same state in any order."""
    game, case = moment.case.game, moment.case
    waiting = game.must_act(moment.state)
    seats = [seat for seat in moment.may_act() if waiting >> seat & 1]
    for k, first in enumerate(seats):
        for second in seats[k + 1 :]:
            for one in case.some(moment.legal(first), _SOME):
                for two in case.some(moment.legal(second), _SOME):
                    _must_commute(moment, Move(first, one), Move(second, two))


def _must_commute(moment: Moment, one: Move, two: Move) -> None:
    both = f"{moment.entry(one)} and {moment.entry(two)}"
    ends = []
    for first, second in ((one, two), (two, one)):
        between = Moment(moment.case, moment.after(first))
        if second.action not in between.legal(second.seat):
            fail(f"{both}: {moment.entry(first)} makes the other illegal", "legal_actions")
        ends.append(between.after(second))
    if ends[0] != ends[1]:
        fail(f"{both} lead to two states: {_difference(*ends)}")


@check("resign", "position", "resign")
def resigning(moment: Moment) -> None:
    """Resigning, where it is allowed, ends the game or leads to a state that can be played on."""
    for seat in range(moment.case.seats):
        if moment.case.game.may_act(moment.state) and moment.case.game.may_resign(
            moment.state, seat
        ):
            _must_be_playable(moment, seat)


def _must_be_playable(moment: Moment, seat: int) -> None:
    after = Moment(moment.case, moment.after(Move(seat, None)))
    try:
        for must_hold in (fields_fit, who_acts, legal_lists, odds_valid, laws_hold):
            must_hold(after)
    except Exception as problem:
        fail(f"after seat {seat} resigned: {problem}")


@check("estimate", "position", "evaluate")
def estimates(moment: Moment) -> None:
    """By any weights an observation has an estimate, an int well below the value of a won game."""
    game = moment.case.game
    for seat in range(moment.case.seats):
        for state in (moment.state, moment.seen_by(seat)):
            for value in (game.evaluate(state, seat), *_weighed(game, state, seat)):
                if type(value) is not int or abs(value) > MAX_ESTIMATE:
                    found = f"expected an estimate to {MAX_ESTIMATE}, seat {seat} got {value!r}"
                    fail(found, "weigh" if game.weigh else "evaluate")


def _weighed(game: Game[Any], state: State, seat: int) -> Iterator[int]:
    """The estimates by weights of 0, and by large ones."""
    if game.weigh is not None:
        for factor in (0, 3):
            yield game.weigh(state, [factor * weight for weight in usual(game.weights)], seat)


@check("longest", "position", "longest")
def ends_in_time(moment: Moment) -> None:
    """A game is over after `longest` actions, chance included."""
    game = moment.case.game
    if moment.actions >= game.longest and game.may_act(moment.state):
        fail(f"the game continues after {moment.actions} actions; longest is {game.longest}")


@check("result", "end", "returns")
def result_valid(moment: Moment) -> None:
    """At the end every seat has a return within `best`, and the reason is listed."""
    game = moment.case.game
    out = [game.best + 1] * moment.case.seats
    reason = game.returns(moment.state, out)
    if any(type(got) is not int or abs(got) > game.best for got in out):
        fail(f"expected {len(out)} returns from -{game.best} to {game.best}, its `best`, got {out}")
    if not 0 <= reason < len(game.reasons):
        fail(f"expected a reason from 0 to {len(game.reasons) - 1}, got {reason}")


@check("zero_sum", "end", "returns")
def sum_is_zero(moment: Moment) -> None:
    """In a game declared zero-sum the returns of several seats add up to 0."""
    out: list[int] = [0] * moment.case.seats
    moment.case.game.returns(moment.state, out)
    total = sum(out)
    if moment.case.game.zero_sum and len(out) > 1 and total != 0:
        fail(f"returns {out} of a zero-sum game add up to {total}")
