"""`honjin learn`: learn a value for the tree search."""

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from honjin.cli.given import given_options, given_words
from honjin.cli.show import say_line
from honjin.core.errors import BadOption
from honjin.games import load
from honjin.lab import Backend
from honjin.train import ValueConfig, Workers
from honjin.train.config import must_have_jax

PLACE: Final = Path("values")
USUAL: Final = ValueConfig()


def _usual(name: str, text: str) -> Any:
    """An option for a setting, whose default is shown."""
    return typer.Option(help=f"{text} [{getattr(USUAL, name):g}].")


def learn(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="The game; `honjin games` lists them.")],
    option: Annotated[
        list[str] | None,
        typer.Option(help="Game option as key=value; `--key value` also works."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for games, values and curve.")] = None,
    games: Annotated[int | None, _usual("games", "Games of a generation")] = None,
    generations: Annotated[int | None, _usual("generations", "Generations")] = None,
    memory: Annotated[
        int | None, _usual("memory", "Latest generations that a value learns from")
    ] = None,
    simulations: Annotated[
        int | None, _usual("simulations", "Simulations for each decision")
    ] = None,
    first: Annotated[int | None, _usual("first", "The same in the first generation")] = None,
    opening: Annotated[
        int | None, _usual("opening", "Decisions of a game drawn by the search's odds")
    ] = None,
    slip: Annotated[float | None, _usual("slip", "Share of decisions that are random")] = None,
    kept: Annotated[float | None, _usual("kept", "Share of positions that are recorded")] = None,
    trust: Annotated[
        float | None, _usual("trust", "Weight of what searches expected, against the result")
    ] = None,
    trace: Annotated[
        float | None, _usual("trace", "λ of what searches expected; 1: only the result")
    ] = None,
    widths: Annotated[str | None, typer.Option(help="Widths of the two layers [32,16].")] = None,
    epochs: Annotated[int | None, _usual("epochs", "Most often that a row is learned from")] = None,
    learning_rate: Annotated[float | None, _usual("learning_rate", "Learning rate of Adam")] = None,
    decay: Annotated[float | None, _usual("decay", "Weight decay of Adam")] = None,
    seed: Annotated[
        int | None, _usual("seed", "Random seed: the same makes the same value")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Number of workers that play.")] = 1,
    backend: Annotated[Backend, typer.Option(help="Where the workers run.")] = Backend.PROCESSES,
) -> None:
    """Learn a value for the tree search, by generations of games that it plays against itself.

    The folder receives value.npz, usable as the bot value:FILE in every command, and curve.csv.
    Ctrl-C stops at once; the same command goes on with the shard of games that was interrupted, and
    makes the same value as if nothing had happened.
    """
    must_have_jax()
    from honjin.envs.setting import Setting
    from honjin.train.value.run import ValueRun

    found = load(game)
    options = given_options(found, option or [], ctx.args)
    words = given_words(found, options, option or [], ctx.args)
    folder = out or PLACE / "-".join([game, *(Path(w.split("=")[1]).name for w in words[1::2])])
    changes: dict[str, Any] = {
        "games": games, "generations": generations, "memory": memory, "simulations": simulations,
        "first": first, "opening": opening, "slip": slip, "kept": kept, "trust": trust,
        "trace": trace, "widths": _widths(widths), "epochs": epochs, "decay": decay, "seed": seed,
        "learning_rate": learning_rate,
    }  # fmt: skip
    config = ValueConfig(**{k: value for k, value in changes.items() if value is not None})
    run = ValueRun(Setting(found, options), config, folder)
    run.go(say_line, Workers(jobs, backend))
    say_line(f"The value is {folder / 'value.npz'}")


def _widths(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    try:
        wide, narrow = (int(word) for word in text.split(","))
    except ValueError:
        raise BadOption(f"--widths expects two widths such as 32,16, got {text!r}") from None
    return wide, narrow
