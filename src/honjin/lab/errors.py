"""The errors of the lab, as one tree below core's.

HonjinError
├── BadArena          an impossible arena: too few bots, too many, an invalid limit
├── WrongFolder       a folder that belongs to another question, or holds something else
├── NotKept           a game could not be saved
├── BotFailed         a bot (or the game's rules) raised; the traceback is saved
├── WorkerFailed      a worker process could not start, or died
├── NoPlots           the plotting library is missing
├── NoLearning        the library that models a search is missing
├── BadPlan           a plan of an experiment or a search that cannot be played
├── NothingPlayed     a search that was stopped before its first game
└── BadReport         a file that is not an experiment
    └── NoSuchGame    a game that the experiment does not have
"""

from honjin.core.errors import HonjinError


class BadArena(HonjinError):
    """The arena cannot be played."""


class WrongFolder(HonjinError):
    """The folder belongs to another arena, or holds something else."""


class NotKept(HonjinError):
    """A game could not be saved; those saved before are safe."""


class BotFailed(HonjinError):
    """A bot or the rules raised, and the game could not continue."""


class WorkerFailed(HonjinError):
    """A worker process could not start, or died."""


class NoPlots(HonjinError):
    """Plots cannot be drawn here."""


class NoLearning(HonjinError):
    """A search needs a library that is not installed."""


class BadPlan(HonjinError):
    """The plan of an experiment or a search cannot be played."""


class NothingPlayed(HonjinError):
    """The search has no games from which to choose."""


class BadReport(HonjinError):
    """The file is not an experiment."""


class NoSuchGame(BadReport):
    """An experiment does not have the game."""
