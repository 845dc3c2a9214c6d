"""Views of a table: built once per distinct perspective, encoded once, assembled from parts.

Nothing here reads a state: everything shown comes from a `Perspective`.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TypeVar, cast

import msgspec
from msgspec import Raw

from honjin.core.contract.presentation import Choice
from honjin.core.options import Value
from honjin.core.parts.facts import Facts
from honjin.core.play import Play
from honjin.core.scene import Reason, Scene
from honjin.core.seats import SPECTATOR
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.messages import answers
from honjin.server.tables.seats.honours import honoured
from honjin.server.tables.seats.rematch import chooser
from honjin.server.tables.seats.takeback import back_step, may_ask
from honjin.server.tables.session.chosen import explored_steps
from honjin.server.tables.session.decide import analysed_seats, may_rematch
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Listening
from honjin.server.tables.session.viewer import is_shared
from honjin.server.tables.view.asked import Asked, answer_ahead, answer_gestures
from honjin.server.tables.view.difference import difference
from honjin.server.tables.view.parts import (
    chat_lines,
    clocks_of,
    dice_info,
    holders,
    host_of,
    log_line,
    outcome_told,
    replace_wishes,
    reserved_for,
    seat_requests,
)
from honjin.server.tables.view.past import Past, reason_why
from honjin.server.tables.view.perspective import Perspective, duties, is_open, same_for_all, told
from honjin.server.work.kept import ByteCache

_encode = msgspec.json.Encoder().encode
T = TypeVar("T")
MAX_VIEWS: Final = 6_000_000
"""The most bytes of views that are kept, of all tables together."""
MANY_STEPS: Final = 200
"""The log lines of this many steps are encoded in about a millisecond."""
_NUMBERS: Final = itertools.count()
_APART: Final = frozenset({"scene", "clock"})
_NO_LOG: Final = answers.LogPart(0, ())
_CANS: Final[dict[tuple[int | None, ...], answers.Can]] = {}


@lru_cache(64)
def _kept_choices(
    _game: str, _version: int, _options: tuple[tuple[str, Value], ...], seats: int
) -> tuple[list[dict[int, Choice]], list[dict[str, int]]]:
    """Per seat, the encoded choices and their notations, of all tables with these options."""
    return [{} for _ in range(seats)], [{} for _ in range(seats)]


def _encoded(part: T) -> T:
    """The part, encoded once for many messages: an encoder copies a `Raw` wherever it stands."""
    return cast("T", Raw(_encode(part)))


class _Log:
    """The encoded log lines of one viewer, kept in step with the record."""

    __slots__ = ("lines", "read", "steps")

    def __init__(self) -> None:
        self.lines: list[answers.LogLine] = []
        self.steps: list[int] = []
        self.read = 0

    def cut(self, step: int) -> None:
        keep = bisect_right(self.steps, step)
        del self.lines[keep:], self.steps[keep:]
        self.read = min(self.read, step)


class Backlog(NamedTuple):
    """Log lines that are to be encoded; `write` may be called in another thread."""

    play: Play
    key: tuple[int, bool]
    viewer: int
    since: int
    upto: int
    numbered: Callable[[int], int]

    def write(self) -> list[tuple[int, answers.LogLine]]:
        """The lines, each with its step."""
        return [
            (n, _encoded(log_line(self.numbered(n), event)))
            for n, event in told(self.play, self.viewer, self.since)
            if n <= self.upto
        ]


class ViewBuilder:
    """Builds the views of one room; keeps what does not change until the version does."""

    def __init__(self, room: Room, views: ByteCache | None = None) -> None:
        self.room = room
        self._number = next(_NUMBERS)
        self._views = ByteCache(MAX_VIEWS) if views is None else views
        self._options = _encoded(dict(room.play.options))
        self._choices, room.known = _kept_choices(
            room.game.key, room.game.version, tuple(room.play.options.items()), room.play.seats
        )
        self._logs: dict[tuple[int, bool], _Log] = {}
        self._version = 0
        self._sights: dict[int, Perspective] = {}
        self._scenes: dict[int, Scene] = {}
        self._shown: dict[tuple[object, ...], answers.View] = {}
        self._changes: dict[tuple[int, int], tuple[answers.View, bytes]] = {}
        """The changes from views that windows have, by both objects; the first is kept alive."""
        self._patches: dict[tuple[int, int], tuple[Scene, list[answers.Operation]]] = {}
        """Likewise for scenes."""
        self._turns: dict[int, answers.Turn] = {}
        self._opens: dict[int, bool] = {}
        self._dice_key: tuple[Any, ...] = ()
        self._dice: answers.DiceInfo
        self._seated = 0
        self._seats: dict[tuple[str, frozenset[str]], tuple[answers.Holder, ...]] = {}

    # ---- the whole view

    def view(
        self, viewer: int, caller: Caller, online: frozenset[str], since: int = 0,
        *, chat: Listening | None = None, now: int = 0,
    ) -> bytes:  # fmt: skip
        """The view of a table for a caller with the perspective of `viewer`.

        With `since`, a version that the page has, the log is cut to what is new. The `chat` holds
        the public lines and those to the caller's seats. Clocks are shown as of `now`.
        """
        self._refresh()
        room = self.room
        since = since if since <= room.version_of(viewer) else 0
        heard = chat and (chat, room.talk.heard)
        key = self._number, self._version, *self._who(viewer, caller, online), since, heard
        found = self._views.get(key)
        if found is None:
            lines = tuple(chat_lines(room, viewer, caller, chat)) if chat else ()
            view = self.shown(viewer, caller, online)
            view = msgspec.structs.replace(view, log=self._log(viewer, since), chat=lines)
            found = self._views.put(key, _encode(view))
        return found if room.clock is None else _stamped(found, now)

    def change(self, had: answers.View, view: answers.View, viewer: int, now: int = 0) -> bytes:
        """The Change that makes `had`, which was `shown` to a viewer, the `view` shown now."""
        known = self._changes.get((id(had), id(view)))
        if known is None:
            patch = [*difference(had, view, without=_APART), *self._scene_patch(had, view)]
            made = answers.Change(
                had.version, tuple(patch), self._log(viewer, had.version), view.clock
            )
            known = self._changes[id(had), id(view)] = had, _encode(made)
        return known[1] if self.room.clock is None else _stamped(known[1], now)

    def _scene_patch(self, had: answers.View, view: answers.View) -> list[answers.Operation]:
        """The operations for the scene, which several viewers may share."""
        key = id(had.scene), id(view.scene)
        known = self._patches.get(key)
        if known is None:
            patch = [*difference(had.scene, view.scene, "/scene")]
            known = self._patches[key] = had.scene, patch
        return known[1]

    def shown(self, viewer: int, caller: Caller, online: frozenset[str]) -> answers.View:
        """The view without its log and chat."""
        self._refresh()
        key = self._who(viewer, caller, online)
        found = self._shown.get(key)
        if found is None:
            found = self._shown[key] = self._made(viewer, caller, online)
        return found

    def _who(self, viewer: int, caller: Caller, online: frozenset[str]) -> tuple[object, ...]:
        """All of a caller that makes a difference in a view."""
        room = self.room
        hosts = room.status == "open" and caller.id == room.opened.by
        request = room.requests.of(caller.id) if room.requests.open else None
        reserved = reserved_for(room.reserved, caller.id) if room.reserved else ()
        return viewer, room.seats_of(caller.id), hosts, online, request and request.n, reserved

    def _made(self, viewer: int, caller: Caller, online: frozenset[str]) -> answers.View:
        room, status, asked = self.room, self.room.status, self.room.question
        running, shared = status == "running", is_shared(room, caller)
        actor = self._open_actor(caller) if viewer == SPECTATOR else viewer
        return answers.View(
            room.id,
            room.game.key,
            self._options,
            status,
            room.version_of(viewer),
            room.step_of(viewer),
            None if viewer == SPECTATOR else viewer,
            self._holders(caller, online),
            room.must_act,
            room.bots_due(),
            self._scene(viewer),
            _NO_LOG,
            self._can(actor, caller, status),
            self._dice_info(status),
            self._turn(actor) if running else None,
            outcome_told(room) if status == "over" and not room.dissolved else None,
            asked and answers.Takeback(asked.by, room.step_of(viewer, asked.to), asked.waiting),
            room.next,
            (),
            room.opened.casual,
            shared,
            shared and actor != SPECTATOR and self._is_open(actor),
            seat_requests(room, caller) if running and room.requests.open else (),
            room.bound,
            host_of(room, caller) if status == "open" else None,
            room.opened.coach,
            room.dissolved,
            room.opened.before,
            room.opened.tournament,
            room.opened.pool,
            replace_wishes(room) if status == "open" else (),
            room.opened.at if status == "open" else 0,
            honoured(room),
            None if room.clock is None else _encoded(clocks_of(room.clock)),
        )

    def view_key(self, viewer: int, caller: Caller) -> tuple[int, int, int]:
        """A key that changes with the view: the viewer, its version, and whose turn is shown."""
        actor = self._open_actor(caller) if viewer == SPECTATOR else SPECTATOR
        return viewer, self.room.version_of(viewer), actor

    def _open_actor(self, caller: Caller) -> int:
        """The seat of the caller that is to act, if everybody may look on; else SPECTATOR."""
        room = self.room
        if not is_shared(room, caller):
            return SPECTATOR
        for seat in room.seats_of(caller.id):
            if seat in room.may_act and room.substitutes[seat] is None and self._is_open(seat):
                return seat
        return SPECTATOR

    def _is_open(self, seat: int) -> bool:
        found = self._opens.get(seat)
        if found is None:
            found = self._opens[seat] = is_open(self.room, seat)
        return found

    def _refresh(self) -> None:
        """Forget what was encoded for an older version."""
        room = self.room
        if self._version == room.version:
            return
        kept = room.kept_of(self._version)
        for log in self._logs.values():
            if kept < log.read:
                log.cut(kept)
        self._version = room.version
        self._sights, self._scenes, self._turns = {}, {}, {}
        self._opens, self._shown, self._changes, self._patches = {}, {}, {}, {}

    def _sight(self, viewer: int) -> Perspective:
        found = self._sights.get(viewer)
        if found is None:
            found = self._sights[viewer] = Perspective.of(self.room, viewer, copy=False)
        return found

    # ---- its parts

    def _scene(self, viewer: int) -> Scene:
        key = same_for_all(self.room, viewer)
        found = self._scenes.get(key)
        if found is None:
            found = self.room.game.table.scene(self._sight(viewer).observation)
            self._scenes[key] = found
        return found

    def _turn(self, viewer: int) -> answers.Turn | None:
        if viewer == SPECTATOR or self.room.substitutes[viewer] is not None:
            return None
        found = self._turns.get(viewer)
        if found is None:
            sight = self._sight(viewer)
            if not sight.legal:
                return None
            prompt = self.room.game.table.prompt(sight.observation, viewer)
            choices = self._encoded_choices(sight)
            found = self._turns[viewer] = answers.Turn(
                viewer, prompt, choices, self._passing(sight)
            )
        return found

    def _passing(self, sight: Perspective) -> answers.Passing | None:
        """How the seat can pass without acting, and whether that is all it can do."""
        game, seat = self.room.game, sight.viewer
        action = next(filter(game.actions.passing.__contains__, sight.legal), None)
        if action is None:
            return None
        do = game.notation.write_action(sight.observation, seat, action)
        if duties(game, sight) != [action]:
            return answers.Passing(do)
        return answers.Passing(do, "seen" if self._is_open(seat) else "hidden")

    def _encoded_choices(self, sight: Perspective) -> tuple[Choice, ...]:
        game, seat, seen = self.room.game, sight.viewer, sight.observation
        choice = game.table.choice
        if not game.static_choices:
            return tuple([choice(seen, seat, action) for action in sight.legal])
        kept, known = self._choices[seat], self.room.known[seat]
        for action in sight.legal:
            if action not in kept:
                made = choice(seen, seat, action)
                kept[action], known[made.do] = _encoded(made), action
        return tuple(map(kept.__getitem__, sight.legal))

    def _log(self, viewer: int, since: int) -> answers.LogPart:
        backlog = self._backlog(viewer)
        if backlog.since < backlog.upto:
            self.keep(backlog, backlog.write())
        log = self._logs[backlog.key]
        start = bisect_right(log.steps, self.room.kept_for(viewer, since)) if since else 0
        return answers.LogPart(start, tuple(log.lines[start:]))

    def long_backlog(self, viewer: int) -> Backlog | None:
        """A log backlog long enough to be encoded off the event loop, before the view; or None."""
        self._refresh()
        backlog = self._backlog(viewer)
        return backlog if backlog.upto - backlog.since > MANY_STEPS else None

    def _backlog(self, viewer: int) -> Backlog:
        room = self.room
        # The lines are numbered as the viewer counts, and again when the game is over.
        key = same_for_all(room, viewer), room.is_renumbered(viewer)
        log = self._logs.get(key)
        if log is None:
            log = self._logs[key] = _Log()
        return Backlog(room.play, key, viewer, log.read, room.step, room.numbering(viewer))

    def keep(self, backlog: Backlog, lines: list[tuple[int, answers.LogLine]]) -> None:
        """Keep lines that were encoded, unless the log has changed meanwhile."""
        log = self._logs.get(backlog.key)
        if log is None or self.room.play is not backlog.play or log.read != backlog.since:
            return
        for n, line in lines:
            log.steps.append(n)
            log.lines.append(line)
        log.read = backlog.upto

    def _can(self, viewer: int, caller: Caller, status: str) -> answers.Can:
        room = self.room
        own = status == "running" and (viewer, caller.id) in room.persons
        can = (
            own and back_step(room, viewer) is not None,
            own and room.question is None and may_ask(room, caller.id, viewer),
            own and room.may_resign(viewer),
            status == "over" and may_rematch(room, caller),
            status != "open",
            bool(analysed_seats(room, caller)),
            explored_steps(room) if status == "over" else 0,
            chooser(room) if status == "over" and may_rematch(room, caller) else None,
        )
        found = _CANS.get(can)
        if found is None:
            found = _CANS[can] = _encoded(answers.Can(*can))
        return found

    def _dice_info(self, status: str) -> answers.DiceInfo:
        room = self.room
        key = (len(room.draws), room.undone, room.seated, status)
        if key != self._dice_key:
            self._dice_key, self._dice = key, dice_info(room, status)
        return self._dice

    def _holders(self, caller: Caller, online: frozenset[str]) -> tuple[answers.Holder, ...]:
        room = self.room
        if self._seated != room.seated:
            self._seated, self._seats = room.seated, {}
        # All who hold no seat, and for whom none is reserved, see the same.
        is_named = caller.id in room.held or bool(reserved_for(room.reserved, caller.id))
        key = caller.id if is_named else "", online
        found = self._seats.get(key)
        if found is None:
            told = holders(room.holders, room.substitutes, caller, online, room.reserved)
            found = self._seats[key] = _encoded(told)
        return found

    # ---- the past, and reasons

    def past(self, viewer: int, step: int) -> Past:
        """What a viewer saw after `step` entries of the record, as the viewer counts them."""
        room = self.room
        last = room.step_of(viewer)
        if not 0 <= step <= last:
            raise no.UnknownStep(f"expected a step from 0 to {last}, got {step}")
        same = same_for_all(room, viewer)
        return Past(room.play, same, room.real_step(viewer, step), step, last)

    def why(self, viewer: int, path: list[str]) -> Callable[[], Reason]:
        """A function, for any thread, that finds out why a seat cannot click this path."""
        return partial(reason_why, self.room.game, Perspective.of(self.room, viewer), path)

    def facts(self) -> Facts:
        """The game's summary of itself once it is over, from what everybody sees."""
        play = self.room.play
        if play.result() is None:
            raise no.NotOver("the game is not over yet")
        seen = Perspective.past(play, SPECTATOR, len(play.steps)).observation
        return play.game.facts(seen, [event for _, event in play.log(SPECTATOR)])

    def gestures(self, viewer: int) -> Asked:
        """What a seat could do in several actions at once, from what it sees."""
        return self._asked("gestures", viewer, answer_gestures)

    def ahead(self, viewer: int) -> Asked:
        """What a waiting seat could do if its turn came now, from what it sees."""
        room = self.room
        waits = room.status == "running" and viewer not in room.may_act
        return self._asked(f"ahead {waits}", viewer, partial(answer_ahead, waits=waits))

    def _asked(self, what: str, viewer: int, answer: Callable[..., bytes]) -> Asked:
        """A question of a viewer, whose answer changes with the version that the viewer counts.

        So a secret action of another seat lets nothing be answered anew, which would take longer.
        """
        version = self.room.version_of(viewer)
        make = partial(
            answer, self.room.game, Perspective.of(self.room, viewer, copy=False), version
        )
        return Asked((what, self._number, viewer, version), make)


def _stamped(view: bytes, now: int) -> bytes:
    """A view with clocks, which come last in it, and the time at which it is sent."""
    return b'%b,"now":%d}}' % (view[:-2], now)
