"""The wheel with each set of extras: every command is explained, and runs or says what it needs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TextIO

import pytest

from door.field import Installed, Machine, Outcome
from honjin.cli.main import COMMANDS
from honjin.core.play import Play
from honjin.games import load

# In this order: some read what others have written.
RUNS: Final = {
    "games": "games",
    "new-game": "new-game tea_party",
    "examples": "examples samples",
    "map": "map swords --players 3",
    "play": "play rokumon --act 2 --deal gggjjjj --bot random --seed 1",
    "replay": "replay game.json",
    "verify": "verify game.json",
    "picture": "picture game.json -o game.svg",
    "study": "study study.json",
    "perft": "perft rokumon --act 1 --deal gggjjj --depth 1",
    "bench": "bench rokumon --act 1 --seconds 0.1",
    "arena": "arena rokumon --act 1 --bots random,random --games 2 --jobs 1 --no-sprt --out arena",
    "ladder": "ladder rokumon --act 1 --games 2 --jobs 1 --no-sprt --out ladder",
    "balance": "balance rokumon --act 1 --bots random --games 2 --jobs 1 --out balance",
    "experiment": "experiment --game rokumon --option act=1 --bots random --games 2 --jobs 1",
    "compile": "compile tea_party",
    "solve": "solve rokumon --act 1 --deal gggjjj",
    "puzzles": "puzzles",
    "dataset": "dataset rokumon --act 1 --deal gggjjj --positions 30 --out solved",
    "grade": "grade solved --bots random --positions 5",
    "train": "train rokumon --act 1 --parallel 8 --steps 8 --hidden 16 --decisions 64 --games 0",
    "learn": "learn rokumon --act 1 --games 10 --generations 1 --nodes 50 --look 50 --walks 1",
    "serve": "serve --port 0 --no-open",
    "backup": "backup house.tar",
    "restore": "restore house.tar --data other",
    "settings": "settings",
    "admin": "admin people",
    "history": "history rebuild",
    "ratings": "ratings rebuild",
}
"""The smallest real run of each command."""
TYPED: Final = {"play": "r1c1\nresign\n"}
SET: Final = {"compile": {"HONJIN_GAMES": "tea_party.game"}}
EXTRA_OF: Final = {
    "picture": "pictures",
    "dataset": "dataset",
    "grade": "dataset",
    "train": "train",
    "learn": "train",
} | dict.fromkeys(
    ("serve", "settings", "backup", "restore", "admin", "history", "ratings"), "server"
)
"""The extra that a command cannot do without."""
BRINGS: Final[Mapping[str, set[str]]] = {
    "": set(),
    "pictures": {"pictures"},
    "lab": set(),
    "server": {"server", "pictures"},
    "server,lab": {"server", "pictures"},
    "envs": {"pictures"},
    "train": {"train"},
    "dataset": {"dataset"},
    "ray": set(),
}
"""Of each set of extras, the extras that are complete with it."""
PLOTTED: Final = ("arena", "balance")
"""Commands that do more with an extra, though they need none."""
HELP: Final = """
from honjin.cli.main import COMMANDS, load_command

def explain(command, words):
    below = getattr(command, "commands", {})
    for name, one in below.items():
        explain(one, [*words, name])
    command.main(["--help"], prog_name=" ".join(words), standalone_mode=False)

for name in COMMANDS:
    explain(load_command(name), ["honjin", name])
"""
"""Prints the help of every command."""
TOGETHER: Final = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from honjin.cli.main import app

ends = {}
for name, line in json.load(sys.stdin).items():
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = app(line.split(), standalone_mode=False)
    ends[name] = code, out.getvalue(), err.getvalue()
print(json.dumps(ends))
"""
"""Runs command lines one after the other in one process, and prints how they ended."""


@pytest.mark.parametrize("extras", BRINGS, ids=lambda extras: extras or "none")
def test_every_command_is_explained_and_runs_or_says_what_it_needs(
    extras: str, machine: Machine, wheel: Path, table: TextIO, tmp_path: Path
) -> None:
    """No set of extras ends in a traceback; a command without its extra does nothing else.

    Without any extra each command has a process of its own; with one, those that run.
    """
    there = Installed(machine, tmp_path, wheel, extras)
    assert 0 == there.honjin("--version").code
    explained = there.python(HELP)
    assert 0 == explained.code, explained.err
    assert "honjin admin people" in explained.out
    write_files(there.folder)
    lacking = {name: extra for name, extra in EXTRA_OF.items() if extra not in BRINGS[extras]}
    alone = RUNS if not extras else [name for name in (*EXTRA_OF, *PLOTTED) if name not in lacking]
    ends = {name: run(there, name) for name in alone}
    if extras:
        done = there.python(TOGETHER, json.dumps({name: RUNS[name] for name in lacking}))
        assert 0 == done.code, done.err
        ends |= {name: Outcome(*end) for name, end in json.loads(done.out).items()}
    told = {name: how(end, lacking.get(name)) for name, end in ends.items()}
    for name, word in told.items():
        print(f"{extras or 'none':12} {name:12} {word}", file=table, flush=True)
    assert {} == {name: word for name, word in told.items() if word not in ("runs", "refuses")}


def run(there: Installed, name: str) -> Outcome:
    """The end of the smallest run of a command."""
    words = RUNS[name].split()
    if name == "serve":
        return there.serve(*words)
    return there.honjin(*words, typed=TYPED.get(name, ""), env=SET.get(name, {}))


def how(end: Outcome, lacking: str | None) -> str:
    """How a command ended: `runs`, `refuses` since an extra is lacking, or what went wrong."""
    if lacking is None:
        return "runs" if end.code == 0 else f"code {end.code}: {end.last_line}"
    one_line = end.err.startswith("honjin: this command needs ") and end.err.count("\n") == 1
    names_it = end.err.rstrip().endswith(f"install 'honjin[{lacking}]'")
    is_refused = (2, "") == (end.code, end.out) and one_line and names_it
    return "refuses" if is_refused else f"code {end.code}: {end.out}{end.err}"


def write_files(folder: Path) -> None:
    """A game and a study for the commands that read one."""
    options = {"act": "4", "deal": "gggjjjj"}
    play = Play(load("rokumon"), options)
    play.act_text(0, "4@r2c2")
    (folder / "game.json").write_text(play.record().to_json(), "utf-8")
    head = {"title": "Act 4", "game": "rokumon", "rules": play.game.version, "options": options}
    chapter = {"head": head, "nodes": [{"note": {"text": "The start"}}]}
    study = {"study": 1, "title": "Openings", "chapters": [chapter]}
    (folder / "study.json").write_text(json.dumps(study), "utf-8")


def test_each_command_has_a_smallest_run() -> None:
    """A new command needs a line here."""
    assert set(COMMANDS) == set(RUNS)
