"""What the server sends of openings, and what it is sent."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from honjin.core.reading.bounds import MAX_ACTION
from honjin.core.scene import Scene
from honjin.server.analysis.messages import Exact, Ply
from honjin.server.messages.parts import Answer, Body, SeatNumber
from honjin.server.tables.messages.answers import LogLine, Outcome, Turn
from honjin.server.tables.session.chosen import MAX_MOVES


class ExploredChoice(Answer):
    """A choice in a position: its exact value, if it is known, and how often it was made.

    `people` and `bots` count the finished public games in which it was made; in `won`, `drawn` and
    `lost` of them that was the result for the side that made it.
    """

    ply: Ply
    exact: Exact | None = None
    people: int = 0
    bots: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


class Explored(Answer):
    """GET /api/explore/{game}: a position of an opening, and every choice in it.

    `options` are complete; they include a set-up where the request left it to chance, and `starts`
    are the set-ups that there are, each as the options that it changes. `moves` lead to the
    position from the start; `turn` is missing if the game is over or chance is next. `choices` are
    sorted by value, then by the number of games. `value` is that of the position for the side to
    move. `solves` is the fraction done of the solved table while it is being made; the values
    follow. Games are counted by position, by whatever moves they came to it: at least `others` of
    the counted choices were made after other moves than these.
    """

    game: str
    rules: int
    options: dict[str, str | bool]
    starts: tuple[dict[str, str | bool], ...]
    moves: tuple[Ply, ...]
    seats: int
    scene: Scene
    log: tuple[LogLine, ...] = ()
    turn: Turn | None = None
    choices: tuple[ExploredChoice, ...] = ()
    value: Exact | None = None
    outcome: Outcome | None = None
    solves: float | None = None
    others: int = 0


class PlayOpening(Body):
    """POST /api/explore/{game}/tables: open a table from a position of an opening.

    `options` and `moves` as in GET /api/explore/{game}. With a `bot` the caller plays `seat`, and
    the bot the others, at a casual table; without one the caller holds all seats. `own_nonce` as in
    OpenTable.
    """

    options: dict[str, str | bool] = field(default_factory=dict)
    moves: Annotated[
        tuple[Annotated[str, Meta(max_length=MAX_ACTION)], ...], Meta(max_length=MAX_MOVES)
    ] = ()
    seat: SeatNumber = 0
    bot: Annotated[str, Meta(max_length=64)] | None = None
    own_nonce: bool = False
