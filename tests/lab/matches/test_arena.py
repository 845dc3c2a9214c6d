"""The arena: workers, saved games, and resuming."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.bots import precompile
from honjin.core.errors import NotCompiled, UnknownBot
from honjin.core.game import Game
from honjin.core.play import replay
from honjin.core.record import Record, read_record
from honjin.lab import (
    Arena,
    BadArena,
    BotFailed,
    Compiling,
    Ended,
    Progress,
    Sprt,
    Until,
    Verdict,
    WorkerFailed,
    WrongFolder,
    read_line,
    read_until,
)
from honjin.lab.matches import compiling, worker
from honjin.lab.matches.folder import GAMES
from madeup.game import GAME

FAIR: Game[Any] = GAME
ONE_ROUND = {"rounds": "1"}


def kept(folder: Path) -> dict[tuple[int, int], Record]:
    """The records in a folder, by round and place."""
    lines = (folder / GAMES).read_bytes().splitlines()
    found = [(read_line(line), read_record(line)) for line in lines]
    return {(match.round, match.place): record for match, record in found}


# ---- playing


def test_plays_pairs_on_the_same_luck(tmp_path: Path) -> None:
    """Seats are swapped within a pair, the first deal is the same; pairs differ."""
    outcome = Arena(FAIR, ["random", "greedy"], options=ONE_ROUND, folder=tmp_path).run(6)
    assert (Ended.ALL, 6, ()) == (outcome.ended, outcome.tally.games, outcome.notes)
    records = kept(tmp_path)
    assert {(n, p) for n in range(3) for p in range(2)} == set(records)
    deals = [[records[n, p].actions[:2] for p in range(2)] for n in range(3)]
    assert all(one == two for one, two in deals)
    assert len({one for one, _ in deals}) > 1


@pytest.mark.slow
def test_every_kept_record_replays(tmp_path: Path) -> None:
    """Each line is a whole game under the rules."""
    Arena(FAIR, ["random", "greedy"], options={"seats": "3"}, folder=tmp_path).run(6)
    for record in kept(tmp_path).values():
        assert replay(FAIR, record).result() is not None


@pytest.mark.slow
def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    """One worker and three play the same games."""
    for jobs in (1, 3):
        here = Arena(FAIR, ["random", "greedy:slip=0.5"], folder=tmp_path / str(jobs), seed=4)
        here.run(12, jobs=jobs)
    assert kept(tmp_path / "1") == kept(tmp_path / "3")


@pytest.mark.slow
def test_without_a_folder_nothing_is_kept() -> None:
    """The tally is all there is."""
    outcome = Arena("rokumon", ["greedy", "random"], options={"act": "2"}).run(8)
    assert 8 == outcome.tally.games
    assert outcome.tally.score().value > 0.5


def test_many_bots_at_many_seats() -> None:
    """Four bots at three seats of a game with secrets: rounds of twelve games."""
    bots = ["random", "greedy", "random", "lab_bots.CHATTING"]
    here = Arena(FAIR, bots, options={"seats": "3", "rounds": "1"})
    outcome = here.run(13)
    assert ["random", "greedy", "random #2", "lab_bots.CHATTING"] == here.labels()
    assert (24, 2) == (outcome.tally.games, outcome.tally.rounds)
    assert [18] * 4 == [bot.games for bot in outcome.tally.bots]


def test_what_bots_print_does_no_harm(tmp_path: Path) -> None:
    """Output of a bot to standard output is discarded."""
    here = Arena(FAIR, ["lab_bots.CHATTING", "random"], options=ONE_ROUND, folder=tmp_path)
    assert 4 == here.run(4).tally.games
    assert 4 == len(kept(tmp_path))


def test_news_come_after_each_game() -> None:
    """First the games saved before, then every game."""
    news: list[tuple[int, int]] = []

    def tell(one: Compiling | Progress) -> None:
        assert isinstance(one, Progress)
        news.append((one.kept, one.total))

    Arena(FAIR, ["random", "random"], options=ONE_ROUND).run(3, tell=tell)
    assert [(n, 4) for n in range(5)] == news


# ---- stopping early


@pytest.mark.slow
def test_stops_when_the_test_is_sure() -> None:
    """A test ends the arena at its verdict, long before all games are played."""
    here = Arena("rokumon", ["greedy", "random"], options={"act": "2"})
    outcome = here.run(2000, sprt=Sprt(0.5, 0.7))
    assert Ended.DECIDED is outcome.ended
    assert outcome.tally.test is not None
    assert Verdict.HIGH is outcome.tally.test.verdict
    assert outcome.tally.test.decided_at <= outcome.tally.rounds < 100


@pytest.mark.slow
def test_stops_at_a_limit() -> None:
    """Enough seconds, or an interval that is narrow enough."""
    here = Arena(FAIR, ["random", "random"], options=ONE_ROUND)
    outcome = here.run(4000, until=Until(half_width=0.2))
    assert Ended.UNTIL is outcome.ended
    assert outcome.tally.score().half_width <= 0.2
    assert Ended.UNTIL is here.run(100_000, until=Until(seconds=0.1)).ended


@pytest.mark.parametrize(
    ("text", "expected"),
    [("90s", Until(90)), ("30m", Until(1800)), ("1.5h", Until(5400)),
     ("2%", Until(half_width=0.02))],
)  # fmt: skip
def test_reads_a_limit(text: str, expected: Until) -> None:
    """A time, or a precision."""
    assert expected == read_until(text)


@pytest.mark.parametrize("text", ["", "5", "0s", "-3m", "1d", "0%", "x%"])
def test_refuses_what_is_no_limit(text: str) -> None:
    """The error says what was expected and what came."""
    with pytest.raises(BadArena, match="a time such as 90s, 30m, 8h or a precision such as 2%"):
        read_until(text)


# ---- going on


@pytest.mark.slow
def test_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """More games are added; those that are there are not played again."""
    here = Arena(FAIR, ["random", "greedy"], options=ONE_ROUND, folder=tmp_path)
    assert 4 == here.run(4).tally.games
    before = (tmp_path / GAMES).read_bytes()
    assert 10 == here.run(10).tally.games
    assert (tmp_path / GAMES).read_bytes().startswith(before)
    after = (tmp_path / GAMES).stat()
    assert 10 == here.run(6).tally.games  # what is there counts, and nothing is played
    assert after == (tmp_path / GAMES).stat()


@pytest.mark.slow
def test_fills_gaps(tmp_path: Path) -> None:
    """Of a round that was cut short only the missing games are played."""
    here = Arena(FAIR, ["random", "greedy"], options=ONE_ROUND, folder=tmp_path)
    here.run(6)
    whole = kept(tmp_path)
    lines = (tmp_path / GAMES).read_bytes().splitlines(keepends=True)
    (tmp_path / GAMES).write_bytes(b"".join(lines[0:1] + lines[3:]))
    assert 6 == here.run(6).tally.games
    assert whole == kept(tmp_path)


def test_another_question_is_refused(tmp_path: Path) -> None:
    """The folder of one arena is not taken by another."""
    Arena(FAIR, ["random", "greedy"], folder=tmp_path).run(2)
    with pytest.raises(WrongFolder, match="seed is 1, not 2"):
        Arena(FAIR, ["random", "greedy"], folder=tmp_path, seed=2).run(2)


SCRIPT = """
import sys
from pathlib import Path
from honjin.lab import Arena
from madeup.game import GAME
bot, folder = sys.argv[1:]
arena = Arena(GAME, [bot, "random"], options={"rounds": "1"}, folder=Path(folder))
arena.run(10_000, tell=lambda news: print(news.kept, flush=True))
"""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Any]:
    """Starts an arena in a separate process."""
    started: list[subprocess.Popen[str]] = []
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(sys.path),
        "HONJIN_TEST_PIDS": str(tmp_path),
    }

    def start(bot: str, folder: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", SCRIPT, bot, str(folder)]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job may ignore it
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        with process:
            process.kill()


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_an_interrupt_loses_nothing(tmp_path: Path, running: Any) -> None:
    """Ctrl-C raises KeyboardInterrupt; every reported game is saved, whole."""
    folder = tmp_path / "out"
    process = running("random", folder)
    told = 0
    while told < 20:
        told = int(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    # By the same reader: it may hold lines already that `communicate` would never see.
    out, errors = process.stdout.read(), process.stderr.read()
    assert "KeyboardInterrupt" == errors.splitlines()[-1]
    last = int((out.split() or [told])[-1])
    records = kept(folder)
    assert last <= len(records) <= last + 1
    assert all(replay(FAIR, record).result() for record in records.values())
    here = Arena(FAIR, ["random", "random"], options=ONE_ROUND, folder=folder)
    assert len(records) + 2 >= here.run(len(records)).tally.games >= len(records) // 2 * 2


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a process is asked for by its number")
def test_workers_do_not_outlive_the_arena(tmp_path: Path, running: Any) -> None:
    """When the arena is killed, workers deep in thought end by themselves."""
    process = running("lab_bots.DOZING", tmp_path / "out")
    pids = wait_for(lambda: [int(p.name) for p in tmp_path.iterdir() if p.name.isdigit()], 2)
    process.kill()
    process.wait()
    wait_for(lambda: [pid for pid in pids if not is_alive(pid)], len(pids))


def wait_for(found: Any, count: int) -> Any:
    """What is found once it is so many; fails after a minute."""
    for _ in range(600):
        if len(found()) >= count:
            return found()
        time.sleep(0.1)
    raise AssertionError(f"expected {count}, found {found()}")


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


# ---- what goes wrong


def test_a_bot_that_fails_stops_the_arena(tmp_path: Path) -> None:
    """The error names bot and folder; the line holds the traceback."""
    here = Arena(FAIR, ["lab_bots.FAILING", "random"], folder=tmp_path)
    with pytest.raises(BotFailed, match=r"lab_bots\.FAILING \(seat \d\) failed after \d+ actions"):
        here.run(200)
    faults = [match for match in matches(tmp_path) if match.fault]
    assert len(faults) == 1
    assert "lab_bots.py" in faults[0].fault.traceback


@pytest.mark.slow
def test_a_failed_game_is_played_again(tmp_path: Path) -> None:
    """It was not finished: without forgiveness it fails again, and nothing else is played."""
    here = Arena(FAIR, ["lab_bots.FAILING", "random"], folder=tmp_path)
    for times in (1, 2):
        with pytest.raises(BotFailed):
            here.run(200, jobs=1)
        assert times == len([match for match in matches(tmp_path) if match.fault])
    places = [(match.round, match.place) for match in matches(tmp_path) if match.fault]
    assert places[0] == places[1]


@pytest.mark.slow
def test_forgiven_failures_do_not_count(tmp_path: Path) -> None:
    """With `forgive` the arena continues; rounds with a failure are left out, and stay so."""
    here = Arena(FAIR, ["lab_bots.FAILING", "random"], options=ONE_ROUND, folder=tmp_path)
    tally = here.run(20, forgive=True).tally
    assert tally.left_out > 0
    assert 10 == tally.rounds + tally.left_out
    assert tally.left_out <= tally.faults[0]
    assert 0 == tally.faults[1]
    size = (tmp_path / GAMES).stat().st_size
    assert tally.games == here.run(20, forgive=True).tally.games
    assert size == (tmp_path / GAMES).stat().st_size


def matches(folder: Path) -> list[Any]:
    return [read_line(line) for line in (folder / GAMES).read_bytes().splitlines()]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the bot kills its process by a signal")
def test_a_worker_that_dies(tmp_path: Path) -> None:
    """A crash of the process is reported; the arena does not wait for it."""
    here = Arena(FAIR, ["lab_bots.DYING", "random"], folder=tmp_path)
    with pytest.raises(WorkerFailed, match=r"worker [12] was killed by signal 9"):
        here.run(20)


@pytest.mark.slow
def test_a_worker_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it said last is in the error."""
    here = Arena(FAIR, ["random", "random"])
    monkeypatch.setattr(worker, "address_of", lambda game: "no_such_module")
    with pytest.raises(WorkerFailed, match="ended with code 1: ModuleNotFoundError: No module"):
        here.run(2)


FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
from honjin.cli.main import app
app()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the limit is set by setrlimit")
def test_a_full_disk(tmp_path: Path) -> None:
    """A write fails in the middle: one line, and what was kept is whole and goes on elsewhere.

    The limit is on the size of any file, which fails the way a full disk does.
    """
    line = f"arena rokumon --act 2 --bots greedy,random --games 40 --no-sprt --out {tmp_path}"
    done = subprocess.run(
        [sys.executable, "-c", FULL, *line.split()], capture_output=True, text=True, timeout=120
    )
    assert 2 == done.returncode
    assert 1 == done.stderr.count("\n")
    assert "honjin: cannot write " in done.stderr
    assert "earlier games are saved; run the same command again to resume" in done.stderr
    before = (tmp_path / GAMES).read_bytes()
    assert before.endswith(b"\n")
    assert 10_000 < len(before) <= 20_000
    here = Arena("rokumon", ["greedy", "random"], options={"act": "2"}, folder=tmp_path)
    assert 40 == here.run(40).tally.games
    assert (tmp_path / GAMES).read_bytes().startswith(before)


@pytest.mark.parametrize(
    ("bots", "games", "jobs", "said"),
    [
        (["random"], 10, 2, "expected two bots or more for 2 seats, got 1"),
        (["random"] * 2, 0, 2, "expected 1 to 2000000 games, got 0"),
        (["random"] * 2, -5, 2, "expected 1 to 2000000 games, got -5"),
        (["random"] * 2, 3_000_000, 2, "expected 1 to 2000000 games, got 3000000"),
        (["random"] * 2, 10, 0, "expected 1 to 64 jobs, got 0"),
        (["random"] * 2, 10, 65, "expected 1 to 64 jobs, got 65"),
    ],
)
def test_refuses(bots: list[str], games: int, jobs: int, said: str) -> None:
    """What cannot be played is refused before anything starts."""
    with pytest.raises(BadArena, match=said):
        Arena(FAIR, bots).run(games, jobs=jobs)


