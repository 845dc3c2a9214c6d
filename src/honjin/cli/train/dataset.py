"""`honjin dataset` and `honjin grade`: solved positions as a data set, and bots graded by it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from honjin.cli.given import given_options
from honjin.cli.lab.arena_tables import new_table, number, percent, print_table, row_of
from honjin.cli.show import say_line
from honjin.cli.solve.bar import progress_bar
from honjin.games import load
from honjin.lab import Backend


def dataset(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; see `honjin games`.")],
    out: Annotated[Path, typer.Option(help="The folder that gets the Parquet files.")],
    option: Annotated[
        list[str] | None,
        typer.Option(help="key=value of the game; `--key value` does the same."),
    ] = None,
    positions: Annotated[int, typer.Option(help="So many of each deal.", min=1)] = 1000,
    seed: Annotated[int, typer.Option(help="Same seed: same splits and positions.")] = 1,
    tables: Annotated[
        Path | None, typer.Option(help="The folder of solved tables; one in your data folder.")
    ] = None,
    backend: Annotated[
        Backend, typer.Option(help="Where deals are looked at: one by one here, or on a cluster.")
    ] = Backend.PROCESSES,
    jobs: Annotated[int, typer.Option(help="So many deals side by side on a cluster.")] = 2,
) -> None:
    """Write solved positions with the worth of every choice to Parquet, split by deal.

    What is not solved yet is solved first. The files are train, validation and test.
    """
    from honjin import dataset as data

    found = load(game)
    options = given_options(found, option or [], ctx.args)
    with progress_bar() as bar:
        bar.begin(game, 1, 1)
        made = data.make(
            found, options, out, positions=positions, seed=seed, tables=tables,
            backend=backend, jobs=jobs, tell=bar.tell,
        )  # fmt: skip
    for split, count in made.items():
        deals = _counted(len(data.read_about(out, split).deals), "deal")
        say_line(f"{out / split}.parquet: {_counted(count, 'position')} of {deals}")


def _counted(count: int, what: str) -> str:
    """So many of a thing.

    >>> _counted(1, "deal"), _counted(1000, "deal")
    ('1 deal', '1,000 deals')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def grade(
    folder: Annotated[Path, typer.Argument(help="What `honjin dataset` wrote.")],
    bots: Annotated[
        str, typer.Option(help="Who is graded, with commas between: greedy,net:a.npz.")
    ] = "random,greedy",
    split: Annotated[str, typer.Option(help="train, validation or test.")] = "test",
    positions: Annotated[int, typer.Option(help="The first so many; 0: all.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Same seed: same choices.")] = 1,
) -> None:
    """Ask bots once in each position of a data set, and tell how often they keep the value."""
    from honjin import dataset as data
    from honjin.lab import find_entrant

    about = data.read_about(folder, split)
    game = load(about.game)
    options = game.read_options(about.options)
    title = f"{about.game}, {split}: {_counted(len(about.deals), 'deal')}"
    table = new_table(
        title, "bot", "kept", "95 %", "of", "exact", "95 %", "of", "plies given away", "95 %"
    )
    players = [find_entrant(game, options, name.strip()) for name in bots.split(",")]
    for player in players:
        rows = islice(data.read(folder, split), positions or None)
        found = data.grade(game, player, about, rows, seed=seed)
        table.add_row(*row_of(
            player.name, *percent(found.kept), f"{found.kept_of:,}", *percent(found.exact),
            f"{found.exact_of:,}", *number(found.plies),
        ))  # fmt: skip
    print_table(table)
