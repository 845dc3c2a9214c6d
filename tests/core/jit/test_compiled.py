"""Joining loops to a game, and the cache of compiled code."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from honjin.core.jit import compiled as core
from honjin.core.jit.cache.kept import KEPT_FOLDERS
from honjin.core.jit.rule import rule
from honjin.core.jit.sources.loop_files import VERBS, read_loop_files
from honjin.solver.retrograde import graph
from madeup import rules
from madeup.game import GAME
from madeup.state import Fair
from places import LONG_AGO, ROOT, TESTS

SMALL = '''
"""A loop file of one loop."""
from honjin.core.jit.verbs import apply_action, loop, returns

@loop
def play_and_count(states, out):
    apply_action(states[0], 0, 20)
    returns(states[0], out)
    return states[0].score[0]
'''

RUN = """
import json, sys, time
import numba
from honjin.core.jit import compiled as core
from madeup.game import GAME
from madeup.state import CARD, DIM, Fair
start = Fair(seats=2, rounds=2, phase=CARD, actor=0, lantern=DIM, alive=3, coins=[2, 2, 0, 0])
begun = time.perf_counter()
fast = core.compiled(GAME, sys.argv[1])
got = int(fast.play_and_count(core.batch(GAME, start), core.zeros(2)))
took = time.perf_counter() - begun
plain = core.interpreted(GAME, sys.argv[1])
stats = fast.play_and_count.stats
print(json.dumps({
    "compiled": got, "interpreted": plain.play_and_count([start.copy()], [0, 0]), "took": took,
    "compiles": sum(stats.cache_misses.values()), "loads": sum(stats.cache_hits.values()),
}))
"""


def start() -> Fair:
    return GAME.setup(GAME.read_options())


# ---- joining


def test_random_games_are_the_same_both_ways() -> None:
    """Playouts give the same actions, ends and returns interpreted and compiled."""
    fast = core.playouts(GAME, start(), 2, 50, seed=3)
    assert fast == core.playouts(GAME, start(), 2, 50, seed=3, interpreted=True)
    assert (50, 50, 0) == (fast.games, sum(fast.reasons), sum(fast.sums))
    assert fast != core.playouts(GAME, start(), 2, 50, seed=4)


def test_playouts_leave_the_state_alone() -> None:
    """Each game starts from the given state, which stays unchanged."""
    begun = start()
    core.playouts(GAME, begun, 2, 2, seed=1, interpreted=True)
    assert start() == begun


def test_a_game_that_does_not_end_is_reported() -> None:
    """Playouts raise if a game takes longer than declared."""
    with pytest.raises(AssertionError, match="more than 3 actions"):
        core.playouts(replace(GAME, longest=3), start(), 2, 1, seed=1, interpreted=True)


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_perft_is_the_same_both_ways(depth: int) -> None:
    """Leaf counts agree."""
    plain = core.perft(GAME, start(), depth, interpreted=True)
    assert plain == core.perft(GAME, start(), depth)


def test_perft_counts_seat_actions_and_chance_by_outcome() -> None:
    """Two draws of 3 cards, then 3 bids of each of 2 seats: 9 times 6, then 9 times 30."""
    # After a bid the bidder has 2 changes and the other 3 bids: 6 x 5.
    assert [1, 54, 270] == [core.perft(GAME, start(), n, interpreted=True) for n in range(3)]


def test_perft_has_no_leaves_beyond_the_end() -> None:
    """A game that is over earlier has none."""
    over = start()
    over.phase = 4
    assert [1, 0, 0] == [core.perft(GAME, over, n, interpreted=True) for n in range(3)]


def test_a_game_is_joined_once() -> None:
    """The second call gives the same module."""
    assert core.interpreted(GAME) is core.interpreted(GAME)
    assert core.compiled(GAME) is core.compiled(GAME)


def test_a_batch_holds_states_and_spare_records() -> None:
    """States are written to an array of records, followed by copies of the first."""
    other = start()
    other.bank = 3
    states = core.batch(GAME, start(), other, spare=2)
    assert [start(), other, start(), start()] == [Fair.read_record(record) for record in states]


def test_rules_that_are_compiled_already_are_not_counted_again(tmp_path: Path) -> None:
    """If another module has compiled a game's rules, only loops count, otherwise the rules too."""
    game = replace(GAME)
    first, second = (
        loop_file(tmp_path, f"@loop\ndef {name}(a):\n    return a\n", f"{name}.py")
        for name in ("first", "second")
    )
    every = core._count_forms(game, second)
    core.interpreted(game, first)
    core.compiled(replace(GAME), first)
    assert every == core._count_forms(game, second)
    core.compiled(game, first)
    assert round(core.LOOP_FORMS) == core._count_forms(game, second) < every


