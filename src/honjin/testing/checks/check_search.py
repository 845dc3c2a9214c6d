"""Checks of what a search relies on: sealed choices, optional actions, state keys, terms."""

from __future__ import annotations

from typing import Final

from honjin.core.contract.search import NOTHING
from honjin.core.parts.terms import ABOUT, Term, by_of, cost_of, gain_of, no_terms
from honjin.core.seats import CHANCE, CHANCE_BIT, seats_in
from honjin.core.state import State
from honjin.testing.check import Moment, Move, check, fail

_SOME: Final = 8  # alternatives compared with the action played
_MOST: Final = (1 << 63) - 1
_NEXT: Final = 12  # positions after one action whose keys are compared


@check(
    "retract_sealed",
    "position",
    "retract_sealed",
    "Sealed choices of other seats can be taken back, and nothing else.",
)
def taking_back(moment: Moment) -> None:
    """Doing it twice is doing it once; a seat's own choices stay as they are."""
    game = moment.case.game
    for seat in moment.may_act():
        opened = _retracted(moment, moment.state, seat)
        again = opened.copy()
        game.retract_sealed(again, seat)
        if again != opened:
            fail(f"retracted twice, seat {seat} sees {again!r}, not {opened!r}")
        if game.legal(opened, seat) != moment.legal(seat):
            fail(f"retracted, seat {seat} has legal actions {game.legal(opened, seat)}")


@check("retract_sealed", "step", "retract_sealed")
def sealed_choices_leave_no_trace(moment: Moment, move: Move, after: State) -> None:
    """After retracting, a seat that is still choosing sees no trace of another's sealed choice."""
    game = moment.case.game
    if move.action is None or move.seat == CHANCE:
        return
    for seat in seats_in(game.must_act(moment.state) & game.must_act(after)):
        if seat == move.seat or not _is_sealed(moment, move, after, seat):
            continue
        before, now = _retracted(moment, moment.state, seat), _retracted(moment, after, seat)
        if before != now:
            entry = moment.entry(move)
            fail(f"after {entry}, retracted, seat {seat} sees {now!r}, not {before!r}")


def _retracted(moment: Moment, s: State, seat: int) -> State:
    seen: State = moment.case.game.seen_by(s, seat)
    moment.case.game.retract_sealed(seen, seat)
    return seen


def _is_sealed(moment: Moment, move: Move, after: State, seat: int) -> bool:
    """True if the seat sees the same whichever of several actions was played."""
    game = moment.case.game
    seen, others = game.seen_by(after, seat), moment.case.some(moment.legal(move.seat), _SOME)
    states = [moment.after(Move(move.seat, action)) for action in others if action != move.action]
    return bool(states) and all(game.seen_by(state, seat) == seen for state in states)


@check(
    "off_turn",
    "position",
    "off_turn",
    "Out of turn a bot does nothing or a legal action, the same each time.",
)
def out_of_turn(moment: Moment) -> None:
    """Each seat that may act decides from its observation, without changing it."""
    game = moment.case.game
    for seat in moment.may_act():
        seen = moment.seen_by(seat)
        action, before = game.off_turn(seen, seat), seen.copy()
        if action != NOTHING and action not in moment.legal(seat):
            fail(f"out of turn seat {seat} would do {action}; expected one of {moment.legal(seat)}")
        if seen != moment.seen_by(seat) or game.off_turn(before, seat) != action:
            fail(f"a second call for seat {seat} did not give {action}, or changed {seen!r}")


@check(
    "prune_optional",
    "position",
    "prune_optional",
    "A search prunes only actions that the game can do without.",
)
def left_out(moment: Moment) -> None:
    """The same seats must act, and have an action that was legal before."""
    game = moment.case.game
    pruned = _pruned(moment, moment.state)
    if game.must_act(pruned) != game.must_act(moment.state):
        fail(f"after pruning, seats {seats_in(game.must_act(pruned))} must act")
    if _pruned(moment, pruned) != pruned:
        fail(f"pruning twice gives {_pruned(moment, pruned)!r}, not {pruned!r}")
    for seat in seats_in(game.must_act(pruned)):
        found = game.legal(_pruned(moment, moment.seen_by(seat)), seat)
        if not found or not set(found) <= set(moment.legal(seat)):
            before = moment.legal(seat)
            fail(f"after pruning, seat {seat} has legal actions {found}; before {before}")


