"""Proofs of the winner: found by searching, compared with tables, checked by the rules alone."""

import lzma
import random
import shutil
import subprocess
import sys
from collections import namedtuple
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from honjin.core.errors import TookTooLong
from honjin.core.parts.index import Case
from honjin.games.rokumon.rules.state import MAX_ACTIONS, settle_board
from honjin.solver import (
    Damaged,
    NoRoom,
    NotProved,
    Tables,
    check_proof,
    found_proof,
    proof_path,
    prove,
)
from honjin.solver.proof.certificate import (
    CIRCLE,
    DONE,
    FAULTS,
    LINE,
    NO_ACTION,
    NOT_WON,
    SHIPPED,
    SLICE,
    TOO_LONG,
    WANTS,
    Check,
    Head,
    Writer,
    read_proof,
)
from honjin.solver.proof.search import Attempt, Search
from honjin.solver.retrograde.graph import short_states
from honjin.solver.tables.value import Value, read_byte
from solver.corridor import CORRIDOR, STEPS, Corridor
from solver.maze import MAZE, ROOMS, Maze
from solver.proof.slow_check import Refused, plies_of
from solver.retrograde.test_small_games import maze_graph, solved
from solver.solved_positions import GAME, INDEX, played, sampled, start_of

MOST = 1 << 40
ACT_1 = GAME.read_options({"act": "1", "deal": "gggjjj"})


def rooms() -> list[tuple[Maze, Value]]:
    """Every room of the maze with either side to move, and its value."""
    values = [read_byte(int(byte)) for byte in solved(maze_graph())]
    found = []
    for number in range(2 * ROOMS):
        s = Maze()
        MAZE.index.representative(s, number, 0)  # type: ignore[union-attr]
        if not s.outcome:
            found.append((s, values[number]))
    return found


def asked(search: Search, s: Any) -> bool | None:
    """Whether a position is proved."""
    search.begin(s if search.plain else short_states(search.game, s, 1)[0])
    return search.run(MOST)


