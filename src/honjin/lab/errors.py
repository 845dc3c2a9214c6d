"""What can go wrong in the lab, as one tree below core's.

HonjinError
├── BadArena          an arena that cannot be: too few bots, too many, a limit that is none
├── WrongFolder       a folder that holds another question, or something else
├── NotKept           a game could not be written down
├── BotFailed         a bot (or the game's rules) raised; the traceback is kept
├── WorkerFailed      a worker process could not start, or ended by itself
├── NoPlots           the library that draws is missing
├── NoLearning        the library that learns from games where to look next is missing
├── BadPlan           a plan of an experiment or a search that cannot be played
└── BadReport         a file that holds no experiment
"""

from honjin.core.errors import HonjinError


class BadArena(HonjinError):
    """What was asked for cannot be played."""


class WrongFolder(HonjinError):
    """The folder belongs to another arena, or to none."""


class NotKept(HonjinError):
    """What was played could not be written down; what was kept before is safe."""


class BotFailed(HonjinError):
    """A game could not go on."""


class WorkerFailed(HonjinError):
    """A worker process is not there when it should be."""


class NoPlots(HonjinError):
    """Plots cannot be drawn here."""


class NoLearning(HonjinError):
    """A search needs a library that is not installed."""


class BadPlan(HonjinError):
    """What an experiment or a search is to play cannot be played."""


class BadReport(HonjinError):
    """A file of an experiment was expected."""
