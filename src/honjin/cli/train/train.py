"""`honjin train`: train a network by self-play."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from honjin.cli import flags
from honjin.cli.extras import needs
from honjin.cli.given import folder_name, given_options, given_words
from honjin.cli.lab import shared
from honjin.cli.show import say_line
from honjin.core.errors import BadOption
from honjin.games import load
from honjin.lab import Backend
from honjin.train import (
    AnyConfig,
    AnyRow,
    Config,
    Limits,
    Match,
    MethodKey,
    Score,
    SearchConfig,
    Session,
    Told,
    Workers,
)

PLACE: Final = Path("nets")
LINES: Final = 20
MINUTES: Final = 10.0
USUAL: Final = Config()
SEARCH: Final = SearchConfig()


def _usual(name: str) -> str:
    """The defaults of a setting that both methods have."""
    return f"[{getattr(USUAL, name)}; search: {getattr(SEARCH, name)}]"


@needs("train")
def train(
    ctx: typer.Context,
    game: flags.GameName,
    option: flags.GivenOptions = None,
    method: Annotated[
        MethodKey | None,
        typer.Option(
            help="Learn from the policy's own games, or from a tree search (default: ppo)."
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="Maximum training time [10 unless --decisions is given].", min=0),
    ] = None,
    decisions: Annotated[
        int | None,
        typer.Option(help="Maximum number of decisions in all, earlier runs included.", min=0),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the network and its curves.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue training the network in the folder.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="Random seed: the same decisions train the same network.")
    ] = None,
    against: Annotated[
        str, typer.Option(help="Bots to measure against, separated by commas: greedy,ashigaru.")
    ] = "greedy",
    games: Annotated[int, typer.Option(help="Games per match; 0: no matches.", min=0)] = 100,
    parallel: Annotated[
        int | None, typer.Option(help=f"Games played at the same time {_usual('parallel')}.")
    ] = None,
    steps: Annotated[
        int | None, typer.Option(help=f"Decisions per game between two updates {_usual('steps')}.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(help="Number of workers; one of them is the learning process.")
    ] = 1,
    backend: shared.OnBackend = Backend.PROCESSES,
    parts: Annotated[
        int | None,
        typer.Option(help="Number of parts the games are divided into among workers [1]."),
    ] = None,
    hidden: Annotated[
        str | None, typer.Option(help="Widths of the hidden layers [256,256].")
    ] = None,
    learning_rate: Annotated[
        float | None, typer.Option(help=f"Learning rate of Adam [{USUAL.learning_rate:g}].")
    ] = None,
    entropy: Annotated[
        float | None, typer.Option(help=f"ppo: weight of the entropy bonus [{USUAL.entropy:g}].")
    ] = None,
    discount: Annotated[
        float | None,
        typer.Option(help=f"ppo: discount per decision of a seat [{USUAL.discount:g}]."),
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(help=f"search: simulations per decision [{SEARCH.simulations}].")
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option(
            help=f"search: decisions of a game drawn by the search's odds [{SEARCH.opening}]."
        ),
    ] = None,
    noise: Annotated[
        float | None, typer.Option(help=f"search: share of noise in its priors [{SEARCH.noise:g}].")
    ] = None,
    buffer: Annotated[
        int | None, typer.Option(help=f"search: decisions kept to learn from [{SEARCH.buffer}].")
    ] = None,
) -> None:
    """Train a network by self-play, saving it regularly and measuring it in the arena.

    By proximal policy optimization (--method ppo), or by learning from a tree search that the
    network guides, as AlphaZero does (--method search).

    The folder receives net.npz, usable as the bot net:FILE in every command, and the curves. Ctrl-C
    stops after the current update; --resume continues from there. The same seed and number of parts
    give the same network, regardless of the workers.
    """
    found = load(game)
    options = given_options(found, option or [], ctx.args)
    words = given_words(found, options, option or [], ctx.args)
    folder = out or PLACE / folder_name(game, words)
    changes = {
        "parallel": parallel, "steps": steps, "parts": parts, "hidden": _widths(hidden),
        "seed": seed, "learning_rate": learning_rate, "entropy": entropy, "discount": discount,
        "simulations": simulations, "opening": opening, "noise": noise, "buffer": buffer,
    }  # fmt: skip
    given: dict[str, Any] = {k: value for k, value in changes.items() if value is not None}
    workers = Workers(jobs, backend)
    measured: dict[str, Any] = {"against": _names(against) if games else (), "games": games}
    limits = _limits(minutes, decisions)
    if resume:
        session = Session.resume(folder, workers=workers, **measured)
        _must_be_kept(session.trainer.config, method, given)
        _must_be_of(session, game, options if option or ctx.args else None)
    else:
        config = _config(method or MethodKey.PPO, given)
        session = Session.new(found, options, config, folder, workers, **measured)
    say_line(f"The network is saved in {folder}", "dim")
    with _Bar(limits, session.trainer.decisions) as bar, _stopping(session):
        session.run(limits, bar.tell)
    _show(session, game, given_words(found, session.trainer.options, option or [], ctx.args))


def _config(method: MethodKey, given: dict[str, Any]) -> AnyConfig:
    known = method.config.__struct_fields__
    for name in given:
        if name not in known:
            other = next(one for one in MethodKey if name in one.config.__struct_fields__)
            raise BadOption(f"--{name} is an option of --method {other}, got --method {method}")
    return method.config(**given)


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
    limits = Limits(
        never if minutes is None else minutes, never if decisions is None else decisions
    )
    limits.must_be_possible()
    return limits


def _must_be_kept(config: AnyConfig, method: MethodKey | None, given: dict[str, Any]) -> None:
    """Raise BadOption for settings that differ from those of the first run."""
    changed = ["method"] if method and method.config is not type(config) else []
    changed += [name for name, value in given.items() if getattr(config, name, None) != value]
    if changed:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in changed)
        raise BadOption(f"--resume keeps the settings of the first run; {names} cannot be changed")


def _must_be_of(session: Session, game: str, options: object) -> None:
    trainer = session.trainer
    if trainer.game.key != game or options not in (None, trainer.options):
        text = " ".join(given_words(trainer.game, trainer.options)[1::2])
        raise BadOption(f"{session.folder} holds a network for {trainer.game.key} {text}".strip())


@contextmanager
def _stopping(session: Session) -> Iterator[None]:
    """Make Ctrl-C end the training after the current update; a second one ends it at once."""

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
    """Shows the progress of training; without a terminal it prints about LINES lines."""

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

    def __enter__(self) -> "_Bar":
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        self.bar.stop()

    def tell(self, news: Told) -> None:
        """Show an update."""
        if isinstance(news, Match):
            self.bar.update(
                self.task, description=f"match against {news.against}, {news.played} of {news.of}"
            )
        elif isinstance(news, Score):
            self.score = f"{news.against} {_percent(news)}"
            say_line(f"{news.decisions:,} decisions: {_percent(news)} against {news.against}")
        else:
            self._tell_row(news)

    def _tell_row(self, row: AnyRow) -> None:
        text = (
            f"{row.decisions:,} decisions, {row.length:.0f} per game, entropy {row.entropy:.2f}, "
            f"explained {row.explained:.2f}"
        )
        share = self._share(row)
        self.bar.update(
            self.task, description=f"{text}  {self.score}".strip(), total=1.0, completed=share
        )
        if not self.console.is_terminal and share * LINES >= self.said:
            self.said = int(share * LINES) + 1
            say_line(text)

    def _share(self, row: AnyRow) -> float:
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
    shared.tell_plots(session.draw)
    net = f"net:{folder / 'net.npz'}"
    say_line(f"To play against it: {shared.command('play', game, *words, bot=net)}", "dim")
    jobs, backend = session.workers
    again = shared.command(
        "train", game, *words, out=folder, resume=True,
        jobs=jobs if jobs > 1 else None, backend=backend,
    )  # fmt: skip
    say_line(f"To resume: {again}", "dim")