@check("prune_optional", "step", "prune_optional")
def left_out_all_the_way(moment: Moment, move: Move, after: State) -> None:
    """Pruning before an action that remains legal, or after it, makes no difference."""
    game, before = moment.case.game, _pruned(moment, moment.state)
    if (
        move.action is None
        or move.seat == CHANCE
        or move.action not in game.legal(before, move.seat)
    ):
        return
    game.apply_action(before, move.seat, move.action)
    if _pruned(moment, before) != _pruned(moment, after):
        fail(f"after pruning, {moment.entry(move)} leads to {before!r}, not {after!r}")


def _pruned(moment: Moment, s: State) -> State:
    pruned = s.copy()
    moment.case.game.prune_optional(pruned)
    return pruned


@check("state_key", "position", "state_key")
def state_keys(moment: Moment) -> None:
    """Keys are from 0 to 2**63 - 1; equal keys in a game mean equal choices for a seat."""
    game = moment.case.game
    if game.state_key is None:
        return
    known = moment.case.memory.setdefault("state_keys", {})
    for seat in moment.may_act():
        seen = moment.seen_by(seat)
        key = game.state_key(seen)
        if not 0 <= key <= _MOST or key != game.state_key(seen.copy()):
            fail(f"{seen!r} has the state_key {key}")
        other = known.setdefault((seat, key), seen)
        if game.legal(other, seat) != moment.legal(seat):
            fail(f"{seen!r} and {other!r} have the same state_key, but seat {seat} other choices")
    if not game.has_secrets:
        _must_distinguish(moment)


def _must_distinguish(moment: Moment) -> None:
    """In a game without secrets, equal keys mean the same seats to act, here and one action later.

    A key need not depend on the number of times a position has occurred, nor on pending chance:
    finished games and chance turns are left out.
    """
    game = moment.case.game
    assert game.state_key is not None
    movers = moment.case.memory.setdefault("movers", {})
    moves = [Move(seat, action) for seat in moment.may_act() for action in moment.legal(seat)]
    some = moves[:: 1 + len(moves) // _NEXT]
    for s in (moment.state, *map(moment.after, some)):
        if not game.may_act(s) or game.may_act(s) & CHANCE_BIT:
            continue
        other = movers.setdefault(game.state_key(s), s)
        if game.may_act(other) != game.may_act(s):
            fail(f"{s!r} and {other!r} have the same state_key, but different seats may act")


@check(
    "terms",
    "position",
    "terms",
    "The terms add up to the estimate, within 1 per term for rounding, and all of them have words.",
)
def terms_of_the_estimate(moment: Moment) -> None:
    """For every seat, in the position and its observation, and without changing either."""
    case, game = moment.case, moment.case.game
    if game.terms is no_terms:
        return
    for seat in range(case.seats):
        for s in (moment.state, moment.seen_by(seat)) if game.has_secrets else (moment.state,):
            before = s.copy()
            found = game.terms(s, seat)
            if s != before:
                fail(f"computing the terms of seat {seat} changed {before!r} to {s!r}")
            value, estimate = game.blend(found), game.evaluate(s, seat)
            if abs(value - estimate) > len(found):
                fail(f"the estimate of seat {seat} is {estimate}, but its terms, {value}: {found}")
            for key in (key for term in found for key in _words_of(term)):
                if key not in game.words:
                    fail(f"there are no words for {key!r}")


def _words_of(term: Term) -> tuple[str, ...]:
    """The word keys that a term needs."""
    keys = gain_of(term.key), cost_of(term.key)
    return keys if term.amount is None else (*keys, *map(by_of, keys), ABOUT)
