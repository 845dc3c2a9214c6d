"""The choices of the sides of a finished game in its opening, for statistics of openings. No IO.

Only games whose positions can be solved or proved are counted (`Game.index`), and of those only
games of their own that everybody could find: no private tables, no games begun from a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, Final, Literal, NamedTuple

from honjin.core.game import Game
from honjin.core.options import Option, Value
from honjin.core.record import RESIGN
from honjin.core.seats import CHANCE
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.outcome import end_of, is_excluded_from_history
from honjin.server.tables.session.room import Room

DEPTH: Final = 16
"""The number of actions, of all seats together, that are counted of a game."""
LONGEST: Final = 64
"""The longest notation of a choice that is counted."""

Actor = Literal["person", "bot", ""]
"""Who took a step; empty for chance."""


class Chosen(NamedTuple):
    """A choice that was made in a position, and how the game ended for the side that made it."""

    position: str
    choice: str
    people: int
    bots: int
    won: int
    drawn: int
    lost: int


def is_explored(game: Game[Any]) -> bool:
    """True if the openings of a game can be explored: everything is open, and can be proved."""
    return game.index is not None and not game.has_secrets


def explored_steps(room: Room) -> int:
    """The last step of a finished game that the explorer can show; 0 if there is none."""
    if room.status != "over" or not is_explored(room.game) or room.play.start is not None:
        return 0
    moves = 0
    for n, step in enumerate(room.play.steps):
        moves += step.seat != CHANCE
        if step.text == RESIGN or moves > MAX_MOVES:
            return n
    return room.step


def position_key(game: Game[Any], options: Mapping[str, Value], state: Any) -> str:
    """The name of a position under its rulings, the same for every order of moves leading there.

    It is a digest of the position's notation without its history, so that every row has the same
    size, however long the notation of a game is.
    """
    return _key(game, _rulings(game.options, options), state)


def _key(game: Game[Any], rulings: tuple[str, ...], state: Any) -> str:
    assert game.index is not None
    bare = state.copy()
    game.index.canonical_key(bare, [0, 0])
    text = " ".join((game.notation.write_position(bare), *rulings))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _rulings(declared: Iterable[Option], options: Mapping[str, Value]) -> tuple[str, ...]:
    """The options that are not at their defaults. Free text, such as a deal, is in the position."""
    found = (
        f"{one.key}={options[one.key]}"
        for one in declared
        if options[one.key] != one.default and (one.values or not isinstance(one.default, str))
    )
    return tuple(found)


def chosen_in(room: Room, entries: Iterable[e.Entry]) -> tuple[Chosen, ...]:
    """The choices of a finished game's opening, each once; none if the game does not count."""
    result = room.play.result()
    if (
        not is_explored(room.game)
        or room.opened.private
        or is_excluded_from_history(room)
        or result is None
    ):
        return ()
    game, found = room.game, dict[tuple[str, str], Chosen]()
    rulings = _rulings(game.options, room.play.options)
    ends = [end_of(result, seat) for seat in range(room.play.seats)]
    for seat, actor, state, text in _decisions(room, entries):
        key, end = _key(game, rulings, state), ends[seat]
        found.setdefault((key, text), Chosen(
            key, text, int(actor == "person"), int(actor == "bot"),
            int(end == "won"), int(end == "drawn"), int(end == "lost"),
        ))  # fmt: skip
    return tuple(found.values())


def _decisions(
    room: Room, entries: Iterable[e.Entry]
) -> Iterator[tuple[int, Actor, Any, str]]:  # fmt: skip
    """The first decisions of the seats: seat, who made it, the position before it, the choice."""
    play, game, left = room.play, room.game, DEPTH
    state = play.state_at(0).copy()
    for step, actor in zip(play.steps, actors(entries, play.seats), strict=True):
        if step.text == RESIGN or not left:
            return
        if step.seat != CHANCE:
            left -= 1
            if len(step.text) <= LONGEST:
                yield step.seat, actor, state, step.text
        known = room.known[step.seat].get(step.text) if step.seat != CHANCE else None
        action = game.read_action(state, step.seat, step.text) if known is None else known
        game.apply_action(state, step.seat, action)


def actors(entries: Iterable[e.Entry], seats: int) -> list[Actor]:
    """Who took each step of the record: a person, or a bot, a program or a substitute."""
    course = _Course(seats)
    for entry in entries:
        course.take(entry)
    return course.steps


class _Course:
    """The holders of the seats while a journal is read, and who took each step so far."""

    def __init__(self, seats: int) -> None:
        self.steps: list[Actor] = []
        self._kinds: list[Actor] = ["bot"] * seats
        self._let: set[int] = set()

    def take(self, entry: e.Entry) -> None:
        """Follow one entry of the journal."""
        match entry:
            case e.Sat(seat=seat):
                by_hand = entry.kind == "person" and not entry.program
                self._kinds[seat] = "person" if by_hand else "bot"
                self._let.discard(seat)
            case e.Substituted(seat=seat):
                self._let.add(seat)
            case e.Returned(seat=seat):
                self._let.discard(seat)
            case e.Acted(seat=seat) | e.Resigned(seat=seat):
                self.steps.append("bot" if seat in self._let else self._kinds[seat])
            case e.SteppedBack(to=to) | e.TakenBack(to=to):
                del self.steps[to:]
        if isinstance(entry, e.MovingEntry):
            nobody: Actor = ""
            self.steps.extend(nobody for _ in entry.chance)


MAX_MOVES: Final = 60
"""The longest line of moves that can be explored."""