@rule
def rated(s: Fair, seat: int) -> int:
    return 17


def unmarked(s: Fair, seat: int) -> int:
    return 17


def test_a_game_with_other_rules_is_joined_to_those() -> None:
    """A game made from another with one function replaced runs that function."""
    assert 17 == core.compiled(replace(GAME, evaluate=rated)).guess(core.batch(GAME, start()), 0, 0)


def test_an_unmarked_function_is_named() -> None:
    """A contract function without @rule is refused by name."""
    with pytest.raises(ValueError, match="evaluate of madeup is not marked @rule"):
        core.compiled(replace(GAME, evaluate=unmarked))


def test_a_function_that_cannot_be_imported_is_named() -> None:
    """A contract function that is not in a module is refused by name."""
    with pytest.raises(ValueError, match="evaluate of madeup must be a function of a module"):
        core.compiled(replace(GAME, evaluate=lambda s, seat: 1))


# ---- loop files


def loop_file(folder: Path, text: str, name: str = "own_loops.py") -> Path:
    path = folder / name
    path.write_text("from honjin.core.jit.verbs import legal_actions, loop, may_act\n" + text)
    return path


def test_a_loop_file_can_use_another(tmp_path: Path) -> None:
    """The loop file that another one imports is pasted before it."""
    text = "from honjin.core.jit.loops import playout\n@loop\ndef twice(a):\n    return 2 * a\n"
    module = core.interpreted(GAME, loop_file(tmp_path, text))
    assert 6 == module.twice(3)
    assert hasattr(module, "perft")


def test_two_loop_files_may_not_define_one_name(tmp_path: Path) -> None:
    """A clash of names is refused with both places."""
    text = "@loop\ndef perft(a):\n    return a\n"
    with pytest.raises(ValueError, match=r"perft is defined in .*loops.py and in .*own_loops.py"):
        core.interpreted(GAME, (core.LOOPS, loop_file(tmp_path, text)))


def test_two_loop_files_may_not_define_one_constant(tmp_path: Path) -> None:
    """The second value would take the place of the first in loops of both."""
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text("WIDTH: int = 3\n")
    second.write_text("WIDTH = 4\n")
    with pytest.raises(ValueError, match=r"WIDTH is defined in .*first.py and in .*second.py"):
        core.interpreted(GAME, (first, second))


def test_a_loop_may_not_have_the_name_of_a_verb(tmp_path: Path) -> None:
    """It would take the place of the game's function in every loop after it."""
    path = loop_file(tmp_path, "@loop\ndef weigh(a):\n    return a\n")
    with pytest.raises(ValueError, match=r"weigh in .*own_loops.py is the name of a verb"):
        core.interpreted(GAME, path)


def test_all_loop_files_can_be_joined_to_a_game() -> None:
    """None defines a name that is taken, or calls itself."""
    texts = {path: path.read_text() for path in (ROOT / "src").rglob("*.py")}
    files = [path for path, text in texts.items() if f"\nfrom {VERBS} import" in text]
    assert len(files) > 20
    for path in files:
        assert read_loop_files([path])
    assert read_loop_files(graph.LOOPS)


@pytest.mark.parametrize(
    "text",
    [
        "@loop\ndef down(n):\n    return down(n - 1) if n else 0\n",
        "@loop\ndef ping(n):\n    return pong(n)\n@loop\ndef pong(n):\n    return ping(n)\n",
    ],
)
def test_a_loop_may_not_call_itself(tmp_path: Path, text: str) -> None:
    """Recursion is refused: loaded from the compiler's cache it would crash the process."""
    with pytest.raises(ValueError, match="can call itself"):
        core.interpreted(GAME, loop_file(tmp_path, text))


def test_rules_get_lists_only(tmp_path: Path) -> None:
    """A loop that passes a rule a column of a table is told so: its numbers are not in a row."""
    import numpy as np
    from numba.core.errors import TypingError

    text = (
        "@loop\ndef column(states, table):\n    return legal_actions(states[0], 0, table[:, 0])\n"
    )
    module = core.compiled(GAME, loop_file(tmp_path, text))
    with pytest.raises(TypingError, match="expected a list for a rule, found array"):
        module.column(core.batch(GAME, start()), np.zeros((9, 9), np.int64))


@rule
def count_out(s: Fair, out: Any) -> int:
    return len(out)


def test_a_list_given_to_a_rule_has_no_length() -> None:
    """Compiled, `len` of it is an error that says what to use instead."""
    from numba.core.errors import TypingError

    module = core.compiled(replace(GAME, returns=count_out))
    with pytest.raises(TypingError, match="expected a number of the state instead"):
        module.result(core.batch(GAME, start()), 0, core.zeros(2))


