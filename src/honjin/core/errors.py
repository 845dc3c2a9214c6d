"""What can go wrong, as one tree.

HonjinError
├── UnknownGame            no such game in the registry
├── BadOption              an option's value cannot be used
│   └── UnknownOption      the game has no option of that name
├── Flaw                   a fault in a file that a player wrote, as data
├── UnknownDesk            the game has no desk with that key
├── UnknownBot             no bot of that name, or none that plays this game
├── BadNet                 no network or weights in a file, or of the wrong kind
├── Unreadable             text that is not an action, a position or a record
│   └── TooLarge           text that is longer than what is read
├── NotToAct               the seat may not act now (or chance is next)
├── Illegal                readable, but not among the legal choices
├── GameOver               the game has ended
├── NoSuchStep             a step outside the record
├── RecordMismatch         a record that does not replay under these rules
├── NoArrays               the game has no observation arrays
├── NoDevice               no graphics card that kernels could run on
├── NotCompiled            loops that cannot be compiled
├── BadLesson              a lesson that cannot be read, or that the engine cannot play
└── TookTooLong            work that exceeded its time limit

Each message says what was expected and what was given.
"""

from honjin.core.words import Say


class HonjinError(Exception):
    """The base of all errors that a caller of Honjin can cause."""


class UnknownGame(HonjinError):
    """No game with that key is registered."""


class BadOption(HonjinError):
    """An option that the game does not have, or a value that it cannot take.

    `option` is the key of the declared option with the invalid value; `say` describes the flaw as
    data, if the option's reader found one.
    """

    option: str = ""
    say: Say | None = None


class UnknownOption(BadOption, TypeError):
    """An option that the game does not have.

    It is a TypeError, too: environments take options as keywords, and libraries such as TorchRL try
    keywords of theirs and expect this of those that are not taken.
    """


class Flaw(HonjinError):
    """A fault in a file that a player wrote, as data; the game has the words for it."""

    def __init__(self, say: Say) -> None:
        super().__init__(say)
        self.say = say


class UnknownDesk(HonjinError):
    """The game has no desk with that key."""


class UnknownBot(HonjinError):
    """Text that names no bot, or a bot that does not play the game."""


class BadNet(HonjinError):
    """A file without a network or weights, or with those of the wrong kind."""


class Unreadable(HonjinError):
    """Text that cannot be read as what it should be."""


class TooLarge(Unreadable):
    """A record or a study of more bytes than are read."""


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
    """The game does not define arrays for its observations."""


class NoDevice(HonjinError):
    """No graphics card, driver or package for one."""


class NotCompiled(HonjinError):
    """The process that compiles loops failed: whose loops, and why."""


class BadLesson(HonjinError):
    """A lesson that cannot be read, or that the engine cannot play: which step, and why."""


class TookTooLong(HonjinError):
    """Work that exceeded its time limit."""
