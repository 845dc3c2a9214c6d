"""The messages of puzzles."""

from __future__ import annotations

from honjin.core.scene import Scene
from honjin.core.words import Say
from honjin.server.analysis.messages import Exact, Ply, ShownAction
from honjin.server.messages.parts import Answer, Body, PuzzleLine, PuzzleText
from honjin.server.tables.messages.answers import LogLine, Turn


class PuzzleDay(Answer):
    """A day's puzzle in a list: its `level` is 1, 2 or 3.

    The side to move wins in `plies`; a decision puzzle has a `theme` instead.
    """

    day: str
    game: str
    level: int
    plies: int
    theme: Say | None = None


class PuzzleDays(Answer):
    """GET /api/puzzles: the last days up to `until`, the latest first; `today` is in UTC.

    `games` are those that have puzzles. `earlier` is the day up to which the days before these are
    listed; empty if there are none.
    """

    today: str
    days: tuple[PuzzleDay, ...]
    games: tuple[str, ...]
    earlier: str = ""


class Puzzle(Answer):
    """GET /api/puzzles/{day}: a position in which only one action is right.

    In a game with solved tables the side of `turn` is to move, and wins in `plies` of both sides,
    which is `turns` actions of its own. `log` shows how the game got there; `position` is the
    position in notation. In any other game the seat of `turn` answers `ask`, the question of a
    `theme`, with `turns` actions. Then everything is as this seat sees it, and there is neither a
    log nor a position, since both could hold what is hidden from it.
    """

    day: str
    game: str
    options: dict[str, str | bool]
    level: int
    plies: int
    turns: int
    position: str
    scene: Scene
    turn: Turn
    log: tuple[LogLine, ...]
    theme: Say | None = None
    ask: Say | None = None


class Tried(Answer):
    """POST /api/puzzles/{day}/tries: the result of a try.

    `could` is the exact value of the best choice, `got` that of the one tried, both counted from
    before it. In a decision puzzle `best` and `worth` say the same in words. `steps` are the try
    and, if the game continues, the best answer to it: after a right try, the defence that holds out
    longest. Nobody answers in a decision puzzle. Then `turn` has the next choices, or the puzzle is
    `solved`.
    """

    right: bool
    steps: tuple[ShownAction, ...]
    could: Exact | None = None
    got: Exact | None = None
    best: Say | None = None
    worth: Say | None = None
    solved: bool = False
    turn: Turn | None = None


class Hint(Answer):
    """POST /api/puzzles/{day}/hint: the kind of the right choice, and its first click."""

    kind: str
    id: str


class Solution(Answer):
    """GET /api/puzzles/{day}/solution: the whole line, with the defence that holds out longest."""

    line: tuple[Ply, ...]


class TryPuzzle(Body):
    """POST /api/puzzles/{day}/tries: try `do` after the right actions found so far, `done`."""

    done: PuzzleLine
    do: PuzzleText


class AskHint(Body):
    """POST /api/puzzles/{day}/hint: ask for help after the right actions found so far, `done`."""

    done: PuzzleLine
