"""Pictures of tables, puzzles and lessons, as everybody may see them.

A picture of a table shows a spectator's view, whoever requests it: it can be shared and cached. It
costs processor time, so a separate process draws one after the other (`pictures.studio`), each
caller has few places in the queue, and pictures are cached by everything that they depend on.
Animations have their own process and queue, so that requests for single pictures do not wait for
them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.core.scene import Scene
from honjin.core.seats import SPECTATOR
from honjin.pictures.artist import MAX_FRAMES, Order
from honjin.pictures.card import Card, Language, Theme, Writer, house_card
from honjin.pictures.errors import CannotDraw
from honjin.pictures.studio import Studio
from honjin.server.messages import refusals as no
from honjin.server.puzzles.lessons import Lessons
from honjin.server.puzzles.service import Puzzles, PuzzleSite
from honjin.server.tables.session.outcome import winners_of
from honjin.server.tables.session.room import Room
from honjin.server.tables.view.past import Past
from honjin.server.tables.view.views import ViewBuilder
from honjin.server.work.fair import Asker
from honjin.server.work.reading import Reads, Terms

DRAWN: Final = Terms(
    threads=1, most_each=6, most=60, one_each=True, patience=20.0, seconds=30.0, usual=0.5
)
# Two dozen steps of the largest map take ten seconds of an idle processor.
FILMED: Final = Terms(
    threads=1, most_each=2, most=12, one_each=True, patience=60.0, seconds=60.0, usual=5.0
)
MAX_KEPT: Final = 6_000_000
"""The most bytes of cached pictures, and as many of animations."""
REPLAYED: Final = 12
"""The number of steps shown by default."""


class PictureRequest(NamedTuple):
    """The format, colours and language of a picture."""

    kind: str
    theme: Theme
    language: Language


class Pictures:
    """Draws pictures on request, and caches them."""

    def __init__(
        self, games: Mapping[str, Game[Any]], puzzles: Puzzles, lessons: Lessons, *, limits: bool
    ) -> None:
        self._games, self._puzzles, self._lessons = games, puzzles, lessons
        self._pictures = _Booth(DRAWN, limits=limits)
        self._films = _Booth(FILMED, limits=limits)

    def close(self) -> None:
        """End the drawing processes."""
        self._pictures.studio.close()
        self._films.studio.close()

    async def of_step(
        self, painter: ViewBuilder, step: int | None, wish: PictureRequest, asker: Asker
    ) -> bytes:
        """A table after `step` steps, as a spectator counts them; after the last one if None."""
        [frame] = _frames(painter, step, step, wish)
        return await self._pictures.drawn(wish, (frame.key,), lambda: (frame.card(),), asker)

    async def of_steps(
        self,
        painter: ViewBuilder,
        first: int | None,
        last: int | None,
        wish: PictureRequest,
        asker: Asker,
    ) -> bytes:
        """An animation of a table from one step to another."""
        frames = _frames(painter, first, last, wish, REPLAYED)
        keys = tuple(frame.key for frame in frames)
        return await self._films.drawn(wish, keys, lambda: tuple(f.card() for f in frames), asker)

    async def of_house(self, wish: PictureRequest, asker: Asker) -> bytes:
        """The site and its games."""

        def cards() -> tuple[Card]:
            return (house_card(self._games.values(), wish.theme, wish.language),)

        return await self._pictures.drawn(wish, ("house",), cards, asker)

    async def of_puzzle(self, day: dt.date, game: str, wish: PictureRequest, asker: Asker) -> bytes:
        """The position of a day's puzzle of a game, as its solver sees it."""

        def cards() -> tuple[Card]:
            puzzle = self._puzzles.show(day, game)
            writer = Writer(self._games[puzzle.game], wish.language)
            note = f"{writer.say('picture.puzzle')} · {day}"
            return (_bare(writer, puzzle.scene, writer.notes(puzzle.options, note), wish),)

        return await self._pictures.drawn(wish, ("puzzle", game, day), cards, asker)

    async def of_lesson(self, game: str, key: str, wish: PictureRequest, asker: Asker) -> bytes:
        """The beginning of a lesson."""

        def cards() -> tuple[Card]:
            lesson = self._lessons.show(game, key)
            writer = Writer(self._games[game], wish.language)
            scene = next(step.scene for step in lesson.steps if step.scene is not None)
            note = writer.say("picture.lesson", title=lesson.title[wish.language])
            return (_bare(writer, scene, writer.notes(lesson.options, note), wish),)

        return await self._pictures.drawn(wish, ("lesson", game, key), cards, asker)


