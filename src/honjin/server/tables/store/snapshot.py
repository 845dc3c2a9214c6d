"""Snapshots: a replayed table, stored along with its journal so that a long one opens quickly.

    part 0      the head: all but the steps; the digests of the other parts
    part k      steps 128 (k - 1) to 128 k - 1 of the record, with the events of each viewer

The journal is authoritative. A snapshot is used if it was made by the same rules and the same code,
all its parts are those that its head names, and its last entry is the journal's. In doubt it is
ignored, the table is replayed from its journal, and another snapshot takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

import honjin
from honjin.core.errors import HonjinError
from honjin.core.events import Event
from honjin.core.game import Game
from honjin.core.jit.rule import STARTED
from honjin.core.play import Play, Step
from honjin.core.state import State
from honjin.server.messages.parts import Dissolution
from honjin.server.tables.clocks.clock import Clock
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.held import Deciders, Question, Requests, Seated, StepDraw
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Reader, Said

FORM: Final = 1
EVERY: Final = 100
"""After this many entries, or steps, another snapshot is due."""

CHUNK: Final = 128
"""Steps in a part."""

_SOURCES: Final = ("core", "geometry", "server")

Part = tuple[int, bytes]
"""The number of a part, and its content."""


class _Told(msgspec.Struct, array_like=True, gc=False):
    """A step; `kinds` are its different lists of events, `of` the index of each viewer's list."""

    seat: int
    text: str
    missed_by: tuple[int, ...]
    kinds: tuple[tuple[Event, ...], ...]
    of: tuple[int, ...]


class _Fields(msgspec.Struct, array_like=True):
    """The fields of a room that are stored as they are."""

    holders: list[Seated | None]
    substitutes: list[str | None]
    nonces: list[str]
    nonces_due: tuple[int, ...]
    bound: bool
    started: bool
    draws: list[StepDraw]
    undone: int
    question: Question | None
    next: str | None
    dissolved: Dissolution | None
    hidden: bool
    changed: int
    entries: int
    version: int
    missed: tuple[int, ...]
    renewed: list[int]
    kept: list[int]
    seated: int
    requests: Requests
    reserved: dict[int, tuple[str, str]]
    wishes: dict[int, dict[str, str]]
    held_by: list[set[str]]
    deciders: Deciders
    clock: Clock | None


class _SnapshotHead(msgspec.Struct, array_like=True):
    """Part 0. `last` is the last entry that was replayed, `parts` the digests of the others."""

    form: int
    maker: str
    rules: int
    opened: e.Opened
    last: str
    parts: list[bytes]
    state: list[Any]
    marks: dict[int, list[Any]]
    fields: _Fields
    versions: list[list[int]]
    counted: list[list[int]]
    lines: list[Said]
    heard: int
    written: int
    told: list[tuple[Reader | None, int]]


KEPT: Final = frozenset((*_Fields.__struct_fields__, "play", "versions", "counted", "talk"))
"""The fields of a room that a snapshot restores."""

DERIVED: Final = frozenset((
    "id", "game", "opened", "given", "commit", "may_act", "must_act", "status", "bots", "persons",
    "known", "held", "_legal",
))  # fmt: skip
"""The fields that follow from the others."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decode_head: Final = msgspec.msgpack.Decoder(_SnapshotHead).decode
_decode_steps: Final = msgspec.msgpack.Decoder(list[_Told]).decode


class Doubt(HonjinError):
    """The snapshot cannot be used."""


class RestoredRoom(NamedTuple):
    """A room from its snapshot, and its last entry, which has number `room.entries - 1`."""

    room: Room
    last: str
    keeper: Keeper


# ---------------------------------------------------------------- taking snapshots


class Keeper:
    """The stored parts of a room's snapshot, so that only new parts have to be written."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._entries, self._steps, self._version = 0, 0, 0
        self._parts: list[bytes] = []
        """Digests of the parts that are stored."""

    def is_due(self) -> bool:
        """Whether replaying everything since the last snapshot would be slow."""
        room = self._room
        return room.entries - self._entries >= EVERY or room.step - self._steps >= EVERY

    def take(self, last: str) -> list[Part]:
        """The parts not stored yet; none if in doubt. `last` is the room's last entry."""
        room, maker = self._room, maker_of(self._room.game)
        if maker is None or vars(room).keys() != KEPT | DERIVED:
            return []
        whole = min(self._steps, room.kept_of(self._version)) // CHUNK if self._version else 0
        made = [_written(room.play.steps[n : n + CHUNK]) for n in _starts(room.step, whole)]
        self._parts = [*self._parts[:whole], *map(_digest, made)]
        self._entries, self._steps, self._version = room.entries, room.step, room.version
        head = _encode(_head(room, maker, last, self._parts))
        return [(0, _digest(head) + head), *enumerate(made, whole + 1)]

    def restored(self, parts: list[bytes]) -> Keeper:
        """Note that these parts are stored."""
        room = self._room
        self._entries, self._steps, self._version = room.entries, room.step, room.version
        self._parts = parts
        return self


