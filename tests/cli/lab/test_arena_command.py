"""`honjin arena` and `honjin ladder`."""

import doctest
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import honjin.cli.lab.shared
import madeup.game
from cli.running import Run
from honjin.lab import BotFailed

FAIR = "arena madeup --rounds 1 --bots random,greedy --no-sprt"
ACT_2 = "arena rokumon --act 2 --bots greedy,random"


def flat(text: str) -> str:
    """A text with its runs of spaces made single."""
    return re.sub(r"[ \t]+", " ", text)


@pytest.mark.slow
def test_tells_what_came_of_it(honjin: Run, tmp_path: Path) -> None:
    """Bots, seats, ends, Elo, length, how it was counted; games and plots are in the folder."""
    result = honjin(f"{ACT_2} --games 8 --no-sprt --out {tmp_path / 'x'}")
    assert (0, "") == (result.exit_code, result.stderr)
    out = flat(result.stdout)
    assert re.search(r"greedy \d+\.\d % \d+\.\d to \d+\.\d 8 \d 0 \d\s", out)
    assert re.search(r"greedy \d+\.\d ms \d+\.\d ms \d+ 0\s", out)
    assert "Seats, over all bots" in out
    assert re.search(r"0 Sanada \d+\.\d %", out)
    assert "Three in a row. 8 100.0 %" in out
    assert re.search(r"Elo of greedy minus random: [+-]\S+ \([+-]\S+ to [+-]\S+\)\.", out)
    assert re.search(
        r"Length: \d+\.\d actions on average, from \d+ to \d+, chance outcomes included", out
    )
    assert "Counted: 4 pairs of games on the same deals and dice" in out
    assert "8/8 games greedy" in out
    found = {file.name for file in (tmp_path / "x").iterdir()}
    assert {"manifest.json", "games.jsonl", "score.png", "score.svg"} == found


@pytest.mark.slow
def test_stops_early_and_says_so(honjin: Run, tmp_path: Path) -> None:
    """By default two bots are tested; the verdict is shown with its hypotheses and games."""
    out = honjin(f"{ACT_2} --games 2000 --out {tmp_path}").stdout
    said = re.search(r"greedy scores 50\.0% \(H0\) or 60\.0% \(H1\): H1 after (\d+) games", out)
    assert said
    assert int(said[1]) < 200


@pytest.mark.slow
def test_an_undecided_test_says_so(honjin: Run, tmp_path: Path) -> None:
    """All games played, no verdict."""
    out = honjin(f"{ACT_2} --games 4 --sprt 0.65,0.75 --out {tmp_path}").stdout
    assert "scores 65.0% (H0) or 75.0% (H1): undecided after 4 games." in out


@pytest.mark.slow
def test_more_seats_have_places_and_returns(honjin: Run, tmp_path: Path) -> None:
    """A game with secrets for three: places and returns with intervals, no Elo."""
    line = (
        f"arena madeup --seats 3 --rounds 1 --bots random,greedy,random --games 3 --out {tmp_path}"
    )
    out = flat(honjin(line).stdout)
    assert "bot place 95 % return 95 %" in out
    assert re.search(r"random #2 \d\.\d\d \d\.\d\d to \d\.\d\d -?\d\.\d\d -?\d\.\d\d to", out)
    assert "Elo" not in out
    assert "1 rounds of 3 games" in out


@pytest.mark.slow
def test_given_again_it_goes_on(honjin: Run, tmp_path: Path) -> None:
    """The same command with more games keeps those that are there."""
    honjin(f"{FAIR} --games 4 --out {tmp_path}")
    before = (tmp_path / "games.jsonl").read_bytes()
    out = honjin(f"{FAIR} --games 6 --out {tmp_path}").stdout
    assert (tmp_path / "games.jsonl").read_bytes().startswith(before)
    assert "6/6 games" in out
    assert "3 pairs of games" in out