@pytest.mark.parametrize(
    "text", ["from . import other\n", "from honjin.core.jit.loops import playout as p\n"]
)
def test_imports_of_a_loop_file_are_plain(tmp_path: Path, text: str) -> None:
    """Relative imports, and renaming of loops from another file, are refused."""
    with pytest.raises(ValueError, match=r"own_loops\.py, line 2"):
        core.interpreted(GAME, loop_file(tmp_path, text))


def test_a_verb_alone_raises() -> None:
    """A loop file's functions do nothing until they are joined to a game."""
    from honjin.core.jit import loops

    with pytest.raises(RuntimeError, match="may_act belongs to a game"):
        loops.acting([start()], 0)


def test_tracebacks_of_interpreted_loops_name_the_loop_file(tmp_path: Path) -> None:
    """A traceback shows the line of the mistake in the loop file."""
    path = loop_file(tmp_path, "\n@loop\ndef wrong(a):\n    return a.nothing\n")
    with pytest.raises(AttributeError) as caught:
        core.interpreted(GAME, path).wrong(3)
    last = caught.traceback[-1]
    assert (path, 5) == (Path(last.path), last.lineno + 1)


# ---- the cache


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A copy of the made-up game and a small loop file in a folder of their own."""
    shutil.copytree(TESTS / "madeup", tmp_path / "src" / "madeup")
    (tmp_path / "small.py").write_text(SMALL)
    _age(tmp_path)
    return tmp_path


def _age(folder: Path, at: float = LONG_AGO) -> None:
    """Make files older than any process, this one too, however long the tests have run."""
    for path in folder.rglob("*.*"):
        os.utime(path, (at, at))


def _path(home: Path) -> str:
    """The path on which a process finds the copy, and the Honjin under test."""
    return os.pathsep.join((str(home / "src"), str(ROOT / "src")))


def begin(home: Path) -> subprocess.Popen[str]:
    cache = str(home / "cache")
    return subprocess.Popen(
        [sys.executable, "-c", RUN, str(home / "small.py")],
        env={**os.environ, "HONJIN_CACHE": cache, "PYTHONPATH": _path(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = process.communicate(timeout=120)
    assert 0 == process.returncode, err
    told: dict[str, Any] = json.loads(out)
    return told


def run(home: Path) -> dict[str, Any]:
    return ended(begin(home))


@pytest.mark.slow
def test_a_new_process_loads_what_another_compiled(home: Path) -> None:
    """The second process compiles nothing."""
    first, second = run(home), run(home)
    assert (1, 0) == (first["compiles"], first["loads"])
    assert (0, 1) == (second["compiles"], second["loads"])
    assert 1 == first["compiled"] == second["compiled"]
    assert second["took"] < first["took"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        # The loop itself, a constant that the rules import, a function that a rule calls.
        ("small.py", "return states[0].score[0]", "return states[0].score[0] + 1"),
        ("src/madeup/state.py", "VALUES: Final = 3 ", "VALUES: Final = 4 "),
        ("src/madeup/rules.py", "return VALUES + 1 - value", "return VALUES + 2 - value"),
    ],
)
def test_a_changed_source_never_uses_an_old_cache(
    home: Path, file: str, old: str, new: str
) -> None:
    """After a change in any file involved, the new rules are compiled."""
    assert 1 == run(home)["compiled"]
    text = (home / file).read_text()
    assert old in text
    (home / file).write_text(text.replace(old, new))
    _age(home, LONG_AGO + 1)  # Python keeps bytecode by the size and the second of a source
    changed = run(home)
    assert 2 == changed["interpreted"] == changed["compiled"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "file", ["view.py", "game.py", "notation.py", "words/en.toml", "learned/a.json"]
)
def test_what_no_rule_reads_compiles_nothing_again(home: Path, file: str) -> None:
    """A change in drawing, assembly, notation, words or learned weights keeps the cache."""
    run(home)
    (home / "src" / "madeup" / file).parent.mkdir(exist_ok=True)
    with (home / "src" / "madeup" / file).open("a") as text:
        text.write("\n# changed\n")
    _age(home / "src")
    again = run(home)
    assert (0, 1) == (again["compiles"], again["loads"])


@pytest.mark.slow
def test_what_is_loaded_already_changes_nothing() -> None:
    """Processes that have loaded different modules find the same sources of compiled code."""
    script = (
        "from honjin.bots.mcts.bot import LOOPS\n"
        "from honjin.core.jit.sources.files import source_files\n"
        "from honjin.core.jit.sources.loop_files import read_loop_files\n"
        "from honjin.games import load\n"
        "print(*source_files(load('summits'), read_loop_files([LOOPS])), sep='\\n')"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", before + script], capture_output=True, text=True, check=True
        ).stdout
        for before in ("", "import honjin.core.jit.verbs, honjin.server.site\n")
    ]
    assert told[0] == told[1]
    assert "mcts_loop.py" in told[0]


def test_a_source_changed_after_it_was_read_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Code compiled from a source that may be newer on disk works, but is not stored."""
    monkeypatch.setenv("HONJIN_CACHE", str(tmp_path / "cache"))
    path = loop_file(tmp_path, "@loop\ndef twice(a):\n    return 2 * a\n")
    assert 8 == core.compiled(GAME, path).twice(4)
    assert not (tmp_path / "cache").exists()
    assert not core.is_ready(GAME, path)


