"""Checks of information: what a viewer sees, what its log says, and what it could imagine."""

from __future__ import annotations

from typing import Final

from honjin.core.events import Event
from honjin.core.jit.rng import seeded
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.core.state import State
from honjin.testing.check import Case, Moment, Move, check, fail
from honjin.testing.checks.check_rules import legal_lists, odds_valid, who_acts

_SAMPLES: Final = 2  # resamplings of an observation
_IMPOSSIBLE: Final = "resample gave viewer {} an impossible position"
_SOME: Final = 8  # alternatives compared with the action played


@check("observe", "position", "observe")
def observations(moment: Moment) -> None:
    """Hiding twice is hiding once, and the seats that may or must act are public."""
    game = moment.case.game
    turn = game.may_act(moment.state), game.must_act(moment.state)
    for viewer in moment.case.viewers():
        seen = moment.seen_by(viewer)
        if game.seen_by(seen, viewer) != seen:
            fail(f"the observation of viewer {viewer} changes when observed again")
        if (game.may_act(seen), game.must_act(seen)) != turn:
            fail(f"viewer {viewer} does not see which seats may and must act")


@check(
    "no secrets",
    "position",
    "observe",
    "In a game without secrets all viewers see and read the same.",
)
def nothing_hidden(moment: Moment) -> None:
    """An observation equals the state."""
    if moment.case.game.has_secrets:
        return
    for viewer in (*range(moment.case.seats), SPECTATOR):
        if moment.seen_by(viewer) != moment.state:
            fail(f"something is hidden from viewer {viewer} in a game without secrets")


@check("no secrets", "step", "tell")
def all_told_alike(moment: Moment, move: Move, after: State) -> None:
    """All viewers get the same log lines."""
    game = moment.case.game
    if game.has_secrets or move.action is None:
        return
    viewers = (*range(moment.case.seats), SPECTATOR)
    logs = {game.tell(moment.state, move.seat, move.action, after, viewer) for viewer in viewers}
    if len(logs) > 1:
        fail(f"{moment.entry(move)} gives different log lines in a game without secrets")


@check("legal when observed", "position", "observe")
def legal_from_observation(moment: Moment) -> None:
    """A seat's legal actions follow from its observation, in the same order."""
    game = moment.case.game
    for seat in range(moment.case.seats):
        seen = game.legal(moment.seen_by(seat), seat)
        if seen != moment.legal(seat):
            fail(f"seat {seat} sees legal actions {seen}, but has {moment.legal(seat)}")


@check("resample", "position", "resample")
def resampled(moment: Moment) -> None:
    """A resampled state is possible, and looks the same to the viewer."""
    viewers = (*range(moment.case.seats), SPECTATOR)
    guesses = {
        viewer: [_possible(moment, viewer, moment.seen_by(viewer)) for _ in range(_SAMPLES)]
        for viewer in viewers
    }
    viewer = moment.case.random.choice(viewers)
    _must_be_played_on(moment, viewer, guesses[viewer][0])


def _possible(moment: Moment, viewer: int, seen: State) -> State:
    """A guess that looks the same to the viewer, and in which the laws hold."""
    game = moment.case.game
    filled = seen.copy()
    game.resample(filled, viewer, seeded(moment.case.random.getrandbits(32)))
    if game.seen_by(filled, viewer) != seen:
        fail(f"viewer {viewer} can tell the resampled {filled!r} from {seen!r}")
    try:
        filled.check()
    except OverflowError as problem:
        fail(f"{_IMPOSSIBLE.format(viewer)}: {problem}")
    for law in game.laws:
        if not law.holds(filled):
            broken = f"the law of {law.name} is broken in {filled!r}"
            fail(f"{_IMPOSSIBLE.format(viewer)}: {broken}")
    if viewer != SPECTATOR and game.legal(filled, viewer) != moment.legal(viewer):
        fail(f"resample changes the legal actions of seat {viewer}")
    return filled


