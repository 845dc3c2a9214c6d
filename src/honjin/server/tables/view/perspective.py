"""The one door from a game being played to what a viewer is sent.

Everything that a view shows is in a `Perspective`, which is made from the viewer's observation.
Code that builds views never holds a state that has secrets, and so cannot leak them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from honjin.core.contract.search import keep_all
from honjin.core.events import Event
from honjin.core.game import Game
from honjin.core.jit.rng import seeded
from honjin.core.play import Play
from honjin.core.record import RESIGN
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.server.tables.session.room import Room

GUESSES: Final = 8
"""The number of samples of what a spectator does not see, to find whether a seat sees some of it.
"""


class Perspective(Struct, frozen=True):
    """What a viewer knows: an observation, and the seat's legal actions (none for spectators)."""

    viewer: int
    observation: Any
    legal: list[int]

    @classmethod
    def of(cls, room: Room, viewer: int, *, copy: bool = True) -> Perspective:
        """Make the perspective of a viewer now; without `copy`, to read before the next entry.

        Where a game has no secrets an observation is equal to the state, and needs no copy of it.
        """
        if copy:
            observation = room.play.seen(viewer).copy()
        else:
            observation = room.play.seen(viewer) if room.game.has_secrets else room.play.state
        return cls(viewer, observation, room.legal(viewer) if viewer != SPECTATOR else [])

    @classmethod
    def at(cls, play: Play, seat: int) -> Perspective:
        """Make the perspective of a seat that is to act in a game."""
        return cls(seat, play.game.seen_by(play.state, seat), play.legal(seat))

    @classmethod
    def past(cls, play: Play, viewer: int, step: int) -> Perspective:
        """Make the perspective that a viewer had after `step` entries, without actions."""
        return cls(viewer, play.game.seen_by(play.state_at(step), viewer), [])


def duties(game: Game[Any], sight: Perspective) -> list[int]:
    """A seat's legal actions without the optional ones, such as trade."""
    if len(sight.legal) == 1 or game.prune_optional is keep_all:
        return sight.legal
    pruned = sight.observation.copy()
    game.prune_optional(pruned)
    return game.legal(pruned, sight.viewer)


def perspectives(play: Play, first: int = 0) -> Iterator[tuple[int, Perspective]]:
    """Each seat's perspective before it acted, as (step, perspective), from step `first` on."""
    again = play.at(first)
    for n, step in enumerate(play.steps[first:], first):
        if step.seat == CHANCE:
            again.chance(again.game.read_action(again.state, CHANCE, step.text))
            continue
        if step.text != RESIGN:
            yield n, Perspective.at(again, step.seat)
        again.act_text(step.seat, step.text)


def told(play: Play, viewer: int, since: int) -> list[tuple[int, Event]]:
    """The events that a viewer saw from step `since` on, as (number of the step, event)."""
    return play.log(viewer, since)


def is_open(room: Room, seat: int) -> bool:
    """Whether a seat sees only what everybody sees, now and after any action it can take.

    False where several seats may act: then the choice of one of them is sealed.
    """
    game, state = room.game, room.play.state
    if not game.has_secrets:
        return True
    if room.play.seen(seat) != room.play.seen(SPECTATOR) or len(room.may_act) > 1:
        return False
    if not is_certain(game, state, seat):
        return False
    return all(_is_seen_by_all(game, state, seat, action) for action in room.legal(seat))


def _is_seen_by_all(game: Game[Any], state: Any, seat: int, action: int | None = None) -> bool:
    """Whether a seat's observation, after `action` if given, equals that of a spectator."""
    after = state
    if action is not None:
        after = state.copy()
        game.apply_action(after, seat, action)
    return bool(game.seen_by(after, seat) == game.seen_by(after, SPECTATOR))


def is_certain(game: Game[Any], state: Any, seat: int) -> bool:
    """Whether samples of what spectators do not see never change what the seat sees.

    Hidden information may look like something that it could be. If a seat's hand were shown only
    when it differs from the way hands are hidden, that alone would give it away.
    """
    own = game.seen_by(state, seat)
    for seed in range(GUESSES):
        guess = game.seen_by(state, SPECTATOR)
        game.resample(guess, SPECTATOR, seeded(seed))
        if game.seen_by(guess, seat) != own:
            return False
    return True


def same_for_all(room: Room, viewer: int) -> int:
    """The viewer whose perspective this one shares: in a game without secrets all see the same."""
    return viewer if room.game.has_secrets else SPECTATOR