class _Booth:
    """A studio, its queue, and its cache."""

    def __init__(self, terms: Terms, *, limits: bool) -> None:
        self.studio = Studio(terms.seconds)
        self._reads = Reads(terms, limits=limits, most_kept=MAX_KEPT)

    async def drawn(
        self,
        wish: PictureRequest,
        key: Hashable,
        cards: Callable[[], tuple[Card, ...]],
        asker: Asker,
    ) -> bytes:
        """A drawing of some cards, which are made only if it is not cached under this key."""

        def work() -> bytes:
            try:
                return self.studio.draw(Order(wish.kind, cards()))
            except CannotDraw as problem:
                raise no.NoPicture(str(problem)) from None

        return await self._reads.once((wish, key), work, asker)


class _Frame(NamedTuple):
    """A step to be drawn, and all its captions; the scene is made later."""

    past: Past
    winners: tuple[int, ...]
    note: str
    holders: tuple[str, ...]
    wish: PictureRequest
    writer: Writer

    @property
    def key(self) -> Hashable:
        """The key of the picture: a key never means another one."""
        return self.past.key, self.note, self.holders

    def card(self) -> Card:
        """The card; it costs as much as a step of the past."""
        parts = self.past.parts()
        note = self.note or self._result(parts.scene)
        return self.writer.card(
            parts.scene, parts.ids, notes=self.writer.notes(self.past.play.options, note),
            holders=self.holders, theme=self.wish.theme,
        )  # fmt: skip

    def _result(self, scene: Scene) -> str:
        result = self.past.play.result()
        assert result is not None
        return self.writer.result(scene, result, self.winners)


def _frames(
    painter: ViewBuilder, first: int | None, last: int | None, wish: PictureRequest, usual: int = 0
) -> tuple[_Frame, ...]:
    """The frames from one step to another, with the current names."""
    room = painter.room
    end = room.step_of(SPECTATOR) if last is None else last
    start = max(0, end - usual) if first is None else first
    painter.past(SPECTATOR, start)  # UnknownStep before anything is counted
    painter.past(SPECTATOR, end)
    if not start <= end < start + MAX_FRAMES:
        expected = f"at most {MAX_FRAMES} steps, the first not after the last"
        raise no.Unreadable(f"expected {expected}; got {start} to {end}")
    writer = Writer(room.game, wish.language)
    holders, result = _holders(room, writer), room.play.result()
    winners = winners_of(room, result) if result else ()
    return tuple(
        _Frame(painter.past(SPECTATOR, n), winners, _note(room, writer, n), holders, wish, writer)
        for n in range(start, end + 1)
    )


def _note(room: Room, writer: Writer, step: int) -> str:
    """The caption of a step; empty for the last one of a finished game, which shows the result."""
    if room.status == "open":
        return writer.say("picture.open")
    if step == room.step_of(SPECTATOR) and room.status == "over" and room.play.result() is not None:
        return ""
    return writer.step(step)


def _holders(room: Room, writer: Writer) -> tuple[str, ...]:
    found = []
    for holder, bot in zip(room.holders, room.substitutes, strict=True):
        if holder is None:
            found.append(writer.bot(bot) if bot else writer.say("picture.empty"))
        elif holder.kind == "bot":
            found.append(writer.bot(holder.name))
        elif bot:
            found.append(writer.say("picture.for", bot=writer.bot(bot), name=holder.name))
        else:
            found.append(holder.name)
    return tuple(found)


def _bare(writer: Writer, scene: Scene, notes: tuple[str, ...], wish: PictureRequest) -> Card:
    """The card of a position that nobody plays."""
    return writer.card(scene, (), notes=notes, holders=None, theme=wish.theme)


class PagesSite(PuzzleSite):
    """A site with pages and pictures."""

    pictures: Pictures
