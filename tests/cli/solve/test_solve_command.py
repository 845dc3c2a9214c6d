"""`honjin solve`: exact values, saved in tables."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.running import Run
from honjin.cli.main import app
from honjin.solver import proof_path
from honjin.solver.proof.certificate import SHIPPED

ONE = "solve rokumon --act 1 --deal gggjjj"
PROOF = proof_path(SHIPPED, "rokumon", "4-jjjggjg")
ACT4 = "solve rokumon --act 4 --deal jjjggjg"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def test_the_last_line_is_the_value(honjin: Run, folder: Path) -> None:
    """Solved or only looked up, the last line is the same."""
    for _ in range(2):
        assert "red wins in 17" == honjin(f"{ONE} --out {folder}").stdout.splitlines()[-1]


@pytest.mark.slow
def test_a_table_is_checked(honjin: Run, folder: Path) -> None:
    """`--check` proves it; a changed byte is an error that names the file."""
    honjin(f"{ONE} --out {folder}")
    assert "red wins in 17" == honjin(f"{ONE} --out {folder} --check").stdout.splitlines()[-1]
    table = folder / "rokumon" / "1-gggjjj.table"
    sound = table.read_bytes()
    table.write_bytes(sound[:-1] + b"\x07")
    broken = honjin(f"{ONE} --out {folder}")
    table.write_bytes(sound)
    assert 2 == broken.exit_code
    assert "1-gggjjj.table" in broken.stderr


def test_choices_are_told_with_their_values(honjin: Run, folder: Path) -> None:
    """`--position` lists every choice, the best first, then the value."""
    honjin(f"{ONE} --out {folder}")
    words = [
        *f"solve rokumon --out {folder} --position".split(),
        "1 ggg/jjj .,.,./.,.,. r - - - 0 -",
    ]
    lines = CliRunner().invoke(app, words, catch_exceptions=False).stdout.splitlines()
    assert "red wins in 17" == lines[-1]
    assert "wins in 17" == lines[0].split(": ")[1]
    assert 7 == len(lines)


@pytest.mark.slow
def test_choices_are_proved_where_no_table_is(tmp_path: Path) -> None:
    """Act 4 near the end: every choice with what is proved of it, the best first."""
    position = "4 jgj/gjgj .,2,./16,5,2,w b - r2c1@1,1;r2c3@2,-2 - 11 -"
    words = [*f"solve rokumon --out {tmp_path} --position".split(), position]
    *choices, last = CliRunner().invoke(app, words, catch_exceptions=False).stdout.splitlines()
    values = [line.split(": ")[1] for line in choices[-7:]]
    assert "wins in at most" in values[0]
    assert f"black {values[0]}" == last
    assert "loses in at most" in values[-1]


def test_what_is_not_proved_in_time_is_told(tmp_path: Path) -> None:
    """Without any time: what ends the game at once is known all the same."""
    position = "4 jgj/gjgj .,2,./16,5,2,w b - r2c1@1,1;r2c3@2,-2 - 11 -"
    words = [*f"solve rokumon --out {tmp_path} --minutes 0 --position".split(), position]
    *_, last = CliRunner().invoke(app, words, catch_exceptions=False).stdout.splitlines()
    assert last.startswith("not proved (")


def test_positions_are_exported(honjin: Run, folder: Path, tmp_path: Path) -> None:
    """`--export` writes a file after solving."""
    to = tmp_path / "some.csv"
    result = honjin(f"{ONE} --out {folder} --export {to} --sample 5")
    assert "5 positions" in result.stdout
    assert 6 == len(to.read_text("utf-8").splitlines())


def test_a_proof_is_checked_by_the_rules(honjin: Run, tmp_path: Path) -> None:
    """`--check-proof` prints the winner; a damaged file is an error that names it."""
    line = "solve rokumon --check-proof"
    assert "red wins in at most 25" == honjin(f"{line} {PROOF}").stdout.splitlines()[-1]
    broken = tmp_path / "broken.proof"
    broken.write_bytes(PROOF.read_bytes()[:-1])
    refused = honjin(f"{line} {broken}")
    assert 2 == refused.exit_code
    assert "broken.proof" in refused.stderr


@pytest.mark.parametrize("where", ["--deal gggjjjj", "--position START"])
def test_more_memory_than_there_is_is_refused(
    honjin: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, where: str
) -> None:
    """In one line: it was a traceback of NumPy."""

    def full(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("honjin.solver.prove", full)
    monkeypatch.setattr("honjin.cli.solve.command.print_position", full)
    line = f"solve rokumon --act 4 {where} --out {tmp_path} --memory"
    result = honjin(f"{line} 512")
    assert 2 == result.exit_code
    assert "honjin: expected --memory that this machine has, got 512 GiB\n" == result.stderr
    result = honjin(f"{line} 99999999999")
    assert (2, True) == (result.exit_code, "--memory" in result.stderr)


def test_a_proof_that_is_there_is_only_checked(honjin: Run, tmp_path: Path) -> None:
    """Act 4: the deal and its mirror image have one proof, which comes with Honjin."""
    for deal in ("jjjggjg", "jjjgjgg"):
        line = f"solve rokumon --act 4 --deal {deal} --out {tmp_path} --minutes 0"
        assert "red wins in at most 25" == honjin(line).stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (f"{ONE} --sample 5", "--sample means nothing without --export"),
        (f"{ONE} --all --export a.csv", "--export means nothing with --all"),
        (f"{ONE} --stages --export a.csv", "--export means nothing with --stages"),
        (f"{ONE} --all --stages", "--all means nothing with --stages"),
        (f"{ONE} --position x --check", "--check means nothing with --position"),
        (f"{ONE} --position x --export a.csv", "--export means nothing with --position"),
        (f"solve rokumon --check-proof {PROOF} --all", "--all means nothing with --check-proof"),
        (f"{ONE} --minutes 5", "--minutes means nothing with a table"),
        (f"{ONE} --stages --memory 4", "--memory means nothing with --stages"),
        (f"{ONE} --position x --jobs 4", "--jobs means nothing with --position"),
        (f"{ACT4} --jobs 4", "--jobs means nothing with a proof"),
        (f"{ACT4} --check --minutes 5", "--minutes means nothing with --check"),
        (
            f"solve rokumon --check-proof {PROOF} --jobs 4",
            "--jobs means nothing with --check-proof",
        ),
        (f"{ONE} --export a.txt", "expected a file that ends in .csv or .npz, got 'a.txt'"),
        (f"{ACT4} --export a.csv", "has no table to export"),
    ],
)
def test_options_that_would_be_ignored_are_refused(
    honjin: Run, tmp_path: Path, words: str, reason: str
) -> None:
    """Before anything is solved: a file that was asked for would not be there afterwards."""
    result = honjin(f"{words} --out {tmp_path}")
    assert 2 == result.exit_code
    assert reason in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("solve rokumon --act 4 --deal gggjjjj --minutes 0", "4-gggjjjj is not proved"),
        ("solve rokumon --act 4", "expected a deal"),
        ("solve rokumon --act 2", "expected a deal"),
        ("solve akebono", "has hidden information"),
        ("solve rokumon --act 2 --deal ggg", "option deal: the deal of this act"),
    ],
)
def test_what_cannot_be_solved_says_why(honjin: Run, line: str, reason: str) -> None:
    """One red line, exit code 2."""
    result = honjin(line)
    assert 2 == result.exit_code
    assert reason in result.stderr


def test_stages_are_for_games_that_have_them(honjin: Run, tmp_path: Path) -> None:
    """The other acts fit in one table, or in none; other games have no stages."""
    asked = [
        ("rokumon --act 2 --deal gggjjjj", "only act 4 is solved stage by stage, got act 2"),
        ("rokumon --act 4", "expected a deal"),
        ("akebono", "akebono has hidden information"),
    ]
    for words, problem in asked:
        done = honjin(f"solve {words} --stages --out {tmp_path}")
        assert 2 == done.exit_code
        assert problem in done.stderr
    assert not list(tmp_path.iterdir())
