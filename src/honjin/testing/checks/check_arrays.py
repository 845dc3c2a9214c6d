"""Checks of arrays: the form in which a network gets an observation (`core.arrays`)."""

from __future__ import annotations

from typing import Any

from honjin.core.jit.compiled import ARRAY_LOOPS, batch, compiled
from honjin.core.jit.rng import seeded
from honjin.core.seats import SPECTATOR
from honjin.core.state import State
from honjin.testing.check import Moment, check, fail


@check("arrays", "position", "encode")
def arrays_of_observations(moment: Moment) -> None:
    """Arrays have the declared length and values, and making them changes no state."""
    viewer = _some_viewer(moment)
    if viewer is None:
        return
    seen = moment.seen_by(viewer)
    before = seen.copy()
    shown = _array(moment, seen, viewer)
    if seen != before:
        fail(f"making the array of viewer {viewer} changes the observation")
    for place, value in zip(_features(moment), shown, strict=True):
        if not place.least <= value <= place.most:
            expected = f"{place.name} from {place.least} to {place.most}"
            fail(f"expected {expected}, viewer {viewer} got {value}")


@check("arrays alike", "position", "encode")
def nothing_hidden_in_arrays(moment: Moment) -> None:
    """Positions with the same observation give a viewer the same array, whatever is hidden."""
    viewer = _some_viewer(moment)
    if viewer is None:
        return
    game = moment.case.game
    shown = _array(moment, moment.seen_by(viewer), viewer)
    other = moment.seen_by(viewer)
    game.resample(other, viewer, seeded(moment.case.random.getrandbits(32)))
    if _array(moment, game.seen_by(other, viewer), viewer) != shown:
        fail(f"hidden information changes the array of viewer {viewer}")


@check("array twin", "position", "encode", "Interpreted and compiled rules give the same arrays.")
def same_arrays(moment: Moment) -> None:
    """Both forms of `encode` agree in every place."""
    import numpy as np

    viewer = _some_viewer(moment)
    if viewer is None:
        return
    seen = moment.seen_by(viewer)
    out = np.zeros(len(_features(moment)), np.int8)
    loops, states = compiled(moment.case.game, ARRAY_LOOPS), batch(moment.case.game, seen)
    size = loops.encoded(states, 0, viewer, moment.case.seats, out)
    shown = _array(moment, seen, viewer)
    if (len(shown), shown) != (size, out.tolist()):
        pairs = zip(_features(moment), shown, out.tolist(), strict=True)
        found = [f"{place.name}: {one}, {two}" for place, one, two in pairs if one != two]
        fail(f"viewer {viewer}, interpreted and compiled: {'; '.join(found) or size}")


def _some_viewer(moment: Moment) -> int | None:
    """A random viewer; None in a game without arrays."""
    if moment.case.game.encode is None:
        return None
    viewer: int = moment.case.random.choice((*range(moment.case.seats), SPECTATOR))
    return viewer


def _features(moment: Moment) -> Any:
    return moment.case.game.observation_features(moment.case.options)


def _array(moment: Moment, seen: State, viewer: int) -> list[int]:
    game, places = moment.case.game, len(_features(moment))
    assert game.encode is not None
    out = [0] * places
    size = game.encode(seen, viewer, moment.case.seats, out)
    if (size, len(out)) != (places, places):
        fail(f"expected an array of {places} places, viewer {viewer} got {size}")
    return out
