"""Game options on the command line: `--option key=value`, or `--key value` for short.

The commands do not know the options of any game. An option that a command does not have itself is
taken as an option of the game, and the game's own check says what it expects.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from honjin.cli.show import own_words
from honjin.core.errors import BadOption, Flaw
from honjin.core.game import Game
from honjin.core.options import Option, Options, Value
from honjin.core.reading.files import told
from honjin.core.reading.text import read_text
from honjin.core.words import Say, speak
from honjin.lab import varied_cases
from honjin.lab.report.cases import Names, case_key, choices, option_text
from honjin.lab.report.file_names import short_names


def given_options(game: Game[Any], pairs: Iterable[str], rest: Sequence[str]) -> Options:
    """The checked options of a game from `--option` pairs and the remaining arguments.

    Where an option expects the text of a file, such as a board, the file's name is accepted.
    """
    return game.read_options(given_texts(game.options, pairs, rest))


def only_given(game: Game[Any], pairs: Iterable[str], rest: Sequence[str]) -> Options:
    """The same without the options that are not given; those given as their default stay."""
    texts = given_texts(game.options, pairs, rest)
    return {key: value for key, value in game.read_options(texts).items() if key in texts}


def given_values(
    options: Iterable[Option], pairs: Iterable[str], rest: Sequence[str]
) -> dict[str, Value]:
    """The values given for declared options, not checked yet."""
    declared = {option.key: option for option in options}
    found: dict[str, Value] = {}
    for key, value in (*map(_split, pairs), *_read_rest(declared, rest)):
        if key in found:
            raise refusal("cli.option_twice", key=key)
        if key not in declared:
            raise _unknown(declared, repr(key))
        found[key] = _value(declared, key, value)
    return found


def given_texts(
    options: Iterable[Option], pairs: Iterable[str], rest: Sequence[str]
) -> dict[str, Value]:
    """The same, with the text of each file that is named."""
    declared = {option.key: option for option in options}
    found = given_values(declared.values(), pairs, rest)
    return {key: _whole(declared.get(key), value) for key, value in found.items()}


def _whole(option: Option | None, value: Value) -> Value:
    """The text of the file that is named, or the value itself."""
    if option and option.file and isinstance(value, str) and _names_file(value, option.file):
        try:
            return read_text(Path(value))
        except FileNotFoundError:
            raise refusal("cli.no_file", key=option.key, file=value) from None
        except Flaw as flaw:
            raise _bad_file(option, value, flaw) from None
    return value


def _bad_file(option: Option, file: str, flaw: Flaw) -> BadOption:
    say = Say("file.named", {"name": file, "flaw": flaw.say})
    problem = BadOption(f"option {option.key}: {told(say)}")
    problem.option, problem.say = option.key, say
    return problem


def _names_file(text: str, suffix: str) -> bool:
    return "\n" not in text and (text.endswith(suffix) or os.path.isfile(text))


def given_words(
    game: Game[Any], options: Options, pairs: Iterable[str] = (), rest: Sequence[str] = ()
) -> list[str]:
    """The options that differ from the defaults, as written on the command line.

    A file keeps the name that it was given by.
    """
    usual = game.read_options()
    changed = {key: value for key, value in options.items() if value != usual[key]}
    given = given_values(game.options, pairs, rest)
    files = {option.key: given.get(option.key) for option in game.options if option.file}
    return [
        word
        for key, value in changed.items()
        for word in ("--option", f"{key}={option_text(files.get(key) or value)}")
    ]


def folder_name(game: str, words: Sequence[str]) -> str:
    """The usual name of a folder for a game with the options in words as `given_words` returns.

    Commas separate bots and colons their parts, so a bot in a folder with either has no name.

    >>> folder_name("summits", ["--option", "battle=shizugatake", "--vary", "handicap=0,3"])
    'summits-shizugatake-0-3'
    """
    values = (Path(word.rpartition("=")[2]).name for word in words[1::2])
    return re.sub("[,:]", "-", "-".join([game, *values]))


class Cases(NamedTuple):
    """Cases by name (None: all presets), and the arguments that ask for the same ones.

    `names` are those of the files among the values.
    """

    cases: dict[str, Options] | None
    words: list[str]
    names: Names = MappingProxyType({})


class Varied(NamedTuple):
    """The values of each varied option, and the names of the files among them, by their texts."""

    values: dict[str, list[Value]]
    names: Names


def given_cases(
    game: Game[Any], pairs: Sequence[str], rest: Sequence[str], vary: Sequence[str] = ()
) -> Cases:
    """The cases that options ask for: one, or one for each combination of varied values."""
    if not pairs and not rest and not vary:
        return Cases(None, [])
    options = given_options(game, pairs, rest)
    words = given_words(game, options, pairs, rest)
    if not vary:
        files = file_names(game, options, pairs, rest)
        key = case_key(dict(_split(word) for word in words[1::2]))
        return Cases({key: options}, words, files)
    varied = read_varied(game, vary)
    for key in varied.values.keys() & {word.partition("=")[0] for word in words}:
        raise refusal("cli.given_and_varied", key=key)
    cases = varied_cases(game, options, varied.values, varied.names)
    names = {**file_names(game, options, pairs, rest), **case_names(cases, varied)}
    return Cases(cases, words + [word for text in vary for word in ("--vary", text)], names)


def case_names(cases: Mapping[str, Options], varied: Varied) -> dict[str, str]:
    """The names of varied files, and of what the options of each case make of a value."""
    names = dict(varied.names)
    for choice, options in zip(choices(varied.values), cases.values(), strict=True):
        for key, value in choice.items():
            if value in varied.names or options[key] != value:
                names[str(options[key])] = varied.names.get(str(value), str(value))
    return names


def file_names(
    game: Game[Any], options: Options, pairs: Sequence[str], rest: Sequence[str]
) -> dict[str, str]:
    """The names of the files that options were given by."""
    given = given_values(game.options, pairs, rest)
    return {
        str(options[option.key]): Path(str(given[option.key])).stem
        for option in game.options
        if option.file and given.get(option.key, options[option.key]) != options[option.key]
    }


def read_varied(game: Game[Any], texts: Sequence[str]) -> Varied:
    """The values of each varied option, from texts such as `key=a,b` or `key`.

    Where an option expects the text of a file, the file's name is accepted. The file is then called
    by its name without ending, with as many of its folders as tell it from the others.
    """
    declared = {option.key: option for option in game.options}
    found: dict[str, list[Value]] = {}
    files: dict[str, str] = {}  # by name: the text
    for text in texts:
        key, equals, values = text.partition("=")
        key = key.replace("-", "_")
        if key not in declared:
            raise _unknown(declared, repr(key))
        if key in found:
            raise refusal("cli.varied_twice", key=key)
        every = values.split(",") if equals else _all_values(declared[key])
        found[key] = list(dict.fromkeys(_value(declared, key, value) for value in every))
        whole = {value: _whole(declared[key], value) for value in found[key]}
        files |= {str(file): str(read) for file, read in whole.items() if file != read}
        found[key] = list(dict.fromkeys(whole.values()))
    names = short_names(list(files))
    return Varied(found, {text: names[file] for file, text in reversed(files.items())})


def _all_values(option: Option) -> Sequence[str]:
    if isinstance(option.default, bool):
        return ("true", "false")
    if option.values:
        return option.values
    raise refusal("cli.vary_what", key=option.key)


def _split(pair: str) -> tuple[str, str]:
    key, equals, value = pair.partition("=")
    if not equals:
        raise refusal("cli.not_pair", got=repr(pair))
    return key.replace("-", "_"), value


def _read_rest(declared: dict[str, Option], rest: Sequence[str]) -> Iterator[tuple[str, str]]:
    words = list(rest)
    while words:
        word = words.pop(0)
        if not word.startswith("--") or word == "--":
            raise refusal("cli.no_option", got=repr(word))
        if "=" in word:
            yield _split(word[2:])
            continue
        key = word[2:].replace("-", "_")
        if _is_flag(declared, key) or _is_flag(declared, key.removeprefix("no_")):
            yield key.removeprefix("no_"), "false" if key.startswith("no_") else "true"
        elif words and not words[0].startswith("--"):
            yield key, words.pop(0)
        else:
            raise _missing(declared, key)


def _is_flag(declared: dict[str, Option], key: str) -> bool:
    return key in declared and isinstance(declared[key].default, bool)


def _missing(declared: dict[str, Option], key: str) -> BadOption:
    if key not in declared:
        return _unknown(declared, f"--{key}")
    if values := declared[key].values:
        return refusal("cli.no_value_of", key=key, values=", ".join(values))
    return refusal("cli.no_value", key=key)


def _unknown(declared: Iterable[str], key: str) -> BadOption:
    return refusal("cli.unknown_option", key=key, known=", ".join(declared))


def refusal(key: str, /, **holes: str) -> BadOption:
    """What is wrong with options, in English and as data for the other languages."""
    say = Say(key, holes)
    problem = BadOption(speak(own_words(), say))
    problem.say = say
    return problem


def _value(declared: dict[str, Option], key: str, text: str) -> str | bool:
    if _is_flag(declared, key) and text in ("true", "false"):
        return text == "true"
    return text
