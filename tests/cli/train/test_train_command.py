"""`honjin train`: a folder with a network, and resuming it."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Run

SMALL = "train rokumon --act 1 --parallel 8 --steps 8 --hidden 16 --decisions"
START = "from honjin.cli.main import app; app()"


@pytest.mark.slow
def test_it_trains_measures_and_goes_on(honjin: Run, tmp_path: Path) -> None:
    """Network and curves are in the folder; --resume continues; the network can play."""
    folder = tmp_path / "net"
    result = honjin(f"{SMALL} 128 --games 4 --against random --out {folder}")
    assert (0, "") == (result.exit_code, result.stderr)
    assert re.search(r"128 decisions: \d+\.\d % \(.*\) against random", result.stdout)
    assert "128 decisions in 2 updates" in result.stdout
    names = {".lock", "net.npz", "curve.csv", "scores.csv", "curve.png", "curve.svg"}
    assert names == {file.name for file in folder.iterdir()}
    assert 3 == len((folder / "curve.csv").read_text().splitlines())
    scores = (folder / "scores.csv").read_text()
    assert "\n2,128," in scores

    again = honjin(f"{SMALL} 128 --out {folder}")
    assert 2 == again.exit_code
    assert "--resume continues with it" in again.stderr
    going = f"train rokumon --act 1 --decisions 192 --games 0 --resume --out {folder}"
    assert 0 == honjin(going).exit_code
    assert 4 == len((folder / "curve.csv").read_text().splitlines())
    assert scores == (folder / "scores.csv").read_text()
    ended = f"{going} --games 4 --against random"
    assert 0 == honjin(ended.replace("--games 0 ", "")).exit_code
    measured = (folder / "scores.csv").read_text()
    assert 0 == honjin(ended.replace("--games 0 ", "")).exit_code  # a row twice, once
    assert measured == (folder / "scores.csv").read_text()
    assert ["2,128", "3,192"] == re.findall(r"^(\d+,\d+)", measured, re.MULTILINE)
    other = honjin(f"train rokumon --act 2 --resume --out {folder}")
    assert "holds a network for rokumon act=1" in other.stderr
    changed = honjin(f"train rokumon --resume --seed 2 --out {folder}")
    assert "--seed cannot be changed" in changed.stderr

    same = honjin(f"{SMALL} 192 --method ppo --games 0 --resume --out {folder}")
    assert (0, "") == (same.exit_code, same.stderr)  # the first command with --resume

    arena = f"arena rokumon --act 1 --bots net:{folder / 'net.npz'},random --games 4 --jobs 1"
    assert 0 == honjin(f"{arena} --no-sprt --out {tmp_path / 'arena'}").exit_code


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("train rokumon --resume --out {folder}", "found none"),
        ("train rokumon --hidden wide", "--hidden expects widths such as 256,256"),
        ("train rokumon --parallel 0", "expected parallel from 1 to 65,536"),
        ("train rokumon --entropy nan", "expected entropy from 0 to 10, got nan"),
        ("train rokumon --seed 2147483648", "from 0 to 2,147,483,647, got 2,147,483,648"),
        ("train rokumon --minutes nan", "minutes"),
        ("train rokumon --minutes -1", "minutes"),
        (
            "train rokumon --games 3000000 --out {folder}",
            "expected 1 to 2000000 games, got 3000000",
        ),
        ("train rokumon --jobs 2", "expected at least 2 parts for 2 jobs, got 1"),
        ("train rokumon --jobs 0", "expected 1 to 64 jobs, got 0"),
        ("train rokumon --parts 600", "expected 1 to 512 parts, got 600"),
        ("train rokumon --backend cloud", "--backend"),
        ("train nothing", "no game 'nothing'"),
        ("train rokumon --games -3", "'--games'"),
        ("train rokumon --out /dev/null", "cannot write to the folder /dev/null"),
        ("train rokumon --out /dev/null/net", "cannot write to the folder /dev/null/net"),
        ("train rokumon --method guess", "--method"),
        (
            "train rokumon --method search --entropy 0.1",
            "--entropy is an option of --method ppo, got --method search",
        ),
        ("train rokumon --noise 0.1", "--noise is an option of --method search, got --method ppo"),
        ("train rokumon --method search --simulations 1", "expected simulations from 2"),
        ("train rokumon --method search --parts 65", "expected 1 to 64 parts, got 65"),
    ],
)
def test_what_cannot_be_is_told(honjin: Run, tmp_path: Path, words: str, told: str) -> None:
    """One line says what was expected, before anything is compiled or kept."""
    result = honjin(words.format(folder=tmp_path / "x"))
    assert 2 == result.exit_code
    assert told in result.stderr
    assert not (tmp_path / "x").exists()


def test_without_ray_it_is_said_what_to_install(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, before anything is compiled."""
    monkeypatch.setitem(sys.modules, "ray", None)
    result = honjin(f"train rokumon --backend ray --out {tmp_path / 'x'}")
    assert 2 == result.exit_code
    assert "pip install 'honjin[ray]'" in result.stderr


