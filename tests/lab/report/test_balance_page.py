"""The page of balance reports says what is so."""

import doctest
import re

from honjin.cli.main import load_command
from places import ROOT

PAGE = ROOT / "docs" / "balance.md"


def test_the_session_runs() -> None:
    """The session in the page gives what the page says."""
    text = PAGE.read_text("utf-8")
    session = doctest.DocTestParser().get_doctest(text, {}, "balance", "docs/balance.md", 0)
    assert len(session.examples) > 5
    runner = doctest.DocTestRunner()
    runner.run(session)
    assert 0 == runner.failures


def test_every_option_of_the_command_is_explained() -> None:
    """The table names each option of `honjin balance`, and nothing that is none."""
    command = load_command("balance")
    known = {
        name for parameter in command.params
        for name in (*parameter.opts, *parameter.secondary_opts) if name.startswith("--")
    }  # fmt: skip
    rows = "".join(
        line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `--")
    )
    assert known == set(re.findall(r"`(--[a-z-]+)", rows))
