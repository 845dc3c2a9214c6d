"""`honjin learn`: learn weights of patterns, or the weights of an estimate."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from honjin.cli import flags
from honjin.cli.extras import needs
from honjin.cli.given import folder_name, given_cases, given_options, only_given
from honjin.cli.lab import shared
from honjin.cli.show import say_line
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.games import load
from honjin.lab import Backend
from honjin.train import BadTraining, PatternConfig, WeightConfig, Workers

if TYPE_CHECKING:
    from honjin.train.generations import GenerationRun

PLACE: Final = Path("values")


class Learned(StrEnum):
    """What is learned."""

    PATTERNS = "patterns"
    WEIGHTS = "weights"


CONFIGS: Final = {Learned.PATTERNS: PatternConfig, Learned.WEIGHTS: WeightConfig}
USUAL: Final = {method: kind() for method, kind in CONFIGS.items()}


def _usual(name: str, text: str) -> Any:
    """An option for a setting, whose default is shown, for each method that has it."""
    held = {str(method): getattr(usual, name, None) for method, usual in USUAL.items()}
    shown = [f"{method} {value:g}" for method, value in held.items() if value is not None]
    return typer.Option(help=f"{text} ({', '.join(shown)}).")


@needs("train")
def learn(
    ctx: typer.Context,
    game: flags.GameName,
    option: flags.GivenOptions = None,
    method: Annotated[
        Learned | None,
        typer.Option(
            help="Weights of patterns for alpha-beta, the default where the game has patterns, or "
            "the weights of the estimate for the tree search."
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for games, weights and curve.")] = None,
    games: Annotated[int | None, _usual("games", "Games of a generation")] = None,
    generations: Annotated[int | None, _usual("generations", "Generations")] = None,
    memory: Annotated[
        int | None, _usual("memory", "Latest generations that are learned from")
    ] = None,
    simulations: Annotated[
        int | None, _usual("simulations", "Simulations for each decision")
    ] = None,
    opening: Annotated[
        int | None,
        _usual("opening", "Decisions at the start of a game that are random, at most"),
    ] = None,
    slip: Annotated[float | None, _usual("slip", "Share of decisions that are random")] = None,
    nodes: Annotated[int | None, _usual("nodes", "Nodes for each decision")] = None,
    look: Annotated[
        int | None, _usual("look", "Nodes for each position that is learned from")
    ] = None,
    walks: Annotated[int | None, _usual("walks", "Walks away from each position of a game")] = None,
    steps: Annotated[int | None, _usual("steps", "Most actions of a walk")] = None,
    siblings: Annotated[
        int | None, _usual("siblings", "Most actions of a decision that are learned from")
    ] = None,
    without: Annotated[
        str | None,
        typer.Option(help="patterns: deals that are not played, separated by commas."),
    ] = None,
    spread: Annotated[
        float | None, _usual("spread", "How far apart the sides of a trial are")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(help="weights: options whose values take turns, as key=a,b."),
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(help="weights: a file of weights to begin with instead of the usual ones."),
    ] = None,
    epochs: Annotated[int | None, _usual("epochs", "How often a row is learned from")] = None,
    learning_rate: Annotated[float | None, _usual("learning_rate", "Learning rate")] = None,
    decay: Annotated[float | None, _usual("decay", "Weight decay")] = None,
    seed: Annotated[int | None, _usual("seed", "Random seed: the same makes the same file")] = None,
    jobs: Annotated[int, typer.Option(help="Number of workers that play.")] = 1,
    backend: shared.OnBackend = Backend.PROCESSES,
) -> None:
    """Learn weights by generations of games that a search plays against itself.

    The folder receives value.npz (value.json with --method weights), usable as the bot value:FILE
    in every command, and curve.csv.
    Ctrl-C stops at once; the same command goes on with the shard of games that was interrupted, and
    makes the same file as if nothing had happened.
    """
    from honjin.envs.setting import Setting

    played = load(game)
    method = method or usual_method(played)
    options = given_options(played, option or [], ctx.args)
    cases, words, _ = given_cases(played, option or [], ctx.args, vary or [])
    folder = out or PLACE / folder_name(game, words)
    changes: dict[str, Any] = {
        "games": games, "generations": generations, "memory": memory, "simulations": simulations,
        "opening": opening, "slip": slip, "epochs": epochs, "decay": decay, "seed": seed,
        "learning_rate": learning_rate,
        "nodes": nodes, "look": look, "walks": walks, "steps": steps, "siblings": siblings,
        "without": tuple(without.split(",")) if without is not None else None, "spread": spread,
    }  # fmt: skip
    given = {k: value for k, value in changes.items() if value is not None}
    workers = Workers(jobs, backend)
    workers.must_be_possible()
    _must_have(method, given)
    for name, value in (("vary", vary), ("start", start)):
        if value and method is not Learned.WEIGHTS:
            raise BadOption(f"--{name} means nothing with --method {method}")
    settings = [Setting(played, one) for one in (cases or {"": options}).values()]
    run: GenerationRun[Any]
    if method is Learned.PATTERNS:
        from honjin.train.patterns.run import PatternRun

        if not played.patterns.count:
            raise BadTraining(f"{played.key} has no patterns to learn weights of")
        run = PatternRun(settings[0], PatternConfig(**given), folder)
    else:
        from honjin.bots.weighed.files import read_weights
        from honjin.train.weights.run import WeightRun

        named = only_given(played, option or [], ctx.args)
        first = read_weights(start) if start else None
        run = WeightRun(settings, WeightConfig(**given), folder, named, first)
    run.go(say_line, workers)
    say_line(f"The value is {folder / run.value_name}")


def usual_method(game: Game[Any]) -> Learned:
    """The method for what a game has; BadTraining if it has neither."""
    if not game.patterns.count and game.weigh is None:
        raise BadTraining(f"{game.key} has neither patterns nor an estimate with weights to learn")
    return Learned.PATTERNS if game.patterns.count else Learned.WEIGHTS


def _must_have(method: Learned, given: Iterable[str]) -> None:
    """Raise BadOption for a setting that another method has."""
    for name in given:
        if name not in CONFIGS[method].__struct_fields__:
            raise BadOption(f"--{name.replace('_', '-')} means nothing with --method {method}")
