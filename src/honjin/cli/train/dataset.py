"""`honjin dataset` and `honjin grade`: export solved positions, and grade bots with them."""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from honjin.cli import flags
from honjin.cli.extras import needs
from honjin.cli.given import given_options
from honjin.cli.lab.arena_tables import new_table, number, percent, print_table, row_of
from honjin.cli.progress import progress_bar
from honjin.cli.show import say_line
from honjin.games import load
from honjin.lab import Backend


@needs("dataset")
def dataset(
    ctx: typer.Context,
    game: flags.GameName,
    out: Annotated[Path, typer.Option(help="Folder for the Parquet files.")],
    option: flags.GivenOptions = None,
    positions: Annotated[int, typer.Option(help="Number of positions per deal.", min=1)] = 1000,
    seed: Annotated[
        int, typer.Option(help="Random seed: the same splits and positions each time.")
    ] = 1,
    tables: Annotated[
        Path | None,
        typer.Option(help="Folder of the solved tables (default: in your data folder)."),
    ] = None,
    backend: Annotated[
        Backend, typer.Option(help="Where deals are exported: here, one by one, or on a cluster.")
    ] = Backend.PROCESSES,
    jobs: Annotated[int, typer.Option(help="Number of deals processed at once on a cluster.")] = 2,
) -> None:
    """Write solved positions with the value of every choice to Parquet, split by deal.

    Deals that are not solved yet are solved first. The files are train, validation and test.
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
    """A count with its noun.

    >>> _counted(1, "deal"), _counted(1000, "deal")
    ('1 deal', '1,000 deals')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"


@needs("dataset")
def grade(
    folder: Annotated[Path, typer.Argument(help="Folder written by `honjin dataset`.")],
    bots: Annotated[
        str, typer.Option(help="Bots to grade, separated by commas: greedy,net:a.npz.")
    ] = "random,greedy",
    split: Annotated[str, typer.Option(help="Split to use: train, validation or test.")] = "test",
    positions: Annotated[
        int, typer.Option(help="Number of positions, from the first; 0: all.", min=0)
    ] = 0,
    seed: Annotated[int, typer.Option(help="Random seed: the same choices each time.")] = 1,
) -> None:
    """Have bots choose in each position of a data set and print how often they keep the value."""
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
