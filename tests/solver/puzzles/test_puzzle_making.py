"""Puzzles from solved tables: what one is, how they are found, and the ones that are shipped."""

import datetime as dt
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.solver import BadPuzzles, Book, Maker, NoPuzzle, NotSolved, Puzzle, Tables, solve
from honjin.solver.puzzles.book import FIRST, LEVELS, WEEK
from honjin.solver.puzzles.puzzle import Try, best_value, puzzle_in, right
from solver.solved_positions import GAME

DAY = dt.timedelta(1)
DEAL = {"act": "1", "deal": "gjjgjj"}


def shipped() -> Book:
    book = Book.shipped(GAME)
    assert book is not None
    return book


def made(tables: Tables, options: dict[str, str], count: int, **more: Any) -> list[Puzzle]:
    """So many puzzles of a new maker."""
    maker = Maker(tables, GAME.read_options(options), **more)
    return list(islice(filter(None, iter(maker.look, "never")), count))


@pytest.fixture(scope="module")
def some(tables: Tables) -> list[Puzzle]:
    """A few puzzles of Act 1 and Act 2."""
    return made(tables, DEAL, 3) + made(tables, {"act": "2", "deal": "gggjjjj"}, 2)


# ---- what a puzzle is


def is_forced(tables: Tables, s: Any) -> bool:
    """Whether each line of a fastest win against slowest defences has no second way to win."""
    answer = tables.value(s)
    if answer.value.plies == 1:
        return True
    after = s.copy()
    (only,) = [action for action, value in answer.actions.items() if value.result > 0]
    GAME.apply_action(after, s.turn, only)
    if not GAME.may_act(after):
        return True
    replies = tables.value(after)
    for action, value in replies.actions.items():
        later = after.copy()
        GAME.apply_action(later, after.turn, action)
        if value == replies.value and GAME.may_act(later) and not is_forced(tables, later):
            return False
    return True


@pytest.mark.slow
def test_one_action_alone_keeps_the_win(tables: Tables, some: list[Puzzle]) -> None:
    """At each turn, whichever slowest defence is chosen; there is a choice, and 3 to 11 plies."""
    for puzzle in some:
        s = puzzle.play(GAME).state
        assert is_forced(tables, s)
        assert 3 <= puzzle.plies <= 11
        assert len(puzzle.turns[0]) >= 6
        assert tables.value(s).value == best_value(puzzle.turns[0])


@pytest.mark.slow
def test_a_puzzle_knows_what_every_choice_is_worth(tables: Tables, some: list[Puzzle]) -> None:
    """At each turn of the line: the values of the table, and a best answer to each choice."""
    for puzzle in some:
        play = puzzle.play(GAME)
        for turn in puzzle.turns:
            seat = play.may_act()[0]
            assert tables.value(play.state).choices == {do: one.value for do, one in turn.items()}
            for do, one in turn.items():
                assert one.reply in best_replies(tables, play.state, do)
            key = right(turn)[0]
            play.act_text(seat, key)
            if turn[key].reply:
                play.act_text(1 - seat, turn[key].reply)
        result = play.result()
        assert result is not None
        assert (seat,) == result.winners()


def best_replies(tables: Tables, s: Any, do: str) -> list[str]:
    after = s.copy()
    GAME.apply_action(after, s.turn, GAME.notation.read_action(s, s.turn, do))
    if not GAME.may_act(after):
        return [""]
    best = tables.value(after).best()
    return [GAME.notation.write_action(after, after.turn, action) for action in best]


# ---- finding them


@pytest.mark.slow
def test_a_maker_finds_the_same_each_time(tables: Tables, some: list[Puzzle]) -> None:
    """From one seed; another seed finds others."""
    assert some[:2] == made(tables, DEAL, 2)
    assert some[:1] != made(tables, DEAL, 1, seed=2)


@pytest.mark.slow
def test_what_is_there_is_not_found_again(tables: Tables, some: list[Puzzle]) -> None:
    """A maker that has the first one begins with another."""
    assert some[0] not in made(tables, DEAL, 1, have=some[:1])


@pytest.mark.slow
def test_a_side_with_too_many_gets_no_more(tables: Tables) -> None:
    """Where all puzzles are of one side, some forty games bring none of that side."""
    (seat, have), *_ = by_seat(shipped().puzzles[:40]).items()
    maker = Maker(tables, GAME.read_options(DEAL), have[:4])
    found = [one for _ in range(40) if (one := maker.look())]
    assert seat not in by_seat(found)


def by_seat(puzzles: list[Puzzle]) -> dict[int, list[Puzzle]]:
    """Puzzles by the side to move."""
    found: dict[int, list[Puzzle]] = {}
    for one in puzzles:
        found.setdefault(one.play(GAME).may_act()[0], []).append(one)
    return found


def test_without_any_table_it_says_so(tmp_path: Path) -> None:
    """After some games that have none."""
    maker = Maker(Tables.open(GAME, tmp_path), GAME.read_options({"act": "2"}))
    with pytest.raises(NotSolved, match="`honjin solve rokumon` makes it"):
        list(iter(maker.look, "never"))


# ---- the book


def small_book(weeks: int) -> Book:
    """A book of made-up puzzles: only their difficulty matters, and that they differ."""
    puzzles = [
        Puzzle({}, (f"0:{n}",), ({f"{k}": Try(-1 if k else 1, 3) for k in range(2 + n)},))
        for n in range(WEEK * weeks)
    ]
    return Book(GAME, puzzles)