@pytest.mark.slow
@pytest.mark.parametrize("plain", [True, False], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("attacker", [0, 1])
def test_exactly_what_is_won_is_proved(attacker: int, *, plain: bool) -> None:
    """Every room of the maze, with what was learned of the rooms before and without."""
    case = MAZE.index.case(Maze())  # type: ignore[union-attr]
    kept = Search(MAZE, case, Attempt(attacker, defers=False), bits=10, plain=plain)
    for s, value in rooms():
        fresh = Search(MAZE, case, Attempt(attacker, defers=False), bits=2, plain=plain)
        wins = value.result == (1 if s.turn == attacker else -1)
        assert wins == asked(kept, s)
        assert wins == asked(fresh, s)


@pytest.mark.slow
@pytest.mark.parametrize("attacker", [0, 1])
def test_a_sparing_winner_wins_less(attacker: int) -> None:
    """With actions deferred to the last ply, only wins are proved, and not all of them."""
    case = MAZE.index.case(Maze())  # type: ignore[union-attr]
    search = Search(MAZE, case, Attempt(attacker, defers=True), bits=10)
    found = [
        (value.result * (1 - 2 * (s.turn ^ attacker)), asked(search, s)) for s, value in rooms()
    ]
    assert {(1, True), (1, False), (0, False), (-1, False)} == set(found)


@pytest.mark.slow
@pytest.mark.parametrize(("act", "deal", "count"), [("1", "gggjjj", 300), ("2", "gggjjjj", 300)])
def test_proofs_agree_with_tables(tables: Tables, act: str, deal: str, count: int) -> None:
    """Sampled positions of Acts 1 and 2: a win is proved exactly where the table has one."""
    case = INDEX.case(start_of(act, deal))
    searches = [Search(GAME, case, Attempt(attacker, defers=False), bits=18) for attacker in (0, 1)]
    for s in sampled(act, deal, count):
        if not s.outcome:
            exact = tables.value(s).value.result * (1 - 2 * s.turn)
            assert [exact > 0, exact < 0] == [asked(search, s) for search in searches]


@pytest.mark.slow
def test_a_long_win_is_not_taken_for_none() -> None:
    """Act 3, black loses in 38: here costs added up along many lines once seemed endless."""
    options = GAME.read_options({"act": "3", "deal": "ggjgjjj"})
    s = GAME.notation.read_position("3 ggj/gjjj .,.,2/4,.,.,3 b - - - 1 -", options)
    case = INDEX.case(GAME.setup(options))
    assert asked(Search(GAME, case, Attempt(0, defers=False), bits=20), s)


@pytest.mark.slow
def test_a_proof_never_wins_sooner_than_can_be(tables: Tables) -> None:
    """The plies that a search knows for a proved position are no fewer than the table's."""
    case = INDEX.case(start_of("1", "gggjjj"))
    for s in sampled("1", "gggjjj", 100):
        exact = None if s.outcome else tables.value(s).value
        if exact and exact.result > 0:
            search = Search(GAME, case, Attempt(s.turn, defers=False), bits=18)
            assert asked(search, s)
            assert search.frames[0]["length"] >= exact.plies


# ---- files


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The proof of a deal of Act 1."""
    folder = tmp_path_factory.mktemp("proofs")
    prove(GAME, ACT_1, folder, seconds=600, bits=18)
    return proof_path(folder, "rokumon", "1-gggjjj")


def rewritten(proof: Path, to: Path, made: bytes | None = None, **told: Any) -> Path:
    """A copy of a proof with other choices or another head, its checksum right again."""
    head, own = read_proof(GAME, proof)
    body = own if made is None else made
    told = {"choices": len(body), **told}
    return written(msgspec.structs.replace(head, **told), body, to)


def written(head: Head, choices: bytes, to: Path) -> Path:
    """A file of these choices with a right checksum."""
    body = lzma.compress(choices)
    checksum = blake2b(body, digest_size=16).hexdigest()
    path = to / "other.proof"
    head = msgspec.structs.replace(head, checksum=checksum)
    path.write_bytes(msgspec.json.encode(head) + b"\n" + body)
    return path


@pytest.mark.slow
def test_a_proof_is_checked_by_the_rules(proof: Path, tables: Tables) -> None:
    """Compiled, interpreted and by a slow twin alike; the winner is the table's."""
    head = check_proof(GAME, proof)
    assert head == check_proof(GAME, proof, plain=True)
    case = INDEX.case(start_of("1", "gggjjj"))
    start = start_of("1", "gggjjj")
    assert head.plies == plies_of(GAME, case, 0, start, read_proof(GAME, proof)[1])
    exact = tables.value(start_of("1", "gggjjj"))
    assert "red" == head.winner == exact.text.split()[0]
    assert head.plies >= exact.value.plies


@pytest.mark.slow
def test_a_search_that_forgets_goes_round_no_circle(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table far too small: a win that depends on itself is searched again until it does not."""
    forgot: list[int] = []
    forget = Search.forget

    def noted(search: Search, first: int, second: int) -> None:
        forgot.append(first)
        forget(search, first, second)

    monkeypatch.setattr(Search, "forget", noted)
    start = start_of("2", "gggjjjj")
    case, path = INDEX.case(start), tmp_path / "2-gggjjjj.proof"
    search = Search(GAME, case, Attempt(1, defers=False), bits=12)
    assert search.run(MOST)
    head = Writer(GAME, case, search, path).write()
    assert forgot
    assert head == check_proof(GAME, path)
    assert tables.value(start).text.startswith("black wins in ")
    assert head.plies >= tables.value(start).value.plies


@pytest.mark.slow
def test_a_proof_is_looked_for_once(proof: Path) -> None:
    """The second time it is only checked."""
    before = proof.stat().st_mtime_ns
    assert check_proof(GAME, proof) == prove(GAME, ACT_1, proof.parents[1], seconds=0)
    assert before == proof.stat().st_mtime_ns
    assert ["1-gggjjj.proof"] == [path.name for path in proof.parent.iterdir()]


def test_without_room_for_a_proof_nothing_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said how much is needed, and nothing is left behind."""
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9, 1000))
    with pytest.raises(NoRoom, match=r"expected [\d,]+ bytes of free disk, got 1,000"):
        prove(GAME, ACT_1, tmp_path, seconds=60, bits=18)
    assert [] == list((tmp_path / "rokumon").iterdir())


