"""`honjin solve --position`: what each choice of a position is worth, by a table or by proofs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from honjin.cli.solve.bar import progress_bar
from honjin.core.game import Game
from honjin.core.index import TooLarge
from honjin.core.options import Options

if TYPE_CHECKING:
    from honjin.solver import Inquiry, Tables, Value


def tell_position(
    game: Game[Any], text: str, options: Options | None, folder: Path,
    *, minutes: float, bits: int,
) -> None:  # fmt: skip
    """Print each choice with its value, the best first, and last that of the position."""
    from honjin.solver import Tables

    tables = Tables.open(game, folder)
    try:
        _tell_choices(tables, text, options)
    except TooLarge:
        _prove_choices(tables, text, options, minutes=minutes, bits=bits)


def _tell_choices(tables: Tables, text: str, options: Options | None) -> None:
    answer = tables.value(text, options)
    ranked = sorted(answer.choices.items(), key=lambda one: -one[1].rank)
    for choice, value in ranked:
        print(f"{choice}: {value}")
    print(answer.text)


def _prove_choices(
    tables: Tables, text: str, options: Options | None, *, minutes: float, bits: int
) -> None:
    """What can be proved in the time; after Ctrl-C, what is known by then."""
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
    """So many choices are proved, of so many."""

    done: int
    of: int

    def told(self) -> tuple[int, int, str]:
        """How much is done of all there is, and of what."""
        return self.done, self.of, "choices"


def _tell_proofs(inquiry: Inquiry) -> None:
    values, write = inquiry.values, inquiry.prover.game.notation.write_action
    for action in sorted(inquiry.actions, key=lambda one: -_rank(values.get(one))):
        name, value = write(inquiry.s, inquiry.seat, action), values.get(action)
        print(f"{name}: {value.at_most if value else 'not proved'}")
    print(inquiry.text)


def _rank(value: Value | None) -> int:
    return value.rank if value else 0
