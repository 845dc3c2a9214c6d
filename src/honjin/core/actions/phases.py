"""The phases of a game, each declared once.

    PHASES = Phases(
        Phase("roll", draws=list_rolls, falls=roll, outcome=Outcome(write_roll)),
        Phase("split", acts=turn_player, lists=list_splits),
        Phase("travel", acts=turn_player, lists=list_steps, waits=can_step, ends=end_travel),
        Phase("over"),
    )

The number of a phase is its index in the table; the state's field `phase` holds it. A row says
which seats act and what they can do, or which outcomes chance has and what an outcome does. If the
rules can leave the phase by themselves, it also says whether a decision or a draw is pending, and
how the phase ends. A phase without seats or draws is the end of the game, or one that the rules
leave at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from honjin.core.actions.domains import TOLD
from honjin.core.errors import Unreadable
from honjin.core.jit.rule import is_rule
from honjin.core.jit.sources.written import joined, tree, written
from honjin.core.seats import CHANCE_BIT

Rule = Callable[..., Any]
Write = Callable[[Any, int], str]

_COLUMNS: Final = {"acts", "lists", "draws", "falls", "waits", "ends"}
_EFFECTS: Final = ("falls", "ends")
"""Columns whose functions change the state and return nothing."""


class Phase:
    """One row, with some of these columns; all but `writes` are rule functions.

    `acts(s)` returns the mask of the seats that may act, `lists(s, seat, out)` lists the actions of
    one of them. In a chance phase `draws(s, out, weights)` lists the outcomes, `falls(s, outcome)`
    applies one, and `writes(s, outcome)` returns its text. `ends(s)` leaves the phase; it is called
    once `waits(s)`, true while a decision or a draw is pending, is false or missing.
    """

    def __init__(self, key: str, *, writes: Write | None = None, **rules: Rule) -> None:
        unknown = ", ".join(rules.keys() - _COLUMNS)
        if unknown:
            raise TypeError(f"phase {key}: there is no column {unknown}")
        is_of_seats, is_of_chance = "acts" in rules, "draws" in rules
        if is_of_seats != ("lists" in rules) or is_of_chance != ("falls" in rules):
            raise TypeError(f"phase {key}: acts needs lists, draws needs falls, and vice versa")
        if is_of_chance != (writes is not None) or (is_of_seats and is_of_chance):
            raise TypeError(f"phase {key}: expected seats that act, or outcomes that have a text")
        if "waits" in rules and "ends" not in rules:
            raise TypeError(f"phase {key}: waits needs ends")
        self.key, self.writes, self.rules = key, writes, rules
        unmarked = [column for column, function in rules.items() if not is_rule(function)]
        if unmarked:
            raise TypeError(f"phase {key}: {', '.join(unmarked)} is not marked @rule")


class Phases:
    """All rows; see the module docstring."""

    def __init__(self, *rows: Phase) -> None:
        self.rows = rows
        if len({row.key for row in rows}) != len(rows):
            raise TypeError("two phases have the same key")

    # ---- rule functions: each is the function `name` of the module `home`

    def may_act(self, home: str, name: str = "may_act") -> Callable[[Any], int]:
        """`may_act(s)`: a mask of the seats that may act, or of chance."""
        chance = {n: f"return {CHANCE_BIT}" for n, row in enumerate(self.rows) if row.writes}
        return self._written(home, name, "s", "acts", chance)

    def legal_actions(
        self, home: str, name: str = "legal_actions"
    ) -> Callable[[Any, int, Any], int]:
        """`legal_actions(s, seat, out)`: the actions of a seat; none unless it may act."""
        rows = [(n, row) for n, row in enumerate(self.rows) if "acts" in row.rules]
        lines = {
            n: [
                f"if acts_{row.key}(s) >> seat & 1 == 0:",
                "    return 0",
                f"return lists_{row.key}(s, seat, out)",
            ]
            for n, row in rows
        }
        branches = [(n, lines.get(n, ["return 0"])) for n in range(len(self.rows))]
        text = [f"def {name}(s, seat, out):", *tree("s.phase", joined(branches))]
        return written(home, name, "\n".join(text), self._named("acts", "lists"))

    def lists(self, home: str, name: str) -> Callable[[Any, int, Any], int]:
        """`name(s, seat, out)`: the actions of a seat that may act."""
        return self._written(home, name, "s, seat, out", "lists")

    def chance_outcomes(
        self, home: str, name: str = "chance_outcomes"
    ) -> Callable[[Any, Any, Any], int]:
        """`chance_outcomes(s, out, weights)`: the outcomes of chance, with integer weights."""
        return self._written(home, name, "s, out, weights", "draws")

    def fall(self, home: str, name: str = "fall") -> Callable[[Any, int], None]:
        """`fall(s, outcome)`: applies an outcome."""
        return self._written(home, name, "s, outcome", "falls")

    def end(self, home: str, name: str) -> Callable[[Any], None]:
        """`name(s)`: leaves the phase."""
        return self._written(home, name, "s", "ends")

    def settle(self, home: str, name: str = "settle") -> Callable[[Any], bool]:
        """`settle(s)`: leaves a phase in which nothing is pending; true if it did."""
        branches = [(n, _settling(row)) for n, row in enumerate(self.rows)]
        text = [f"def {name}(s):", *tree("s.phase", joined(branches))]
        return written(home, name, "\n".join(text), self._named("waits", "ends"))

    def _named(self, *columns: str) -> dict[str, Rule]:
        """The functions of some columns, by column and row."""
        return {
            f"{column}_{row.key}": row.rules[column]
            for row in self.rows
            for column in columns
            if column in row.rules
        }

    def _written(
        self, home: str, name: str, given: str, column: str, also: Mapping[int, str] | None = None
    ) -> Rule:
        """A rule that calls the phase's function in a column, or returns 0 if there is none."""
        called = {n: row.rules[column] for n, row in enumerate(self.rows) if column in row.rules}
        lines = {n: f"return in_{self.rows[n].key}({given})" for n in called}
        if column in _EFFECTS:
            lines = {n: line.removeprefix("return ") for n, line in lines.items()}
        lines |= also or {}
        otherwise = "return" if column in _EFFECTS else "return 0"
        branches = [(n, [lines.get(n, otherwise)]) for n in range(len(self.rows))]
        text = [f"def {name}({given}):", *tree("s.phase", joined(branches))]
        names = {f"in_{self.rows[n].key}": function for n, function in called.items()}
        return written(home, name, "\n".join(text), names)

    # ---- text

    def write_outcome(self, s: Any, outcome: int) -> str:
        """The text of an outcome; ValueError if the phase has no draws."""
        writes = self.rows[s.phase].writes
        if writes is None:
            raise ValueError(f"nothing is drawn in phase {self.rows[s.phase].key}")
        return str(writes(s, outcome))

    def read_outcome(self, s: Any, text: str, most: int) -> int:
        """The outcome that a text denotes, of at most `most`; Unreadable if there is none."""
        out, weights = [0] * most, [0] * most
        draws = self.rows[s.phase].rules.get("draws")
        possible = out[: draws(s, out, weights)] if draws else []
        texts = {self.write_outcome(s, outcome): outcome for outcome in possible}
        if text not in texts:
            expected = f"one of {', '.join(texts)}" if texts else "no outcome of chance"
            raise Unreadable(f"expected {expected}; got {text[:TOLD]!r}")
        return texts[text]


def _settling(row: Phase) -> list[str]:
    """The lines that leave a phase in which nothing is pending."""
    if "ends" not in row.rules:
        return ["return False"]
    test = [f"if waits_{row.key}(s):", "    return False"] if "waits" in row.rules else []
    return [*test, f"ends_{row.key}(s)", "return True"]
