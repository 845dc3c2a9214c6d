"""One table: the replay of its journal. No IO, no clock, no chance but its own verifiable dice.

`decide` (in decide.py) turns an order into entries or a refusal and changes nothing; `apply`
carries out a new entry and returns it with the chance outcomes that followed; `replay` carries out
a stored one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, NamedTuple

import msgspec

from honjin.core.errors import RecordMismatch
from honjin.core.game import Game
from honjin.core.play import Play, replay
from honjin.core.record import RESIGN, Record
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.core.state import State
from honjin.server.messages.parts import Dissolution
from honjin.server.tables.clocks.clock import Clock, clock_of
from honjin.server.tables.session import dice
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.apply import HANDLERS
from honjin.server.tables.session.held import (
    Deciders,
    Question,
    Requests,
    Seated,
    StepDraw,
    missing,
)
from honjin.server.tables.session.talk import Talk
from honjin.server.tables.view.counts import NOTHING, Count


class _Before(NamedTuple):
    """The game before an entry: step count, state, and the choices of the other seats."""

    steps: int
    state: State
    offers: dict[int, list[int]]


class Room:
    """The current state of a table. Read its fields; change it only by `apply` and `replay`."""

    next: str | None
    dissolved: Dissolution | None
    """Why the site ended the table, if it did."""
    hidden: bool
    """Whether the site keeps the table out of the lobby."""
    requests: Requests
    """Requests for seats that were given up."""
    reserved: dict[int, tuple[str, str]]
    """Before the game: the empty seats that are reserved, with the guest's id and name."""
    wishes: dict[int, dict[str, str]]
    """Before the game: per missing seat, each guest's wish: a bot, or "" for an open seat."""
    bots: tuple[int, ...] = ()
    """The seats that bots play."""
    persons: tuple[tuple[int, str], ...] = ()
    """The seats that people play themselves, and the ids of these people."""

    def __init__(
        self, table: str, game: Game[Any], opened: e.Opened, play: Play | None = None
    ) -> None:
        self.id, self.game, self.opened = table, game, opened
        given = Record(game.key, opened.rules, opened.options, opened.actions, opened.start)
        self.play: Play = play or replay(game, given)
        """Passed in if it is known already (`snapshot`)."""
        self.given = len(opened.actions)
        seats = self.play.seats
        self.holders: list[Seated | None] = [None] * seats
        self.substitutes: list[str | None] = [None] * seats
        """The bots that play for the holder of a seat, or for an empty one."""
        self.nonces = ["0"] * seats
        self.nonces_due: tuple[int, ...] = ()
        """The seats whose persons' browsers have yet to send their nonces."""
        self.bound = bool(opened.origin)
        """Whether this continues a game that is still running elsewhere."""
        self.commit = dice.commitment(opened.secret)
        self.started, self.hidden, self.undone = False, False, 0
        self.draws: list[StepDraw] = []
        self.question: Question | None = None
        self.next, self.dissolved = None, None
        self.talk = Talk()
        self.changed = opened.at
        """When something last happened that everybody knows of."""
        self.entries, self.version = 1, 1
        """Of the table; each viewer has its own count, see `version_of`."""
        apart = game.has_secrets
        self.versions = [Count() for _ in range(seats + 1)] if apart else [NOTHING] * (seats + 1)
        self.counted = [Count() for _ in range(seats + 1)] if apart else [NOTHING] * (seats + 1)
        """How each viewer counts versions and steps, spectators last."""
        self.missed: tuple[int, ...] = ()
        """The viewers who did not see the last entry happen."""
        if apart:
            self._leave_out(0)
        self.renewed = [1] * seats
        """The version at which each seat's choices last changed."""
        self.kept = [0, 0]
        """kept[v]: the number of steps of version v - 1 that are still part of version v."""
        self.seated = 0
        """Grows when a seat is taken or left, or a bot takes over."""
        self.requests, self.reserved, self.wishes = Requests(), {}, {}
        self.held_by: list[set[str]] = [set() for _ in range(seats)]
        """The guests who have held each seat at any time since it had something to see."""
        self.deciders = Deciders([""] * self.given)
        self.clock: Clock | None = clock_of(opened.time, seats)
        self.held: dict[str, tuple[int, ...]] = {}
        self._legal: dict[int, list[int]] = {}
        self.known: list[dict[str, int]] = [{} for _ in range(seats)]
        """Notations of choices whose meaning cannot change (a game's `static_choices`), per seat.
        """
        self._look_around()

    # ---- queries

    @property
    def step(self) -> int:
        """The number of steps in the record."""
        return len(self.play.steps)

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat, computed once per version; none unless the game runs."""
        found = self._legal.get(seat)
        if found is None:
            found = self.play.legal(seat) if self.status == "running" else []
            self._legal[seat] = found
        return found

    def may_resign(self, seat: int) -> bool:
        """Whether the rules let this seat resign now."""
        return self.status == "running" and bool(self.game.may_resign(self.play.state, seat))

    def kept_of(self, version: int) -> int:
        """The number of steps of an older version that are still part of the record."""
        later = self.kept[version + 1 :]
        return min(later) if later else self.step

    def version_of(self, viewer: int) -> int:
        """The version as a viewer counts."""
        return self.version - len(self.versions[viewer].missed)

    def kept_for(self, viewer: int, version: int) -> int:
        """The number of steps of a viewer's older version that still hold for that viewer."""
        if not self.game.has_secrets:
            return self.kept_of(version)
        if self.is_renumbered(viewer):
            return 0
        count = self.versions[viewer]
        return self.kept_of(count.real(version) if count.missed else version)

    def is_renumbered(self, viewer: int) -> bool:
        """Whether a viewer who has missed steps now sees them all: the game is over."""
        return bool(self.counted[viewer].missed) and self.status == "over"

    def step_of(self, viewer: int, step: int | None = None) -> int:
        """A step, or the last one, as a viewer counts; as the record does when the game is over."""
        step = len(self.play.steps) if step is None else step
        count = self.counted[viewer]
        return count.told(step) if count.missed and self.status != "over" else step

    def numbering(self, viewer: int) -> Callable[[int], int]:
        """A function that maps a current step to the viewer's count, usable in another thread."""
        if self.status == "over" or not self.game.has_secrets:
            return NOTHING.told
        count = Count()
        count.missed = self.counted[viewer].missed.copy()
        return count.told

    def real_step(self, viewer: int, step: int) -> int:
        """The step of the record that a viewer's step number means."""
        return step if self.status == "over" else self.counted[viewer].real(step)

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """The seats that a guest holds."""
        return self.held.get(guest, ())

    def player(self, seat: int) -> Seated | None:
        """The player of a seat: its substitute, else its holder."""
        bot = self.substitutes[seat]
        return self.holders[seat] if bot is None else Seated("bot", bot, bot)

    def bots_due(self) -> tuple[int, ...]:
        """The seats of bots that the game waits for."""
        if not self.bots:
            return ()
        return tuple(seat for seat in self.must_act if seat in self.bots)

    def last_own_step(self, seat: int) -> int | None:
        """The step before the last action of a seat, or None if it has not acted."""
        steps = self.play.steps
        for n in range(len(steps) - 1, self.given - 1, -1):
            if steps[n].seat == seat:
                return None if steps[n].text == RESIGN else n
        return None

    def read(self, seat: int, text: str) -> int:
        """The action that a notation means to a seat; raises Unreadable. It need not be legal."""
        action = self.known[seat].get(text)
        if action is None:
            action = self.game.read_action(self.play.seen(seat), seat, text)
        return action

    # ---- carrying out entries

    def apply(self, entry: e.Entry) -> e.Entry:
        """Carry out a new entry; return it with the chance outcomes that followed."""
        before = self._before(entry)
        HANDLERS[type(entry)](self, entry)
        if isinstance(entry, e.MovingEntry) and self.play.is_chance():
            entry = self._with_chance(entry)
        self._settle(entry, before)
        return entry

    def replay(self, entry: e.Entry) -> None:
        """Carry out a stored entry."""
        before = self._before(entry)
        HANDLERS[type(entry)](self, entry)
        if isinstance(entry, e.MovingEntry):
            self._repeat_chance(entry)
        self._settle(entry, before)

    def _with_chance(self, entry: e.MovingEntry) -> e.MovingEntry:
        """Run the chance turns that follow; return the entry with their outcomes."""
        moved, draws = self.step, len(self.draws)
        self.play.run_chance(self._draw)
        return msgspec.structs.replace(
            entry,
            chance=tuple(step.text for step in self.play.steps[moved:]),
            draws=tuple((drawn.total, drawn.ticket) for drawn in self.draws[draws:]),
        )

    def _draw(self, total: int) -> int:
        n = len(self.draws) + 1
        ticket = dice.ticket(self.opened.secret, self.nonces, n, total)
        self.draws.append(StepDraw(n, total, ticket, self.step + 1))
        return ticket

    def _repeat_chance(self, entry: e.MovingEntry) -> None:
        draws = iter(entry.draws)
        for text in entry.chance:
            if len(self.game.outcomes(self.play.state)) > 1:
                total, ticket = next(draws)
                self.draws.append(StepDraw(len(self.draws) + 1, total, ticket, self.step + 1))
            self.play.chance(self.game.read_action(self.play.state, CHANCE, text))
        if self.play.is_chance():
            raise RecordMismatch(f"step {self.step} waits for chance that was never drawn")

    def _settle(self, entry: e.Entry, before: _Before) -> None:
        """Count the entry: the version, whose choices are new, how much of the record was kept."""
        step = len(self.play.steps)
        self.deciders.fill(step)
        # `type` and not `isinstance`: for msgspec's structs that is ten times as fast.
        self.entries += 1
        if type(entry) in _SAID:
            return
        self.version += 1
        self.kept.append(min(before.steps, step))
        self._look_around()
        if self.game.has_secrets:
            self._count(entry, before.steps)
        if SPECTATOR not in self.missed:
            self.changed = entry.at
        if self.clock is not None and self.started and self._is_timed():
            self._keep_time(self.clock, entry)
        if type(entry) is e.Acted:
            self._renew(entry.seat, before)
        elif type(entry) in _MOVING:
            self._legal = {}
            self._renew_all()
        elif type(entry) is e.Dissolved:
            self._legal = {}
        elif isinstance(entry, _HANDING):  # its previous player's plans are out of date
            self.renewed[entry.seat] = self.version
        if self.question and (self.status != "running" or self.step <= self.question.to):
            self.question = None

    def _is_timed(self) -> bool:
        """Whether the clocks follow the last entry: everybody knows of it."""
        return SPECTATOR not in self.missed

    def _keep_time(self, clock: Clock, entry: e.Entry) -> None:
        """Let the clocks follow an entry."""
        if self.status == "over":
            clock.stop(entry.at)
        elif type(entry) is e.Acted:
            clock.follow(entry.at, self.step, self.must_act, actor=entry.seat, lag=entry.lag)
        elif type(entry) in _BACK:
            least = clock.control.mercy if type(entry) is e.TakenBack else 0
            clock.go_back(entry.at, self.step, self.must_act, least=least)
        elif type(entry) in _MOVING:
            clock.follow(entry.at, self.step, self.must_act)

    def _count(self, entry: e.Entry, steps: int) -> None:
        """Leave the entry out of the counts of the viewers who did not see it."""
        if type(entry) is e.Acted:
            self.missed = missing(self.play.steps[steps:])
        elif type(entry) not in _BACK:
            self.missed = ()
        for viewer in self.missed:
            self.versions[viewer].missed.append(self.version)
        self._leave_out(steps)

    def _leave_out(self, steps: int) -> None:
        """Leave steps from number `steps` on out of the counts of the viewers who missed them."""
        for n, step in enumerate(self.play.steps[steps:], steps + 1):
            for viewer in step.missed_by:
                self.counted[viewer].missed.append(n)

    def _look_around(self) -> None:
        """Compute once per version what is read most often: who may act, who must, the status."""
        self.may_act: tuple[int, ...] = ()
        self.must_act: tuple[int, ...] = ()
        self.status: Literal["open", "running", "over"] = "open"
        if self.opened.closed or self.dissolved:
            self.status = "over"
        elif self.started:
            self.may_act, self.must_act = self.play.may_act(), self.play.must_act()
            self.status = "running" if self.may_act else "over"

    def _before(self, entry: e.Entry) -> _Before:
        """The facts to compare the table with after the entry."""
        offers: dict[int, list[int]] = {}
        if type(entry) is e.Acted:
            for seat in self.may_act:
                if seat != entry.seat:
                    offers[seat] = self.legal(seat)
        return _Before(len(self.play.steps), self.play.state, offers)

    def _renew(self, actor: int, before: _Before) -> None:
        """Mark the seats whose choices have changed; the actor's always have."""
        for seat in self._legal.keys() - self.missed:  # what is legal depends on what a seat sees
            del self._legal[seat]
        for seat in {actor, *before.offers, *self.may_act}:
            both = seat != actor and seat in before.offers and seat in self.may_act
            if not (both and self._offers_the_same(seat, before)):
                self.renewed[seat] = self.version

    def _renew_all(self) -> None:
        for seat in range(self.play.seats):
            if seat not in self.missed:
                self.renewed[seat] = self.version

    def _offers_the_same(self, seat: int, before: _Before) -> bool:
        """Whether a seat's choices read as before; they are written only if that is in doubt."""
        old, new = before.offers[seat], self.legal(seat)
        if seat in self.missed or self.game.static_choices:
            return old == new
        if len(old) != len(new):
            return False
        write, was, now = self.game.notation.write_action, before.state, self.play.state
        pairs = zip(old, new, strict=True)
        return all(write(was, seat, one) == write(now, seat, other) for one, other in pairs)

    def count_holders(self) -> None:
        """Note a change of holders or players."""
        self.seated += 1
        self._name_holders()

    def look_again(self) -> None:
        """Recompute everything that follows from the fields."""
        self._look_around()
        self._name_holders()

    def _name_holders(self) -> None:
        players = [(n, one) for n in range(self.play.seats) if (one := self.player(n))]
        self.bots = tuple(n for n, one in players if one.kind == "bot")
        self.persons = tuple((n, one.who) for n, one in players if one.kind == "person")
        self.held = {}
        for seat, one in enumerate(self.holders):
            if one is not None and one.kind == "person":
                self.held[one.who] = (*self.held.get(one.who, ()), seat)
        self.remember_holders()

    def remember_holders(self) -> None:
        """From the deal on, or from a given position, each seat's holder knows its secrets."""
        if self.started or self.given or self.opened.start is not None:
            for who, seats in self.held.items():
                for seat in seats:
                    self.held_by[seat].add(who)

    def is_out_of_time(self, seat: int) -> bool:
        """Whether the time of a seat has run out, and nobody has returned to it since."""
        return self.clock is not None and seat in self.clock.flagged

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have lost on time, whoever played on; none if that is all of several."""
        flagged = self.clock.flagged if self.clock is not None and self.status == "over" else ()
        return () if len(flagged) == self.play.seats > 1 else tuple(sorted(flagged))

    @property
    def late(self) -> int | None:
        """The seat that ended the game by running out of time."""
        last = self.play.steps[-1] if self.play.steps else None
        ended = last is not None and last.text == RESIGN and self.is_out_of_time(last.seat)
        return last.seat if last and ended and self.status == "over" else None


_SAID: Final = frozenset((e.Chatted, e.Settled))
_HANDING: Final = (e.Sat, e.Substituted, e.Returned, e.Left)
_BACK: Final = frozenset((e.SteppedBack, e.TakenBack))
_MOVING: Final = frozenset((e.Started, e.Resigned)) | _BACK


def rebuild(table: str, game: Game[Any], opened: e.Opened, rest: Iterable[e.Entry]) -> Room:
    """The table that a journal describes; RecordMismatch if these rules cannot play it."""
    room = Room(table, game, opened)
    for entry in rest:
        room.replay(entry)
    return room
