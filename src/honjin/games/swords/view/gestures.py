"""A whole move of an army as one gesture: two steps to a square that one step does not reach."""

from collections.abc import Iterator
from typing import Final

from honjin.core.game import Gesture
from honjin.core.words import Say
from honjin.games.swords.info.names import SQUARE_NAMES, castle_say
from honjin.games.swords.rules.actions import LEAP, RAISE, STEP, STRIKE
from honjin.games.swords.rules.play import apply_action, legal_actions, to_act
from honjin.games.swords.rules.state import MARCH, TRAVEL, Swords, holds_castle
from honjin.games.swords.text.notation import write_action
from honjin.games.swords.view.scene import stop_note

_MOST: Final = 2048


def gestures(seen: Swords, seat: int) -> tuple[Gesture, ...]:
    """All moves of two steps, each by the way that takes most on its way."""
    if seen.phase not in (TRAVEL, MARCH) or seen.turn != seat or not to_act(seen) >> seat & 1:
        return ()
    first = _moves(seen, seat)
    direct = {action % 10_000 for action in first}
    best: dict[int, tuple[int, Gesture]] = {}
    for action in first:
        if action < STRIKE:
            for pair, worth, gesture in _onward(seen, seat, action):
                if pair not in direct and (pair not in best or worth > best[pair][0]):
                    best[pair] = worth, gesture
    return tuple(gesture for _, gesture in best.values())


def _moves(seen: Swords, seat: int) -> list[int]:
    """Steps and leaps that are legal."""
    out = [0] * _MOST
    listed = out[: legal_actions(seen, seat, out)]
    return [action for action in listed if STEP <= action < STRIKE or LEAP <= action < RAISE]


def _onward(seen: Swords, seat: int, action: int) -> Iterator[tuple[int, int, Gesture]]:
    """A step with each that can follow it: from and to, what it takes on its way, the gesture."""
    base, way = divmod(action - STEP, 100)
    after = seen.copy()
    apply_action(after, seat, action)
    if after.phase != seen.phase:
        return
    for second in _moves(after, seat):
        start, goal = divmod(second % 10_000, 100)
        if second < STRIKE and start == way and goal != base:
            takes = int(seen.castle[way] > 0 and not holds_castle(seen, seat, way))
            names = tuple(SQUARE_NAMES[square] for square in (base, way, goal))
            texts = write_action(seen, seat, action), write_action(after, seat, second)
            gesture = Gesture(
                texts, (names[0], names[2]), "step", _note(seen, seat, base, goal), via=names
            )
            yield 100 * base + goal, takes, gesture


def _note(seen: Swords, seat: int, base: int, goal: int) -> Say | None:
    """Which army stops for it, or what is taken at the end of the way."""
    stops = stop_note(seen, base)
    if stops:
        return stops
    if seen.castle[goal] and not holds_castle(seen, seat, goal):
        return Say("note.takes", {"castle": castle_say(seen, goal)})
    return None
