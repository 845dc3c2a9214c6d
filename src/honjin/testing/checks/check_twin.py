"""The check that interpreted and compiled rules agree."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

from honjin.core.jit.compiled import batch, compiled, ints, zeros
from honjin.core.jit.rng import seeded
from honjin.core.seats import SPECTATOR
from honjin.core.state import State
from honjin.testing.check import Case, Moment, Move, check, fail

_ABOUT = "Interpreted and compiled rules agree in every field, list, odds and result."


class _Twin(NamedTuple):
    loops: ModuleType
    states: Any  # [0] follows the game, [1] is a scratch copy
    out: Any
    weights: Any


def _twin(moment: Moment) -> _Twin:
    case = moment.case
    if "twin" not in case.memory:
        states = batch(case.game, moment.state, spare=1)
        n = max(case.game.max_actions, case.seats)
        case.memory["twin"] = _Twin(compiled(case.game), states, zeros(n), zeros(n))
    twin: _Twin = case.memory["twin"]
    return twin


def _must_agree(function: str, interpreted: object, compiled_: object, what: str = "") -> None:
    if interpreted != compiled_:
        found = f"interpreted {interpreted}, compiled {compiled_}"
        fail(f"{function}{what}: {found}", function)


@check("twin", "position", "apply_action", _ABOUT)
def same_answers(moment: Moment) -> None:
    """The seats to act, legal actions, odds, results and estimates agree."""
    game, twin, state = moment.case.game, _twin(moment), moment.state
    _must_agree("may_act", game.may_act(state), twin.loops.acting(twin.states, 0))
    _must_agree("must_act", game.must_act(state), twin.loops.waited_for(twin.states, 0))
    estimate = "weigh" if game.weigh else "evaluate"
    n = twin.loops.outcomes(twin.states, 0, twin.out, twin.weights)
    odds = list(zip(twin.out[:n].tolist(), twin.weights[:n].tolist(), strict=True))
    _must_agree("chance_outcomes", game.outcomes(state), odds)
    for seat in range(moment.case.seats):
        n = twin.loops.legal(twin.states, 0, seat, twin.out)
        legal = twin.out[:n].tolist()
        _must_agree("legal_actions", moment.legal(seat), legal, f" of seat {seat}")
        guess = twin.loops.guess(twin.states, 0, seat)
        _must_agree(estimate, game.evaluate(state, seat), guess, f" of seat {seat}")
    if game.state_key is not None:
        _must_agree("state_key", game.state_key(state), twin.loops.mark(twin.states, 0))
    _same_results(moment, twin)
    _same_observations(moment, twin)
    _same_resigning(moment, twin)


def _same_results(moment: Moment, twin: _Twin) -> None:
    seats = moment.case.seats
    if not moment.case.game.may_act(moment.state):
        got = [0] * seats
        reason = moment.case.game.returns(moment.state, got)
        twin_reason = twin.loops.result(twin.states, 0, twin.out)
        _must_agree("returns", reason, twin_reason, ", reason")
        _must_agree("returns", got, twin.out[:seats].tolist())


def _same_observations(moment: Moment, twin: _Twin) -> None:
    game = moment.case.game
    for viewer in (*range(moment.case.seats), SPECTATOR):
        twin.states[1] = twin.states[0]
        twin.loops.hide(twin.states, 1, viewer)
        seen = moment.seen_by(viewer)
        _must_agree("observe", seen, _state(moment.case, twin, 1), f" for {viewer}")
        rng = seeded(moment.case.random.getrandbits(32))
        twin_rng = ints(rng)
        game.resample(seen, viewer, rng)
        twin.loops.fill(twin.states, 1, viewer, twin_rng)
        _must_agree("resample", seen, _state(moment.case, twin, 1), f" for {viewer}")
        _must_agree("resample", rng, twin_rng.tolist(), ", generator")
        game.retract_sealed(seen, viewer)
        twin.loops.take_back(twin.states, 1, viewer)
        _must_agree("retract_sealed", seen, _state(moment.case, twin, 1), f" for {viewer}")


def _same_resigning(moment: Moment, twin: _Twin) -> None:
    game = moment.case.game
    if not game.may_act(moment.state):
        return
    for seat in range(moment.case.seats):
        may = bool(game.may_resign(moment.state, seat))
        can = twin.loops.can_give_up(twin.states, 0, seat)
        _must_agree("may_resign", may, can, f" of seat {seat}")
        if may:
            twin.states[1] = twin.states[0]
            twin.loops.give_up(twin.states, 1, seat)
            after = moment.after(Move(seat, None))
            _must_agree("resign", after, _state(moment.case, twin, 1), f" of seat {seat}")


@check("twin", "step", "apply_action")
def same_step(moment: Moment, move: Move, after: State) -> None:
    """The states after an action agree."""
    twin = _twin(moment)
    if move.action is None:
        twin.loops.give_up(twin.states, 0, move.seat)
    else:
        twin.loops.act(twin.states, 0, move.seat, move.action)
    function = "resign" if move.action is None else "apply_action"
    for name, one, two in _fields(after, _state(moment.case, twin, 0)):
        _must_agree(function, one, two, f", {name} after {moment.entry(move)}")


def _state(case: Case, twin: _Twin, i: int) -> State:
    state: State = case.game.state.read_record(twin.states[i])
    return state


def _fields(one: State, two: State) -> Iterator[tuple[str, object, object]]:
    for name in one._fields:
        yield name, getattr(one, name), getattr(two, name)
