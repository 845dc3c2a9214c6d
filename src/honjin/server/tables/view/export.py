"""Export of records, and verification of their dice by the recipient.

The export of a game whose record may be known is that record (`core.record`) with three more
fields. `dice`: the commitment, the nonces, the secret once the game is over, and every draw.
`given`: the number of entries from before this table's dice (a fork's beginning). `time`, where the
table had clocks: their control, and the seat that lost on time, if any. What a seat may know of a
running game with secrets is another document: its log and its position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from honjin import games
from honjin.core.errors import HonjinError, Unreadable
from honjin.core.game import Game
from honjin.core.options import Value
from honjin.core.play import Play, Step, pick, replay
from honjin.core.reading.text import decoded
from honjin.core.record import Record, read_entry, read_record
from honjin.core.revealing import repeat
from honjin.core.seats import CHANCE
from honjin.server.tables.clocks.control import Control
from honjin.server.tables.messages.answers import DiceInfo, DrawInfo, LogLine
from honjin.server.tables.session import dice
from honjin.server.tables.session.room import Room
from honjin.server.tables.view.parts import dice_info, log_line
from honjin.server.tables.view.perspective import Perspective, told


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time control of a table, and the seat that lost on time."""

    control: Control
    late: int | None = None


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat (None: a spectator) knows of a running game with secrets."""

    seen_by: int | None
    options: dict[str, Value]
    step: int
    position: str
    log: tuple[LogLine, ...]
    dice: DiceInfo
    time: Timing | None = None


class SeenExport(msgspec.Struct, frozen=True):
    """The export of a running game with secrets; not a record, and not readable as one."""

    seen: Seen
    played: str
    rules: int


def export(room: Room, viewer: int) -> bytes:
    """The export of a table's game for a viewer."""
    return exporting(room, viewer)()


def exporting(room: Room, viewer: int) -> Callable[[], bytes]:
    """The export as deferred work for any thread: the table may change meanwhile."""
    status, info, time = room.status, dice_info(room, room.status), timing_of(room)
    play, given, steps = room.play, room.given, len(room.play.steps)
    if room.game.has_secrets and status != "over":
        number = room.numbering(viewer)
        return partial(_seen, play, Perspective.of(room, viewer), number, steps, info, time)
    drawn_at = {drawn.n: drawn.step for drawn in room.draws if not drawn.undone}

    def record() -> bytes:
        listed = _outcomes_at(play.at(given), play.steps[given:steps], set(drawn_at.values()))
        info.draws = tuple(_with_outcomes(info.draws, drawn_at, listed))
        fields = msgspec.json.decode(play.at(steps).record().to_json())
        timed = {"time": time} if time else {}
        return msgspec.json.encode(fields | {"given": given, "dice": info} | timed)

    return record


def timing_of(room: Room) -> Timing | None:
    """The clocks' part of an export; None if there are none."""
    return Timing(room.opened.time, room.late) if room.opened.time else None


Outcomes = tuple[tuple[str, int], ...]


def _with_outcomes(
    draws: Iterable[DrawInfo], steps: dict[int, int], listed: dict[int, Outcomes]
) -> Iterator[DrawInfo]:
    """The draws; those that were not undone get the outcomes they were drawn from."""
    for draw in draws:
        if draw.n in steps:
            draw.step = steps[draw.n]
            draw.outcomes = listed[draw.step]
        yield draw


def _outcomes_at(again: Play, rest: Iterable[Step], steps: set[int]) -> dict[int, Outcomes]:
    """The possible outcomes at these steps, in a game that continues with the steps of `rest`."""
    listed = {}
    for n, step in enumerate(rest, len(again.steps) + 1):
        if n in steps:
            listed[n] = _listed(again)
        repeat(again, step)
    return listed


def _listed(play: Play) -> Outcomes:
    """The outcomes of a chance turn in notation, with their weights."""
    game, state = play.game, play.state
    write = game.notation.write_action
    return tuple((write(state, CHANCE, one), weight) for one, weight in game.outcomes(state))


