"""What can go wrong, as one tree.

HonjinError
├── UnknownGame            no such game in the registry
├── BadOption              an option's name or value cannot be used
├── Flaw                   what is wrong with a text that people wrote, as data
├── UnknownDesk            a game has no desk of that key to draw files at
├── UnknownBot             no bot of that name, or none that plays this game
├── Unreadable             text that is not an action, a position or a record
├── NotToAct               the seat may not act now (or the table waits for chance)
├── Illegal                readable, but not among the legal choices
├── GameOver               the game has ended
├── NoSuchStep             a step outside the record
├── RecordMismatch         a record that does not replay under these rules
├── NoArrays               a game that does not say how it is seen as arrays
├── NoDevice               no graphics card that kernels could run on
├── BadLesson              a lesson that cannot be read, or that the engine cannot play
└── TookTooLong            work for which there was not that much time

Each message says what was expected and what came.
"""

from honjin.core.words import Say


class HonjinError(Exception):
    """Anything a caller of Honjin did that cannot be done."""


class UnknownGame(HonjinError):
    """No game of that key is registered."""


class BadOption(HonjinError):
    """An option that the game does not have, or a value it cannot take.

    `option` is the key of a declared option whose value is meant; `say` what is wrong with it, as
    data, where the option's reader found a flaw.
    """

    option: str = ""
    say: Say | None = None


class Flaw(HonjinError):
    """What is wrong with a text that people wrote, as data; its game has the words."""

    def __init__(self, say: Say) -> None:
        super().__init__(say)
        self.say = say


class UnknownDesk(HonjinError):
    """The game has no desk of that key."""


class UnknownBot(HonjinError):
    """Text that names no bot, or one that does not play the game."""


class Unreadable(HonjinError):
    """Text that cannot be read as what it should be."""


class NotToAct(HonjinError):
    """The seat is not to act at this point."""


class Illegal(HonjinError):
    """The action is not among the legal choices."""


class GameOver(HonjinError):
    """The game is over; nothing more can be done."""


class NoSuchStep(HonjinError):
    """A step before the beginning or after the end of the record."""


class RecordMismatch(HonjinError):
    """A record whose actions do not replay under the rules it names."""


class NoArrays(HonjinError):
    """A game that says nothing of how its observations stand in arrays."""


class NoDevice(HonjinError):
    """No graphics card, driver or package for one."""


class BadLesson(HonjinError):
    """A lesson that cannot be read, or that the engine cannot play: which step, and why."""


class TookTooLong(HonjinError):
    """Work that was given a time, and is not done in it."""