@pytest.mark.slow
def test_without_a_cluster_nothing_is_begun(
    honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, and no folder that the next attempt would find."""
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    result = honjin(f"{SMALL} 128 --backend ray --out {tmp_path / 'x'}")
    assert 2 == result.exit_code
    assert "cannot join a Ray cluster" in result.stderr
    assert not (tmp_path / "x").exists()


@pytest.mark.slow
def test_workers_make_the_same_curve(honjin: Run, tmp_path: Path) -> None:
    """Two workers, one process, and one after the other with --resume; too many are refused."""
    runs = {"two": (256, 2), "one": (256, 1), "both": (128, 2)}
    for name, (decisions, jobs) in runs.items():
        words = f"{SMALL} {decisions} --games 0 --parts 2 --jobs {jobs} --out {tmp_path / name}"
        result = honjin(words)
        assert (0, "") == (result.exit_code, result.stderr)
    assert "--resume --jobs 2" in result.stdout
    going = f"train rokumon --act 1 --decisions 256 --games 0 --resume --out {tmp_path / 'both'}"
    assert "expected at least 3 parts for 3 jobs, got 2" in honjin(f"{going} --jobs 3").stderr
    assert 0 == honjin(going).exit_code
    curves = [(tmp_path / name / "curve.csv").read_text().splitlines() for name in runs]
    untimed = [[re.sub(r"^(\d+,\d+),[^,]*", r"\1", line) for line in curve] for curve in curves]
    assert 5 == len(untimed[0])
    assert untimed[0] == untimed[1] == untimed[2]


@pytest.mark.slow
def test_it_learns_from_a_search(honjin: Run, tmp_path: Path) -> None:
    """The same folder, resumed with the method that it began with; its network can search."""
    folder = tmp_path / "net"
    words = f"train rokumon --act 1 --method search --simulations 8 --hidden 16 --out {folder}"
    result = honjin(f"{words} --parallel 8 --steps 8 --decisions 192 --games 4 --against random")
    assert (0, "") == (result.exit_code, result.stderr)
    assert "192 decisions in 3 updates" in result.stdout
    head, *rows = (folder / "curve.csv").read_text().splitlines()
    assert head.endswith("entropy,explained,ahead,kept")
    assert 3 == len(rows)
    going = f"train rokumon --act 1 --decisions 256 --games 0 --resume --out {folder}"
    changed = honjin(f"{going} --method ppo")
    assert "--method cannot be changed" in changed.stderr
    assert 0 == honjin(going).exit_code
    bots = f"net:{folder / 'net.npz'}:search=10,random"
    arena = f"arena rokumon --act 1 --bots {bots} --games 4 --jobs 1 --no-sprt"
    assert 0 == honjin(f"{arena} --out {tmp_path / 'arena'}").exit_code


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_keeps_what_workers_played(tmp_path: Path) -> None:
    """It ends after the update under way, saved, and leaves no worker."""
    words = "train rokumon --act 1 --parallel 8 --steps 8 --hidden 16 --games 0 --parts 2 --jobs 2"
    command = [sys.executable, "-c", START, *words.split(), "--out", str(tmp_path / "x")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job may ignore it
    ) as process:  # fmt: skip
        assert process.stdout is not None
        while "per game" not in (line := process.stdout.readline()):
            assert line, process.communicate()[1]
        workers = children(process.pid)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=120)
    assert (0, "") == (process.returncode, errors)
    assert 2 == len(workers)
    assert re.search(r"decisions in \d+ updates", out)
    assert (tmp_path / "x" / "net.npz").exists()
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    told = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout
    return [int(word) for word in told.split()]
