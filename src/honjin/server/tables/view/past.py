"""Views of the past, and reasons why something cannot be clicked."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from honjin.core.game import Game
from honjin.core.play import Play
from honjin.core.scene import Reason, Scene
from honjin.server.messages import refusals as no
from honjin.server.tables.view.perspective import Perspective

_encode = msgspec.json.Encoder().encode


class Past(NamedTuple):
    """A view of the past that is to be encoded, and the numbers that it has for its viewer."""

    play: Play
    viewer: int
    real: int
    step: int
    last: int

    @property
    def key(self) -> tuple[int, int, int]:
        """The same key always means the same parts."""
        return self.play.number, self.viewer, self.real

    def parts(self) -> PastParts:
        """The parts that cost time.

        The past of a play never changes, so any thread may compute them.
        """
        play, viewer, real = self.play, self.viewer, self.real
        scene = play.game.table.scene(Perspective.past(play, viewer, real).observation)
        told_then = play.steps[real - 1].told_to(viewer) if real else ()
        ids = tuple(thing for event in told_then for thing in event.ids)
        return PastParts(scene, ids)

    def paint(self) -> bytes:
        """These parts encoded."""
        return _encode(self.parts())

    def answer(self) -> bytes:
        """The whole answer at once."""
        return self.whole(self.paint())

    def whole(self, parts: bytes) -> bytes:
        """The answer, a PastView."""
        return b'{"step":%d,"last":%d,%b' % (self.step, self.last, parts[1:])


class PastParts(Struct, omit_defaults=True):
    """The costly parts of PastView."""

    scene: Scene
    ids: tuple[str, ...] = ()


def reason_why(game: Game[Any], sight: Perspective, path: list[str]) -> Reason:
    """Why a viewer with this perspective cannot click a path of ids."""
    table = game.table
    unknown = set(path) - set(table.scene(sight.observation).ids())
    if unknown or not path:
        raise no.Unreadable(f"expected ids of the scene, got {sorted(unknown) or 'none'}")
    for action in sight.legal:
        way = table.choice(sight.observation, sight.viewer, action).path
        if list(way[: len(path)]) == path:
            raise no.Unreadable(f"{path} begins a legal choice; there is nothing to explain")
    return table.why(sight.observation, sight.viewer, path)
