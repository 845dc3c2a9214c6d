"""The lab: matches between bots, with statistics of their results.

match      one game between bots, in this process
Arena      many games on the same deals and dice, by worker processes, saved in a folder
Ladder     each level of a game against the one below
Balance    the same bots on all seats: who wins, how games end, their length, sources of points

series · lineup · playing · worker    many games, their seating, one game, workers that play them
question · folder                     what a series measures, and its files
lines                                 files of lines, each durable before it counts
team · processes · cluster            workers that answer messages, local or on a Ray cluster
background                            experiments and searches in a process of low priority
intervals · sequential · tally        means with intervals, early stopping, standings
even                                  the value at which both sides win equally often
cases · findings · report             variants to compare, their results, the results in words
plots · balance_plots                 need matplotlib (extra `lab`)
"""

from __future__ import annotations

from honjin.lab.errors import (
    BadArena,
    BotFailed,
    NoPlots,
    NotKept,
    WorkerFailed,
    WrongFolder,
)
from honjin.lab.matches.arena import Arena, Outcome, Until, read_until
from honjin.lab.matches.compiling import Compiling, prepare
from honjin.lab.matches.entrants import Entrant, find_entrant, find_entrants
from honjin.lab.matches.ladder import Holds, Ladder, Report, Rung, Step
from honjin.lab.matches.lineup import Fixed, Lineup, Seating
from honjin.lab.matches.playing import Fault, Match, Played, match, read_line
from honjin.lab.matches.question import Question
from honjin.lab.matches.series import Ended, Progress, Series
from honjin.lab.report.balance import Balance
from honjin.lab.report.cases import case_key, varied_cases
from honjin.lab.report.findings import BalanceReport, Case, Findings, Kept
from honjin.lab.stats.intervals import Estimate, Moments, bounded_mean, elo, quantile, wilson
from honjin.lab.stats.sequential import Running, Sprt, Verdict, log_ratio, read_sprt
from honjin.lab.stats.tally import Standing, Tally
from honjin.lab.team import Backend

__all__ = [
    "Arena", "Backend", "BadArena", "Balance", "BalanceReport", "BotFailed", "Case", "Compiling",
    "Ended", "Entrant", "Estimate", "Fault", "Findings", "Fixed", "Holds", "Kept", "Ladder",
    "Lineup", "Match", "Moments", "NoPlots", "NotKept", "Outcome", "Played", "Progress", "Question",
    "Report", "Rung", "Running", "Seating", "Series", "Sprt", "Standing", "Step", "Tally", "Until",
    "Verdict", "WorkerFailed", "WrongFolder", "bounded_mean", "case_key", "elo", "find_entrant",
    "find_entrants", "log_ratio", "match", "prepare", "quantile", "read_line",
    "read_sprt", "read_until", "varied_cases", "wilson",
]  # fmt: skip
