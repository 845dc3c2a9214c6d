"""`honjin train`: a network that learns a game by playing against itself."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from honjin.cli.given import given_options, given_words
from honjin.cli.lab.arena import command, named
from honjin.cli.show import say_line
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.games import load
from honjin.lab import Backend, NoPlots
from honjin.train import Config, Limits, Match, Row, Score, Session, Told, Workers

PLACE: Final = Path("nets")
LINES: Final = 20
MINUTES: Final = 10.0
USUAL: Final = Config()


def train(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; see `honjin games`.")],
    option: Annotated[
        list[str] | None,
        typer.Option(help="key=value of the game; `--key value` does the same."),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(help="So long at most; 10 unless --decisions is given.", min=0)
    ] = None,
    decisions: Annotated[
        int | None, typer.Option(help="So many in all at most, resumed ones included.", min=0)
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The folder to keep all in.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the network of the folder.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="Same seed, same number of decisions: same network.")
    ] = None,
    against: Annotated[
        str, typer.Option(help="Bots to be measured by, with commas between: greedy,ashigaru.")
    ] = "greedy",
    games: Annotated[int, typer.Option(help="Games of each match; 0 for no matches.")] = 100,
    parallel: Annotated[
        int | None, typer.Option(help=f"Games at the same time; {USUAL.parallel}.")
    ] = None,
    steps: Annotated[
        int | None, typer.Option(help=f"Decisions in each between two updates; {USUAL.steps}.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(help="So many workers play; one is the process that learns.")
    ] = 1,
    backend: Annotated[Backend, typer.Option(help="Where they are.")] = Backend.PROCESSES,
    parts: Annotated[
        int | None,
        typer.Option(help="Games are played in so many parts, a worker each at most; 1."),
    ] = None,
    hidden: Annotated[str | None, typer.Option(help="Widths of the layers; 256,256.")] = None,
    learning_rate: Annotated[
        float | None, typer.Option(help=f"Of Adam; {USUAL.learning_rate:g}.")
    ] = None,
    entropy: Annotated[
        float | None, typer.Option(help=f"What undecidedness is worth; {USUAL.entropy:g}.")
    ] = None,
    discount: Annotated[
        float | None, typer.Option(help=f"Of a seat's next decision; {USUAL.discount:g}.")
    ] = None,
) -> None:
    """Train a network by self-play (PPO), save it as it goes, and measure it in the arena.

    The folder gets net.npz, which sits down as net:FILE wherever bots are named, and the curves.
    Ctrl-C ends after the update under way; --resume goes on from there. The same seed and the same
    parts make the same network, whoever plays.
    """
    found = load(game)
    options = given_options(found, option or [], ctx.args)
    folder = out or PLACE / "-".join(
        [game, *(word.split("=")[1] for word in _told(found, options))]
    )
    changes = {
        "parallel": parallel, "steps": steps, "parts": parts, "hidden": _widths(hidden),
        "seed": seed, "learning_rate": learning_rate, "entropy": entropy, "discount": discount,
    }  # fmt: skip
    given: dict[str, Any] = {k: value for k, value in changes.items() if value is not None}
    workers = Workers(jobs, backend)
    measured: dict[str, Any] = {"against": _names(against) if games else (), "games": games}
    limits = _limits(minutes, decisions)
    if resume:
        _must_be_none(given)
        session = Session.resume(folder, workers=workers, **measured)
        _must_be_of(session, game, options if option or ctx.args else None)
    else:
        session = Session.new(found, options, Config(**given), folder, workers, **measured)
    say_line(f"The network is kept in {folder}", "dim")
    with _Bar(limits, session.trainer.decisions) as bar, _stopping(session):
        session.run(limits, bar.tell)
    _show(session, game, given_words(found, session.trainer.options))


def _told(game: Game[Any], options: Options) -> list[str]:
    return given_words(game, options)[1::2]


def _widths(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        return tuple(int(word) for word in text.split(","))
    except ValueError:
        raise BadOption(f"--hidden expects widths such as 256,256, got {text!r}") from None


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _limits(minutes: float | None, decisions: int | None) -> Limits:
    if minutes is None and decisions is None:
        return Limits(MINUTES)
    never = float("inf")
    return Limits(never if minutes is None else minutes, never if decisions is None else decisions)


def _must_be_none(given: dict[str, object]) -> None:
    if given:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise BadOption(f"--resume goes on as it began; {names} cannot be changed")


def _must_be_of(session: Session, game: str, options: object) -> None:
    trainer = session.trainer
    if trainer.game.key != game or options not in (None, trainer.options):
        told = " ".join(_told(trainer.game, trainer.options))
        raise BadOption(f"{session.folder} holds a network for {trainer.game.key} {told}".strip())


@contextmanager
def _stopping(session: Session) -> Iterator[None]:
    """Ctrl-C ends the training in good order; a second one ends it at once."""

    def wish(signum: int, frame: FrameType | None) -> None:
        del signum, frame
        session.stop()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, wish)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Bar:
    """Shows how far training is; without a terminal it prints about LINES lines."""

    def __init__(self, limits: Limits, decisions: int) -> None:
        self.limits, self.first = limits, decisions
        self.console = Console(highlight=False)
        self.said = 0
        self.score = ""
        self.bar = Progress(
            TextColumn("{task.description}", markup=False), BarColumn(None), TimeElapsedColumn(),
            console=self.console, disable=not self.console.is_terminal,
        )  # fmt: skip
        self.task = self.bar.add_task("compiling", total=None)

    def __enter__(self) -> _Bar:
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        self.bar.stop()

    def tell(self, news: Told) -> None:
        """Show what is new."""
        if isinstance(news, Match):
            self.bar.update(
                self.task, description=f"match against {news.against}, {news.played} of {news.of}"
            )
        elif isinstance(news, Score):
            self.score = f"{news.against} {_percent(news)}"
            say_line(f"{news.decisions:,} decisions: {_percent(news)} against {news.against}")
        else:
            self._tell_row(news)

    def _tell_row(self, row: Row) -> None:
        text = (
            f"{row.decisions:,} decisions, {row.length:.0f} to a game, entropy {row.entropy:.2f}, "
            f"explained {row.explained:.2f}"
        )
        share = self._share(row)
        self.bar.update(
            self.task, description=f"{text}  {self.score}".strip(), total=1.0, completed=share
        )
        if not self.console.is_terminal and share * LINES >= self.said:
            self.said = int(share * LINES) + 1
            say_line(text)

    def _share(self, row: Row) -> float:
        elapsed = (self.bar.tasks[0].elapsed or 0.0) / 60
        done, of = row.decisions - self.first, self.limits.decisions - self.first
        shares = (done / of if of > 0 else 1.0, elapsed / max(1e-9, self.limits.minutes))
        return min(1.0, max(shares))


def _percent(score: Score) -> str:
    return f"{100 * score.score:.1f} % ({100 * score.low:.1f} to {100 * score.high:.1f})"


def _show(session: Session, game: str, words: list[str]) -> None:
    trainer, folder = session.trainer, session.folder
    say_line(
        f"{trainer.decisions:,} decisions in {trainer.updates} updates, "
        f"{trainer.seconds / 60:.1f} minutes of the processor"
    )
    try:
        files = session.draw()
    except NoPlots as problem:
        say_line(str(problem), "yellow")
    else:
        if files:
            say_line(f"Plot: {', '.join(map(str, files))}", "dim")
    net = f"net:{folder / 'net.npz'}"
    say_line(f"To play against it: {command('play', game, *words, bot=net)}", "dim")
    jobs, backend = session.workers
    again = command(
        "train", game, *words, out=folder, resume=True,
        jobs=jobs if jobs > 1 else None, backend=named(backend),
    )  # fmt: skip
    say_line(f"To go on: {again}", "dim")
