"""What the server sends of openings."""

from __future__ import annotations

from honjin.core.scene import Scene
from honjin.server.messages.parts import Answer
from honjin.server.messages.study import Exact, Ply
from honjin.server.messages.tables import LogLine, Outcome, Turn


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
    follow.
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


__all__ = ["Explored", "ExploredChoice"]
