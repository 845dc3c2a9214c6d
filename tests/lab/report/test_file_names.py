"""Names of files in reports: given ones, those in their texts, what differs."""

from __future__ import annotations

import doctest

from honjin.lab.report import file_names
from honjin.lab.report.file_names import LONGEST_NAME, names_of, short_names
from honjin.lab.report.sections import told_apart

LONG = "# " + "x" * 80 + "\n"


def test_given_names_are_kept() -> None:
    """Whatever the texts say."""
    assert {"a = 1": "one", "name = 'x'": "two"} == names_of({"a = 1": "one", "name = 'x'": "two"})


def test_a_text_names_itself() -> None:
    """Where nobody else did; a strange name counts as none."""
    texts = {"name = 'Lake Biwa'": "", "name = 3\na = 1": "", "b = 2": "two\nlines"}
    assert ["Lake Biwa", "name=3, a=1", "b=2"] == list(names_of(texts).values())
    assert ["x" * LONGEST_NAME] == list(names_of({"a = 1": "x" * 99}).values())


def test_what_differs_tells_files_of_one_name_apart() -> None:
    """By its path, and only what differs."""
    one = "[numbers]\nhonor = 40\ncost = 3\n[cards]\nninja = { copies = 2 }\n"
    two = one.replace("40", "30").replace("copies = 2", "copies = 5")
    assert [
        "mine (numbers.honor=40, cards.ninja.copies=2)",
        "mine (numbers.honor=30, cards.ninja.copies=5)",
    ] == list(names_of({one: "mine", two: "mine"}).values())
    assert ["numbers.honor=40, cards.ninja.copies=2", "numbers.honor=30, cards.ninja.copies=5"] == (
        list(names_of({one: "", two: ""}).values())
    )


def test_many_differences_are_cut_short() -> None:
    """Three are told, each of at most twenty characters."""
    one, two = ("".join(f"k{n} = '{mark * 30}'\n" for n in range(9)) for mark in "ab")
    told = names_of({one: "", two: ""})[two]
    assert ", ".join(f"k{n}={'b' * 20}" for n in range(3)) + " …" == told


def test_a_value_that_one_file_lacks_differs() -> None:
    """The other one has nothing to tell of it."""
    assert ["mine (a=1)", "mine"] == list(names_of({"a = 1": "mine", LONG: "mine"}).values())


def test_a_text_of_another_form_has_no_name() -> None:
    """Unless it was given one."""
    assert {} == names_of({"5/4/3": "", "6/5/4": ""})
    assert {"5/4/3": "flat"} == names_of({"5/4/3": "flat", "6/5/4": ""})


def test_folders_tell_files_apart() -> None:
    """As few as do; the ending, where they are in one folder."""
    files = ["x/a/m.toml", "y/a/m.toml", "x/n.toml", "/z/x/n.toml"]
    assert ["x/a/m", "y/a/m", "x/n.toml", "z/x/n"] == list(short_names(files).values())
    assert ["d/m.toml", "d/m.txt"] == list(short_names(["d/m.toml", "d/m.txt"]).values())


def test_cases_with_one_name_are_told_apart_by_their_keys() -> None:
    """Two files may say the same."""
    assert {"a": "x (a)", "b": "x (b)", "c": "y"} == told_apart({"a": "x", "b": "x", "c": "y"})


def test_examples_in_the_docstrings() -> None:
    """What the docstrings show is so."""
    done = doctest.testmod(file_names)
    assert (True, 0) == (done.attempted > 0, done.failed)
