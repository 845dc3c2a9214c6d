"""`honjin experiment`."""

import re
from pathlib import Path

import pytest

from cli.running import Run
from honjin.core.parts.desks import Draft
from honjin.games import load
from honjin.lab.experiments.file import read_report

ROAD = "1"  # the terrain of the hexes along the road
FAIR = "experiment --game madeup --bots random --vary rounds=1,2 --jobs 1"


def flat(text: str) -> str:
    """A text with its runs of spaces made single."""
    return re.sub(r"[ \t]+", " ", text)


def test_tells_what_came_of_it(honjin: Run, tmp_path: Path) -> None:
    """Progress, tables and one file, for which `show` prints the same."""
    file = tmp_path / "x.jsonl"
    result = honjin(f"{FAIR} --games 4 --out {file}")
    assert (0, "") == (result.exit_code, result.stderr)
    out = flat(result.stdout)
    assert "8/8 games rounds=1" in out
    for title in ("Differences", "Effects of options", "Who wins", "Drama", "Decisions"):
        assert title in out
    assert "All games of the plan were played." in out
    assert [file] == list(tmp_path.iterdir())
    told = flat(honjin(f"experiment show {file} --lang ja").stdout)
    assert "計画の全局を指し終えた。" in told


def test_tells_in_words_what_was_never_used(honjin: Run, tmp_path: Path) -> None:
    """Kinds of actions and pieces were listed by their keys, in Japanese too: put_back, lord."""
    file = tmp_path / "x.jsonl"
    told = flat(honjin(f"experiment --game akebono --bots random --games 1 --out {file}").stdout)
    assert "put_back" not in told
    told = flat(honjin(f"experiment show {file} --lang ja").stdout)
    assert "大老を移す" in told
    assert "kind" not in told


def test_a_file_is_a_plan(honjin: Run, tmp_path: Path) -> None:
    """Replaying a received file gives the same bytes; a record from it replays."""
    file, again, one = (tmp_path / name for name in ("x.jsonl", "y.jsonl", "game.json"))
    honjin(f"{FAIR} --games 3 --seed 5 --out {file}")
    assert 0 == honjin(f"experiment {file} --jobs 2 --out {again}").exit_code
    assert file.read_bytes() == again.read_bytes()
    one.write_text(honjin(f"experiment show {file} --record rounds=2/1").stdout)
    assert 0 == honjin(f"replay {one}").exit_code


@pytest.mark.slow
def test_two_boards_are_compared(honjin: Run, tmp_path: Path) -> None:
    """They are called by the names of their files, also in the file and when it is reopened."""
    (desk,) = load("akebono").desks
    draft = desk.starts[0].draft
    for name, mark in (("flat", "2"), ("steep", "6")):
        terrain = {at: ROAD if old == ROAD else mark for at, old in draft.marks["terrain"].items()}
        (tmp_path / f"{name}.toml").write_text(
            desk.check(Draft({**draft.marks, "terrain": terrain})).file
        )
    boards, file = ",".join(f"{tmp_path}/{name}.toml" for name in ("flat", "steep")), tmp_path / "x"
    line = f"experiment --game akebono --vary board={boards} --bots random --games 2 --jobs 1"
    out = flat(honjin(f"{line} --out {file}").stdout)
    assert "4/4 games board=flat" in out
    assert "Board: flat" in out
    variants = read_report(file).head.plan.variants
    assert [("board=flat", "flat"), ("board=steep", "steep")] == [
        (one.key, one.files["board"]) for one in variants
    ]
    assert out.count("Board: steep") == flat(honjin(f"experiment show {file}").stdout).count(
        "Board: steep"
    )


def test_a_plan_by_hand_and_going_on(honjin: Run, tmp_path: Path) -> None:
    """A TOML plan; --resume with more games extends the file."""
    plan, file = tmp_path / "plan.toml", tmp_path / "x.jsonl.gz"
    plan.write_text('game = "madeup"\nbots = ["random", "greedy"]\ngames = 2\n')
    assert 0 == honjin(f"experiment {plan} --jobs 1 --out {file}").exit_code
    assert 4 == len(read_report(file).rows)
    again = honjin(f"experiment {file} --resume --games 3 --jobs 1")
    assert "4/6 games" in again.stdout
    assert "3/6 games" not in again.stdout
    assert 6 == len(read_report(file).rows)


def test_an_option_given_at_its_default_is_given(honjin: Run, tmp_path: Path) -> None:
    """It overrides the scenario's value, which is another."""
    file = tmp_path / "x.jsonl"
    line = "experiment --game rokumon --scenario act1 --option act=4 --bots random --games 1"
    assert 0 == honjin(f"{line} --jobs 1 --out {file}").exit_code
    (variant,) = read_report(file).head.plan.variants
    assert "4" == variant.options["act"]


