"""The outcome of a finished game: players, results, and whether it is rated. No IO.

A finished table is over for good: every order that could reopen it is refused. So its outcome is
computed once, from the room and from its journal, which records what the room forgets: the first
holders of the seats, takebacks, and where a bot acted for a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from honjin.core.contract.rules import Result
from honjin.core.game import Game
from honjin.core.play import Step
from honjin.core.record import RESIGN
from honjin.core.seats import CHANCE
from honjin.server.people.ratings.skill import has_rating
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.held import Seated
from honjin.server.tables.session.room import Room

Pace = Literal["live", "days", "none"]
"""Ratings are kept apart by time control: minutes a game, days a turn, or none."""
Against = Literal["persons", "bots", "alone", "nobody", "study"]
"""The opposition: persons or bots; alone on all seats; nobody played; not a game of its own."""
Unrated = Literal[
    "", "study", "casual", "unrated", "options", "solo", "seats", "bots", "takeback", "substitute",
    "short", "address", "device",
]  # fmt: skip
"""Why a game is unrated, in the order of the checks; empty if it is rated."""
Role = Literal["", "left", "late"]
"""Empty if the player finished what it began; "left" if it left; "late" if it came mid-game."""
End = Literal["won", "drawn", "lost", ""]
"""The result for a person; empty for one who held several seats."""

OPENING: Final = 4
"""The number of publicly visible moves that make the opening."""
_LONGEST: Final = 160


class SeatOutcome(NamedTuple):
    """The result of a seat, or of a person who left it. `main`: the person's first seat here."""

    seat: int
    kind: Literal["person", "bot", "empty"]
    who: str
    name: str
    role: Role
    score: int
    place: int
    outcome: End
    main: bool


class GameOutcome(NamedTuple):
    """A finished game, as it is stored."""

    table: str
    game: str
    scenario: str
    begun: int
    ended: int
    steps: int
    reason: str
    pace: Pace
    against: Against
    unrated: Unrated
    private: bool
    opening: str
    seats: tuple[SeatOutcome, ...] = ()


class Circumstances:
    """The events at a table other than moves, as far as an outcome depends on them."""

    def __init__(self, entries: Iterable[e.Entry], seats: int) -> None:
        self.begun = self.ended = 0
        self.is_over = True
        self.first: list[Seated | None] = [None] * seats
        """The holder of each seat when the game began."""
        """The caller sets this to False for a game that is still running."""
        self.taken_back = False
        self.pushed = False
        """Whether a person let a bot play for another."""
        self.helped: set[int] = set()
        """Seats where a bot acted because their holder, or the clock, left them to it."""
        self._held: list[Seated | None] = [None] * seats
        self._let: set[int] = set()
        for entry in entries:
            self._take(entry)

    def _take(self, entry: e.Entry) -> None:
        match entry:
            case e.Sat(seat=seat):
                self._held[seat] = Seated(entry.kind, entry.who, entry.name)
                self._let.discard(seat)
            case e.Stood(seat=seat) | e.Left(seat=seat):
                self._held[seat] = None
            case e.Substituted(seat=seat, by=by):
                self._substitute(seat, by)
            case e.Returned(seat=seat):
                self._let.discard(seat)
            case e.Started():
                self.begun, self.first = entry.at, self._held.copy()
            case e.TakenBack():
                self.taken_back = True
            case e.Acted(seat=seat) if seat in self._let:
                self.helped.add(seat)
        if isinstance(entry, e.MovingEntry):
            self.ended = entry.at

    def _substitute(self, seat: int, by: str) -> None:
        self._let.add(seat)
        holder = self._held[seat]
        if holder is not None and by not in (holder.who, ""):
            self.pushed = True


def outcome_of(room: Room, entries: Iterable[e.Entry]) -> GameOutcome:
    """The outcome of a finished game; for a table that is no game of its own, no seats."""
    course = Circumstances(entries, room.play.seats)
    result = room.play.result()
    scenario, _ = scenario_of(room.game, room.play.options)
    against = _against(room)
    study = against == "study" or result is None
    return GameOutcome(
        room.id, room.game.key, scenario, course.begun, course.ended or room.changed, room.step,
        result.reason if result else "", pace_of(room.opened), "study" if study else against,
        unrated(room, course), room.opened.private, opening_of(room.play.steps),
        () if study or result is None else tuple(_seats(room, course, result)),
    )  # fmt: skip


def scenario_of(game: Game[Any], options: Mapping[str, object]) -> tuple[str, bool]:
    """The preset with these options ("" if none), and whether all others are at their defaults."""
    found = ""
    for preset in game.presets:
        if all(options.get(key) == value for key, value in preset.options.items()):
            if game.preset_options[preset.key] == options:
                return preset.key, True
            found = found or preset.key
    return found, False


def pace_of(opened: e.Opened) -> Pace:
    """The pace of a table's time control."""
    return (opened.time.kind or "none") if opened.time is not None else "none"


def opening_of(steps: Sequence[Step]) -> str:
    """The first moves that all viewers saw alike, in notation, without chance and resignations."""
    public = (
        step.text
        for step in steps
        if step.seat != CHANCE and len(step.told) == 1 and step.text != RESIGN
    )
    moves = [text for text, _ in zip(public, range(OPENING), strict=False)]
    return " ".join(moves)[:_LONGEST]