def test_a_test_needs_two_bots() -> None:
    """Three bots have no score that one claim could be about."""
    with pytest.raises(BadArena, match="a test compares two bots, not 3"):
        Arena(FAIR, ["random"] * 3, options={"seats": "3"}).run(3, sprt=Sprt())


def test_who_does_not_suit_is_refused() -> None:
    """Alpha-beta does not play where there are secrets."""
    with pytest.raises(UnknownBot, match="alphabeta does not play madeup with these options"):
        Arena(FAIR, ["alphabeta", "random"])


def test_a_game_that_workers_cannot_find() -> None:
    """A game must be held by a module as GAME."""
    here = Arena(replace(FAIR, key="nameless"), ["random", "random"])
    with pytest.raises(BadArena, match="no module holds nameless as GAME"):
        here.run(2)


# ---- compiling


def test_compiles_once_before_the_workers_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each search is compiled ahead and reported, and not compiled again."""
    news: list[Compiling | Progress] = []
    done: set[Path] = set()
    for module in (compiling, precompile):
        monkeypatch.setattr(module, "is_ready", lambda game, loops: loops in done)
    monkeypatch.setattr(precompile, "_compile_now", lambda address, loops, name: done.add(loops))
    here = Arena("rokumon", ["alphabeta:d1", "mcts:10", "alphabeta:d2", "greedy", "random"])
    assert () == compiling.prepare(here.game, here.entrants, news.append)
    assert [(1, 3), (2, 3), (3, 3)] == [(n.number, n.of) for n in news if isinstance(n, Compiling)]
    assert () == compiling.prepare(here.game, here.entrants, news.append)
    assert 3 == len(news)


def test_says_when_compiled_code_cannot_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the bot would play slower than it is, which one should know."""
    for module in (compiling, precompile):
        monkeypatch.setattr(module, "is_ready", lambda game, loops: False)
    monkeypatch.setattr(precompile, "_compile_now", lambda address, loops, name: None)
    here = Arena("rokumon", ["alphabeta:d1", "random"])
    [note] = compiling.prepare(here.game, here.entrants, lambda news: None)
    assert note.startswith("alphabeta:d1 plays interpreted and slowly")


@pytest.mark.slow
def test_says_why_it_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler's last line is in the error."""
    for module in (compiling, precompile):
        monkeypatch.setattr(module, "is_ready", lambda game, loops: False)
    monkeypatch.setattr(precompile, "address_of", lambda game: "no_such_module")
    here = Arena("rokumon", ["alphabeta:d1", "greedy"])
    with pytest.raises(NotCompiled, match="alphabeta:d1 could not be compiled: ModuleNotFound"):
        compiling.prepare(here.game, here.entrants, lambda news: None)


def test_the_question_is_all_that_decides() -> None:
    """How many games, workers and tests are no part of it, and two arenas of one are alike."""
    one, two = (Arena(FAIR, ["random", "greedy"], seed=3).question for _ in range(2))
    assert msgspec.json.encode(one) == msgspec.json.encode(two)
