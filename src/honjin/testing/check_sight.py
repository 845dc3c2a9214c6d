"""Checks of sight: what a viewer may know, is told, and could imagine."""

from __future__ import annotations

from typing import Final

from honjin.core.events import Event
from honjin.core.jit.rng import seeded
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.core.state import State
from honjin.testing.check import Case, Deed, Moment, check, fail

_SAMPLES: Final = 2  # resamplings of an observation
_SOME: Final = 8  # other actions compared with the one done


@check("observe", "position")
def observations(moment: Moment) -> None:
    """Hiding twice is hiding once, and who is to act is no secret."""
    game = moment.case.game
    turn = game.may_act(moment.state), game.must_act(moment.state)
    for viewer in moment.case.viewers():
        seen = moment.seen_by(viewer)
        if game.seen_by(seen, viewer) != seen:
            fail(f"what viewer {viewer} sees changes when hidden again")
        if (game.may_act(seen), game.must_act(seen)) != turn:
            fail(f"viewer {viewer} sees other seats to act than there are")


@check("no secrets", "position", "In a game declared open nothing is hidden, all are told alike.")
def nothing_hidden(moment: Moment) -> None:
    """Observing changes nothing."""
    if moment.case.game.has_secrets:
        return
    for viewer in (*range(moment.case.seats), SPECTATOR):
        if moment.seen_by(viewer) != moment.state:
            fail(f"something is hidden from viewer {viewer} in a game without secrets")


@check("no secrets", "step")
def all_told_alike(moment: Moment, deed: Deed, after: State) -> None:
    """Everybody is told the same."""
    game = moment.case.game
    if game.has_secrets or deed.action is None:
        return
    viewers = (*range(moment.case.seats), SPECTATOR)
    told = {game.tell(moment.state, deed.seat, deed.action, after, viewer) for viewer in viewers}
    if len(told) > 1:
        fail(f"{moment.entry(deed)} is told differently in a game without secrets")


@check("legal when observed", "position")
def legal_from_observation(moment: Moment) -> None:
    """A seat's legal actions follow from what it sees, in the same order."""
    game = moment.case.game
    for seat in range(moment.case.seats):
        seen = game.legal(moment.seen_by(seat), seat)
        if seen != moment.legal(seat):
            fail(f"seat {seat} sees legal actions {seen}, has {moment.legal(seat)}")


@check("resample", "position")
def resampled(moment: Moment) -> None:
    """A resampled state is possible, and looks the same to the viewer."""
    for viewer in (*range(moment.case.seats), SPECTATOR):
        seen = moment.seen_by(viewer)
        for _ in range(_SAMPLES):
            _must_be_possible(moment, viewer, seen)


def _must_be_possible(moment: Moment, viewer: int, seen: State) -> None:
    game = moment.case.game
    filled = seen.copy()
    game.resample(filled, viewer, seeded(moment.case.random.getrandbits(32)))
    filled.check()
    if game.seen_by(filled, viewer) != seen:
        fail(f"viewer {viewer} would see {filled!r} otherwise than {seen!r}")
    for law in game.laws:
        if not law.holds(filled):
            fail(f"resampled for viewer {viewer}, the law of {law.name} is broken: {filled!r}")
    if viewer != SPECTATOR and game.legal(filled, viewer) != moment.legal(viewer):
        fail(f"resampled for seat {viewer}, its own legal actions change")


@check("told alike", "step")
def told_alike_seen_alike(moment: Moment, deed: Deed, _after: State) -> None:
    """Two events told alike to a viewer leave it with equal observations."""
    told = _tellings(moment, deed)
    for viewer in moment.case.viewers():
        known: dict[tuple[Event, ...], tuple[Deed, State]] = {}
        for other, state in told:
            events = _told(moment, other, state, viewer)
            seen = moment.case.game.seen_by(state, viewer)
            first, looked = known.setdefault(events, (other, seen))
            if looked != seen:
                fail(f"{_both(moment, first, other)} are told alike to viewer {viewer}, look not")


@check("told no secret", "step")
def secrets_not_told(moment: Moment, deed: Deed, after: State) -> None:
    """Where two events differ in what a viewer cannot see, it is told the same of both."""
    if not moment.case.game.has_secrets:
        return
    seen_by, told = moment.case.game.seen_by, _tellings(moment, deed)
    for viewer in moment.case.viewers():
        seen = seen_by(after, viewer)
        for other, state in told:
            if state == after or seen_by(state, viewer) != seen:
                continue
            if _told(moment, other, state, viewer) != _told(moment, deed, after, viewer):
                fail(f"{_both(moment, deed, other)} differ only in secret for viewer {viewer}")


@check("reveals", "step")
def nothing_revealed(moment: Moment, deed: Deed, after: State) -> None:
    """An action that is declared to reveal nothing shows no viewer anything that was hidden."""
    game = moment.case.game
    if not game.has_secrets or deed.action is None or deed.seat == CHANCE:
        return
    if game.actions.reveals(moment.state, deed.seat, deed.action):
        return
    for viewer in moment.case.viewers():
        if _has_missed(moment, deed, after, viewer):
            continue
        guess = moment.seen_by(viewer).copy()
        game.resample(guess, viewer, seeded(moment.case.random.getrandbits(32)))
        if deed.action not in game.legal(guess, deed.seat):
            fail(f"{moment.entry(deed)} shows viewer {viewer} that it is legal")
        game.apply_action(guess, deed.seat, deed.action)
        if game.seen_by(guess, viewer) != game.seen_by(after, viewer):
            fail(f"{moment.entry(deed)} shows viewer {viewer} something that was hidden")


def _tellings(moment: Moment, deed: Deed) -> list[tuple[Deed, State]]:
    """What the same seat (or chance) could have done instead, some of it, with the states after."""
    if deed.action is None:
        return []
    deeds = [Deed(deed.seat, action) for action in _actions(moment.case, moment, deed.seat)]
    return [(other, moment.after(other)) for other in (deed, *deeds)]


def _actions(case: Case, moment: Moment, seat: int) -> list[int]:
    if seat == CHANCE:
        return case.some((outcome for outcome, _ in case.game.outcomes(moment.state)), _SOME)
    return case.some(moment.legal(seat), _SOME)


def _told(moment: Moment, deed: Deed, after: State, viewer: int) -> tuple[Event, ...]:
    assert deed.action is not None
    return moment.case.game.tell(moment.state, deed.seat, deed.action, after, viewer)


def _has_missed(moment: Moment, deed: Deed, after: State, viewer: int) -> bool:
    """Whether a viewer is told nothing of an action, and sees nothing of it."""
    if viewer == deed.seat or _told(moment, deed, after, viewer):
        return False
    return bool(moment.case.game.seen_by(after, viewer) == moment.seen_by(viewer))


def _both(moment: Moment, one: Deed, two: Deed) -> str:
    return f"{moment.entry(one)} and {moment.entry(two)}"
