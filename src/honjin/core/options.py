"""The options of a game: acts, variants, switchable rulings, a given deal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from honjin.core.errors import BadOption, Flaw, UnknownOption
from honjin.core.reading.bounds import MAX_FILE, MAX_OPTION, shown
from honjin.core.reading.files import WHOLE, wrong
from honjin.core.words import Say, Words, speak

Value = str | bool
Options = Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option.

    A bool `default` makes it a flag; `values` make it a choice of those; with neither it is free
    text that `read` converts to its canonical form (`read` also gets the options read so far, and
    raises BadOption or Flaw). Words: `option.<key>`, `option.<key>.<value>` for each value, and
    `option.<key>.about` for free text: what to write.
    `offered` false: only records of earlier rules need it, and no lobby shows it.
    `when` = (other key, its values): the option applies only then, and is hidden otherwise.
    `file`: free text that can be given as a text file with this suffix, read verbatim; words
    `option.<key>.<default>`, and `option.<key>.own` for text from a file. Faults in it are shown
    in the reader's language, so `read` raises Flaw (`core.reading.files` helps).
    `since` = (version, value): the option, or its default, is there since that version of the
    rules. A record of an earlier version that does not name it was played with this value.
    """

    key: str
    default: Value
    values: tuple[str, ...] = ()
    offered: bool = True
    read: Callable[[str, Options], str] | None = None
    when: tuple[str, tuple[str, ...]] | None = None
    rule: str = ""
    file: str = ""
    since: tuple[int, Value] | None = None

    @property
    def is_text(self) -> bool:
        """True for free text that is not a file."""
        return isinstance(self.default, str) and not self.values and not self.file

    def applies(self, options: Options) -> bool:
        """True if the option matters beside these."""
        return self.when is None or options[self.when[0]] in self.when[1]


def read_options(
    declared: Iterable[Option], given: Mapping[str, object], words: Words | None = None
) -> Options:
    """Complete and check options; every declared key is in the result.

    BadOption says what was expected and what was given; `words` are those for flaws.
    """
    declared = tuple(declared)
    unknown = sorted(set(given) - {option.key for option in declared})
    if unknown:
        known = ", ".join(option.key for option in declared)
        raise UnknownOption(f"unknown option {shown(unknown[0])}; this game has {known}")
    chosen: dict[str, Value] = {}
    for option in declared:
        try:
            chosen[option.key] = _read(option, given.get(option.key, option.default), chosen)
        except BadOption as problem:
            problem.option = option.key
            raise
        except Flaw as flaw:
            raise _flawed(option, flaw.say, words or {}) from None
    return chosen


def _read(option: Option, value: object, chosen: Options) -> Value:
    if isinstance(option.default, bool):
        if isinstance(value, bool):
            return value
        raise BadOption(f"option {option.key} is true or false, not {shown(value)}")
    if not isinstance(value, str):
        raise BadOption(f"option {option.key} is text, not {shown(value)}")
    if option.values and value not in option.values:
        known = ", ".join(option.values)
        raise BadOption(f"option {option.key} is one of {known}, not {shown(value)}")
    _must_be_short(option, value)
    read = option.read(value, chosen) if option.read else value
    _must_be_short(option, read)  # it is stored, and has to be read again
    return read


def _must_be_short(option: Option, value: str) -> None:
    """Raise BadOption if a value is too long; for a file raise Flaw, which can be translated."""
    if option.file and len(value) > MAX_FILE:
        raise wrong(WHOLE, Say("file.length", {"n": MAX_FILE}), len(value))
    if not option.file and len(value) > MAX_OPTION:
        expected = f"text of at most {MAX_OPTION} characters"
        raise BadOption(f"option {option.key} is {expected}, not of {len(value)}")


def _flawed(option: Option, say: Say, words: Words) -> BadOption:
    problem = BadOption(f"option {option.key}: {speak(words, say)}")
    problem.option, problem.say = option.key, say
    return problem


@dataclass(frozen=True)
class Preset:
    """A ready-made set of options that the lobby offers. Words: `preset.<key>`."""

    key: str
    options: Options


def hold_options(
    state: object, options: Options, plain: Iterable[str], words: Mapping[str, Sequence[str]]
) -> None:
    """Set the fields of a state that have the names of options.

    A flag is held as 0 or 1, a number as it is, and a word as its place among the `words`.
    """
    for name in plain:
        setattr(state, name, int(options[name]))
    for name, values in words.items():
        setattr(state, name, values.index(str(options[name])))
