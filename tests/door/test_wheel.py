"""The wheel with each set of extras: every command is explained, and runs or says what it needs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from door.field import Installed, Machine
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
    "learn": "learn rokumon --act 1 --games 10 --generations 1 --simulations 4 --look 4 --epochs 1",
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


@pytest.mark.parametrize("extras", BRINGS, ids=lambda extras: extras or "none")
def test_every_command_is_explained_and_runs_or_says_what_it_needs(
    extras: str, machine: Machine, wheel: Path, tmp_path: Path
) -> None:
    """No set of extras ends in a traceback; a command without its extra does nothing else."""
    there = Installed(machine, tmp_path, wheel, extras)
    assert 0 == there.honjin("--version").code
    explained = there.python(HELP)
    assert 0 == explained.code, explained.err
    assert "honjin admin people" in explained.out
    write_files(there.folder)
    names = [*EXTRA_OF, *PLOTTED] if extras else RUNS
    told = {name: told_by(there, name, extras) for name in names}
    for name, end in told.items():
        print(f"{extras or 'none':12} {name:12} {end}")
    assert {} == {name: line for name, line in told.items() if line not in ("runs", "refuses")}


def told_by(there: Installed, name: str, extras: str) -> str:
    """How a command ended: `runs`, `refuses`, or with what went wrong."""
    words = RUNS[name].split()
    if name == "serve":
        done = there.serve(*words)
    else:
        done = there.honjin(*words, typed=TYPED.get(name, ""), env=SET.get(name, {}))
    needed = EXTRA_OF.get(name)
    if needed is None or needed in BRINGS[extras]:
        return "runs" if done.code == 0 else f"code {done.code}: {done.last_line}"
    one_line = done.err.startswith("honjin: this command needs ") and done.err.count("\n") == 1
    names_it = done.err.rstrip().endswith(f"install 'honjin[{needed}]'")
    is_refused = (2, "") == (done.code, done.out) and one_line and names_it
    return "refuses" if is_refused else f"code {done.code}: {done.out}{done.err}"


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
