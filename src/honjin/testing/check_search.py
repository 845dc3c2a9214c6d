"""Checks of what a search relies on: sealed choices, what is left out, state_keys, terms."""

from __future__ import annotations

from typing import Final

from honjin.core.game import NOTHING
from honjin.core.seats import CHANCE, CHANCE_BIT, seats_in
from honjin.core.state import State
from honjin.core.terms import ABOUT, Term, by_of, cost_of, gain_of, no_terms
from honjin.testing.check import Deed, Moment, check, fail

_SOME: Final = 8  # other actions compared with the one done
_MOST: Final = (1 << 63) - 1
_NEXT: Final = 12  # positions one action on whose keys are compared


@check(
    "retract_sealed",
    "position",
    "Choices that others have sealed can be taken back, and nothing else.",
)
def taking_back(moment: Moment) -> None:
    """Done twice it is done once; a seat's own choices stay as they are."""
    game = moment.case.game
    for seat in moment.may_act():
        opened = _unsealed(moment, moment.state, seat)
        again = opened.copy()
        game.retract_sealed(again, seat)
        if again != opened:
            fail(f"unsealed twice, seat {seat} sees {again!r}, not {opened!r}")
        if game.legal(opened, seat) != moment.legal(seat):
            fail(f"unsealed, seat {seat} may do {game.legal(opened, seat)}")


@check("retract_sealed", "step")
def sealed_choices_leave_no_trace(moment: Moment, deed: Deed, after: State) -> None:
    """A seat that still chooses, and cannot see what another has chosen, sees the same unsealed."""
    game = moment.case.game
    if deed.action is None or deed.seat == CHANCE:
        return
    for seat in seats_in(game.must_act(moment.state) & game.must_act(after)):
        if seat == deed.seat or not _is_sealed(moment, deed, after, seat):
            continue
        before, now = _unsealed(moment, moment.state, seat), _unsealed(moment, after, seat)
        if before != now:
            fail(f"after {moment.entry(deed)}, unsealed, seat {seat} sees {now!r}, not {before!r}")


def _unsealed(moment: Moment, s: State, seat: int) -> State:
    seen: State = moment.case.game.seen_by(s, seat)
    moment.case.game.retract_sealed(seen, seat)
    return seen


def _is_sealed(moment: Moment, deed: Deed, after: State, seat: int) -> bool:
    """Whether the seat sees the same whatever was done, though there was a choice."""
    game = moment.case.game
    seen, others = game.seen_by(after, seat), moment.case.some(moment.legal(deed.seat), _SOME)
    states = [moment.after(Deed(deed.seat, action)) for action in others if action != deed.action]
    return bool(states) and all(game.seen_by(state, seat) == seen for state in states)


@check(
    "off_turn", "position", "Out of turn a bot does what is legal, the same each time, or nothing."
)
def out_of_turn(moment: Moment) -> None:
    """Asked of every seat that may act, from what it sees, which stays as it was."""
    game = moment.case.game
    for seat in moment.may_act():
        seen = moment.seen_by(seat)
        action, before = game.off_turn(seen, seat), seen.copy()
        if action != NOTHING and action not in moment.legal(seat):
            fail(f"out of turn seat {seat} would do {action}; expected one of {moment.legal(seat)}")
        if seen != moment.seen_by(seat) or game.off_turn(before, seat) != action:
            fail(f"asked again, seat {seat} would not do {action} out of turn, or sees {seen!r}")


@check("prune_optional", "position", "What a search leaves out is nothing that the game waits for.")
def left_out(moment: Moment) -> None:
    """The same seats are awaited, with something to do that was legal before."""
    game = moment.case.game
    quiet = _quiet(moment, moment.state)
    if game.must_act(quiet) != game.must_act(moment.state):
        fail(f"with less to look at, seats {seats_in(game.must_act(quiet))} are awaited")
    if _quiet(moment, quiet) != quiet:
        fail(f"what is left out twice leaves {_quiet(moment, quiet)!r}, not {quiet!r}")
    for seat in seats_in(game.must_act(quiet)):
        found = game.legal(_quiet(moment, moment.seen_by(seat)), seat)
        if not found or not set(found) <= set(moment.legal(seat)):
            fail(f"with less to look at, seat {seat} may do {found}; before {moment.legal(seat)}")


