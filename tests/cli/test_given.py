"""Options of a game on the command line."""

from pathlib import Path

import pytest

from honjin.cli.given import (
    folder_name,
    given_cases,
    given_options,
    given_words,
    only_given,
    read_varied,
)
from honjin.core.errors import BadOption
from honjin.core.parts.desks import Draft
from honjin.core.reading.files import told
from honjin.games import load
from honjin.games.swords.content.mapfile import read_line, write_file
from madeup.game import GAME as FAIR

DEFAULTS = {"seats": "2", "rounds": "2", "offers": True}


@pytest.mark.parametrize(
    ("pairs", "rest", "expected"),
    [
        ([], [], {}),
        (["seats=3"], [], {"seats": "3"}),
        ([], ["--seats", "3"], {"seats": "3"}),
        ([], ["--seats=3", "--rounds", "1"], {"seats": "3", "rounds": "1"}),
        ([], ["--no-offers"], {"offers": False}),
        ([], ["--offers", "--rounds", "1"], {"offers": True, "rounds": "1"}),
        (["offers=false"], ["--seats", "4"], {"offers": False, "seats": "4"}),
    ],
)
def test_reads(pairs: list[str], rest: list[str], expected: dict[str, object]) -> None:
    """Pairs and `--key value` mean the same; a flag needs no value."""
    assert DEFAULTS | expected == given_options(FAIR, pairs, rest)


@pytest.mark.parametrize(
    ("pairs", "rest", "said"),
    [
        (["seats"], [], "--option expects key=value, got 'seats'"),
        ([], ["--seats"], "--seats expects one of 2, 3, 4, got nothing"),
        ([], ["--seats", "--offers"], "--seats expects one of 2, 3, 4, got nothing"),
        ([], ["--seats", "9"], "option seats is one of 2, 3, 4, not '9'"),
        ([], ["--colour", "red"], "unknown option 'colour'; this game has seats, rounds, offers"),
        ([], ["--colour"], "unknown option --colour; this game has seats, rounds, offers"),
        ([], ["stray"], "expected an option like --key value, got 'stray'"),
        ([], ["--"], "expected an option like --key value, got '--'"),
        (["seats=3"], ["--seats", "3"], "option seats is given twice"),
        (["offers=maybe"], [], "option offers is true or false, not 'maybe'"),
    ],
)
def test_refuses(pairs: list[str], rest: list[str], said: str) -> None:
    """What cannot be used is refused, naming what was expected and what came."""
    with pytest.raises(BadOption) as problem:
        given_options(FAIR, pairs, rest)
    assert said == str(problem.value)


BOARDS = load("akebono")


def changed_board(mark: str = "6") -> str:
    """A board that is not the shipped one, as a file."""
    (desk,) = BOARDS.desks
    draft = desk.starts[0].draft
    cell = next(iter(draft.marks["terrain"]))
    terrain = {**draft.marks["terrain"], cell: mark}
    return desk.check(Draft({**draft.marks, "terrain": terrain})).file


def test_a_file_is_named(tmp_path: Path) -> None:
    """Its text is what is read; on the command line it keeps its name."""
    text = changed_board()
    file = tmp_path / "mine.toml"
    file.write_text(text)
    for pairs, rest in (([f"board={file}"], []), ([], ["--board", str(file)])):
        options = given_options(BOARDS, pairs, rest)
        assert BOARDS.read_options({"board": text}) == options
        assert ["--option", f"board={file}"] == given_words(BOARDS, options, pairs, rest)
        [case] = given_cases(BOARDS, pairs, rest).cases or {}
        assert "/" not in case  # it names a folder
    assert ["--option", f"board={options['board']}"] == given_words(BOARDS, options)


def test_files_are_varied(tmp_path: Path) -> None:
    """Each text is a value, called by its file's name, with its folder if two have the same."""
    usual = BOARDS.read_options()["board"]
    texts = changed_board("6"), changed_board("5")
    files = tmp_path / "mine.toml", tmp_path / "other" / "flat.toml"
    (tmp_path / "other").mkdir()
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    words = [f"board={usual},{files[0]},{files[1]}"]
    varied = read_varied(BOARDS, words)
    assert {"board": [usual, *texts]} == varied.values
    made = [BOARDS.read_options({"board": text})["board"] for text in texts]
    assert {texts[0]: "mine", texts[1]: "flat"} == varied.names
    found = given_cases(BOARDS, [], [], words)
    assert ("mine", "flat") == tuple(found.names[str(one)] for one in made)
    assert [f"board={usual}", "board=mine", "board=flat"] == list(found.cases or {})
    assert ["--vary", *words] == found.words
    twin = tmp_path / "other" / "mine.toml"
    twin.write_text(texts[1])
    both = read_varied(BOARDS, [f"board={files[0]},{twin}"]).names
    assert [f"{tmp_path.name}/mine", "other/mine"] == list(reversed(both.values()))


SWORDS = load("swords")


def test_files_that_fit_only_the_given_options_are_varied(tmp_path: Path) -> None:
    """Maps for two players; a map that is drawn is called as it was given."""
    for name, seed in (("one", 1), ("two", 2)):
        options = SWORDS.read_options({"seats": "2", "map": f"drawn:{seed}"})
        (tmp_path / f"{name}.toml").write_text(write_file(read_line(str(options["map"]))))
    words = [f"map={tmp_path / 'one.toml'},{tmp_path / 'two.toml'},drawn:3"]
    found = given_cases(SWORDS, ["seats=2"], [], words)
    assert ["map=one", "map=two", "map=drawn:3"] == list(found.cases or {})
    kept = [str(options["map"]) for options in (found.cases or {}).values()]
    assert ["one", "two", "drawn:3"] == [found.names[line] for line in kept]


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    """The option and the file are named, and what to do, as data for other languages too."""
    (tmp_path / "junk.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(
        BadOption, match=r"option board: .*junk\.toml: this file is UTF-16"
    ) as wrong:
        given_options(BOARDS, [f"board={tmp_path / 'junk.toml'}"], [])
    assert wrong.value.say is not None
    assert "UTF-8で保存" in told(wrong.value.say, "ja")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """It is named in the error."""
    with pytest.raises(BadOption, match=r"No such file: .*none\.toml, for option board"):
        given_options(BOARDS, [f"board={tmp_path / 'none.toml'}"], [])


def test_an_option_given_as_its_default_counts_as_given() -> None:
    """Presets take turns in making puzzles, and one's own options come before those of a preset."""
    assert {"midline": "north_south"} == only_given(load("akebono"), ["midline=north_south"], [])


def test_a_bot_in_a_usual_folder_has_a_name() -> None:
    """`--vary handicap=0,3` made a folder with a comma, at which `--bots` splits its value."""
    words = ["--option", "battle=shizugatake", "--vary", "handicap=0,3", "--option", "map=a/b.toml"]
    assert "summits-shizugatake-0-3-b.toml" == folder_name("summits", words)
