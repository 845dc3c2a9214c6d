"""`honjin learn`: learn a value, weights of patterns, or the weights of an estimate."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from honjin.cli.extras import needs
from honjin.cli.given import folder_name, given_cases, given_options, only_given
from honjin.cli.show import say_line
from honjin.core.errors import BadOption
from honjin.games import load
from honjin.lab import Backend
from honjin.train import BadTraining, PatternConfig, ValueConfig, WeightConfig, Workers

if TYPE_CHECKING:
    from honjin.train.generations import GenerationRun

PLACE: Final = Path("values")


class Learned(StrEnum):
    """What is learned."""

    TREE = "tree"
    PATTERNS = "patterns"
    WEIGHTS = "weights"


CONFIGS: Final = {
    Learned.TREE: ValueConfig, Learned.PATTERNS: PatternConfig, Learned.WEIGHTS: WeightConfig,
}  # fmt: skip
USUAL: Final = {method: kind() for method, kind in CONFIGS.items()}


def _usual(name: str, text: str) -> Any:
    """An option for a setting, whose default is shown, for each method that has it."""
    held = {str(method): getattr(usual, name, None) for method, usual in USUAL.items()}
    shown = [f"{method} {value:g}" for method, value in held.items() if value is not None]
    return typer.Option(help=f"{text} ({', '.join(shown)}).")


@needs("train")
def learn(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="The game; `honjin games` lists them.")],
    option: Annotated[
        list[str] | None,
        typer.Option(help="Game option as key=value; `--key value` also works."),
    ] = None,
    method: Annotated[
        Learned,
        typer.Option(
            help="A value for the tree search, weights for alpha-beta, or the estimate's weights."
        ),
    ] = Learned.TREE,
    out: Annotated[Path | None, typer.Option(help="Folder for games, values and curve.")] = None,
    games: Annotated[int | None, _usual("games", "Games of a generation")] = None,
    generations: Annotated[int | None, _usual("generations", "Generations")] = None,
    memory: Annotated[
        int | None, _usual("memory", "Latest generations that a value learns from")
    ] = None,
    simulations: Annotated[
        int | None, _usual("simulations", "Simulations for each decision")
    ] = None,
    opening: Annotated[
        int | None,
        _usual("opening", "Decisions of a game drawn by the search's odds, or at random"),
    ] = None,
    slip: Annotated[float | None, _usual("slip", "Share of decisions that are random")] = None,
    kept: Annotated[
        float | None, _usual("kept", "Share of decisions that are learned from")
    ] = None,
    told: Annotated[
        float | None, _usual("told", "Share of decisions whose odds are learned")
    ] = None,
    nodes: Annotated[int | None, _usual("nodes", "Nodes for each decision")] = None,
    look: Annotated[
        int | None, _usual("look", "Simulations or nodes for each position learned from")
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
    widths: Annotated[
        str | None,
        typer.Option(help="tree: widths of the value's layers and the odds' [32,16,16]."),
    ] = None,
    epochs: Annotated[int | None, _usual("epochs", "Most often that a row is learned from")] = None,
    learning_rate: Annotated[float | None, _usual("learning_rate", "Learning rate")] = None,
    decay: Annotated[float | None, _usual("decay", "Weight decay")] = None,
    seed: Annotated[
        int | None, _usual("seed", "Random seed: the same makes the same value")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Number of workers that play.")] = 1,
    backend: Annotated[Backend, typer.Option(help="Where the workers run.")] = Backend.PROCESSES,
) -> None:
    """Learn a value by generations of games that a search plays against itself.

    The folder receives value.npz (value.json with --method weights), usable as the bot value:FILE
    in every command, and curve.csv.
    Ctrl-C stops at once; the same command goes on with the shard of games that was interrupted, and
    makes the same value as if nothing had happened.
    """
    from honjin.envs.setting import Setting

    found = load(game)
    options = given_options(found, option or [], ctx.args)
    cases, words, _ = given_cases(found, option or [], ctx.args, vary or [])
    folder = out or PLACE / folder_name(game, words)
    changes: dict[str, Any] = {
        "games": games, "generations": generations, "memory": memory, "simulations": simulations,
        "opening": opening, "slip": slip, "kept": kept, "widths": _widths(widths),
        "epochs": epochs, "decay": decay, "seed": seed, "learning_rate": learning_rate,
        "nodes": nodes, "look": look, "walks": walks, "steps": steps, "siblings": siblings,
        "told": told, "without": _words(without), "spread": spread,
    }  # fmt: skip
    given = {k: value for k, value in changes.items() if value is not None}
    workers = Workers(jobs, backend)
    workers.must_be_possible()
    _must_have(method, given)
    for name, value in (("vary", vary), ("start", start)):
        if value and method is not Learned.WEIGHTS:
            raise BadOption(f"--{name} means nothing with --method {method}")
    settings = [Setting(found, one) for one in (cases or {"": options}).values()]
    run: GenerationRun[Any]
    if method is Learned.TREE:
        from honjin.train.value.run import ValueRun

        run = ValueRun(settings[0], ValueConfig(**given), folder)
    elif method is Learned.PATTERNS:
        from honjin.train.patterns.run import PatternRun

        if found.patterns is None:
            raise BadTraining(f"{found.key} has no patterns; --method tree learns a value for it")
        run = PatternRun(settings[0], PatternConfig(**given), folder)
    else:
        from honjin.bots.weighed.files import read_weights
        from honjin.train.weights.run import WeightRun

        named = only_given(found, option or [], ctx.args)
        first = read_weights(start) if start else None
        run = WeightRun(settings, WeightConfig(**given), folder, named, first)
    run.go(say_line, workers)
    say_line(f"The value is {folder / run.value_name}")


def _must_have(method: Learned, given: Iterable[str]) -> None:
    """Raise BadOption for a setting that another method has."""
    for name in given:
        if name not in CONFIGS[method].__struct_fields__:
            raise BadOption(f"--{name.replace('_', '-')} means nothing with --method {method}")


def _words(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(text.split(","))


def _widths(text: str | None) -> tuple[int, int, int] | None:
    if text is None:
        return None
    try:
        wide, narrow, odds = (int(word) for word in text.split(","))
    except ValueError:
        raise BadOption(f"--widths expects three widths such as 32,16,16, got {text!r}") from None
    return wide, narrow, odds