def test_the_longest_unused_modules_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many generated modules of a game the most recently used are kept; other games keep all."""
    monkeypatch.setenv("HONJIN_CACHE", str(tmp_path))
    text = "@loop\ndef thrice(a):\n    return 3 * a\n\ndef warm(game, states):\n    thrice(1)\n"
    path = loop_file(tmp_path, text)
    _age(tmp_path)
    (tmp_path / "compiled" / "other" / "honjin_compiled_00").mkdir(parents=True)
    for k in range(20):
        folder = tmp_path / "compiled" / "madeup" / f"honjin_compiled_{k:02}"
        folder.mkdir(parents=True)
        os.utime(folder, (k, k))
    core.warm(replace(GAME), path)
    folders = (path for path in (tmp_path / "compiled" / "madeup").iterdir() if path.is_dir())
    kept = {folder.name for folder in folders}
    assert KEPT_FOLDERS == len(kept)
    aged = {f"honjin_compiled_{k:02}" for k in range(20)}
    assert {f"honjin_compiled_{k:02}" for k in range(9, 20)} == kept & aged
    assert (tmp_path / "compiled" / "other" / "honjin_compiled_00").exists()


@pytest.mark.slow
def test_the_cache_can_be_warmed_ahead(home: Path) -> None:
    """After `python -m honjin.core.jit.compiled` a new process finds all core loops compiled.

    Along the way it prints the number of functions done, which grows to the total. Only one process
    compiles at a time; others wait for it, unless all that they need is compiled.
    """
    environment = {
        **os.environ,
        "HONJIN_CACHE": str(home / "cache"),
        "PYTHONPATH": _path(home),
    }
    script = (
        "from honjin.core.jit import compiled as core\nfrom madeup.game import GAME\n"
        "ready = core.is_ready(GAME)\n"
        "s = GAME.setup(GAME.read_options())\n"
        "core.perft(GAME, s, 1), core.playouts(GAME, s, 2, 1, 1)\n"
        "fast = core.compiled(GAME)\n"
        "print(ready, [sum(f.stats.cache_misses.values()) for f in (fast.perft, fast.playouts)])"
    )
    command = [sys.executable, "-c", script]
    cold = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "False [1, 1]\n" == cold.stdout
    warming = core.warm_command("madeup.game")
    told = subprocess.run(
        warming, env=environment, capture_output=True, text=True, check=True
    ).stdout
    lines = [[int(word) for word in line.split()] for line in told.splitlines()]
    every = lines[-1][2]
    assert [0, every, every] == lines[-1]
    assert sorted(lines) == lines
    assert all(done < every for _, done, _ in lines[:-1])
    warm = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "True [0, 0]\n" == warm.stdout
    (contents,) = (home / "cache").rglob("contents.json")
    text = contents.read_text()
    contents.unlink()
    with FileLock(home / "cache" / "compiling-madeup.lock"):
        with pytest.raises(subprocess.TimeoutExpired):
            subprocess.run(warming, env=environment, capture_output=True, timeout=10)
        contents.write_text(text)
        subprocess.run(warming, env=environment, capture_output=True, check=True)
    contents.unlink()
    subprocess.run(warming, env=environment, capture_output=True, check=True)
    assert contents.exists()


def test_a_game_is_found_by_its_address() -> None:
    """`<module>[:NAME]` names a game; any other object is refused."""
    assert GAME is core.load_game("madeup.game") is core.load_game("madeup.game:GAME")
    with pytest.raises(TypeError, match=r"expected a Game at madeup\.game:HOME"):
        core.load_game("madeup.game:HOME")


def test_the_contract_functions_are_the_games_own() -> None:
    """An interpreted loop calls the very functions of the game."""
    assert rules.apply_action is core.interpreted(GAME).apply_action
