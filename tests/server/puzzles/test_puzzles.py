"""The puzzle of each day: its display, the answers to tries, and refusals."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.core.scene import Reason
from honjin.games import load
from honjin.server.puzzles import messages as pz
from honjin.solver import Book, Puzzle
from honjin.solver.puzzles.book import FIRST
from honjin.solver.puzzles.puzzle import best_value, right
from server.site_client import Answer, Browser, House, open_house

GAME = load("rokumon")
TODAY = dt.date(2026, 11, 21)
NOW = int(dt.datetime(2026, 11, 21, 9, tzinfo=dt.UTC).timestamp() * 1000)
HERE = "/api/puzzles/today"


@pytest.fixture
def puzzled(tmp_path: Path) -> Iterator[House]:
    """A site with Rokumon where the date never changes."""
    with open_house(tmp_path, games={"rokumon": GAME}) as house:
        house.set_clock(lambda: NOW)
        yield house


@pytest.fixture
def me(puzzled: House) -> Browser:
    return puzzled.browser()


def of(day: dt.date = TODAY) -> Puzzle:
    """The puzzle of a day, from the book."""
    book = Book.shipped(GAME)
    assert book is not None
    return book.of(day).puzzle


def read(answer: Answer, kind: Any) -> Any:
    """An answer, checked strictly against the protocol."""
    assert answer.status == 200, answer.body
    return msgspec.json.decode(answer.body, type=kind)


def tried(me: Browser, done: list[str], do: str, day: str = "today") -> pz.Tried:
    answer = me.post(f"/api/puzzles/{day}/tries", done=done, do=do)
    return read(answer, pz.Tried)  # type: ignore[no-any-return]


def keys(puzzle: Puzzle) -> list[str]:
    return [right(turn)[0] for turn in puzzle.turns]


# ---- display


def test_today_has_a_puzzle(me: Browser) -> None:
    """The position, the turn with all choices, the number of plies, and the moves before."""
    found, puzzle = read(me.get(HERE), pz.Puzzle), of()
    play = puzzle.play(GAME)
    seat = play.may_act()[0]
    assert (str(TODAY), "rokumon", puzzle.plies) == (found.day, found.game, found.plies)
    assert GAME.notation.write_position(play.state) == found.position
    assert seat == found.turn.seat
    assert GAME.table.scene(play.state) == found.scene
    choices = [GAME.table.choice(play.state, seat, action) for action in play.legal(seat)]
    assert tuple(choices) == found.turn.choices
    assert len(play.log(seat)) == len(found.log)
    assert len(puzzle.turns) == found.turns


def test_nothing_of_the_solution_is_shown(me: Browser) -> None:
    """The answer has the documented fields, without any value or solution."""
    found = json.loads(me.get(HERE).body)
    names = {field.encode_name for field in msgspec.structs.fields(pz.Puzzle)}
    assert set(found) <= names
    assert not names & {"line", "tries", "entries", "solution"}
    for choice in found["turn"]["choices"]:
        assert set(choice) <= {"do", "path", "kind", "note"}


def test_the_same_day_has_the_same_puzzle(me: Browser) -> None:
    """By its date or as today, for everybody."""
    other = me.house.browser()
    assert me.get(HERE).body == other.get(f"/api/puzzles/{TODAY}").body


def test_a_list_says_whether_there_are_earlier_days(me: Browser) -> None:
    """Not after four whole weeks that begin with the first day: before it there is no puzzle."""
    for until, earlier in (("2026-01-07", ""), ("2026-02-01", ""), ("2026-02-02", "2026-01-05")):
        found = read(me.get(f"/api/puzzles?until={until}"), pz.PuzzleDays)
        assert (until, earlier) == (found.days[0].day, found.earlier)
        if earlier:
            assert 200 == me.get(f"/api/puzzles?until={earlier}").status


@pytest.mark.slow
def test_past_days_are_listed(me: Browser) -> None:
    """Four weeks back from today or any other day, as far as the first one."""
    found = read(me.get("/api/puzzles"), pz.PuzzleDays)
    days = [str(TODAY - dt.timedelta(n)) for n in range(28)]
    assert (str(TODAY), days) == (found.today, [row.day for row in found.days])
    assert [of(dt.date.fromisoformat(day)).plies for day in days] == [r.plies for r in found.days]
    early = read(me.get("/api/puzzles?until=2026-01-07"), pz.PuzzleDays)
    assert ["2026-01-07", "2026-01-06", "2026-01-05"] == [row.day for row in early.days]


# ---- trying


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("day", [TODAY - dt.timedelta(n) for n in range(7)], ids=str)
def test_every_try_of_a_week_is_judged(me: Browser, day: dt.date) -> None:
    """Values before and after, the try and its answer on the board; right ones reach the end."""
    puzzle, done = of(day), list[str]()
    for n, turn in enumerate(puzzle.turns):
        for do, one in turn.items():
            found = tried(me, done, do, str(day))
            could = best_value(turn)
            assert found.could is not None
            assert found.got is not None
            assert (1, could.plies) == (found.could.result, found.could.plies)
            assert (one.result, one.plies) == (found.got.result, found.got.plies)
            assert [do, *filter(None, [one.reply])] == [step.do for step in found.steps]
            assert (do in right(turn)) == found.right
            is_last = n == len(puzzle.turns) - 1
            assert (found.right and is_last) == found.solved
            assert (found.right and not is_last) == (found.turn is not None)
            if found.turn is not None:
                assert set(puzzle.turns[n + 1]) == {choice.do for choice in found.turn.choices}
        done.append(keys(puzzle)[n])


def test_a_step_shows_what_is_there_after_it(me: Browser) -> None:
    """Scenes and lines of the log are those of the game, played on."""
    puzzle, play = of(), of().play(GAME)
    found = tried(me, [], keys(puzzle)[0])
    for step in found.steps:
        play.act_text(step.seat, step.do)
        assert GAME.table.scene(play.state) == step.scene
        events = [event.say for n, event in play.log(step.seat) if n == len(play.steps)]
        assert events == [line.say for line in step.log]


def test_trying_changes_nothing(me: Browser) -> None:
    """The same try gets the same answer again, and the puzzle is shown as before."""
    before = me.get(HERE).body
    do = next(iter(of().turns[0]))
    assert tried(me, [], do) == tried(me, [], do)
    assert before == me.get(HERE).body


# ---- help


def test_a_hint_tells_where_the_right_choice_begins(me: Browser) -> None:
    """Its kind and its first click, at every turn; no more."""
    puzzle = of()
    for n, key in enumerate(keys(puzzle)):
        found = read(me.post(f"{HERE}/hint", done=keys(puzzle)[:n]), pz.Hint)
        turn = tried(me, keys(puzzle)[: n - 1], keys(puzzle)[n - 1]).turn if n else None
        turn = turn or read(me.get(HERE), pz.Puzzle).turn
        (choice,) = [one for one in turn.choices if one.do == key]
        assert (choice.kind, choice.path[0]) == (found.kind, found.id)


def test_the_solution_is_told_when_it_is_asked_for(me: Browser) -> None:
    """The whole line, both sides."""
    found = read(me.get(f"{HERE}/solution"), pz.Solution)
    assert list(of().line()) == [ply.do for ply in found.line]


def test_it_says_why_something_cannot_be_clicked(me: Browser) -> None:
    """As at a table."""
    state = of().play(GAME).state
    scene = GAME.table.scene(state)
    legal = GAME.legal(state, state.turn)
    firsts = {GAME.table.choice(state, state.turn, action).path[0] for action in legal}
    for space in scene.spaces:
        answer = me.get(f"{HERE}/why?path={space.id}")
        if space.id in firsts:
            assert "unreadable" == answer.problem
        else:
            assert GAME.table.why(state, state.turn, [space.id]) == read(answer, Reason)


# ---- refusals


def test_a_puzzle_is_out_as_soon_as_its_day_has_begun_anywhere(puzzled: House) -> None:
    """In Tokyo a day has nine hours when it begins in UTC, and its puzzle was refused till then."""
    next_day = TODAY + dt.timedelta(1)
    for hour, status in ((9, 404), (10, 200)):
        puzzled.set_clock(lambda hour=hour: NOW + (hour - 9) * 3_600_000)
        assert status == puzzled.browser().get(f"/api/puzzles/{next_day}").status


@pytest.mark.slow_after(3)
@pytest.mark.parametrize(
    ("day", "problem", "reason"),
    [
        ("2026-11-22", "no-puzzle", "not out yet; today is 2026-11-21"),
        (str(FIRST - dt.timedelta(1)), "no-puzzle", "from 2026-01-05 on"),
        ("0001-01-01", "no-puzzle", "from 2026-01-05 on"),
        ("9999-12-31", "no-puzzle", "not out yet"),
        ("2026-02-30", "unreadable", "'today' or a day like 2026-03-01, got '2026-02-30'"),
        ("20261121", "unreadable", "got '20261121'"),
        ("2026-W47-6", "unreadable", "got '2026-W47-6'"),
        ("tomorrow", "unreadable", "got 'tomorrow'"),
    ],
)
def test_bad_days_are_refused(me: Browser, day: str, problem: str, reason: str) -> None:
    """With what was expected and what came, at every address."""
    calls = [
        me.get(f"/api/puzzles/{day}"),
        me.get(f"/api/puzzles?until={day}"),
        me.get(f"/api/puzzles/{day}/solution"),
        me.post(f"/api/puzzles/{day}/tries", done=[], do="r1c1"),
        me.post(f"/api/puzzles/{day}/hint", done=[]),
    ]
    for answer in calls:
        assert problem == answer.problem
        assert reason in answer.json["detail"]


def test_only_right_actions_can_have_been_done(me: Browser) -> None:
    """A wrong one before a try, or one too many, is refused; so is an invalid choice."""
    puzzle = of()
    wrong = next(do for do in puzzle.turns[0] if do not in right(puzzle.turns[0]))
    post = f"{HERE}/tries"
    assert "illegal" == me.post(post, done=[wrong], do="r1c1").problem
    assert "over" == me.post(post, done=keys(puzzle), do="r1c1").problem
    assert "illegal" == me.post(post, done=[], do="r9c9").problem
    assert "unreadable" == me.post(post, done=[""], do="r1c1").problem


def test_without_a_game_that_has_puzzles_there_is_none(house: House) -> None:
    """The address exists, and says so."""
    for path in ("/api/puzzles", HERE):
        assert "no-puzzle" == house.browser().get(path).problem


def test_a_day_begins_at_midnight_utc_by_the_sites_clock(puzzled: House) -> None:
    """A page that was told the site's time asked for a day that the machine's had not reached."""
    midnight = int(dt.datetime(2027, 1, 1, tzinfo=dt.UTC).timestamp() * 1000)
    for now, day in ((midnight - 1, "2026-12-31"), (midnight, "2027-01-01")):
        puzzled.set_clock(lambda now=now: now)
        me = puzzled.browser()
        assert day == me.get("/api/puzzles").json["today"]
        assert day == me.get(f"/api/puzzles/{day}").json["day"]