def _must_be_played_on(moment: Moment, viewer: int, filled: State) -> None:
    """Check that whoever acts next has something to do, and that it can be done."""
    then = Moment(moment.case, filled)
    try:
        for must_hold in (who_acts, legal_lists, odds_valid):
            must_hold(then)
        for seat in (CHANCE,) if then.is_chance() else then.may_act():
            for action in _actions(moment.case, then, seat)[:1]:
                then.after(Move(seat, action))
    except Exception as problem:
        fail(f"{_IMPOSSIBLE.format(viewer)}: {problem}: {filled!r}")


@check("told alike", "step", "tell or observe")
def told_alike_seen_alike(moment: Moment, move: Move, _after: State) -> None:
    """Two events with the same log lines for a viewer leave it with equal observations."""
    alternatives = _alternatives(moment, move)
    for viewer in moment.case.viewers():
        known: dict[tuple[Event, ...], tuple[Move, State]] = {}
        for other, state in alternatives:
            events = _events(moment, other, state, viewer)
            seen = moment.case.game.seen_by(state, viewer)
            first, known_seen = known.setdefault(events, (other, seen))
            if known_seen != seen:
                both = _both(moment, first, other)
                fail(f"viewer {viewer} reads the same of {both}, but sees a difference")


@check("told no secret", "step", "tell or observe")
def secrets_not_told(moment: Moment, move: Move, after: State) -> None:
    """Two events that look the same to a viewer have the same log lines for it."""
    if not moment.case.game.has_secrets:
        return
    seen_by, alternatives = moment.case.game.seen_by, _alternatives(moment, move)
    for viewer in moment.case.viewers():
        seen = seen_by(after, viewer)
        for other, state in alternatives:
            if state == after or seen_by(state, viewer) != seen:
                continue
            if _events(moment, other, state, viewer) != _events(moment, move, after, viewer):
                both = _both(moment, move, other)
                fail(f"viewer {viewer} sees no difference between {both}, but reads one")


@check("reveals", "step", "actions")
def nothing_revealed(moment: Moment, move: Move, after: State) -> None:
    """An action declared to reveal nothing shows no viewer any hidden information."""
    game = moment.case.game
    if not game.has_secrets or move.action is None or move.seat == CHANCE:
        return
    if game.actions.reveals(moment.state, move.seat, move.action):
        return
    for viewer in moment.case.viewers():
        if _has_missed(moment, move, after, viewer):
            continue
        guess = moment.seen_by(viewer).copy()
        game.resample(guess, viewer, seeded(moment.case.random.getrandbits(32)))
        if move.action not in game.legal(guess, move.seat):
            fail(f"{moment.entry(move)} shows viewer {viewer} that it is legal")
        game.apply_action(guess, move.seat, move.action)
        if game.seen_by(guess, viewer) != game.seen_by(after, viewer):
            fail(f"{moment.entry(move)} shows viewer {viewer} hidden information")


def _alternatives(moment: Moment, move: Move) -> list[tuple[Move, State]]:
    """A move and some alternatives of the same seat (or chance), with the states after them."""
    if move.action is None:
        return []
    moves = [Move(move.seat, action) for action in _actions(moment.case, moment, move.seat)]
    return [(other, moment.after(other)) for other in (move, *moves)]


def _actions(case: Case, moment: Moment, seat: int) -> list[int]:
    if seat == CHANCE:
        return case.some((outcome for outcome, _ in case.game.outcomes(moment.state)), _SOME)
    return case.some(moment.legal(seat), _SOME)


def _events(moment: Moment, move: Move, after: State, viewer: int) -> tuple[Event, ...]:
    assert move.action is not None
    return moment.case.game.tell(moment.state, move.seat, move.action, after, viewer)


def _has_missed(moment: Moment, move: Move, after: State, viewer: int) -> bool:
    """True if a viewer gets no log line for an action and sees no change."""
    if viewer == move.seat or _events(moment, move, after, viewer):
        return False
    return bool(moment.case.game.seen_by(after, viewer) == moment.seen_by(viewer))


def _both(moment: Moment, one: Move, two: Move) -> str:
    return f"{moment.entry(one)} and {moment.entry(two)}"
