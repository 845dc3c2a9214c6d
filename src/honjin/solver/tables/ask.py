"""Querying solved tables: the exact value of a position and of every choice in it.

tables = Tables.open(load("rokumon"))
answer = tables.value("2 ggg/jjjj .,.,./.,.,.,. r - - - 0 -")
answer.text        "black wins in 22"
answer.choices     {"r1c1": Value(...), ...}, each from the view of the side to move
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from honjin.core.errors import GameOver, Unreadable
from honjin.core.game import Game
from honjin.core.parts.index import Plan, Unsolvable
from honjin.core.seats import CHANCE, CHANCE_BIT, MAX_SEATS, seats_in
from honjin.solver.tables.plans import default_folder, index_of, table_path
from honjin.solver.tables.value import DRAW, LOSES_AT_ONCE, WINS_AT_ONCE, Value, read_byte, text_for

if TYPE_CHECKING:
    from honjin.solver.tables.files import Table


class Answer(NamedTuple):
    """The value of a position to the side to move, and of each action and choice."""

    value: Value
    text: str
    actions: dict[int, Value]
    choices: dict[str, Value]

    def best(self) -> list[int]:
        """The actions that keep the value: quickest wins, draws, or slowest losses."""
        most = max(value.rank for value in self.actions.values())
        return [action for action, value in self.actions.items() if value.rank == most]


class NotSolved(Unsolvable):
    """A solvable position has no table yet; the message says how to make it."""


class Tables:
    """The tables of one game in a folder. Each is verified when first opened, and kept open."""

    def __init__(self, game: Game[Any], folder: Path) -> None:
        self.game, self.folder = game, folder
        self.index = index_of(game)
        self._open: dict[str, Table] = {}

    @classmethod
    def open(cls, game: Game[Any], folder: Path | str | None = None) -> Tables:
        """The tables of a folder, by default in the user's data folder."""
        return cls(game, Path(folder) if folder else default_folder())

    def value(self, position: Any, options: Mapping[str, object] | None = None) -> Answer:
        """The exact value of a position, in notation or as a state, and of its choices.

        Options matter for notation only: rulings that differ from the defaults.
        """
        s = self.read(position, options) if isinstance(position, str) else position
        if not self.game.may_act(s):
            raise GameOver(f"the game is over: {self.game.notation.write_position(s)}")
        plan, table = self.table_for(s)
        seat, side = mover(self.game, s)
        actions = {
            action: self._after(plan, table, s, seat, action)
            for action in listed(self.game, s, seat)
        }
        value = self._look_up(plan, table, s)
        choices = {
            self.game.notation.write_action(s, seat, action): exact
            for action, exact in actions.items()
        }
        return Answer(value, text_for(value, side, self.index.sides), actions, choices)

    def state_value(self, s: Any) -> Value:
        """The exact value of a position that is not over, without its choices."""
        plan, table = self.table_for(s)
        return self._look_up(plan, table, s)

    def read(self, text: str, options: Mapping[str, object] | None = None) -> Any:
        """The state of a position; without options, those of the first preset that fits."""
        if options is not None:
            return self.game.read_position(text, self.game.read_options(options))
        problems: list[Unreadable] = []
        for preset in self.game.presets:
            try:
                return self.read(text, preset.options)
            except Unreadable as problem:
                problems.append(problem)
        raise max(problems, key=lambda problem: text.partition(" ")[0] not in str(problem))

    def table_for(self, s: Any) -> tuple[Plan[Any], Table]:
        """The opened table that holds a position; raises Unsolvable, Damaged or OSError."""
        from honjin.solver.tables.files import open_table  # with NumPy, which takes 15 MB

        plan = self.index.plan(s)
        if plan.key not in self._open:
            path = table_path(self.folder, self.game.key, plan.key)
            if not path.exists():
                raise NotSolved(f"no table {path}; `honjin solve {self.game.key}` makes it")
            game, key = self.game, plan.key
            self._open[key] = open_table(path, game.key, game.version, key)
        return plan, self._open[plan.key]

    def _after(self, plan: Plan[Any], table: Table, s: Any, seat: int, action: int) -> Value:
        """The value of an action to its side."""
        after = s.copy()
        self.game.apply_action(after, seat, action)
        ended = result_of(self.game, after, 0 if seat == 0 else 1, plan.late)
        return self._look_up(plan, table, after).after if ended is None else ended

    def _look_up(self, plan: Plan[Any], table: Table, s: Any) -> Value:
        image = plan.turned(s)
        place = table.place(self.index.family(image), self.index.member(image))
        if place < 0:
            text = self.game.notation.write_position(s)
            raise NotSolved(f"{table.path.name} does not contain {text}: no game reaches it")
        return read_byte(int(table.bytes[place]))


def mover(game: Game[Any], s: Any) -> tuple[int, int]:
    """The seat to act and its side; a chance turn belongs to the second side."""
    mask = game.may_act(s)
    if mask & CHANCE_BIT:
        return CHANCE, 1
    seat = seats_in(mask)[0]
    return seat, seat


def listed(game: Game[Any], s: Any, seat: int) -> list[int]:
    """The legal actions of a seat, or the outcomes of chance."""
    if seat == CHANCE:
        return [outcome for outcome, _ in game.outcomes(s)]
    return game.legal(s, seat)


def result_of(game: Game[Any], s: Any, side: int, late: tuple[str, ...]) -> Value | None:
    """The value of the action that ended the game; None if it is not over.

    An end for lack of a legal action counts as one ply more: its position is in the table.
    """
    if game.may_act(s):
        return None
    out = [0] * MAX_SEATS
    reason = game.reasons[game.returns(s, out)]
    if reason in late:
        return None
    got = out[0] if side == 0 else -out[0]
    if got == 0:
        return DRAW
    return WINS_AT_ONCE if got > 0 else LOSES_AT_ONCE