def _seen(
    play: Play, sight: Perspective, number: Callable[[int], int], steps: int, info: DiceInfo,
    time: Timing | None,
) -> bytes:  # fmt: skip
    lines = ((n, event) for n, event in told(play, sight.viewer, 0) if n <= steps)
    seen = Seen(
        sight.viewer if sight.viewer >= 0 else None,
        dict(play.options),
        number(steps),
        play.game.notation.write_position(sight.observation),
        tuple(log_line(number(n), event) for n, event in lines),
        info,
        time,
    )
    return msgspec.json.encode(SeenExport(seen, play.game.key, play.game.version))


# ---------------------------------------------------------------- checking


class Check(msgspec.Struct, frozen=True):
    """One check, and its result."""

    what: str
    ok: bool
    found: str = ""


class Verification(msgspec.Struct, frozen=True):
    """All checks of an export."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether all checks passed."""
        return all(check.ok for check in self.checks)


class _Extra(msgspec.Struct):
    """The fields that an export adds to the record."""

    dice: DiceInfo
    given: int = 0


def verify_export(text: str | bytes, load: Callable[[str], Game[Any]] = games.load) -> Verification:
    """Check the rules and every draw of an exported game; Unreadable if it is not an export."""
    record = read_record(text)
    try:
        extra = msgspec.json.decode(decoded(text), type=_Extra)
    except msgspec.MsgspecError as problem:
        raise Unreadable(f"expected an export with its dice: {problem}") from None
    return Verification(tuple(_checks(record, extra, load)))


def _checks(record: Record, extra: _Extra, load: Callable[[str], Game[Any]]) -> Iterator[Check]:
    try:
        play = replay(load(record.game), record)
    except HonjinError as problem:
        yield Check("record", ok=False, found=str(problem))
        return
    yield Check("record", ok=True, found=f"{len(play.steps)} entries replay under the rules")
    info = extra.dice
    if info.secret is None:
        yield Check("secret", ok=False, found="not revealed: the game was not over")
        return
    yield _check_secret(info.secret, info.commit)
    yield from (_check_draw(info.secret, info, n, draw) for n, draw in enumerate(info.draws, 1))
    yield from _check_chance(play, extra)


def _check_secret(secret: str, commit: str) -> Check:
    try:
        ok = dice.commitment(secret) == commit
    except ValueError:
        ok = False
    return Check("secret", ok, "its SHA-256 is the commitment" if ok else f"is not {commit}")


def _check_draw(secret: str, info: DiceInfo, n: int, draw: DrawInfo) -> Check:
    name = f"draw {draw.n}"
    try:
        expected = dice.ticket(secret, info.nonces, draw.n, draw.total)
    except ValueError as problem:
        return Check(name, ok=False, found=str(problem))
    if draw.n != n:
        return Check(name, ok=False, found=f"expected number {n}")
    ok = expected == draw.ticket
    return Check(name, ok, f"{draw.ticket} of {draw.total}" + ("" if ok else f", not {expected}"))


def _check_chance(play: Play, extra: _Extra) -> Iterator[Check]:
    """Check that each chance entry is the outcome on which its draw's ticket falls."""
    game, again = play.game, play.at(extra.given)
    draws = iter([draw for draw in extra.dice.draws if not draw.undone])
    for n, entry in enumerate(play.record().actions[extra.given :], extra.given + 1):
        seat, text = read_entry(entry)
        if seat != CHANCE:
            again.act_text(seat, text)
            continue
        outcomes = game.outcomes(again.state)
        outcome = game.read_action(again.state, CHANCE, text)
        if len(outcomes) > 1:
            draw = next(draws, None)
            yield _check_outcome(f"step {n}", outcomes, outcome, draw)
            if draw is not None and draw.outcomes and draw.outcomes != _listed(again):
                yield Check(f"step {n}", ok=False, found=f"draw {draw.n} lists other outcomes")
        again.chance(outcome)
    left = sum(1 for _ in draws)
    yield Check("draws", left == 0, f"{left} draws belong to no step" if left else "all used")


def _check_outcome(
    name: str, outcomes: list[tuple[int, int]], outcome: int, draw: DrawInfo | None
) -> Check:
    if draw is None:
        return Check(name, ok=False, found="has no draw")
    total = sum(weight for _, weight in outcomes)
    if draw.total != total:
        return Check(name, ok=False, found=f"draw {draw.n} is of {draw.total}, not of {total}")
    ok = pick(outcomes, lambda _: draw.ticket) == outcome
    return Check(name, ok, f"draw {draw.n} falls on " + ("it" if ok else "another outcome"))
