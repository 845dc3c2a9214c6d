"""Bots by level, by text, or from a module."""

from pathlib import Path

import pytest

import lab_bots
from honjin.bots import Budget, all_loops_of, greedy
from honjin.bots.alphabeta import bot as alphabeta
from honjin.bots.mcts import bot as mcts
from honjin.core.errors import UnknownBot
from honjin.games import load
from honjin.lab import find_entrant, find_entrants
from honjin.lab.matches.entrants import sources_of
from honjin.solver import Provers

ROKUMON = load("rokumon")
ACT_4 = ROKUMON.read_options({"act": "4"})
ACT_1 = ROKUMON.read_options({"act": "1"})


def test_levels_say_what_they_are() -> None:
    """A level is found with the text it stands for in this game."""
    [found] = find_entrants(ROKUMON, ACT_4, ["samurai"])
    assert "samurai" == found.label == found.player.name
    assert ROKUMON.levels(ACT_4)[1] == found.means


def test_the_same_bot_twice_can_be_told_apart() -> None:
    """Copies are numbered."""
    found = find_entrants(ROKUMON, ACT_4, ["greedy", " greedy", "random", "greedy"])
    assert ["greedy", "greedy #2", "random", "greedy #3"] == [one.label for one in found]


def test_a_bot_of_ones_own() -> None:
    """What a module holds can play, with a time or a count."""
    found = find_entrant(ROKUMON, ACT_4, "lab_bots.CHATTING:250ms")
    assert lab_bots.CHATTING is found.bot
    assert Budget(0.25) == found.budget
    assert 40 == find_entrant(ROKUMON, ACT_4, "lab_bots.CHATTING:40").budget.work
    assert {Path(lab_bots.__file__)} == sources_of(found.bot)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ronin", "expected a level"),
        ("mcts:0s", "expected a positive time of up to 3600s, got 0s"),
        ("mcts:3601s", "expected a positive time of up to 3600s, got 3601s"),
        ("mcts:-1s", "expected a time"),
        ("mcts:0", "expected a count from 1"),
        ("mcts:1h", "expected a time"),
        ("greedy:slip=2", "expected a slip from 0 to 1, got 2"),
        ("nowhere.BOT", "expected a bot at nowhere.BOT: No module named 'nowhere'"),
        ("lab_bots.NOBODY", "expected a bot at lab_bots.NOBODY"),
        ("lab_bots.LOCK", "expected a bot at lab_bots.LOCK, got lock"),
        ("lab_bots.Odd", r"expected a bot at lab_bots\.Odd, got a class; name an instance of it"),
        (".", r"as in my_bots\.CLEVER, got \.$"),
        ("./my_bots.py", r"as in my_bots\.CLEVER, got \./my_bots\.py"),
        ("..lab_bots.CHATTING", r"as in my_bots\.CLEVER, got \.\.lab_bots"),
        ("lab_bots.CHATTING:0s", "expected a positive time of up to 3600s"),
        ("lab_bots.CHATTING:slip=0.5", "takes only a time or a count"),
    ],
)
def test_refuses(text: str, said: str) -> None:
    """What is no bot, or has an impossible budget, is refused with what was expected."""
    with pytest.raises(UnknownBot, match=said):
        find_entrant(ROKUMON, ACT_4, text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BOT = (\n", r"broken0\.py, line 1: '\(' was never closed"),
        ("\nBOT = 1 / 0\n", r"broken1\.py, line 2: ZeroDivisionError: division by zero"),
        ("import nowhere\n", r"broken2\.py, line 1: ModuleNotFoundError: No module"),
        ("import sys\nsys.exit(3)\n", r"broken3\.py, line 2: SystemExit: 3"),
    ],
)
def test_a_module_that_fails_is_named(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    """With the file and the line that raised."""
    number = request.node.callspec.indices["text"]
    (tmp_path / f"broken{number}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownBot, match=f"expected a bot at broken{number}.BOT: .*{said}"):
        find_entrant(ROKUMON, ACT_4, f"broken{number}.BOT")


def test_refuses_who_does_not_suit() -> None:
    """A bot that does not play the game with these options is named."""
    with pytest.raises(UnknownBot, match=r"lab_bots\.CHATTING does not play rokumon"):
        find_entrant(ROKUMON, ACT_1, "lab_bots.CHATTING")


@pytest.mark.parametrize(
    ("text", "loops"),
    [
        ("random", ()),
        ("greedy", (greedy.LOOPS,)),
        ("greedy:compiles=0:slip=0.1", ()),
        ("alphabeta:d2", (alphabeta.LOOPS,)),
        ("alphabeta:d2:slip=0.1", (alphabeta.LOOPS,)),
        ("alphabeta:d2:compiles=0", ()),
        ("mcts:100", (mcts.LOOPS,)),
        ("mcts:100:proofs=1", (mcts.LOOPS, *Provers.loops, alphabeta.LOOPS)),
        ("lab_bots.CHATTING", ()),
    ],
)
def test_what_is_compiled_for_a_bot(text: str, loops: tuple[Path, ...]) -> None:
    """The loop files of its search and of its proofs, if it has any and may compile them."""
    assert loops == all_loops_of(find_entrant(ROKUMON, ACT_4, text).bot)


def test_a_level_that_knows_is_told_by_its_text() -> None:
    """Whoever reads it on another machine finds the same bot; what it proves by is its code."""
    (found,) = find_entrants(ROKUMON, ACT_4, ["daimyo"])
    assert "mcts:400:proofs=1" == found.means
    again = find_entrant(ROKUMON, ACT_4, found.means)
    assert (type(found.player.bot), found.player.budget) == (type(again.bot), again.budget)
    names = {path.name for path in sources_of(found.player.bot)}
    assert {"search_loop.py", "4-ggjgjjj.proof"} <= names