# ---------------------------------------------------------------- opponents


def is_excluded_from_history(room: Room) -> bool:
    """True for an archived record, a game begun from a position, or one that the site ended.

    They are not games of their own.
    """
    begun = bool(room.given) or room.opened.start is not None
    return room.opened.closed or begun or room.dissolved is not None


def _against(room: Room) -> Against:
    persons = Counter(one.who for one in room.holders if one and one.kind == "person")
    if is_excluded_from_history(room):
        return "study"
    if len(persons) > 1:
        return "persons"
    if any(one is None or one.kind == "bot" for one in room.holders):
        return "bots" if persons else "nobody"
    return "alone"


def _seats(room: Room, course: Circumstances, result: Result) -> Iterable[SeatOutcome]:
    """The holders of the seats, then the first holders who left."""
    last = room.play.seats + 1
    several = Counter(one.who for one in room.holders if one and one.kind == "person")
    met: set[str] = set()
    for seat, holder in enumerate(room.holders):
        first = course.first[seat]
        place, end = _place(room, result, seat), _end(room, result, seat)
        role = _role(holder, first, seat in course.helped)
        if holder is None:
            yield SeatOutcome(
                seat, "empty", "", "", "", result.returns[seat], place, end, main=False
            )
        else:
            is_main = holder.kind == "person" and holder.who not in met
            met.add(holder.who)
            told: End = "" if several[holder.who] > 1 else end
            kind: Literal["person", "bot"] = "bot" if holder.kind == "bot" else "person"
            yield SeatOutcome(
                seat, kind, holder.who, holder.name, role, result.returns[seat], place, told,
                is_main,
            )  # fmt: skip
    for seat, first in enumerate(course.first):
        if first is not None and first.kind == "person" and first.who not in met:
            met.add(first.who)
            score = result.returns[seat]
            yield SeatOutcome(
                seat, "person", first.who, first.name, "left", score, last, "lost", main=True
            )


def _role(holder: Seated | None, first: Seated | None, helped: bool) -> Role:
    if holder is None or holder.kind == "bot":
        return ""
    if first is None or first.who != holder.who:
        return "late"
    return "left" if helped else ""


def _place(room: Room, result: Result, seat: int) -> int:
    """A seat's place; one that has lost on time comes after all that have not."""
    ranks = [(n not in room.out, got) for n, got in enumerate(result.returns)]
    return 1 + sum(other > ranks[seat] for other in ranks)


def winners_of(room: Room, result: Result) -> tuple[int, ...]:
    """The seats that have won a game; none that has lost on time is among them."""
    if not room.out:
        return result.winners()
    rest = {seat: got for seat, got in enumerate(result.returns) if seat not in room.out}
    return tuple(seat for seat, got in rest.items() if got == max(rest.values()))


def _end(room: Room, result: Result, seat: int) -> End:
    if not room.out:
        return end_of(result, seat)
    return "won" if seat in winners_of(room, result) else "lost"


def end_of(result: Result, seat: int) -> End:
    """How a game ended for a seat."""
    winners = result.winners()
    if seat in winners:
        return "won"
    alone = len(result.returns) == 1
    if winners or (alone and result.returns[seat] < 0):
        return "lost"
    return "drawn"


# ---------------------------------------------------------------- whether it is rated


def unrated(room: Room, course: Circumstances | None = None) -> Unrated:
    """Why a game is unrated, as far as its table shows; without its course, as it begins.

    What is known about the persons from elsewhere (their addresses) is checked after that.
    """
    if reason := unfair_table(room):
        return reason
    if reason := unfair_seats(room):
        return reason
    return _unfair_course(room, course) if course is not None and course.begun else ""


def unrated_so_far(room: Room, entries: Iterable[e.Entry]) -> Unrated:
    """Why a game is unrated as its course is now, without what may still come."""
    if room.status == "open":
        return unrated(room)
    course = Circumstances(entries, room.play.seats)
    course.is_over = room.status == "over"
    return unrated(room, course)


def unfair_table(room: Room) -> Unrated:
    """Why a game is unrated because of the kind of table; that never changes."""
    if is_excluded_from_history(room) or room.opened.origin or room.dissolved:
        return "study"
    if room.opened.casual or room.opened.coach:
        return "casual"
    if room.opened.unrated:
        return "unrated"
    if not scenario_of(room.game, room.play.options)[1]:
        return "options"
    return "solo" if room.play.seats < 2 else ""


def unfair_seats(room: Room) -> Unrated:
    """Why a game is unrated because of the seats' holders."""
    holders = [holder for holder in room.holders if holder is not None]
    persons = Counter(one.who for one in holders if one.kind == "person")
    if persons and max(persons.values()) > 1:
        return "seats"
    bots = [one for one in holders if one.kind == "bot"]
    if len(bots) == len(room.holders) or not all(
        has_rating(room.game.key, one.who) for one in bots
    ):
        return "bots"
    return ""


def _unfair_course(room: Room, course: Circumstances) -> Unrated:
    if course.taken_back:
        return "takeback"
    if course.pushed:
        return "substitute"
    if not course.is_over:
        return ""
    acted = {step.seat for step in room.play.steps if step.text != RESIGN}
    return "" if set(range(room.play.seats)) <= acted else "short"
