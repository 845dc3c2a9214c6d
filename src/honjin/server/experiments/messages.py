"""Messages about experiments, which are played in the background, and their reports."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from honjin.core.options import Value
from honjin.lab.background import Pace
from honjin.lab.experiments.findings import Summary
from honjin.server.messages.parts import Answer, Body

Games = Annotated[int, Meta(ge=1, le=100_000)]
BotNames = Annotated[str, Meta(min_length=1, max_length=200)]
FileName = Annotated[str, Meta(max_length=200)]
Course = Literal["waiting", "playing", "over", "failed"]


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


class StopExperiment(Body):
    """POST /api/experiments/{key}/stop: stop it; the games played so far are kept."""


class GoOnWithExperiment(Body):
    """POST /api/experiments/{key}/more: play until there are `games` games of each variant."""

    games: Games


class RemoveExperiment(Body):
    """POST /api/experiments/{key}/remove: delete it, with its games."""


class OpenReport(Body):
    """POST /api/experiments/file: the bytes of an experiment's file, in base64."""

    file: str


class NewExperiment(Answer):
    """The key of a new experiment."""

    key: str


class ExperimentRow(Answer):
    """One of the caller's experiments; `kept` of `total` games have been played."""

    key: str
    game: str
    variants: tuple[str, ...]
    at: int
    course: Course
    kept: int = 0
    total: int = 0


class Experiments(Answer):
    """GET /api/experiments: the caller's, the newest first, and the server's limits.

    `most_games` is the limit for all variants together; `jobs` is the number of processes that
    play; if 0, none are played here. `paces` are the seconds that games took here.
    """

    experiments: tuple[ExperimentRow, ...]
    most_games: int
    jobs: int
    paces: tuple[Pace, ...] = ()


class ExperimentPage(Answer):
    """GET /api/experiments/{key}: the progress of an experiment, and its results so far.

    `left` is an estimate in seconds; `ahead` experiments are played before it. `own`: the caller
    may stop, continue and remove it. `is_file`: it was uploaded as a file. `is_proof`: it is the
    proof of the search with the same key. Without `summary` no figures are available yet. `each` is
    the seconds that a game took here, if it was played here.
    """

    key: str
    at: int
    course: Course
    own: bool = False
    is_file: bool = False
    kept: int = 0
    total: int = 0
    left: float | None = None
    ahead: int = 0
    compiles: bool = False
    problem: str = ""
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
