"""Whether a step of a game showed somebody what was hidden.

A step reveals something if, for some viewer, it would have looked different, or could not have
happened, had the information hidden from that viewer been different.
"""

from __future__ import annotations

from typing import Any, Final

from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.jit.rng import seeded
from honjin.core.play import Play, Step
from honjin.core.record import RESIGN
from honjin.core.seats import CHANCE

GUESSES: Final = 8
"""The number of samples of hidden information that test whether a step reveals some of it."""

MAX_STEPS: Final = 24
"""A longer sequence of steps is assumed to reveal something, if anything is hidden."""


def is_revealing(play: Play, steps: list[Step], to: int) -> bool:
    """Whether one of the steps after step `to` showed a viewer something that was hidden."""
    if not play.game.has_secrets:
        return False
    if len(steps) > MAX_STEPS:
        return True
    again = play.at(to)
    for step in steps:
        if any(shows(play.game, again.state, step, viewer) for viewer in range(play.seats)):
            return True
        repeat(again, step)
    return False


def repeat(play: Play, step: Step) -> None:
    """Play a step of a record again."""
    if step.seat == CHANCE:
        play.chance(play.game.notation.read_action(play.state, CHANCE, step.text))
    else:
        play.act_text(step.seat, step.text)


def shows(game: Game[Any], state: Any, step: Step, viewer: int) -> bool:
    """Whether a step from a state shows a viewer something that was hidden from that seat."""
    if step.text == RESIGN or viewer in step.missed_by or _is_declared_open(game, state, step):
        return False
    seen = game.seen_by(state, viewer)
    if seen == state:
        return False
    after = _after(game, state.copy(), step, viewer)
    return any(_guessed(game, seen, step, viewer, n) != after for n in range(GUESSES))


def _is_declared_open(game: Game[Any], state: Any, step: Step) -> bool:
    """Whether the game declares that such an action reveals nothing."""
    if step.seat == CHANCE:
        return False
    action = game.notation.read_action(state, step.seat, step.text)
    return not game.actions.reveals(state, step.seat, action)


def _guessed(game: Game[Any], seen: Any, step: Step, viewer: int, seed: int) -> Any:
    """What the viewer would see after the step with another sample of the hidden information."""
    guess = seen.copy()
    game.resample(guess, viewer, seeded(seed))
    return _after(game, guess, step, viewer)


def _after(game: Game[Any], state: Any, step: Step, viewer: int) -> Any:
    """What a viewer sees after a step, or None if the step is impossible. Modifies the state."""
    try:
        action = game.notation.read_action(state, step.seat, step.text)
    except HonjinError:
        return None
    possible = (
        [outcome for outcome, _ in game.outcomes(state)]
        if step.seat == CHANCE
        else game.legal(state, step.seat)
    )
    if action not in possible:
        return None
    game.apply_action(state, step.seat, action)
    game.observe(state, viewer)
    return state
