"""Messages about experiments and searches for balance, which are run in the background."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from honjin.core.options import Value
from honjin.lab.background import Pace
from honjin.lab.experiments.findings import Summary
from honjin.lab.tuning.chart import Chart
from honjin.lab.tuning.filed import FileNumber
from honjin.lab.tuning.found import Found
from honjin.lab.tuning.proof import Proved
from honjin.lab.tuning.varied import Varied
from honjin.server.messages.parts import Answer, Body

Games = Annotated[int, Meta(ge=1, le=100_000)]
BotNames = Annotated[str, Meta(min_length=1, max_length=200)]
FileName = Annotated[str, Meta(max_length=200)]
Course = Literal["waiting", "playing", "over", "failed"]


class WorkRow(Answer):
    """One of the caller's experiments or searches; `kept` of `total` games have been played."""

    key: str
    game: str
    at: int
    course: Course
    kept: int = 0
    total: int = 0


class WorkPage(Answer):
    """The progress of an experiment or a search.

    `left` is an estimate in seconds; `ahead` experiments and searches come before it. `own`: the
    caller may stop, continue and remove it.
    """

    key: str
    at: int
    course: Course
    own: bool = False
    kept: int = 0
    total: int = 0
    left: float | None = None
    ahead: int = 0
    compiles: bool = False
    problem: str = ""


class GoOn(Body):
    """POST /api/experiments/{key}/more and /api/searches/{key}/more: play up to `games` games."""

    games: Games


# ---------------------------------------------------------------- experiments


class BeginExperiment(Body):
    """POST /api/experiments: each combination of scenario, varied values and bots is a variant.

    `names` are those of the files among the varied values of an option, in the same order, empty
    for other values; anyone with the experiment's address can see them.
    `bots` are names of bots, each entry one for all seats, or one per seat separated by commas. The
    experiment ends after `games` games of each variant, or earlier: when shares are known to
    `precision`, or (`sure`) when the differences from the first variant are distinguished from
    zero.
    """

    game: Annotated[str, Meta(max_length=40)]
    scenarios: Annotated[tuple[str, ...], Meta(max_length=16)] = ()
    options: dict[str, Value] = field(default_factory=dict)
    vary: dict[str, Annotated[tuple[Value, ...], Meta(max_length=16)]] = field(default_factory=dict)
    names: dict[str, Annotated[tuple[FileName, ...], Meta(max_length=16)]] = field(
        default_factory=dict
    )
    bots: Annotated[tuple[BotNames, ...], Meta(min_length=1, max_length=8)] = ("samurai",)
    games: Games = 200
    precision: Annotated[float, Meta(ge=0, lt=0.5)] = 0.0
    sure: bool = False
    seed: Annotated[int, Meta(ge=0, le=2**31)] = 1


class OpenReport(Body):
    """POST /api/experiments/file: the bytes of an experiment's file, in base64."""

    file: str


class NewExperiment(Answer):
    """The key of a new experiment."""

    key: str


class ExperimentRow(WorkRow, kw_only=True):
    """An experiment in a list."""

    variants: tuple[str, ...]


class Experiments(Answer):
    """GET /api/experiments: the caller's, the newest first, and the server's limits.

    `most_games` is the limit for all variants together; `jobs` is the number of processes that
    play; if 0, none are played here. `paces` are the seconds that games took here.
    """

    experiments: tuple[ExperimentRow, ...]
    most_games: int
    jobs: int
    paces: tuple[Pace, ...] = ()


class ExperimentPage(WorkPage):
    """GET /api/experiments/{key}: the progress of an experiment, and its results so far.

    `is_file`: it was uploaded as a file. `is_proof`: it is the proof of the search with the same
    key. `each` is the seconds that a game took here, if it was played here. Without `summary` no
    figures are available yet.
    """

    is_file: bool = False
    is_proof: bool = False
    each: float | None = None
    summary: Summary | None = None


class ListedGame(Answer):
    """A game behind a figure: variant, number, sole winner, reason for its end, and measure."""

    variant: int
    game: int
    winner: int | None = None
    reason: str = ""
    value: float | None = None
    actions: int = 0


class ListedGames(Answer):
    """GET /api/experiments/{key}/games: the first of the `count` games found."""

    count: int
    games: tuple[ListedGame, ...]


# ---------------------------------------------------------------- searches


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


class ListNumbers(Body):
    """POST /api/games/{key}/numbers: the contents of a file that an option takes."""

    option: Annotated[str, Meta(max_length=40)]
    file: str


class FileNumbers(Answer):
    """The numbers in a file that could vary, in its order."""

    numbers: tuple[FileNumber, ...]


class SearchRow(WorkRow, kw_only=True):
    """A search in a list; `varied` is the number of things that vary."""

    varied: int


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


class SearchPage(WorkPage, kw_only=True):
    """GET /api/searches/{key}: the progress of a search, and its result so far.

    `stage` says what is played: the search, or the proof.
    """

    sought: Sought
    stage: Literal["", "search", "proof"] = ""
    chart: Chart | None = None
    solution: Balanced | None = None


class FoundFiles(Answer):
    """GET /api/searches/{key}/found: the options of what was found, and its files by option."""

    game: str
    options: dict[str, Value]
    files: dict[str, str]