FULL = """
import resource, sys
from pathlib import Path
from honjin.games import load
from honjin.solver import NotProved, prove

game, folder = load("rokumon"), Path(sys.argv[1])
act_1 = game.read_options({"act": "1", "deal": "gggjjj"})
prove(game, act_1, folder / "before", seconds=600, bits=18)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000_000, 20_000_000))
print(prove(game, act_1, folder, seconds=600, bits=18).text)
try:
    prove(game, game.read_options({"act": "4", "deal": "gggjjjj"}), folder, seconds=0.1, bits=20)
except NotProved as problem:
    print(problem)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the limit is set by setrlimit")
def test_a_disk_that_fills_meanwhile_holds_the_proof_all_the_same(tmp_path: Path) -> None:
    """Room was reserved for it; what a search learned is too large, which is told.

    The limit is on the size of any file, which fails the way a full disk does.
    """
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, timeout=300
    )
    proved, not_proved = done.stdout.splitlines()
    assert proved.startswith("red wins in at most ")
    assert "; the state of the search cannot be saved: " in not_proved
    left = {path.name for path in (tmp_path / "rokumon").iterdir()}
    assert {"1-gggjjj.proof"} == left
    assert check_proof(GAME, tmp_path / "rokumon" / "1-gggjjj.proof").text == proved


@pytest.mark.slow
@pytest.mark.parametrize("at", [0, 5, 40, 200, -1, -40, -400])
def test_a_changed_byte_is_named(proof: Path, tmp_path: Path, at: int) -> None:
    """One byte anywhere, in the first line or after it: the file is refused by name."""
    content = bytearray(proof.read_bytes())
    content[at] ^= 1
    path = tmp_path / "broken.proof"
    path.write_bytes(content)
    with pytest.raises(Damaged, match=r"broken\.proof"):
        check_proof(GAME, path)


@pytest.mark.slow
@pytest.mark.parametrize("length", [0, 1, 100, 500, -1])
def test_a_truncated_proof_is_named(proof: Path, tmp_path: Path, length: int) -> None:
    """Cut anywhere."""
    path = tmp_path / "short.proof"
    path.write_bytes(proof.read_bytes()[:length])
    with pytest.raises(Damaged, match=r"short\.proof"):
        check_proof(GAME, path)


@pytest.mark.slow
def test_a_wrong_choice_proves_nothing(proof: Path, tmp_path: Path) -> None:
    """One choice changed to another: refused unless a slow twin finds that it wins all the same."""
    head, choices = read_proof(GAME, proof)
    case = INDEX.case(start_of("1", "gggjjj"))
    refused = 0
    for at in range(0, len(choices), 9):
        wrong = bytearray(choices)
        wrong[at] = (wrong[at] + 1 + at % 5) % 30
        path = rewritten(proof, tmp_path, bytes(wrong))
        try:
            plies = plies_of(GAME, case, 0, start_of("1", "gggjjj"), bytes(wrong))
        except Refused:
            refused += 1
            with pytest.raises(Damaged, match=r"other\.proof"):
                check_proof(GAME, path)
        else:
            assert plies == head.plies or refused_by_count(path)
    assert 2 * refused > len(range(0, len(choices), 9))


def refused_by_count(path: Path) -> bool:
    with pytest.raises(Damaged, match="but the check found"):
        check_proof(GAME, path)
    return True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"winner": "black"}, "proves nothing"),
        ({"winner": "green"}, "expected red or black"),
        ({"plies": 17}, "but the check found"),
        ({"positions": 9999}, "but the check found"),
        ({"key": "1-ggjgjj"}, "expected a proof of 1-ggjgjj"),
        ({"options": {**ACT_1, "deal": "ggjgjj"}}, "expected a proof of 1-gggjjj"),
        ({"options": {**ACT_1, "deal": "ggg"}}, "option deal"),
        ({"options": {"act": "1", "deal": "jjjggg"}}, "expected a proof of"),
        ({"rules": 0}, "under rules 0"),
        ({"game": "chess"}, "of chess"),
        ({"form": "honjin proof 9"}, "honjin proof 9"),
        ({"choices": -1}, "number of choices"),
    ],
    ids=str,
)
def test_a_head_that_lies_is_found_out(
    proof: Path, tmp_path: Path, told: dict[str, object], reason: str
) -> None:
    """Whatever the first line says is held against the rules."""
    path = rewritten(proof, tmp_path, **told)
    with pytest.raises(Damaged, match=reason):
        check_proof(GAME, path)


def walked(tmp_path: Path, **told: Any) -> Path:
    """A proof that the corridor is won, whose head can lie."""
    steps = STEPS // 2
    head = Head("honjin proof 1", "corridor", 1, "corridor", {}, "white", STEPS, STEPS, steps, "")
    return written(msgspec.structs.replace(head, **told), bytes(steps), tmp_path)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"positions": 1 << 32}, "but the check found"),
        ({"positions": STEPS - 1}, "but the check found"),
        ({"positions": 1 << 40}, "number of choices and of positions"),
        ({"positions": -1}, "number of choices and of positions"),
        ({"positions": STEPS // 2 - 1}, "number of choices and of positions"),
    ],
    ids=str,
)
def test_a_number_of_positions_is_not_believed(
    tmp_path: Path, told: dict[str, int], reason: str
) -> None:
    """The check takes as much room as the choices can need, whatever the head says.

    Four thousand million positions ended in a MemoryError.
    """
    assert check_proof(CORRIDOR, walked(tmp_path), plain=True).plies == STEPS
    with pytest.raises(Damaged, match=reason):
        check_proof(CORRIDOR, walked(tmp_path, **told), plain=True)


def test_a_head_that_is_no_text_is_named(tmp_path: Path) -> None:
    """Each byte of the first line changed to one that UTF-8 does not have there."""
    path = walked(tmp_path)
    content = path.read_bytes()
    for at in range(content.index(b"\n") + 1):
        path.write_bytes(content[:at] + bytes([content[at] ^ 128]) + content[at + 1 :])
        with pytest.raises(Damaged, match=r"other\.proof"):
            check_proof(CORRIDOR, path, plain=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda own: own[:-1], "it ends before all lines do"),
        (lambda own: own + b"\0", "but the check found"),
        (lambda own: b"\xff" + own[1:], "not a legal action"),
        (lambda own: b"", "it ends before all lines do"),
    ],
    ids=["short", "long", "no action", "empty"],
)
def test_choices_that_do_not_suit_are_named(
    proof: Path, tmp_path: Path, change: Any, reason: str
) -> None:
    """Too few, too many, or none of the legal actions."""
    path = rewritten(proof, tmp_path, change(read_proof(GAME, proof)[1]))
    with pytest.raises(Damaged, match=reason):
        check_proof(GAME, path)


@pytest.mark.slow
@pytest.mark.parametrize("winner", [0, 1])
def test_a_check_says_what_its_slow_twin_says(winner: int) -> None:
    """From every room of the maze, with any choices: won in as many plies, or wrong the same way.

    Some win, some walk in circles, end otherwise, run out, or ask for doors that are not there.
    """
    case, rng, met = MAZE.index.case(Maze()), random.Random(winner), set()  # type: ignore[union-attr]
    for s, _ in rooms() * 8:
        choices = bytes(rng.choices((0, 1, 2), (70, 29, 1), k=rng.randrange(30)))
        check = Check(MAZE, case, winner, 1 << 9, plain=True)
        check.states[0] = s.copy()
        stop = check.run(choices)
        found, reason = verdict(case, winner, s, choices)
        assert (found, reason) == (check.plies if stop == DONE else 0, FAULTS.get(stop, ""))
        met.add(stop)
    assert {DONE, WANTS, NO_ACTION, NOT_WON, CIRCLE} == met


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("plain", [True, False], ids=["interpreted", "compiled"])
def test_a_line_that_is_too_long_is_refused(*, plain: bool) -> None:
    """A ply more than the check has room for is not played: nothing is written past its records.

    Compiled, the record behind the last one was overwritten.
    """
    case = CORRIDOR.index.case(Corridor())  # type: ignore[union-attr]
    for steps, expected in ((LINE - 1, DONE), (LINE, TOO_LONG), (LINE + 50, TOO_LONG)):
        check = Check(CORRIDOR, case, 0, 1 << 9, plain=plain)
        if not plain:  # one record more than the check knows of
            behind = short_states(CORRIDOR, Corridor(left=7), LINE + 1)
            check.states = behind[:LINE]
        check.states[0] = state_of(Corridor(left=steps), plain=plain)
        stop = check.run(bytes(steps) if plain else np.zeros(steps, np.uint8))
        assert expected == stop
        assert plain or behind[LINE]["left"] == 7
        assert stop != DONE or check.plies == steps


def state_of(s: Any, *, plain: bool) -> Any:
    """A state as loops take it."""
    return s if plain else short_states(CORRIDOR, s, 1)[0]


def verdict(case: Case, winner: int, s: Maze, choices: bytes) -> tuple[int, str]:
    """What the slow twin finds: in how many plies it is won, or what is wrong."""
    try:
        return plies_of(MAZE, case, winner, s, choices), ""
    except Refused as reason:
        return 0, str(reason)


@pytest.mark.slow
def test_a_proof_can_be_gone_on_with(tmp_path: Path) -> None:
    """Broken off it says how far it came, and leaves what it learned; the same proof comes out."""
    with pytest.raises(NotProved, match="1-gggjjj is not proved after 0 minutes"):
        prove(GAME, ACT_1, tmp_path, seconds=0, bits=18)
    head = prove(GAME, ACT_1, tmp_path, seconds=600, bits=18)
    assert head == check_proof(GAME, proof_path(tmp_path, "rokumon", "1-gggjjj"))
    assert ["1-gggjjj.proof"] == [path.name for path in (tmp_path / "rokumon").iterdir()]


class Forgetful:
    """A search that has found a win, and finds none of it again."""

    plain, attacker = True, 0

    def __init__(self) -> None:
        self.asked: list[int] = []

    def begin(self, record: Any) -> None:
        """Nothing is known of any position."""

    def choose(self) -> int:
        return -1

    def run(self, nodes: int) -> bool | None:
        self.asked.append(nodes)
        return None

    def forget(self, first: int, second: int) -> None:
        raise AssertionError


def test_a_proof_that_is_written_down_keeps_to_the_time(tmp_path: Path) -> None:
    """What the table has lost is searched again in pieces, no longer than there is time.

    The clock was not asked at all.
    """
    case, search, looks = CORRIDOR.index.case(Corridor()), Forgetful(), iter(range(3))  # type: ignore[union-attr]
    path = tmp_path / "corridor.proof"
    writer = Writer(CORRIDOR, case, search, path, lambda: next(looks, None) is None)
    with pytest.raises(TookTooLong, match="corridor: the win is found"):
        writer.write(1 << 9)
    assert [SLICE] * 4 == search.asked
    assert [] == list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_win_that_is_not_written_in_time_can_be_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so and leaves what it learned; the next run writes the proof."""

    def refuse(writer: Writer) -> Head:
        assert not writer.is_over()
        raise TookTooLong

    with monkeypatch.context() as patched:
        patched.setattr(Writer, "write", refuse)
        with pytest.raises(NotProved, match="a win of white is found, but not written yet"):
            prove(MAZE, {}, tmp_path, seconds=600, bits=10)
    left = sorted(path.name for path in (tmp_path / "maze").iterdir())
    assert ["maze.search", "maze.search.npy"] == left
    assert "white wins in at most 2" == prove(MAZE, {}, tmp_path, seconds=600, bits=10).text
    assert ["maze.proof"] == [path.name for path in (tmp_path / "maze").iterdir()]