def _starts(steps: int, whole: int) -> range:
    return range(whole * CHUNK, steps, CHUNK)


def _digest(body: bytes) -> bytes:
    return blake2b(body, digest_size=16).digest()


def _head(room: Room, maker: str, last: str, parts: list[bytes]) -> _SnapshotHead:
    play, talk = room.play, room.talk
    marks = {n: _values(state) for n, state in play.marks.items()}
    fields = [getattr(room, name) for name in _Fields.__struct_fields__]
    return _SnapshotHead(
        FORM, maker, room.game.version, room.opened, last, parts,
        _values(play.state), marks, _Fields(*fields),
        [count.missed for count in room.versions], [count.missed for count in room.counted],
        talk.lines, talk.heard, talk.written, [*talk.counts.items()],
    )  # fmt: skip


def _values(state: State) -> list[Any]:
    return [getattr(state, name) for name in state._fields]


def _state(game: Game[Any], values: list[Any]) -> State:
    found: State = game.state(**dict(zip(game.state._fields, values, strict=True)))
    return found


def _written(steps: Sequence[Step]) -> bytes:
    return _encode([_told(step) for step in steps])


def _told(step: Step) -> _Told:
    kinds: list[tuple[Event, ...]] = []
    for told in step.told:
        if told not in kinds:
            kinds.append(told)
    of = tuple(map(kinds.index, step.told)) if len(step.told) > 1 else ()
    return _Told(step.seat, step.text, step.missed_by, tuple(kinds), of)


# ---------------------------------------------------------------- using snapshots


def restore(table: str, find: Callable[[str], Game[Any]], parts: Sequence[Part]) -> RestoredRoom:
    """The room of a snapshot; `find` returns a game by key. Doubt if it cannot be used."""
    try:
        return _restored(table, find, dict(parts))
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as problem:
        raise Doubt(f"the snapshot cannot be read: {problem}") from None


def _restored(
    table: str, find: Callable[[str], Game[Any]], parts: dict[int, bytes]
) -> RestoredRoom:
    head = _read_head(parts[0])
    game = find(head.opened.game)
    _require_maker(head, game)
    bodies = [parts[n] for n in range(1, len(head.parts) + 1)]
    if [*map(_digest, bodies)] != head.parts:
        raise Doubt("its parts do not match its head")
    steps = [_step(told) for body in bodies for told in _decode_steps(body)]
    opened, state = head.opened, _state(game, head.state)
    marks = {n: _state(game, values) for n, values in head.marks.items()}
    play = Play.restored(game, opened.options, opened.start, steps, state, marks)
    room = Room(table, game, opened, play)
    _fill(room, head)
    return RestoredRoom(room, head.last, Keeper(room).restored(head.parts))


def _read_head(body: bytes) -> _SnapshotHead:
    if _digest(body[16:]) != body[:16]:
        raise Doubt("its head is damaged")
    return _decode_head(body[16:])


def _require_maker(head: _SnapshotHead, game: Game[Any]) -> None:
    if (head.form, head.maker) != (FORM, maker_of(game)):
        raise Doubt("it was made by other code")
    if head.rules != game.version:
        raise Doubt(f"it was made under rules {head.rules}, these are rules {game.version}")


def _step(told: _Told) -> Step:
    kinds = tuple(told.kinds[n] for n in told.of) if told.of else told.kinds
    return Step(told.seat, told.text, kinds, told.missed_by)


def _fill(room: Room, head: _SnapshotHead) -> None:
    for name in _Fields.__struct_fields__:
        setattr(room, name, getattr(head.fields, name))
    if room.game.has_secrets:
        for counts, all_missed in ((room.versions, head.versions), (room.counted, head.counted)):
            for count, missed in zip(counts, all_missed, strict=True):
                count.missed = missed
    talk = room.talk
    talk.lines, talk.heard, talk.written = head.lines, head.heard, head.written
    talk.counts = dict(head.told)
    room.look_again()


@lru_cache(64)
def _maker(key: str, home: Path) -> str | None:
    files = [path for folder in (*_folders(), home) for path in _sources_in(folder)]
    if max(path.stat().st_mtime for path in files) > STARTED:
        return None  # a source was changed after it was read
    digest = blake2b(f"{honjin.__version__} {key}".encode(), digest_size=16)
    for path in files:
        digest.update(f"{path.name} {path.stat().st_size} ".encode() + path.read_bytes())
    return digest.hexdigest()


def maker_of(game: Game[Any]) -> str | None:
    """An identifier of the code that replays tables of a game; None if that is not known."""
    return _maker(game.key, game.home)


def _folders() -> Iterable[Path]:
    return (Path(honjin.__file__).parent / name for name in _SOURCES)


def _sources_in(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml"))
