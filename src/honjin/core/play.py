"""A game being played: the record, and the state and log that follow from it. No IO, no clock.

A state that a `Play` has handed out never changes: each action is applied to a copy. So a state can
be kept, compared with a later one, and read in another thread.

The caller of a `Play` supplies chance: `run_chance(draw)` calls `draw(total)` for a number below
the total of the weights, which may come from the site's dice, a seed in research or a list in a
solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import count
from typing import Any, Final

import msgspec

from honjin.core.contract.rules import Result
from honjin.core.errors import GameOver, HonjinError, Illegal, NoSuchStep, NotToAct, RecordMismatch
from honjin.core.events import Event
from honjin.core.game import Game
from honjin.core.options import Options, Value
from honjin.core.parts.facts import Facts
from honjin.core.reading.bounds import shown
from honjin.core.reading.limit import must_be_in_time
from honjin.core.record import RESIGN, Record, read_entry, write_entry
from honjin.core.seats import CHANCE, CHANCE_BIT, SPECTATOR, Seat, seats_in
from honjin.core.state import State
from honjin.core.words import Say

Draw = Callable[[int], int]

_numbers: Final = count(1)

RECENT: Final = 16
"""The number of latest steps whose states are all kept, for quick access."""

MARK: Final = 128
MAX_MARKS: Final = 16
"""Further back, the states after every 128th step are kept; every 256th, ... in longer games."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One entry of the record with the log lines that each viewer got.

    `told` holds one item if all viewers got the same lines, else one per seat and the spectators'
    last. `missed_by` are the viewers that saw no line and no change: for them it did not happen.
    """

    seat: int
    text: str
    told: tuple[tuple[Event, ...], ...]
    missed_by: tuple[int, ...] = ()

    def told_to(self, viewer: Seat) -> tuple[Event, ...]:
        """The log lines for a seat (or SPECTATOR)."""
        return self.told[viewer if len(self.told) > 1 else 0]


class Play:
    """One running or finished game."""

    def __init__(self, game: Game[Any], options: Mapping[str, object] | None = None) -> None:
        self.game = game
        self.number = next(_numbers)
        """Unique to this play in its process; the past of a play never changes."""
        self.options: Options = game.read_options(options)
        self.seats = game.seats(self.options)
        self.start: str | None = None
        self.state: State = _set_up(game.setup, tuple(self.options.items())).copy()
        self._before: State | None = None
        self.steps: list[Step] = []
        self.marks: dict[int, State] = {}
        """Past states, by the number of steps before them."""
        self._walked: dict[int, State] = {}
        """States between two marks that the last look-up of a past state passed through."""
        self._seen: tuple[State, dict[Seat, State]] = self.state, {}
        """Observations of a state, by viewer."""

    @classmethod
    def restored(
        cls, game: Game[Any], options: Mapping[str, object], start: str | None,
        steps: list[Step], state: State, marks: dict[int, State],
    ) -> Play:  # fmt: skip
        """A game restored from its steps, the state after them, and past states."""
        play = cls(game, options)
        play.start, play.steps, play.state, play.marks = start, steps, state, marks
        return play

    # ---- who may do what

    def may_act(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return seats_in(self.game.may_act(self.state))

    def must_act(self) -> tuple[Seat, ...]:
        """The seats that the game waits for."""
        return seats_in(self.game.must_act(self.state))

    def is_chance(self) -> bool:
        """True if dice or cards are next."""
        return bool(self.game.may_act(self.state) & CHANCE_BIT)

    def legal(self, seat: Seat) -> list[int]:
        """The legal actions of a seat."""
        return self.game.legal(self.state, seat)

    def seen(self, viewer: Seat) -> State:
        """What a viewer sees now, made once for each state. Read-only."""
        return self._seen_in(self.state, viewer)

    def _seen_in(self, state: State, viewer: Seat) -> State:
        """What a viewer sees in the current state, or in the one before it."""
        of, seen = self._seen
        if of is not state:
            of, seen = self._seen = state, {}
        found = seen.get(viewer)
        if found is None:
            found = seen[viewer] = self.game.seen_by(state, viewer)
        return found

    def result(self) -> Result | None:
        """How the game ended, or None."""
        return self.game.result(self.state, self.seats)

    def facts(self) -> Facts:
        """The facts about the game, now that it is over."""
        return self.game.facts(self.state, [event for _, event in self.log(SPECTATOR)])

    def may_resign(self, seat: Seat) -> bool:
        """True if the rules allow this seat to resign now."""
        return self.result() is None and bool(self.game.may_resign(self.state, seat))

    # ---- doing it

    def act(self, seat: Seat, action: int) -> None:
        """Apply a legal action; GameOver, NotToAct or Illegal if it is not, and nothing changes."""
        self._must_act(seat)
        if action not in self.legal(seat):
            raise Illegal(f"seat {seat} cannot do action {action} in {self._position()}")
        self.push(seat, action)

    def act_text(self, seat: Seat, text: str) -> None:
        """Apply an action given in notation; `resign` resigns."""
        if text == RESIGN:
            self.resign(seat)
            return
        self._must_act(seat)
        action = self.game.read_action(self.state, seat, text)
        if action not in self.legal(seat):
            raise Illegal(
                f"{shown(text)} is not a legal choice of seat {seat} in {self._position()}"
            )
        self.push(seat, action)

    def resign(self, seat: Seat, *, told: bool = True) -> None:
        """Resign, if the rules allow it; without `told` (time ran out) the log does not say so."""
        self._must_run()
        if not self.may_resign(seat):
            raise NotToAct(f"seat {seat} may not resign now; {self._waits_for()}")
        after = self.state.copy()
        self.game.resign(after, seat)
        event = Event(Say("resigned", {"who": Say(f"seat.{seat}")}), seat)
        self._append(Step(seat, RESIGN, told=((event,) if told else (),)), after)

    def chance(self, outcome: int) -> None:
        """Apply one listed outcome of a chance turn."""
        self._must_run()
        if outcome not in (listed for listed, _ in self.game.outcomes(self.state)):
            raise Illegal(f"{outcome} is not an outcome of chance in {self._position()}")
        self.push(CHANCE, outcome)

    def run_chance(self, draw: Draw) -> None:
        """Play the chance turns that come next; a single outcome needs no draw."""
        while self.is_chance():
            outcomes = self.game.outcomes(self.state)
            self.push(CHANCE, pick(outcomes, draw) if len(outcomes) > 1 else outcomes[0][0])

    def _must_run(self) -> None:
        if not self.game.may_act(self.state):
            raise GameOver(f"the game is over: {self._position()}")

    def _must_act(self, seat: Seat) -> None:
        self._must_run()
        if seat not in self.may_act():
            raise NotToAct(f"seat {seat} is not to act; {self._waits_for()}")

    def _waits_for(self) -> str:
        seats = self.may_act()
        return f"to act: seat {', '.join(map(str, seats))}" if seats else "chance is next"

    def _position(self) -> str:
        # A message may contain the position only if the game has no secrets.
        if self.game.has_secrets:
            return f"step {len(self.steps)}"
        return self.game.notation.write_position(self.state)

    def push(self, seat: Seat, action: int, text: str | None = None) -> None:
        """Apply an action that is known to be legal; `act` checks first.

        `text` is its notation, where that is known already.
        """
        game, before = self.game, self.state
        after = before.copy()
        text = game.notation.write_action(before, seat, action) if text is None else text
        game.apply_action(after, seat, action)
        if not game.has_secrets:
            alike = game.tell(before, seat, action, after, SPECTATOR)
            self._append(Step(seat, text, (alike,)), after)
            return
        viewers = (*range(self.seats), SPECTATOR)
        told = tuple([game.tell(before, seat, action, after, viewer) for viewer in viewers])
        missed = () if all(told) else self._missed_by(after, seat, told)
        if told.count(told[0]) == len(told):
            told = told[:1]
        self._append(Step(seat, text, told, missed), after)

    def _missed_by(
        self, after: State, seat: Seat, told: tuple[tuple[Event, ...], ...]
    ) -> tuple[Seat, ...]:
        """The viewers that got no log line and see no change; never the actor."""
        viewers = [v for v in (*range(self.seats), SPECTATOR) if v != seat and not told[v]]
        before = {viewer: self.seen(viewer) for viewer in viewers}
        return tuple(v for v in viewers if before[v] == self._seen_in(after, v))

    def _append(self, step: Step, after: State) -> None:
        self._mark()
        self.steps.append(step)
        self._before, self.state = self.state, after

    def _mark(self) -> None:
        """Keep the current state, and drop those no longer needed."""
        n, marks = len(self.steps), self.marks
        marks[n] = self.state
        gap = MARK << (n // (MARK * MAX_MARKS)).bit_length()
        if (n - RECENT) % gap:
            marks.pop(n - RECENT, None)
        if n % (MARK * MAX_MARKS) == 0:
            for at in [at for at in marks if at < n - RECENT and at % gap]:
                del marks[at]

    # ---- the past

    def record(self) -> Record:
        """The whole record. It contains every secret: hand it out only when the game is over."""
        entries = tuple(write_entry(step.seat, step.text) for step in self.steps)
        return Record(
            self.game.key, self.game.version, dict(self.options), entries, start=self.start
        )

    def at(self, step: int) -> Play:
        """The game as it was after its first `step` entries."""
        state = self.state_at(step)
        marks = {n: mark for n, mark in self.marks.copy().items() if n <= step}
        return Play.restored(self.game, self.options, self.start, self.steps[:step], state, marks)

    def state_at(self, step: int) -> State:
        """The state after the first `step` entries. Read-only."""
        if not 0 <= step <= len(self.steps):
            raise NoSuchStep(f"expected a step from 0 to {len(self.steps)}, got {step}")
        if step == len(self.steps):
            return self.state
        known = self.marks.copy() | self._walked
        near = max((n for n in known if n <= step), default=0)
        return self._walk(near, known[near] if known else self._first(), step)

    @property
    def before(self) -> State:
        """The state before the last entry, or the first state. Read-only."""
        if self._before is None:
            self._before = self.state_at(max(0, len(self.steps) - 1))
        return self._before

    def _first(self) -> State:
        if self.start is None:
            return _set_up(self.game.setup, tuple(self.options.items())).copy()
        first: State = self.game.notation.read_position(self.start, self.options)
        return first

    def _walk(self, near: int, state: State, step: int) -> State:
        """Replay the steps after `near`; some states on the way are kept for the next walk."""
        walked = {near: state}
        for n, entry in enumerate(self.steps[near:step], near + 1):
            state = state.copy() if n % RECENT == 1 or n == near + 1 else state
            self._replay_step(state, entry)
            if n % RECENT == 0:
                walked[n] = state
        if len(walked) > 1:
            self._walked = walked
        return state

    def _replay_step(self, state: State, entry: Step) -> None:
        if entry.text == RESIGN:
            self.game.resign(state, entry.seat)
            return
        action = self.game.notation.read_action(state, entry.seat, entry.text)
        self.game.apply_action(state, entry.seat, action)

    def log(self, viewer: Seat, since: int = 0) -> list[tuple[int, Event]]:
        """The log as a viewer sees it: pairs of a step's number and an event."""
        return [
            (n, event)
            for n, step in enumerate(self.steps[since:], since + 1)
            for event in step.told_to(viewer)
        ]

    def back_step(self, seat: Seat) -> int | None:
        """The step to which the seat may go back without asking, or None.

        A seat can take back its last action while it is still its turn, unless the action was
        reported differently to different seats; chance cannot be undone. Actions that others have
        made since then without the seat's knowledge are undone too: if they prevented it, the seat
        would learn of them.
        """
        to = len(self.steps) - 1
        while to >= 0 and seat in self.steps[to].missed_by:
            to -= 1
        if to < 0 or self.steps[to].seat != seat or seat not in self.may_act():
            return None
        last = self.steps[to]
        if last.text == RESIGN or any(told != last.told[0] for told in last.told):
            return None
        return to


