"""Several small decisions at once: a move of two steps, and the end of a turn.

An army goes two steps to a square that one step does not reach, by the way that takes the most
castles. A turn ends by ending one phase after another.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from honjin.core.contract.presentation import Gesture
from honjin.core.words import Say
from honjin.games.swords.info.names import SQUARE_NAMES
from honjin.games.swords.rules.actions import ACTIONS, ON, goal_of
from honjin.games.swords.rules.play import apply_action, legal_actions, list_duties, must_act
from honjin.games.swords.rules.state import EXPENSE, LATE, MARCH, TRAVEL, Swords, holds_castle
from honjin.games.swords.view.scene import END_TURN, gives_up_free_card, stop_note, taking_note

_MAX_LISTED: Final = 2048


class _Move(NamedTuple):
    """A step or a leap."""

    action: int
    base: int
    goal: int
    is_step: bool


def gestures(seen: Swords, seat: int) -> tuple[Gesture, ...]:
    """The gestures of the active player."""
    if seen.turn != seat or not must_act(seen) >> seat & 1:
        return ()
    walks = _walks(seen, seat) if seen.phase in (TRAVEL, MARCH) else ()
    return (*walks, *_ending(seen, seat))


# ---- the end of a turn


def _ending(seen: Swords, seat: int) -> Iterator[Gesture]:
    """End all remaining phases, if none of them needs a decision or gives anything up."""
    texts = []
    after = seen.copy()
    while after.turn == seat and not after.ended and ends_phase(after, seat):
        texts.append(ACTIONS.write(after, seat, ON))
        apply_action(after, seat, ON)
    is_over = after.turn != seat or after.ended or after.phase < EXPENSE
    if is_over and len(texts) > 1:
        yield Gesture(tuple(texts), (END_TURN,), "on")


def ends_phase(s: Swords, seat: int) -> bool:
    """True if the active player can end the phase and loses nothing for good by it."""
    if not EXPENSE <= s.phase <= LATE or gives_up_free_card(s):
        return False
    out = [0] * _MAX_LISTED
    return ON in out[: list_duties(s, seat, out)]


# ---- moves


def _walks(seen: Swords, seat: int) -> tuple[Gesture, ...]:
    """All moves of two steps, each by the way that takes most."""
    first = _moves(seen, seat)
    direct = {(move.base, move.goal) for move in first}
    best: dict[tuple[int, int], tuple[int, Gesture]] = {}
    for move in first:
        if move.is_step:
            for pair, worth, gesture in _onward(seen, seat, move):
                if pair not in direct and (pair not in best or worth > best[pair][0]):
                    best[pair] = worth, gesture
    return tuple(gesture for _, gesture in best.values())


def _moves(seen: Swords, seat: int) -> list[_Move]:
    """The legal steps and leaps."""
    out = [0] * _MAX_LISTED
    moves = []
    for action in out[: legal_actions(seen, seat, out)]:
        key, args = ACTIONS.decode(action)
        if key in ("step", "leap"):
            moves.append(_Move(action, args[0], goal_of(*args), key == "step"))
    return moves


def _onward(
    seen: Swords, seat: int, first: _Move
) -> Iterator[tuple[tuple[int, int], int, Gesture]]:
    """A step and each that can follow it: start and goal, castles taken, the gesture."""
    base, way = first.base, first.goal
    after = seen.copy()
    apply_action(after, seat, first.action)
    if after.phase != seen.phase:
        return
    for second in _moves(after, seat):
        if second.is_step and second.base == way and second.goal != base:
            names = tuple(SQUARE_NAMES[square] for square in (base, way, second.goal))
            moves = (seen, first.action), (after, second.action)
            gesture = Gesture(
                tuple(ACTIONS.write(s, seat, action) for s, action in moves),
                (names[0], names[2]), "step", _note(seen, seat, base, second.goal), via=names,
            )  # fmt: skip
            takes = int(seen.castle[way] > 0 and not holds_castle(seen, seat, way))
            yield (base, second.goal), takes, gesture


def _note(seen: Swords, seat: int, base: int, goal: int) -> Say | None:
    """Which army stops for it, or what is taken at the goal."""
    return stop_note(seen, base) or taking_note(seen, seat, goal)
