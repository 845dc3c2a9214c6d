"""`honjin solve --position`: the value of each choice in a position, by table or by proof."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from honjin.cli.progress import progress_bar
from honjin.cli.solve.stages import print_results
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.parts.index import TooLarge

if TYPE_CHECKING:
    from honjin.solver import Inquiry, Tables, Value


def print_position(
    game: Game[Any], text: str, options: Options | None, folder: Path,
    *, minutes: float, bits: int,
) -> None:  # fmt: skip
    """Print the value of each choice, best first, and then that of the position."""
    from honjin.solver import Tables, solved_stages

    tables = Tables.open(game, folder)
    try:
        _print_choices(tables, text, options)
    except TooLarge:
        stages = solved_stages(game, tables.read(text, options), folder)
        if stages is None:
            _prove_choices(tables, text, options, minutes=minutes, bits=bits)
        else:
            print_results(stages, tables.read(text, options))


def _print_choices(tables: Tables, text: str, options: Options | None) -> None:
    answer = tables.value(text, options)
    ranked = sorted(answer.choices.items(), key=lambda one: -one[1].rank)
    for choice, value in ranked:
        print(f"{choice}: {value}")
    print(answer.text)


def _prove_choices(
    tables: Tables, text: str, options: Options | None, *, minutes: float, bits: int
) -> None:
    """Print what can be proved within the time limit or until Ctrl-C."""
    from honjin.solver import Inquiry, Prover

    game, s = tables.game, tables.read(text, options)
    inquiry = Inquiry(Prover.of(game, s, folder=tables.folder, bits=bits), s)
    until = time.monotonic() + 60 * minutes
    with progress_bar(ends=False) as bar:
        bar.begin("proving", 1, 1)

        def is_over() -> bool:
            bar.tell(_Proved(len(inquiry.values), len(inquiry.actions)))
            return time.monotonic() >= until

        inquiry.run(is_over)
    _tell_proofs(inquiry)


class _Proved(NamedTuple):
    """The number of choices proved so far."""

    done: int
    of: int

    def progress(self) -> tuple[int, int, str]:
        """How much is done, the total, and the unit."""
        return self.done, self.of, "choices"


def _tell_proofs(inquiry: Inquiry) -> None:
    values, write = inquiry.values, inquiry.prover.game.notation.write_action
    for action in sorted(inquiry.actions, key=lambda one: -_rank(values.get(one))):
        name, value = write(inquiry.s, inquiry.seat, action), values.get(action)
        print(f"{name}: {value.at_most if value else 'not proved'}")
    print(inquiry.text)


def _rank(value: Value | None) -> int:
    return value.rank if value else 0
