"""Exact values: games solved by retrograde analysis, and the tables that hold them.

The game says what its positions are (`core.index`), the rules say what its actions lead to; all
else is the same for every game.
"""

from honjin.core.index import TooLarge, Unsolvable
from honjin.solver.export import BadExport, export
from honjin.solver.files import Damaged, NoRoom
from honjin.solver.inquiry import Inquiry
from honjin.solver.oracle import Oracle
from honjin.solver.proof_search import Far
from honjin.solver.proofs import check_proof, found_proof, proof_path
from honjin.solver.prover import Prover
from honjin.solver.provers import Provers
from honjin.solver.proving import NotProved, case_for, cases_for, prove
from honjin.solver.puzzle_book import BadPuzzles, Book, Daily, NoPuzzle, has_puzzles
from honjin.solver.puzzle_maker import Maker
from honjin.solver.puzzles import Puzzle
from honjin.solver.retrograde import Step
from honjin.solver.solving import Counting, check, default_folder, plan_for, plans_for, solve
from honjin.solver.tables import Answer, NotSolved, Tables
from honjin.solver.value import Value

__all__ = [
    "Answer",
    "BadExport",
    "BadPuzzles",
    "Book",
    "Counting",
    "Daily",
    "Damaged",
    "Far",
    "Inquiry",
    "Maker",
    "NoPuzzle",
    "NoRoom",
    "NotProved",
    "NotSolved",
    "Oracle",
    "Prover",
    "Provers",
    "Puzzle",
    "Step",
    "Tables",
    "TooLarge",
    "Unsolvable",
    "Value",
    "case_for",
    "cases_for",
    "check",
    "check_proof",
    "default_folder",
    "export",
    "found_proof",
    "has_puzzles",
    "plan_for",
    "plans_for",
    "proof_path",
    "prove",
    "solve",
]