SHIPPED_PROOFS = sorted((SHIPPED / "rokumon").iterdir())


@pytest.mark.slow_after(12)
@pytest.mark.parametrize("path", SHIPPED_PROOFS, ids=[path.stem for path in SHIPPED_PROOFS])
def test_each_proof_that_comes_with_honjin_is_sound(path: Path) -> None:
    """Acts 3 to 5: the claimed winner forces a win by the rules alone; black in one class."""
    head = check_proof(GAME, path)
    assert path.stem == head.key
    assert head.winner == ("black" if head.key == "4-jjjgggj" else "red")


@pytest.mark.parametrize(
    ("act", "open_deals"), [("3", {"gjjjggj"}), ("4", {"gggjjjj"}), ("5", set())]
)
def test_all_classes_but_one_are_proved(act: str, open_deals: set[str]) -> None:
    """7 of 8 classes of Act 3, the last is a draw; 18 of 19 of Act 4, and all 124 of Act 5."""
    cases = INDEX.cases(GAME.read_options({"act": act}))
    proved = {path.stem for path in SHIPPED_PROOFS}
    assert open_deals == {str(one["deal"]) for one in cases if f"{act}-{one['deal']}" not in proved}


def test_an_own_proof_comes_first(tmp_path: Path) -> None:
    """A proof in your own folder is used, else the one shipped with Honjin."""
    shipped = found_proof(tmp_path, "rokumon", "4-jjjggjg")
    assert SHIPPED == shipped.parents[1]
    own = proof_path(tmp_path, "rokumon", "4-jjjggjg")
    own.parent.mkdir()
    own.write_bytes(shipped.read_bytes())
    assert own == found_proof(tmp_path, "rokumon", "4-jjjggjg")
    assert proof_path(tmp_path, "rokumon", "none") == found_proof(tmp_path, "rokumon", "none")


