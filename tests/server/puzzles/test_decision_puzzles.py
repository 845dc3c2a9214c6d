"""Decision puzzles of the day: their display, the answers to tries, and refusals."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.games import load
from honjin.server.puzzles import messages as pz
from honjin.solver import Book, Decision
from server.site_client import Answer, Browser, open_house

TODAY = dt.date(2026, 11, 21)
NOW = int(dt.datetime(2026, 11, 21, 9, tzinfo=dt.UTC).timestamp() * 1000)
PUZZLED = ("akebono", "akiwado")
GAMES = {key: load(key) for key in ("rokumon", *PUZZLED, "swords", "summits")}


@pytest.fixture
def me(tmp_path: Path) -> Iterator[Browser]:
    """A visitor of a site where the date never changes."""
    with open_house(tmp_path, games=GAMES) as house:
        house.set_clock(lambda: NOW)
        yield house.browser()


def of(key: str, day: dt.date = TODAY) -> Decision:
    book = Book.shipped(GAMES[key])
    assert book is not None
    found = book.of(day).puzzle
    assert isinstance(found, Decision)
    return found


def read(answer: Answer, kind: Any) -> Any:
    """An answer, checked strictly against the protocol."""
    assert answer.status == 200, answer.body
    return msgspec.json.decode(answer.body, type=kind)


def at(key: str, rest: str = "", day: str = "today") -> str:
    return f"/api/puzzles/{day}{rest}?game={key}"


@pytest.mark.parametrize("key", PUZZLED)
def test_a_game_has_its_puzzle_of_the_day(me: Browser, key: str) -> None:
    """What the seat sees, the question of the theme, the choices that can be answers."""
    found, puzzle = read(me.get(at(key)), pz.Puzzle), of(key)
    game, play = GAMES[key], of(key).play(GAMES[key])
    theme = game.theme(puzzle.theme)
    assert theme is not None
    assert (str(TODAY), key, puzzle.turns) == (found.day, found.game, found.turns)
    assert (theme.name, puzzle.question(game, play.seen(puzzle.seat))) == (found.theme, found.ask)
    assert game.table.scene(play.seen(puzzle.seat)) == found.scene
    assert list(puzzle.first.choices) == sorted(
        (one.do for one in found.turn.choices), key=list(puzzle.first.choices).index
    )


@pytest.mark.parametrize("key", PUZZLED)
def test_neither_the_answer_nor_anything_hidden_is_sent(me: Browser, key: str) -> None:
    """No record, no log, no position: all of them could hold what the seat does not see."""
    answer = me.get(at(key))
    found = json.loads(answer.body)
    assert ([], "") == (found["log"], found["position"])
    assert set(found) <= {field.encode_name for field in msgspec.structs.fields(pz.Puzzle)}
    entries = of(key).entries
    assert not any(f'"{entry}"'.encode() in answer.body for entry in entries)


@pytest.mark.parametrize("key", PUZZLED)
def test_every_try_is_judged(me: Browser, key: str) -> None:
    """Right or wrong, its worth beside that of the best choice, the board as the seat sees it."""
    puzzle, game = of(key), GAMES[key]
    theme, done = game.theme(puzzle.theme), list[str]()
    assert theme is not None
    for node in puzzle.nodes():
        for do, worth in node.choices.items():
            found = read(me.post(at(key, "/tries"), done=done, do=do), pz.Tried)
            assert (do in node.right) == found.right
            assert (theme.says(worth), theme.says(node.best)) == (found.worth, found.best)
            assert found.solved == (found.right and do not in node.after)
            assert (do in node.after) == (found.turn is not None)
            play = puzzle.play(game)
            for text in (*done, do):
                play.act_text(puzzle.seat, text)
            assert [game.table.scene(play.seen(puzzle.seat))] == [one.scene for one in found.steps]
        done.append(node.right[0])
    assert "over" == me.post(at(key, "/tries"), done=done, do=done[0]).problem


@pytest.mark.parametrize("key", PUZZLED)
def test_help(me: Browser, key: str) -> None:
    """The kind and the first click of the right choice; then the whole answer."""
    puzzle = of(key)
    turn = read(me.get(at(key)), pz.Puzzle).turn
    choice = next(one for one in turn.choices if one.do == puzzle.line()[0])
    hint = read(me.post(at(key, "/hint"), done=[]), pz.Hint)
    assert (choice.kind, choice.path[0]) == (hint.kind, hint.id)
    line = read(me.get(at(key, "/solution")), pz.Solution).line
    assert puzzle.line() == [ply.do for ply in line]


def test_the_days_of_a_game_are_listed(me: Browser) -> None:
    """With the theme of each; without a game they are those of the first one."""
    found = read(me.get("/api/puzzles?game=akebono"), pz.PuzzleDays)
    assert {"akebono"} == {row.game for row in found.days}
    assert all(row.theme is not None and row.plies == 0 for row in found.days)
    assert ("rokumon", *PUZZLED) == found.games[:3]
    first = read(me.get("/api/puzzles"), pz.PuzzleDays)
    assert {"rokumon"} == {row.game for row in first.days}


def test_junk_is_refused(me: Browser) -> None:
    """Games without puzzles, choices that are none, wrong ones before a try."""
    puzzle = of("akebono")
    wrong = next(do for do in puzzle.first.choices if do not in puzzle.first.right)
    for key in ("madeup", "chess", "%00", "x" * 300, "../rokumon"):
        assert "no-puzzle" == me.get(at(key)).problem
    tries = at("akebono", "/tries")
    assert "illegal" == me.post(tries, done=[], do="r1c1").problem
    assert "illegal" == me.post(tries, done=[wrong], do=wrong).problem
    assert "unreadable" == me.post(tries, done=[""], do=wrong).problem
    assert "unreadable" == me.get(at("akebono", "/why") + "&path=nowhere").problem
    assert "no-puzzle" == me.get(at("akebono", day="2026-11-22")).problem


def test_a_link_shows_its_question(me: Browser) -> None:
    """The page of a game's puzzle has the question and a picture in its head."""
    head = me.get("/puzzles/akebono/2026-11-20").body.decode()
    assert "/puzzles/2026-11-20/picture?game=akebono" in head.replace("&amp;", "&")
    assert "this turn?" in head