@check("prune_optional", "step")
def left_out_all_the_way(moment: Moment, deed: Deed, after: State) -> None:
    """Where all is done that can be without it, it makes no difference."""
    game, before = moment.case.game, _quiet(moment, moment.state)
    if (
        deed.action is None
        or deed.seat == CHANCE
        or deed.action not in game.legal(before, deed.seat)
    ):
        return
    game.apply_action(before, deed.seat, deed.action)
    if _quiet(moment, before) != _quiet(moment, after):
        fail(f"with less to look at, {moment.entry(deed)} leads to {before!r}, not {after!r}")


def _quiet(moment: Moment, s: State) -> State:
    quiet = s.copy()
    moment.case.game.prune_optional(quiet)
    return quiet


@check("state_key", "position")
def state_keys(moment: Moment) -> None:
    """From 0 to 2**63 - 1; in one game, what has the same one leaves a seat the same choices."""
    game = moment.case.game
    if game.state_key is None:
        return
    known = moment.case.memory.setdefault("state_keys", {})
    for seat in moment.may_act():
        seen = moment.seen_by(seat)
        mark = game.state_key(seen)
        if not 0 <= mark <= _MOST or mark != game.state_key(seen.copy()):
            fail(f"{seen!r} has the state_key {mark}")
        other = known.setdefault((seat, mark), seen)
        if game.legal(other, seat) != moment.legal(seat):
            fail(f"to seat {seat}, {seen!r} and {other!r} have the same state_key")
    if not game.has_secrets:
        _must_tell_apart(moment)


def _must_tell_apart(moment: Moment) -> None:
    """In a game without secrets, who may act follows from it, here and one action on.

    It need not tell how often a position has occurred, nor what chance is still to do: games that
    are over, and what chance comes next to, are left out.
    """
    game = moment.case.game
    assert game.state_key is not None
    movers = moment.case.memory.setdefault("movers", {})
    deeds = [Deed(seat, action) for seat in moment.may_act() for action in moment.legal(seat)]
    some = deeds[:: 1 + len(deeds) // _NEXT]
    for s in (moment.state, *map(moment.after, some)):
        if not game.may_act(s) or game.may_act(s) & CHANCE_BIT:
            continue
        other = movers.setdefault(game.state_key(s), s)
        if game.may_act(other) != game.may_act(s):
            fail(f"{s!r} and {other!r} have the same state_key, and not the same seats may act")


@check(
    "terms",
    "position",
    "The terms of an estimate come to it, up to one each for rounding; all that is said has words.",
)
def terms_of_the_estimate(moment: Moment) -> None:
    """Asked for every seat, of the position and of what the seat sees; both stay as they were."""
    case, game = moment.case, moment.case.game
    if game.terms is no_terms:
        return
    for seat in range(case.seats):
        for s in (moment.state, moment.seen_by(seat)) if game.has_secrets else (moment.state,):
            before = s.copy()
            found = game.terms(s, seat)
            if s != before:
                fail(f"asked for the terms of seat {seat}, {before!r} has become {s!r}")
            value, estimate = game.blend(found), game.evaluate(s, seat)
            if abs(value - estimate) > len(found):
                fail(f"seat {seat} is estimated at {estimate}, its terms come to {value}: {found}")
            for key in (key for term in found for key in _words_of(term)):
                if key not in game.words:
                    fail(f"there are no words for {key!r}")


def _words_of(term: Term) -> tuple[str, ...]:
    """The word keys that a term needs."""
    keys = gain_of(term.key), cost_of(term.key)
    return keys if term.amount is None else (*keys, *map(by_of, keys), ABOUT)