# ---- what a search takes for one position


def test_no_proof_is_longer_than_a_game() -> None:
    """A win within the given plies comes before the last action (W3), and repeats nothing (W2)."""
    assert LINE < MAX_ACTIONS


def test_positions_are_told_apart() -> None:
    """Act 4: positions of random games have the same two numbers only if they are the same."""
    seen: dict[tuple[int, ...], tuple[Any, ...]] = {}
    for s in played("4", "gjgjgjj", 60):
        words = [0, 0]
        INDEX.canonical_key(s, words)
        lines = sorted(s.row) if s.surprised == 3 else list(s.cell)
        told = (s.dice, s.turn, s.surprised, s.barred, tuple(lines))
        assert told == seen.setdefault(tuple(words), told)
        assert (0, 0, s.turn) == (s.past, s.seen, s.ply)
    assert len(seen) > 500


@pytest.mark.slow
def test_after_both_surprises_only_the_lines_matter() -> None:
    """A card of no line laid elsewhere, so that no line comes or goes: the same position."""
    met = 0
    for s in played("4", "gjgjgjj", 60, seed=3):
        for other in moved_aside(s) if s.surprised == 3 else ():
            met += 1
            assert keys_after(s) == keys_after(other)
    assert met > 100


def moved_aside(s: Any) -> list[Any]:
    """The same position with one card elsewhere, and the same lines."""
    found = []
    for card in range(s.cards):
        other = s.copy()
        free = [cell for cell in range(36) if s.free[card] >> cell & 1]
        for cell in free:
            other.cell[card] = cell
            settle_board(other)
            if sorted(other.row) == sorted(s.row):
                found.append(other.copy())
    return found


def keys_after(s: Any) -> tuple[list[int], list[tuple[Any, ...]]]:
    """The two numbers of a position, and each action with those of what it leads to."""
    words, after = [0, 0], []
    for action in GAME.legal(s, s.turn):
        led = s.copy()
        GAME.apply_action(led, s.turn, action)
        INDEX.canonical_key(led, words)
        after.append((action, *words, led.outcome, led.winner))
    INDEX.canonical_key(s.copy(), words)
    return words, after


@pytest.mark.parametrize(("act", "classes"), [("4", 19), ("5", 124)])
def test_deals_seen_from_behind_are_alike(act: str, classes: int) -> None:
    """35 deals of Act 4 and 245 of Act 5 come in pairs but for those that are their own image."""
    assert classes == len(INDEX.cases(GAME.read_options({"act": act})))
    assert INDEX.case(start_of("4", "gjjjjgg")).key == INDEX.case(start_of("4", "jjgggjj")).key