@lru_cache(64)
def _set_up(setup: Callable[[Options], State], options: tuple[tuple[str, Value], ...]) -> State:
    """The first state with these options, shared by all games with them; copy before use."""
    return setup(dict(options))


def pick(outcomes: list[tuple[int, int]], draw: Draw) -> int:
    """An outcome drawn by weight: `draw(total)` picks a ticket below the total of the weights."""
    ticket = draw(sum([weight for _, weight in outcomes]))
    for outcome, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return outcome
    raise ValueError("draw(total) must return a number from 0 to total - 1")


def replay(game: Game[Any], record: Record) -> Play:
    """Replay a record; RecordMismatch names an entry that cannot be played.

    Invalid options or an invalid start raise BadOption or Unreadable.
    """
    if record.game != game.key:
        raise RecordMismatch(f"expected a record of {game.key}, got one of {shown(record.game)}")
    if record.rules not in (game.version, *game.replays):
        raise RecordMismatch(
            f"the record was made under rules {record.rules} of {game.key}; "
            f"these are rules {game.version}"
        )
    options = game.options_under(record.rules, record.options)
    return _played(game, options, record.start, record.actions)


def _played(
    game: Game[Any], options: Mapping[str, object], start: str | None, entries: Iterable[str]
) -> Play:
    play = Play(game, options)
    if start is not None:
        play.start, play.state = start, game.read_position(start, play.options)
    for n, entry in enumerate(entries, 1):
        must_be_in_time()
        try:
            seat, text = read_entry(entry)
            if seat == CHANCE:
                play.chance(game.read_action(play.state, CHANCE, text))
            else:
                play.act_text(seat, text)
        except HonjinError as problem:
            message = f"entry {n} ({shown(entry)}) cannot be played: {problem}"
            raise RecordMismatch(message) from problem
    return play