@pytest.mark.parametrize("weeks", [1, 3, 60])
def test_none_comes_again_before_all_have_come(weeks: int) -> None:
    """In each round of a book's weeks every puzzle has one day."""
    book = small_book(weeks)
    for rounds in range(3):
        first = FIRST + rounds * WEEK * weeks * DAY
        days = [book.of(first + n * DAY).puzzle.entries for n in range(WEEK * weeks)]
        assert sorted(one.entries for one in book.puzzles) == sorted(days)


def test_a_week_begins_easy_and_ends_hard() -> None:
    """Each day's puzzle is harder than that of the day before, and says its level."""
    book = small_book(4)
    for week in range(8):
        days = [book.of(FIRST + (WEEK * week + n) * DAY) for n in range(WEEK)]
        assert all(a.puzzle.difficulty < b.puzzle.difficulty for a, b in pairwise(days))
        assert LEVELS == tuple(day.level for day in days)


def test_a_day_has_the_same_puzzle_on_every_machine() -> None:
    """What days bring follows from the date and the edition of the book; pinned."""
    book = small_book(4)
    days = (dt.date(2026, 1, 5), dt.date(2026, 11, 21), dt.date(2031, 7, 1))
    assert PINNED == [book.of(day).puzzle.entries[0] for day in days]


PINNED = ["0:2", "0:23", "0:5"]


def test_before_the_first_day_there_is_none() -> None:
    """And the message says when they begin."""
    with pytest.raises(NoPuzzle, match="2026-01-05"):
        small_book(1).of(FIRST - DAY)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Every puzzle, in order."""
    path = tmp_path / "some.jsonl"
    book = small_book(2)
    book.write(path)
    assert book.puzzles == Book.read(GAME, path).puzzles
    assert [path] == [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text[:-20], "line 8"),
        (lambda text: text.replace(b'"rules":', b'"rules":9'), "expected puzzles of rokumon"),
        (lambda text: text.replace(b"rokumon", b"akebono"), "got akebono"),
        (lambda _: b"", "line 1"),
        (lambda text: b"\xff" + text, "line 1"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, change: Any, reason: str) -> None:
    """With its line, or with what it was made for."""
    path = tmp_path / "bad.jsonl"
    small_book(1).write(path)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(BadPuzzles, match=f"bad.jsonl.*{reason}"):
        Book.read(GAME, path)


def test_a_file_from_any_editor_is_read(tmp_path: Path) -> None:
    """With a byte order mark and carriage returns it holds the same puzzles."""
    path = tmp_path / "own.jsonl"
    book = small_book(2)
    book.write(path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert book.puzzles == Book.read(book.game, path).puzzles


# ---- those that are shipped


def test_a_puzzle_a_day_for_more_than_a_year() -> None:
    """Whole weeks, all different; each side has a fifth of them at least."""
    book = shipped()
    assert book.weeks >= 53
    assert all(len(some) >= len(book.puzzles) / 5 for some in by_seat(book.puzzles).values())
    assert WEEK * book.weeks == len(book.puzzles)
    assert len(book.puzzles) == len({one.entries for one in book.puzzles})


def test_each_is_reached_from_the_deal_and_is_won_in_time() -> None:
    """The game replays; the turns list what is legal; the line wins in as many plies as said."""
    for puzzle in shipped().puzzles:
        play = puzzle.play(GAME)
        solver, line = play.may_act()[0], list(puzzle.line())
        for n, turn in enumerate(puzzle.turns):
            assert set(turn) == legal_texts(play)
            assert n == len(puzzle.turns) - 1 or len(right(turn)) == 1
            for text in line[2 * n : 2 * n + 2]:
                play.act_text(play.may_act()[0], text)
        result = play.result()
        assert result is not None
        assert (solver,) == result.winners()
        # An action that is missing counts as a ply (rule 23).
        assert puzzle.plies == len(line) + (result.reason == "end.submission")


def legal_texts(play: Any) -> set[str]:
    seat = play.may_act()[0]
    write = GAME.notation.write_action
    return {write(play.state, seat, action) for action in play.legal(seat)}


def afresh(tables: Tables, puzzle: Puzzle) -> Puzzle | None:
    """The puzzle that the tables find where this one is said to be."""
    found = puzzle_in(tables, puzzle.play(GAME))
    return found and msgspec.structs.replace(found, options=puzzle.options)


@pytest.mark.slow
def test_those_of_three_deals_are_what_their_tables_say(tables: Tables) -> None:
    """Solved afresh: the same turns, values and answers."""
    checked = 0
    for puzzle in shipped().puzzles:
        try:
            tables.table_for(puzzle.play(GAME).state)
        except NotSolved:
            continue
        assert puzzle == afresh(tables, puzzle)
        checked += 1
    assert checked >= 10


@pytest.mark.slow
def test_all_are_what_their_tables_say(tmp_path: Path) -> None:
    """Every table that is needed solved afresh, that of Act 3 too (a gigabyte for a moment)."""
    tables = Tables.open(GAME, tmp_path)
    for puzzle in shipped().puzzles:
        play = puzzle.play(GAME)
        start = play.at(next(n for n, s in enumerate(play.steps) if s.seat < 2))
        assert GAME.index is not None
        plan = GAME.index.plan(start.state)
        act, deal = plan.key.split("-")[:2]
        solve(GAME, GAME.read_options({"act": act, "deal": deal}), tmp_path)
        assert puzzle == afresh(tables, puzzle)
