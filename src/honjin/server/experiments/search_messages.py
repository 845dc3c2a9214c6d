"""Messages about searches for balance, which are run in the background as experiments are."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from honjin.core.options import Value
from honjin.lab.background import Pace
from honjin.lab.tuning.chart import Chart
from honjin.lab.tuning.filed import FileNumber
from honjin.lab.tuning.found import Found
from honjin.lab.tuning.proof import Proved
from honjin.lab.tuning.varied import Varied
from honjin.server.experiments.messages import BotNames, Course, Games
from honjin.server.messages.parts import Answer, Body


class BeginSearch(Body):
    """POST /api/searches: vary things within limits until all seats win equally often.

    `options` are fixed; with them the game can be played as it is. `varied` are options, values in
    files and what is drawn, each with its values. `bots` is one bot for all seats, or one per seat,
    separated by commas. At most `games` games are played to search, then `proof` games with fresh
    luck of what was found, and as many of the game as it was. A choice is even enough if all shares
    are within `within` of an even one.
    """

    game: Annotated[str, Meta(max_length=40)]
    varied: Annotated[tuple[Varied, ...], Meta(min_length=1, max_length=24)]
    options: dict[str, Value] = field(default_factory=dict)
    bots: BotNames = "samurai"
    games: Games = 600
    proof: Annotated[int, Meta(ge=0, le=100_000)] = 200
    within: Annotated[float, Meta(ge=0.01, lt=0.5)] = 0.05
    seed: Annotated[int, Meta(ge=0, le=2**31)] = 1


class StopSearch(Body):
    """POST /api/searches/{key}/stop: stop it; the most even choice so far is kept."""


class GoOnWithSearch(Body):
    """POST /api/searches/{key}/more: search until `games` games are played, then verify.

    With no more games than there are, what was found is verified.
    """

    games: Games


class RemoveSearch(Body):
    """POST /api/searches/{key}/remove: delete it, with its games."""


class ListNumbers(Body):
    """POST /api/games/{key}/numbers: the contents of a file that an option takes."""

    option: Annotated[str, Meta(max_length=40)]
    file: str


class FileNumbers(Answer):
    """The numbers in a file that could vary, in its order."""

    numbers: tuple[FileNumber, ...]


class SearchRow(Answer):
    """One of the caller's searches; `kept` of `total` games have been played."""

    key: str
    game: str
    varied: int
    at: int
    course: Course
    kept: int = 0
    total: int = 0


class Searches(Answer):
    """GET /api/searches: the caller's, the newest first, and the server's limits.

    `most_games` is the limit for a search with its proof. If `can` is false, none are run here.
    `paces` are the seconds that games of experiments took here.
    """

    searches: tuple[SearchRow, ...]
    most_games: int
    can: bool
    paces: tuple[Pace, ...] = ()


class Sought(Answer):
    """What a search was asked for; options and values from files are left out.

    `cells` are the names of the cells of what is drawn for an option, by their ids.
    """

    game: str
    options: dict[str, Value]
    varied: tuple[Varied, ...]
    bots: tuple[str, ...]
    games: int
    proof: int
    within: float
    seed: int
    cells: dict[str, dict[str, str]] = field(default_factory=dict)


class Balanced(Answer):
    """The most even choice, and its verification.

    `given` is the game as it was, on the same fresh luck. Without `proved` nothing has been
    verified yet. `files` are the options for which there is a file.
    """

    found: Found
    files: tuple[str, ...] = ()
    proved: Proved | None = None
    given: Proved | None = None


class SearchPage(Answer):
    """GET /api/searches/{key}: the progress of a search, and its result so far.

    `left` is an estimate in seconds; `ahead` experiments and searches come before it. `own`: the
    caller may stop, continue and remove it. `stage` says what is played: the search, or the proof.
    """

    key: str
    at: int
    course: Course
    sought: Sought
    own: bool = False
    kept: int = 0
    total: int = 0
    left: float | None = None
    ahead: int = 0
    compiles: bool = False
    problem: str = ""
    stage: Literal["", "search", "proof"] = ""
    chart: Chart | None = None
    solution: Balanced | None = None


class FoundFiles(Answer):
    """GET /api/searches/{key}/found: the options of what was found, and its files by option."""

    game: str
    options: dict[str, Value]
    files: dict[str, str]
