"""`honjin solve --stages`: who wins each position of a game that is solved stage by stage."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from honjin.cli.progress import progress_bar
from honjin.cli.show import say_line
from honjin.core.game import Game
from honjin.core.options import Options

if TYPE_CHECKING:
    from honjin.solver import Stages

WORDS: Final = {1: "wins", 0: "draws", -1: "loses"}


def solve_stages(
    game: Game[Any], options: Options, folder: Path, *, jobs: int, check: bool
) -> None:  # fmt: skip
    """Solve or check all stages; print the counts of positions, and who wins from the start."""
    from honjin.solver import stages_of

    start = game.setup(options)
    with progress_bar() as bar:
        stages = stages_of(game, start, folder, jobs=jobs, tell=bar.tell)
        bar.begin(stages.plan.key, 1, 1)
        stages.check() if check else stages.solve()
    counts = stages.counts()
    if counts["stages"] > 1:
        say_line(
            f"{counts['stages']:,} stages, {counts.total() - counts['stages']:,} positions: "
            f"{counts['won']:,} won by the side to move, {counts['lost']:,} lost, "
            f"{counts['drawn']:,} drawn",
            "dim",
        )
    print(_text(stages, start))


def print_results(stages: Stages, s: Any) -> None:
    """Print what each choice of a position comes to, best first, and then who wins."""
    from honjin.solver.tables.ask import mover

    game = stages.game
    found = sorted(stages.results(s).items(), key=lambda one: -one[1])
    seat = mover(game, s)[0]
    for action, result in found:
        print(f"{game.notation.write_action(s, seat, action)}: {WORDS[result]}")
    print(_text(stages, s))


def _text(stages: Stages, s: Any) -> str:
    from honjin.solver.tables.ask import mover

    result, side = stages.result(s), mover(stages.game, s)[1]
    if result == 0:
        return "draw"
    return f"{stages.index.sides[side if result > 0 else 1 - side]} wins"
