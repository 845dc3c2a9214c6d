"""Exact values: games solved by retrograde analysis, and the tables that store them.

A game defines the index of its positions (`core.parts.index`), its rules define the links between
them; everything else is the same for every game.

Each name is imported when it is first used: some need NumPy, which takes 15 MB, and most of their
users need few of them.
"""

from typing import TYPE_CHECKING

from honjin.core.lazy import lazy_names

if TYPE_CHECKING:
    from honjin.core.parts.index import TooLarge, Unsolvable
    from honjin.solver.knowledge import Knowledge
    from honjin.solver.proof.certificate import check_proof, found_proof, proof_path
    from honjin.solver.proof.inquiry import Inquiry
    from honjin.solver.proof.pool import Provers
    from honjin.solver.proof.prove import NotProved, case_for, cases_for, prove
    from honjin.solver.proof.prover import Prover
    from honjin.solver.proof.search import SearchProgress
    from honjin.solver.puzzles.book import BadPuzzles, Book, Daily, NoPuzzle, has_puzzles
    from honjin.solver.puzzles.decision import Decision, Node
    from honjin.solver.puzzles.exact import NeedsHidden, TooCostly, exact_node
    from honjin.solver.puzzles.maker import Maker
    from honjin.solver.puzzles.puzzle import Puzzle
    from honjin.solver.retrograde.steps import Step
    from honjin.solver.tables.ask import Answer, NotSolved, Tables
    from honjin.solver.tables.export import BadExport, export, must_be_exportable
    from honjin.solver.tables.files import Damaged, NoRoom
    from honjin.solver.tables.oracle import Oracle
    from honjin.solver.tables.plans import default_folder, plan_for, plans_for
    from honjin.solver.tables.solving import Counting, check, solve
    from honjin.solver.tables.stages import StageProgress, Stages, solved_stages, stages_of
    from honjin.solver.tables.value import Value

__getattr__ = lazy_names(
    __name__,
    {
        "honjin.core.parts.index": "TooLarge Unsolvable",
        "honjin.solver.knowledge": "Knowledge",
        "honjin.solver.proof.certificate": "check_proof found_proof proof_path",
        "honjin.solver.proof.inquiry": "Inquiry",
        "honjin.solver.proof.pool": "Provers",
        "honjin.solver.proof.prove": "NotProved case_for cases_for prove",
        "honjin.solver.proof.prover": "Prover",
        "honjin.solver.proof.search": "SearchProgress",
        "honjin.solver.puzzles.book": "BadPuzzles Book Daily NoPuzzle has_puzzles",
        "honjin.solver.puzzles.decision": "Decision Node",
        "honjin.solver.puzzles.exact": "NeedsHidden TooCostly exact_node",
        "honjin.solver.puzzles.maker": "Maker",
        "honjin.solver.puzzles.puzzle": "Puzzle",
        "honjin.solver.retrograde.steps": "Step",
        "honjin.solver.tables.ask": "Answer NotSolved Tables",
        "honjin.solver.tables.export": "BadExport export must_be_exportable",
        "honjin.solver.tables.files": "Damaged NoRoom",
        "honjin.solver.tables.oracle": "Oracle",
        "honjin.solver.tables.plans": "default_folder plan_for plans_for",
        "honjin.solver.tables.solving": "Counting check solve",
        "honjin.solver.tables.stages": "StageProgress Stages solved_stages stages_of",
        "honjin.solver.tables.value": "Value",
    },
)

__all__ = [
    "Answer",
    "BadExport",
    "BadPuzzles",
    "Book",
    "Counting",
    "Daily",
    "Damaged",
    "Decision",
    "Inquiry",
    "Knowledge",
    "Maker",
    "NeedsHidden",
    "NoPuzzle",
    "NoRoom",
    "Node",
    "NotProved",
    "NotSolved",
    "Oracle",
    "Prover",
    "Provers",
    "Puzzle",
    "SearchProgress",
    "StageProgress",
    "Stages",
    "Step",
    "Tables",
    "TooCostly",
    "TooLarge",
    "Unsolvable",
    "Value",
    "case_for",
    "cases_for",
    "check",
    "check_proof",
    "default_folder",
    "exact_node",
    "export",
    "found_proof",
    "has_puzzles",
    "must_be_exportable",
    "plan_for",
    "plans_for",
    "proof_path",
    "prove",
    "solve",
    "solved_stages",
    "stages_of",
]
