"""The session on the page about solving gives what the page says."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from honjin.games import load
from honjin.solver.proof.certificate import SHIPPED, read_proof
from places import ROOT

DOCS = ROOT / "docs"
PAGE = DOCS / "solving.md"
ROKUMON = DOCS / "games" / "rokumon.md"
PROOFS = DOCS / "games" / "rokumon_proofs.md"
VALUES = Path(__file__).with_name("values.toml")


@pytest.mark.slow
def test_the_session_runs() -> None:
    """Solve one deal of Act 1, and ask it."""
    session = doctest.DocTestParser().get_doctest(
        PAGE.read_text("utf-8"), {}, "solving", str(PAGE), 0
    )
    assert len(session.examples) > 8
    runner = doctest.DocTestRunner()
    runner.run(session)
    assert 0 == runner.failures


def test_the_page_of_proofs_tells_what_the_files_say() -> None:
    """Each file has its row: the winner, the bound of plies, positions, size."""
    row = r"^\| `([gjf]+)` \| \d+ \| (.+) \| ([\d,]+) \| ([\d,]+) kB \|$"
    rows = re.findall(row, PROOFS.read_text("utf-8"), re.MULTILINE)
    expected = []
    for path in sorted((SHIPPED / "rokumon").iterdir()):
        head, _ = read_proof(load("rokumon"), path)
        size = round(path.stat().st_size / 1000)
        deal = str(head.options["deal"])
        expected.append((deal, head.text, f"{head.positions:,}", f"{size:,}"))
    assert sorted(expected) == sorted(rows)


def test_the_page_of_rokumon_tells_the_pinned_values() -> None:
    """Each row of its table of solved deals is a pinned value, and all of them are there."""
    row = r"^\| (\d) \| `([gj]+)` \| (\d+) \| (.+) \|$"
    rows = re.findall(row, ROKUMON.read_text("utf-8"), re.MULTILINE)
    pinned = tomllib.loads(VALUES.read_text("utf-8"))
    told = {(act, deal): value for act, deal, _, value in rows}
    assert told == {(act, deal): text for act in pinned for deal, text in pinned[act].items()}
    for act in pinned:
        assert 35 == sum(int(count) for one, _, count, _ in rows if one == act)
