"""A game being played: the record, and the state and log that follow from it. No IO, no clock.

Whoever drives a `Play` supplies chance: `run_chance(draw)` asks `draw(total)` for a number below
the total of the weights, so dice on the site, seeds in research and lists in a solver are all the
same to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from honjin.core.errors import GameOver, HonjinError, Illegal, NoSuchStep, NotToAct, RecordMismatch
from honjin.core.events import Event
from honjin.core.facts import Facts
from honjin.core.game import Game, Result
from honjin.core.options import Options, Value
from honjin.core.record import RESIGN, Record, read_entry, write_entry
from honjin.core.seats import CHANCE, CHANCE_BIT, SPECTATOR, Seat, seats_in
from honjin.core.state import State
from honjin.core.words import Say

Draw = Callable[[int], int]


class Step(msgspec.Struct, frozen=True, gc=False):
    """One entry of the record with what each viewer was told of it.

    `told` holds one item when all were told the same, else one per seat and the spectators' last.
    `missed_by` are those whom it tells nothing and shows nothing: to them it has not happened.
    """

    seat: int
    text: str
    told: tuple[tuple[Event, ...], ...]
    missed_by: tuple[int, ...] = ()

    def told_to(self, viewer: Seat) -> tuple[Event, ...]:
        """The log lines that a seat (or SPECTATOR) got."""
        return self.told[viewer if len(self.told) > 1 else 0]


class Play:
    """One running or finished game."""

    def __init__(self, game: Game[Any], options: Mapping[str, object] | None = None) -> None:
        self.game = game
        self.options: Options = game.read_options(options)
        self.seats = game.seats(self.options)
        self.start: str | None = None
        self.state: State = _set_up(game.setup, tuple(self.options.items())).copy()
        self.before: State = self.state
        """The state before the last action or outcome."""
        self.steps: list[Step] = []

    # ---- who may do what

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return seats_in(self.game.to_act(self.state))

    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the game waits for."""
        return seats_in(self.game.awaited(self.state))

    def is_chance(self) -> bool:
        """Whether dice or cards are next."""
        return bool(self.game.to_act(self.state) & CHANCE_BIT)

    def legal(self, seat: Seat) -> list[int]:
        """The legal actions of a seat."""
        return self.game.legal(self.state, seat)

    def result(self) -> Result | None:
        """How the game ended, or None."""
        return self.game.result(self.state, self.seats)

    def facts(self) -> Facts:
        """What the game says of itself, now that it is over."""
        return self.game.facts(self.state, [event for _, event in self.log(SPECTATOR)])

    def may_resign(self, seat: Seat) -> bool:
        """Whether the rules let this seat give up now."""
        return self.result() is None and bool(self.game.may_resign(self.state, seat))

    # ---- doing it

    def act(self, seat: Seat, action: int) -> None:
        """Apply a legal action; GameOver, NotToAct or Illegal otherwise, and nothing changes."""
        self._must_act(seat)
        if action not in self.legal(seat):
            raise Illegal(f"seat {seat} cannot do action {action} in {self._position()}")
        self.push(seat, action)

    def act_text(self, seat: Seat, text: str) -> None:
        """Apply an action given in notation; `resign` gives up."""
        if text == RESIGN:
            self.resign(seat)
            return
        self._must_act(seat)
        action = self.game.notation.read_action(self.state, seat, text)
        if action not in self.legal(seat):
            raise Illegal(f"{text!r} is not a legal choice of seat {seat} in {self._position()}")
        self.push(seat, action)

    def resign(self, seat: Seat) -> None:
        """Give up, where the rules allow it."""
        self._must_run()
        if not self.may_resign(seat):
            raise NotToAct(f"seat {seat} may not resign now; {self._waits_for()}")
        self.game.resign(self.state, seat)
        event = Event(Say("resigned", {"who": Say(f"seat.{seat}")}), seat)
        self.steps.append(Step(seat, RESIGN, told=((event,),)))

    def chance(self, outcome: int) -> None:
        """Apply one listed outcome of a chance turn."""
        self._must_run()
        if outcome not in (listed for listed, _ in self.game.outcomes(self.state)):
            raise Illegal(f"{outcome} is not an outcome of chance in {self._position()}")
        self.push(CHANCE, outcome)

    def run_chance(self, draw: Draw) -> None:
        """Play all chance turns that are next; a single outcome needs no draw."""
        while self.is_chance():
            outcomes = self.game.outcomes(self.state)
            self.push(CHANCE, pick(outcomes, draw) if len(outcomes) > 1 else outcomes[0][0])

    def _must_run(self) -> None:
        if not self.game.to_act(self.state):
            raise GameOver(f"the game is over: {self._position()}")

    def _must_act(self, seat: Seat) -> None:
        self._must_run()
        if seat not in self.to_act():
            raise NotToAct(f"seat {seat} is not to act; {self._waits_for()}")

    def _waits_for(self) -> str:
        seats = self.to_act()
        return f"to act: seat {', '.join(map(str, seats))}" if seats else "chance is next"

    def _position(self) -> str:
        # Without secrets a position may stand in a message; with them it never does.
        if self.game.has_secrets:
            return f"step {len(self.steps)}"
        return self.game.notation.write_position(self.state)

    def push(self, seat: Seat, action: int) -> None:
        """Apply an action that is known to be legal; `act` checks first."""
        game, before, after = self.game, self.state.copy(), self.state
        self.before = before
        text = game.notation.write_action(before, seat, action)
        game.apply_action(after, seat, action)
        if not game.has_secrets:
            alike = game.tell(before, seat, action, after, SPECTATOR)
            self.steps.append(Step(seat, text, (alike,)))
            return
        viewers = (*range(self.seats), SPECTATOR)
        told = tuple([game.tell(before, seat, action, after, viewer) for viewer in viewers])
        missed = () if all(told) else self._missed_by(before, seat, told)
        self.steps.append(Step(seat, text, told, missed))

    def _missed_by(
        self, before: State, seat: Seat, told: tuple[tuple[Event, ...], ...]
    ) -> tuple[Seat, ...]:
        """Of those who were told nothing, the viewers who see no difference; never the actor."""
        game, after = self.game, self.state
        return tuple(
            viewer
            for viewer in (*range(self.seats), SPECTATOR)
            if viewer != seat
            and not told[viewer]
            and game.seen_by(before, viewer) == game.seen_by(after, viewer)
        )

    # ---- the past

    def record(self) -> Record:
        """The whole record. It holds every secret: hand it out only when the game is over."""
        entries = tuple(write_entry(step.seat, step.text) for step in self.steps)
        return Record(
            self.game.key, self.game.version, dict(self.options), entries, start=self.start
        )

    def at(self, step: int) -> Play:
        """The game as it stood after its first `step` entries."""
        if not 0 <= step <= len(self.steps):
            raise NoSuchStep(f"expected a step from 0 to {len(self.steps)}, got {step}")
        entries = [write_entry(s.seat, s.text) for s in self.steps[:step]]
        return _played(self.game, self.options, self.start, entries)

    def log(self, viewer: Seat, since: int = 0) -> list[tuple[int, Event]]:
        """What a viewer was told, as (number of the step, event)."""
        return [
            (n, event)
            for n, step in enumerate(self.steps[since:], since + 1)
            for event in step.told_to(viewer)
        ]

    def back_step(self, seat: Seat) -> int | None:
        """The step to which the seat may go back on its own, or None.

        One's own last action can be taken back while it is still one's turn, unless it was told
        differently to different seats; chance cannot be undone. What others have done since then
        without the seat's knowledge is undone with it: were it in the way, the seat would know.
        """
        to = len(self.steps) - 1
        while to >= 0 and seat in self.steps[to].missed_by:
            to -= 1
        if to < 0 or self.steps[to].seat != seat or seat not in self.to_act():
            return None
        last = self.steps[to]
        if last.text == RESIGN or any(told != last.told[0] for told in last.told):
            return None
        return to


