"""Untrusted text: measured before it is parsed, at a cost that grows in proportion."""

from __future__ import annotations

import sys
import tomllib
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin import games
from honjin.core.errors import BadOption, Flaw, HonjinError, Unreadable
from honjin.core.game import Game
from honjin.core.options import Option, read_options
from honjin.core.play import replay
from honjin.core.reading import bounds
from honjin.core.reading.bounds import must_be_plain, must_be_short
from honjin.core.reading.files import FILE_WORDS, read_toml
from honjin.core.record import Record, read_record
from honjin.core.words import load_words, speak

WORDS = load_words(FILE_WORDS)
GAMES = [games.load(key) for key in games.keys()]  # noqa: SIM118 (a module)


def flaw(text: str) -> str:
    """The flaw in a file's text, in English; it has words in Japanese too."""
    with pytest.raises(Flaw) as caught:
        read_toml(text, dict[str, Any], bounds.MAX_FILE)
    assert speak(WORDS, caught.value.say, "ja") != speak(WORDS, caught.value.say)
    return speak(WORDS, caught.value.say)


# ---------------------------------------------------------------- the shape of a file


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "a" + ".a" * 30_000 + "=1",
            "line 1: expected at most 100 characters without quotation marks",
        ),
        ("a" + ".a" * 8 + "=1", "line 1: expected a key of at most 8 parts"),
        ("\n\n['a'" + ".'a'" * 8 + "]", "line 3: expected a key of at most 8 parts"),
        ("a = " + "[" * 17, "line 1: expected at most 16 nested brackets"),
        ("a = " + "{a=" * 17, "line 1: expected at most 16 nested brackets"),
        ("\na = " + "1" * 16, "line 2: expected a number of at most 15 digits"),
        ("a = 1" + "_1" * 20, "line 1: expected a number of at most 15 digits"),
        ("a = " + "1" * 4_400, "line 1: expected at most 100 characters without quotation marks"),
        (
            "".join(f"a{n}=1\n" for n in range(4_001)),
            "line 4001: expected at most 4000 keys and brackets in the file",
        ),
        ("[[a]]\n" * 2_001, "line 2001: expected at most 4000 keys and brackets in the file"),
    ],
)  # fmt: skip
def test_what_is_too_much_is_a_flaw_with_its_line(text: str, says: str) -> None:
    """Long and many keys, depth and digits; found as a post that froze the server for minutes."""
    assert says == flaw(text)


@pytest.mark.parametrize("quote", ['"', "'", '"""', "'''"])
def test_what_stands_in_quotes_or_remarks_does_not_count(quote: str) -> None:
    """Brackets, dots and digits in quotes and comments are only text."""
    inside = "[" * 30 + ".a" * 30 + "1" * 5_000
    text = f"a = {quote}{inside}{quote}\n# {inside}\nb = 1"
    assert {"a": inside, "b": 1} == read_toml(text, dict[str, Any], bounds.MAX_FILE)


def test_lines_in_a_long_text_are_counted() -> None:
    """The flaw names the line of the file."""
    assert flaw('a = """\n\n"""\nb = ' + "[" * 17).startswith("line 4:")


tomls = st.recursive(
    st.sampled_from(["1", '"x"', "'y'", "true", "1.5", "2026-01-01", '"""z"""']),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]")
        | st.lists(inner, max_size=3).map(
            lambda parts: "{" + ", ".join(f"k{n} = {part}" for n, part in enumerate(parts)) + "}"
        )
    ),
    max_leaves=8,
)


@given(st.lists(tomls, max_size=5))
def test_whatever_is_of_usual_size_is_read_as_the_library_reads_it(values: list[str]) -> None:
    """No file that a person writes is refused."""
    text = "".join(f"key_{n}.b = {value}\n" for n, value in enumerate(values))
    assert tomllib.loads(text) == read_toml(text, dict[str, Any], bounds.MAX_FILE)


# ---------------------------------------------------------------- growth


