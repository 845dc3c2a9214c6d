"""The page of experiments says what is so."""

import doctest
import re
from pathlib import Path

from honjin.cli.main import load_command
from honjin.lab.experiments.plan import read_plan
from places import ROOT

PAGE = ROOT / "docs" / "experiments.md"


def test_the_session_runs(tmp_path: Path) -> None:
    """The session in the page gives what the page says."""
    text = PAGE.read_text("utf-8")
    given = {"folder": tmp_path}
    session = doctest.DocTestParser().get_doctest(text, given, "experiments", str(PAGE), 0)
    assert len(session.examples) > 5
    runner = doctest.DocTestRunner()
    runner.run(session)
    assert 0 == runner.failures


def test_the_plan_is_one() -> None:
    """What the page shows as a plan can be played."""
    [text] = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert 4 == len(read_plan(text.encode()).variants)


def test_every_option_of_the_command_is_explained() -> None:
    """The table names each option of `honjin experiment`, and nothing that is none."""
    command = load_command("experiment")
    known = {
        name for parameter in command.params
        for name in (*parameter.opts, *parameter.secondary_opts) if name.startswith("--")
    }  # fmt: skip
    rows = "".join(
        line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `--")
    )
    explained = set(re.findall(r"`(--[a-z-]+)", rows)) | {"--record", "--lang"}
    assert known == explained