@lru_cache(64)
def _set_up(setup: Callable[[Options], State], options: tuple[tuple[str, Value], ...]) -> State:
    """The first state with these options, to be copied: games of one kind begin alike."""
    return setup(dict(options))


def pick(outcomes: list[tuple[int, int]], draw: Draw) -> int:
    """The outcome that a ticket below the total of the weights falls on."""
    ticket = draw(sum([weight for _, weight in outcomes]))
    for outcome, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return outcome
    raise ValueError("draw(total) must return a number from 0 to total - 1")


def replay(game: Game[Any], record: Record) -> Play:
    """Play a record; RecordMismatch names the entry that cannot be played.

    Options or a start that the game cannot take raise BadOption or Unreadable.
    """
    if record.game != game.key:
        raise RecordMismatch(f"expected a record of {game.key}, got one of {record.game!r}")
    if record.rules != game.version:
        raise RecordMismatch(
            f"the record was made under rules {record.rules} of {game.key}; "
            f"these are rules {game.version}"
        )
    return _played(game, record.options, record.start, record.actions)


def _played(
    game: Game[Any], options: Mapping[str, object], start: str | None, entries: Iterable[str]
) -> Play:
    play = Play(game, options)
    if start is not None:
        play.start, play.state = start, game.notation.read_position(start, play.options)
    for n, entry in enumerate(entries, 1):
        try:
            seat, text = read_entry(entry)
            if seat == CHANCE:
                play.chance(game.notation.read_action(play.state, CHANCE, text))
            else:
                play.act_text(seat, text)
        except HonjinError as problem:
            raise RecordMismatch(f"entry {n} ({entry!r}) cannot be played: {problem}") from problem
    return play