@pytest.mark.slow
def test_more_workers_than_cores_are_told(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots with a time limit would be weaker than they are."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    line = f"{FAIR} --games 2 --out {tmp_path}"
    assert "2 workers share 1 cores" in honjin(line).stdout
    assert "workers share" not in honjin(f"{line} --jobs 1").stdout


@pytest.mark.slow
def test_the_folder_is_named_by_the_question(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without `--out` the same question comes to the same folder, another to another."""
    monkeypatch.chdir(tmp_path)
    for line in (f"{FAIR} --games 2", f"{FAIR} --games 4", f"{FAIR} --games 2 --seed 9"):
        assert 0 == honjin(line).exit_code
    folders = sorted((tmp_path / "arenas").iterdir())
    assert [4, 2] == sorted(
        [(folder / "games.jsonl").read_bytes().count(b"\n") for folder in folders], reverse=True
    )
    assert all(re.fullmatch(r"madeup-[0-9a-f]{8}", folder.name) for folder in folders)


@pytest.mark.slow
def test_a_limit_ends_it(honjin: Run, tmp_path: Path) -> None:
    """`--until` stops at a precision."""
    out = honjin(f"{FAIR} --games 4000 --until 25% --out {tmp_path}").stdout
    assert "Stopped at the limit given by --until." in out


@pytest.mark.slow_after(6)
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("arena nosuch --bots random,greedy", "no game 'nosuch'"),
        ("arena rokumon --bots ronin,greedy", "expected a level"),
        ("arena rokumon --bots mcts:0s,greedy", "expected a positive time of up to 3600s, got 0s"),
        ("arena rokumon --bots mcts:-2s,greedy", "expected a time (1s, 500ms)"),
        (
            "arena rokumon --bots mcts:4000s,greedy",
            "expected a positive time of up to 3600s, got 4000s",
        ),
        ("arena madeup --bots alphabeta,greedy", "alphabeta does not play madeup"),
        ("arena rokumon --bots levels --games 0", "games, got 0"),
        ("arena rokumon --bots greedy", "expected two bots or more for 2 seats, got 1"),
        ("arena rokumon --bots ,", "expected two bots or more for 2 seats, got 0"),
        ("arena rokumon --bots random,greedy --games 0", "games, got 0"),
        ("arena rokumon --bots random,greedy --jobs 0", "expected 1 to 64 jobs, got 0"),
        ("arena rokumon --bots random,greedy --sprt 0.6,0.5", "0 < H0 < H1 < 1, not 0.6,0.5"),
        ("arena rokumon --bots random,greedy --sprt x", "two scores such as 0.5,0.6, not 'x'"),
        ("arena rokumon --bots random,greedy --sprt 0.5,0.6 --no-sprt", "cannot be given together"),
        (
            "arena madeup --seats 3 --bots random,random,greedy --sprt 0.5,0.6",
            "a test compares two",
        ),
        ("arena rokumon --bots random,greedy --until never", "expected a time such as"),
        ("arena rokumon --bots random,greedy --act 9", "option act is one of"),
        ("ladder nosuch", "no game 'nosuch'"),
        ("ladder rokumon --target 1.5", "expected a target from 0.05 to 0.95, got 1.5"),
        ("ladder rokumon --act 2 --all-presets", "cannot be combined with options"),
        ("ladder rokumon --act 2 --games 0", "games, got 0"),
    ],
)
def test_bad_input_is_one_line(
    honjin: Run, line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong command is one line on stderr and exit code 2, and leaves no folder behind."""
    monkeypatch.chdir(tmp_path)
    result = honjin(line)
    assert 2 == result.exit_code
    assert 1 == result.stderr.count("\n")
    assert said in result.stderr
    assert "" == result.stdout  # it said where games are saved
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_another_question_is_one_line(honjin: Run, tmp_path: Path) -> None:
    """The difference is named, before it is said where games are saved."""
    honjin(f"{FAIR} --games 2 --out {tmp_path}")
    result = honjin(
        f"{FAIR} --games 2 --offers --seed 2 --out {tmp_path}".replace("greedy", "random")
    )
    assert 2 == result.exit_code
    assert f"{tmp_path} belongs to another question: there bots is random, greedy" in result.stderr
    assert "seed is 1, not 2" in result.stderr
    assert "" == result.stdout


def test_a_bot_that_fails_is_one_line(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The traceback is in the folder; the line says so."""

    def broken(*_: object, **__: object) -> None:
        raise BotFailed("greedy (seat 1) failed after 3 actions: ValueError: two\nlines")

    monkeypatch.setattr("honjin.lab.Arena.run", broken)
    result = honjin(f"{FAIR} --out {tmp_path}")
    assert (2, 1) == (result.exit_code, result.stderr.count("\n"))
    assert "failed after 3 actions: ValueError: two lines" in result.stderr


@pytest.mark.slow
def test_without_matplotlib_it_says_so(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the plot is there, and one line says what to install."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = honjin(f"{FAIR} --games 2 --out {tmp_path}")
    assert 0 == result.exit_code
    assert "plots need matplotlib: pip install 'honjin[lab]'" in result.stdout
    assert not (tmp_path / "score.png").exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    """Exit code 130, no traceback, and a command that resumes from the saved games."""
    program = [sys.executable, "-u", "-c", "from honjin.cli.main import app; app()"]
    words = [*f"{ACT_2} --games 4000 --no-sprt --out".split(), str(tmp_path / "my games")]
    process = subprocess.Popen(
        [*program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job may ignore it
    )  # fmt: skip
    assert process.stdout is not None
    with process:
        while "/4000 games" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    assert (130, "") == (process.returncode, errors)
    said = re.search(
        r"Stopped; (\d+) games of this arena are saved\.\nTo resume: honjin (.+)\n", out
    )
    assert said
    again = said[2]
    expected = "arena rokumon --option act=2 --bots greedy,random --games 4000 --seed 1 --jobs 2"
    assert f"{expected} --no-sprt --out '{tmp_path / 'my games'}'" == again
    lines = (tmp_path / "my games" / "games.jsonl").read_text("utf-8").splitlines()
    assert int(said[1]) <= len(lines) <= int(said[1]) + 1
    assert all(json.loads(line)["arena"]["reason"] == "end.row" for line in lines)


def test_examples_in_the_docstrings() -> None:
    """What the docstrings show is so."""
    done = doctest.testmod(honjin.cli.lab.shared)
    assert (True, 0) == (done.attempted > 0, done.failed)


# ---- the ladder


@pytest.fixture
def quick_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fair with levels that need no compiler."""
    levels = ("random", "greedy:slip=0.5", "greedy", "greedy:slip=0.1")
    changed = replace(madeup.game.GAME, levels=lambda options: levels)
    monkeypatch.setattr(madeup.game, "GAME", changed)


@pytest.mark.slow
@pytest.mark.usefixtures("quick_levels")
def test_the_ladder_of_given_options(honjin: Run, tmp_path: Path) -> None:
    """Three rungs, a table, a report in two forms and a plot."""
    result = honjin(f"ladder madeup --rounds 1 --games 4 --out {tmp_path}")
    assert (0, "") == (result.exit_code, result.stderr)
    out = flat(result.stdout)
    assert "rounds=1: daimyo over samurai (2/3)" in out
    assert "Levels of madeup, target 70%" in out
    assert re.search(r"rounds=1 shogun daimyo \d+\.\d % \d+\.\d to \d+\.\d 4 undecided", out)
    found = {file.name for file in tmp_path.iterdir()}
    assert {"rounds=1", "report.md", "report.json", "ladder.png", "ladder.svg"} == found


@pytest.mark.slow
@pytest.mark.usefixtures("quick_levels")
def test_the_ladder_of_all_presets(honjin: Run, tmp_path: Path) -> None:
    """Every preset is a case; run again, nothing is played."""
    line = f"ladder madeup --games 2 --no-sprt --target 0.6 --jobs 1 --out {tmp_path}"
    first = honjin(line).stdout
    cases = [preset.key for preset in madeup.game.GAME.presets]
    assert [case for case in cases if f"{case}: shogun over daimyo" in first] == cases
    assert "target 60%" in first
    games = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("games.jsonl")}
    assert 3 * len(cases) == len(games)
    again = honjin(f"{line} --all-presets").stdout
    assert first[first.index("Levels of") :] == again[again.index("Levels of") :]
    assert games == {file: file.stat().st_mtime_ns for file in games}
