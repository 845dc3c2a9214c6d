"""The lab: bots play each other, and what comes of it is counted with care.

match      one game between bots, in this process
Arena      many games on the same luck, by worker processes, kept in a folder
Ladder     each level of a game against the one below

lineup · playing · worker · crew      who sits where, one game, the processes
question · folder                     what is asked, and what is kept
intervals · sequential · tally        means with intervals, stopping early, standings
plots                                 needs matplotlib (extra `lab`)
"""

from __future__ import annotations

from honjin.lab.arena import (
    Arena,
    Compiling,
    Ended,
    Outcome,
    Progress,
    Until,
    prepare,
    read_until,
)
from honjin.lab.entrants import Entrant, find_entrant, find_entrants
from honjin.lab.errors import (
    BadArena,
    BotFailed,
    NoPlots,
    NotKept,
    WorkerFailed,
    WrongFolder,
)
from honjin.lab.intervals import Estimate, Moments, bounded_mean, elo, quantile, wilson
from honjin.lab.ladder import Holds, Ladder, Report, Rung, Step
from honjin.lab.lineup import Lineup, Seating
from honjin.lab.playing import Fault, Match, Played, match, read_line
from honjin.lab.question import Question
from honjin.lab.sequential import Running, Sprt, Verdict, log_ratio, read_sprt
from honjin.lab.tally import Standing, Tally

__all__ = [
    "Arena", "BadArena", "BotFailed", "Compiling", "Ended", "Entrant", "Estimate", "Fault", "Holds",
    "Ladder", "Lineup", "Match", "Moments", "NoPlots", "NotKept", "Outcome", "Played", "Progress",
    "Question", "Report", "Rung", "Running", "Seating", "Sprt", "Standing", "Step", "Tally",
    "Until", "Verdict", "WorkerFailed", "WrongFolder", "bounded_mean", "elo", "find_entrant",
    "find_entrants", "log_ratio", "match", "prepare", "quantile", "read_line", "read_sprt",
    "read_until", "wilson",
]  # fmt: skip