def cost(work: Callable[[], object]) -> tuple[int, int]:
    """The cost of a piece of work: lines of Python executed, and peak memory in bytes."""
    lines = 0

    def count(frame: Any, event: str, arg: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    tracemalloc.start()
    sys.settrace(count)
    try:
        with suppress(HonjinError):
            work()
    finally:
        sys.settrace(before)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return lines, peak


SLACK = 500, 100_000
"""Lines and bytes that do not count, for work done once."""


def grows_evenly(read: Callable[[str], object], make: Callable[[int], str], size: int) -> None:
    """Twice the text costs twice the lines and twice the bytes, and not four times."""
    with suppress(HonjinError):
        read(make(8))  # so that anything cached is made now
    once, twice = cost(lambda: read(make(size))), cost(lambda: read(make(2 * size)))
    for small, large, slack in zip(once, twice, SLACK, strict=True):
        assert large <= 2.5 * small + slack, (once, twice)


ATTACKS: dict[str, Callable[[int], str]] = {
    "dotted key": lambda n: "a" + ".a" * n + "=1",
    "dotted header": lambda n: "[a" + ".a" * n + "]",
    "quoted parts": lambda n: "'a'" + ".'a'" * n + "=1",
    "headers": lambda n: "".join(f"[a{k}.b.c.d]\n" for k in range(n // 8)),
    "header again": lambda n: "[[a.b]]\n" * (n // 4),
    "keys": lambda n: "".join(f"a{k}.b.c.d=1\n" for k in range(n // 8)),
    "lists": lambda n: "a=" + "[" * n,
    "tables": lambda n: "a=" + "{a=" * n,
    "digits": lambda n: "a=" + "1" * n,
    "long text": lambda n: 'a="' + "\\n" * n + '"',
    "open text": lambda n: 'a="""' + '\\"""' * n,
    "many texts": lambda n: "a=[" + "'x'," * n + "]",
    "numbers": lambda n: "a=[" + "1," * n + "]",
    "remarks": lambda n: "#x\n" * n,
    "lines": lambda n: "\r\n" * n,
    "slashes": lambda n: "/" * n,
    "colons": lambda n: "squares:" + "/" * n + ":" * n,
    "spaces": lambda n: " " * n + "x",
    "words": lambda n: "a=b " * n,
    "commas": lambda n: "a=" + "1," * n,
    "seeds": lambda n: "drawn:" + "1" * n,
}


@pytest.mark.slow_after(8)
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_file_costs_what_it_is_long(attack: str) -> None:
    """Reading TOML takes time and memory in proportion to its length, whatever it contains."""
    grows_evenly(
        lambda text: read_toml(text, dict[str, Any], bounds.MAX_FILE), ATTACKS[attack], 2_000
    )


FREE = [
    (game, option)
    for game in GAMES
    for option in game.options
    if option.read is not None and not option.values
]


@pytest.mark.slow_after(20)
@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize(("game", "option"), FREE, ids=lambda one: one.key)
def test_an_option_costs_what_it_is_long(game: Game[Any], option: Option, attack: str) -> None:
    """Maps, boards, deals of every game; a bad one raises BadOption and no other error."""
    when = {option.when[0]: option.when[1][0]} if option.when else {}
    grows_evenly(lambda text: game.read_options(when | {option.key: text}), ATTACKS[attack], 2_000)


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_notation_costs_what_it_is_long(game: Game[Any], attack: str) -> None:
    """Positions and actions, even if their length was not checked before."""
    options = game.read_options()
    state = game.setup(options)
    grows_evenly(lambda text: game.notation.read_position(text, options), ATTACKS[attack], 2_000)
    grows_evenly(lambda text: game.notation.read_action(state, 0, text), ATTACKS[attack], 2_000)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_position_with_more_of_anything_costs_what_it_is_long(game: Game[Any]) -> None:
    """Each field of a real position, repeated: read or refused in proportion."""
    options = game.read_options()
    text = game.notation.write_position(game.setup(options))
    for field in text.split(" ")[:12]:
        grows_evenly(
            lambda more: game.notation.read_position(more, options),
            lambda n, field=field: text.replace(field, field * (n // 8 + 1), 1),  # type: ignore[misc]
            500,
        )


HUGE = "9" * 4_400


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_numbers_of_thousands_of_digits_are_refused(game: Game[Any]) -> None:
    """Wherever a position or an action has a number; found as a ValueError, hence a 500."""
    options = game.read_options()
    state = game.setup(options)
    text = game.notation.write_position(state)
    places = [n for n, letter in enumerate(text) if letter.isdigit()]
    for n in places[:: max(1, len(places) // 40)]:
        longer = text[:n] + HUGE + text[n + 1 :]
        with pytest.raises(Unreadable):
            game.notation.read_position(longer, options)
        with pytest.raises(Unreadable):
            game.read_position(longer, options)
    for action in game.legal(state, 0)[:20]:
        written = game.notation.write_action(state, 0, action)
        for n, letter in enumerate(written):
            if letter.isdigit():
                with pytest.raises(Unreadable):
                    game.notation.read_action(state, 0, written[:n] + HUGE + written[n + 1 :])


@pytest.mark.parametrize(("game", "option"), FREE, ids=lambda one: one.key)
def test_numbers_of_thousands_of_digits_in_an_option(game: Game[Any], option: Option) -> None:
    """As a TOML number, in a line, and alone: BadOption, for a file in the reader's language."""
    when = {option.when[0]: option.when[1][0]} if option.when else {}
    for text in (HUGE, f"a = {HUGE}", f"drawn:{HUGE}", f"{HUGE},0:1", f"[board]\nq = {HUGE}"):
        with pytest.raises(BadOption) as caught:
            game.read_options(when | {option.key: text})
        assert len(str(caught.value)) < 1_000
        if option.file:
            assert caught.value.say is not None
            assert speak(game.words, caught.value.say, "ja")


# ---------------------------------------------------------------- lengths


def test_an_option_is_short_or_a_file() -> None:
    """Longer ones are not read; a message quotes little of them."""

    def never(text: str, options: object) -> str:
        raise AssertionError(text)

    plain = Option(key="deal", default="", read=never)
    file = Option(key="map", default="", read=never, file=".toml")
    with pytest.raises(BadOption, match="text of at most 2000 characters, not of 2001"):
        read_options([plain], {"deal": "x" * 2_001})
    with pytest.raises(BadOption, match="at most 80000 characters, got 80001"):
        read_options([file], {"map": "x" * 80_001}, WORDS)
    choice = Option(key="act", default="1", values=("1", "2"))
    for given_options in ({"act": "3" * 50_000}, {"x" * 50_000: "1"}):
        with pytest.raises(BadOption) as caught:
            read_options([choice], given_options)
        assert len(str(caught.value)) < 200


def test_what_an_option_keeps_can_be_read_again() -> None:
    """A reader whose result is too long to be read is refused at once, not at the next start."""
    longer = Option(key="map", default="", read=lambda text, _: text * 2, file=".toml")
    with pytest.raises(BadOption, match="at most 80000 characters, got 100000"):
        read_options([longer], {"map": "x" * 50_000}, WORDS)


def test_actions_and_positions_have_a_length() -> None:
    """The game checks it before its notation gets the text."""
    game = GAMES[0]
    options = game.read_options()
    state = game.setup(options)
    with pytest.raises(Unreadable, match="an action of at most 400 characters, got 401"):
        game.read_action(state, 0, "x" * 401)
    with pytest.raises(Unreadable, match="a position of at most 20000 characters, got 20001"):
        game.read_position("x" * 20_001, options)
    with pytest.raises(Unreadable, match="numbers of at most 15 digits, got one of 16"):
        must_be_short("e" + "1" * 16, "a position", 100)


HEAD = '{"honjin": 1, "game": "rokumon", "rules": 1, "options": {}'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (" " * 2_000_001, "a record of at most 2000000 bytes, got 2000001"),
        (HEAD + ', "actions": [' + '"0:x",' * 100_000 + '"0:x"]}', "at most 100000 entries"),
        (HEAD + ', "actions": ["0:' + "x" * 400 + '"]}', "at most 400 characters, got 402"),
        (HEAD + ', "rules": ' + HUGE + "}", "expected a Honjin record in JSON"),
    ],
    ids=["bytes", "entries", "entry", "number"],
)
def test_records_have_a_size(text: str, says: str) -> None:
    """Its bytes, entries, the length of each entry, and numbers are limited."""
    with pytest.raises(Unreadable, match=says):
        read_record(text)


def wide(n: int) -> str:
    """A record with many options."""
    return HEAD[:-1] + ",".join(f'"{k}":"v"' for k in range(n)) + "}}"


@pytest.mark.parametrize(
    "make",
    [
        lambda n: '{"a":' * n,
        lambda n: "[" * n,
        wide,
        lambda n: HEAD + ',"actions":[' + '"0:r1c1",' * n + '"0:x"]}',
        lambda n: '{"more":' + "9" * n + "}",
        lambda n: '"' + "\\u0061" * n + '"',
    ],
    ids=["objects", "lists", "options", "entries", "digits", "escapes"],
)
def test_a_record_costs_what_it_is_long(make: Callable[[int], str]) -> None:
    """Reading it takes time in proportion to its length, whatever it contains."""
    grows_evenly(read_record, make, 2_000)


def test_what_cannot_be_played_is_shown_in_short() -> None:
    """The message for a record that does not replay quotes no long text of it."""
    for record in (
        Record("rokumon", GAMES[0].version, {}, ("0:" + "x" * 390,)),
        Record("rokumon", GAMES[0].version, {}, ("x" * 300_000,)),
        Record("x" * 300_000, 1, {}),
        Record("rokumon", GAMES[0].version, {}, (), "x" * 300_000),
        Record("rokumon", GAMES[0].version, {}, (), "x" * 19_000),
    ):
        with pytest.raises(HonjinError) as caught:
            replay(GAMES[0], record)
        assert len(str(caught.value)) < 1_000, str(caught.value)[:200]


@given(st.text(alphabet="\"'\\.=[]{}#\n1a, ", max_size=60))
def test_any_text_is_measured(text: str) -> None:
    """Junk is plain or has a flaw, and plain text is cheap for the library."""
    with suppress(Flaw):
        must_be_plain(text)