def test_an_option_has_its_own_name(honjin: Run, tmp_path: Path) -> None:
    """As in other commands: its value is not taken for a plan."""
    file = tmp_path / "x.jsonl"
    line = f"experiment --game madeup --rounds 2 --no-offers --bots random --games 1 --out {file}"
    assert 0 == honjin(f"{line} --jobs 1").exit_code
    (variant,) = read_report(file).head.plan.variants
    assert ("2", False) == (variant.options["rounds"], variant.options["offers"])


def test_a_plan_takes_another_seed(honjin: Run, tmp_path: Path) -> None:
    """A new file has the seed that is given; one that goes on keeps its own."""
    file, again = tmp_path / "x.jsonl", tmp_path / "y.jsonl"
    honjin(f"{FAIR} --games 2 --seed 5 --out {file}")
    assert 0 == honjin(f"experiment {file} --seed 6 --jobs 1 --out {again}").exit_code
    assert 6 == read_report(again).head.plan.seed
    result = honjin(f"experiment {file} --seed 6 --resume --jobs 1")
    assert (2, True) == (result.exit_code, "seed differ" in result.stderr)
    assert 0 == honjin(f"experiment {file} --seed 5 --resume --jobs 1").exit_code


def test_no_game_of_a_file_is_given_up(honjin: Run, tmp_path: Path) -> None:
    """Fewer games or less precision are enough at once; without a number the file's holds."""
    file = tmp_path / "x.jsonl"
    honjin(f"{FAIR} --games 40 --seed 3 --out {file}")
    for fewer in ("--games 2", "--precision 0.4", ""):
        assert 0 == honjin(f"{FAIR} --resume --out {file} {fewer}").exit_code
        report = read_report(file)
        assert (80, 40, 3) == (len(report.rows), report.head.plan.games, report.head.plan.seed)


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
def test_a_damaged_file_is_not_continued(honjin: Run, tmp_path: Path, name: str) -> None:
    """The error names it in one line, and it stays as it was, without a journal."""
    file = tmp_path / name
    honjin(f"{FAIR} --games 9 --out {file}")
    data = file.read_bytes()
    for damaged in (data[:-40], data[:30]):
        file.write_bytes(damaged)
        for line in ("--resume", "show"):
            words = f"show {file}" if line == "show" else f"{file} {line}"
            result = honjin(f"experiment {words}")
            assert (2, 1) == (result.exit_code, result.stderr.count("\n"))
            assert str(file) in result.stderr
        assert (damaged, [file]) == (file.read_bytes(), list(tmp_path.iterdir()))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "expected a plan, or --game"),
        ("a.toml --game madeup", "expected a plan, or --game"),
        ("none.toml", "No such file"),
        ("show", "expected one file, got none"),
        ("show none.jsonl", "No such file"),
        ("show none.jsonl --record rounds=2/²", "expected VARIANT/NUMBER"),
        ("--game nosuch", "no game 'nosuch'"),
        ("--game madeup --bots ronin", "expected a level"),
        ("--game madeup --vary hats=1,2", "unknown option 'hats'"),
        ("--game madeup --scenario act9", "expected a scenario of madeup"),
        ("--game madeup --games 0", "1 to 1000000 games"),
        ("--game rokumon --vary act=1,2 --option act=3", "option act is both given and varied"),
        ("--game rokumon --vary act=1,2 --act 3", "option act is both given and varied"),
        ("--game rokumon --act", "--act expects one of"),
        ("--game rokumon --act 3 plan.toml", "expected an option like --key value, got 'plan"),
        ("show none.jsonl --act 3", "expected one file, got none.jsonl --act 3"),
        ("--game madeup --sure", "two variants or more"),
        ("--game madeup --bots random --jobs 0", "expected 1 to 64 jobs, got 0"),
    ],
)
def test_bad_input_is_one_line(
    honjin: Run, line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong command is one line on stderr and exit code 2, and no file is made."""
    monkeypatch.chdir(tmp_path)
    result = honjin(f"experiment {line}")
    assert 2 == result.exit_code
    assert 1 == result.stderr.count("\n")
    assert said in result.stderr
    assert not list(tmp_path.iterdir())


def test_another_file_is_not_overwritten(honjin: Run, tmp_path: Path) -> None:
    """An existing file is continued only with --resume."""
    file = tmp_path / "x.jsonl"
    honjin(f"{FAIR} --games 1 --out {file}")
    before = file.read_bytes()
    result = honjin(f"{FAIR} --games 1 --out {file}")
    assert (2, True) == (result.exit_code, "use --resume to continue" in result.stderr)
    other = honjin(f"{FAIR} --games 1 --seed 9 --resume --out {file}")
    assert (2, True) == (other.exit_code, "seed differ" in other.stderr)
    assert before == file.read_bytes()
