"""Exact values: games solved by retrograde analysis, and the tables that hold them.

The game says what its positions are (`core.index`), the rules say what its actions lead to; all
else is the same for every game.
"""

from honjin.core.index import Unsolvable
from honjin.solver.export import BadExport, export
from honjin.solver.files import Damaged, NoRoom
from honjin.solver.oracle import Oracle
from honjin.solver.retrograde import Step
from honjin.solver.solving import Counting, check, default_folder, plan_for, plans_for, solve
from honjin.solver.tables import Answer, NotSolved, Tables
from honjin.solver.value import Value

__all__ = [
    "Answer",
    "BadExport",
    "Counting",
    "Damaged",
    "NoRoom",
    "NotSolved",
    "Oracle",
    "Step",
    "Tables",
    "Unsolvable",
    "Value",
    "check",
    "default_folder",
    "export",
    "plan_for",
    "plans_for",
    "solve",
]
