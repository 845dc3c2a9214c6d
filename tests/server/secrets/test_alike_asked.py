"""Answers made on demand reveal nothing either: the coach's words, and pictures of the table.

Two games that look alike to a viewer, as in `test_alike`, at tables with a coach: its answers and
refusals, and the pictures drawn for everybody, are the same byte by byte.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from honjin.core.play import Play
from honjin.core.seats import SPECTATOR
from honjin.server.tables.view.perspective import Perspective
from server.secrets.test_alike import CASES, Pair, SentApart, World, same, worlds
from server.site_client import Answer

__all__ = ["worlds"]

DRAWN = 8
"""Pictures are requested once in this many comparisons."""


class Asking(Pair):
    """Both worlds, with a coach that the viewer asks about everything."""

    wishes: Mapping[str, Any] = {"casual": True, "coach": True}
    draws = True
    advised = drawn = 0

    def _compare(self) -> None:
        super()._compare()
        seed = self.rng.random()
        asked = [list(self._asks(world, random.Random(seed))) for world in self.worlds]
        for (what, one), (_, other) in zip(*asked, strict=True):
            same(what, (one.status, one.body), (other.status, other.body))
            self.advised += what.startswith("advice") and one.status == 200
            self.drawn += what.startswith("/t/") and one.status == 200

    def _asks(self, world: World, rng: random.Random) -> Iterator[tuple[str, Answer]]:
        last = world.me.get(f"{world.path}?{world.eyes}").json["step"]
        for step in sorted({0, rng.randint(0, last), last, last + 1}):
            for seat in range(self.twins.seats):
                for what in ("advice", "remark"):
                    path = f"{world.path}/coach/{what}?{world.eyes}"
                    yield f"{what} {seat} {step}", world.me.post(path, seat=seat, step=step)
        if self.draws and self.compared % DRAWN == 1:
            for query in ("", f"step={last}", f"step={last + 1}", "lang=ja&theme=dark"):
                path = f"/t/{world.table}/picture?{query}"
                yield path.replace(world.table, "…"), world.me.get(path)


@pytest.mark.slow
@pytest.mark.parametrize("case", ["fair of three", "akiwado of three"])
def test_what_is_asked_for_is_answered_alike(
    case: str, drawing: None, worlds: Callable[[Pair], None]
) -> None:
    """Advice, remarks, plannable actions, and pictures: for a player and for a spectator."""
    game, options = CASES[case]
    rng = random.Random(case)
    advised = drawn = differing = 0
    for viewer in (SPECTATOR, 1):
        pair = Asking(game, options, viewer, rng)
        worlds(pair)
        advised += pair.advised
        drawn += pair.drawn
        differing += pair.differing
    assert advised > 10
    assert drawn > 5
    assert differing > 10


@pytest.mark.slow
def test_a_coach_who_sees_too_much_is_found(
    worlds: Callable[[Pair], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above can fail: a coach that is given the state reveals the other hands."""

    def look(play: Play, seat: int) -> Perspective:
        return Perspective(seat, play.state, play.game.legal(play.state, seat))

    monkeypatch.setattr(Perspective, "at", look)
    game, options = CASES["akiwado of three"]
    pair = Asking(game, options, 1, random.Random(1))
    pair.draws = False
    with pytest.raises(SentApart, match="advice"):
        worlds(pair)
