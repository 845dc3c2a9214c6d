"""Tables of actions and phases: numbers, texts, paths and generated rule functions."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from honjin.core.actions import Action, Actions, Domain, Phase, Phases, Text, named, numbered
from honjin.core.errors import Unreadable
from honjin.core.jit.rule import is_rule, rule
from honjin.core.seats import CHANCE_BIT
from honjin.core.state import State, ints


class Board(State):
    """The state that the rules of these tables change."""

    phase: int = ints()
    did: list[int] = ints(4)


LETTER = named("letter", ("a", "b", "ab"))
SEAT = numbered("seat", 4, start=1, present=lambda options: range(1, int(options["seats"]) + 1))

ACTIONS = Actions(
    Action("pass_on", rule="1", text="pass"),
    Action("move", letter=LETTER, seat=SEAT, rule="2", text="{letter}-{seat}"),
    Action("ask", seat=SEAT, kinds={"ask": "3", "beg": "4"}, clicks=("ask", "seat.{seat}.{me}")),
    Action("late", letter=LETTER, when=("seats", ("4",))),
)  # fmt: skip
encode_move = ACTIONS.encoder(__name__, "encode_move", "move")
seat_of_move = ACTIONS.argument(__name__, "seat_of_move", "move", "seat")
is_early = ACTIONS.test(__name__, "is_early", "pass_on", "ask")


@rule
def do_pass(s: Board, seat: int) -> None:
    s.did[:] = [0, seat, 0, 0]


@rule
def do_move(s: Board, seat: int, letter: int, to: int) -> None:
    s.did[:] = [1, seat, letter, to]


@rule
def do_ask(s: Board, seat: int, to: int) -> None:
    s.did[:] = [2, seat, to, 0]


@rule
def do_late(s: Board, seat: int, letter: int) -> None:
    s.did[:] = [3, seat, letter, 0]


do = ACTIONS.dispatch(__name__, "do", pass_on=do_pass, move=do_move, ask=do_ask, late=do_late)


def test_numbers_have_no_gaps() -> None:
    """Every number from 0 to the count is one action, and each action has one number."""
    assert 1 + 3 * 4 + 4 + 3 == ACTIONS.count
    decoded = [ACTIONS.decode(action) for action in range(ACTIONS.count)]
    assert len(set(decoded)) == ACTIONS.count
    assert [*range(ACTIONS.count)] == [ACTIONS.encode(key, *args) for key, args in decoded]
    assert ("move", (2, 4)) == ACTIONS.decode(12)
    for action in (-1, ACTIONS.count):
        with pytest.raises(ValueError, match=f"from 0 to 19, got {action}"):
            ACTIONS.decode(action)


def test_rule_functions_say_the_same_as_the_table() -> None:
    """The generated functions encode, decode and apply every action as its row says."""
    for letter, seat in product(range(3), range(1, 5)):
        action = encode_move(letter, seat)
        assert ACTIONS.encode("move", letter, seat) == action
        assert seat == seat_of_move(action)
    for action in range(ACTIONS.count):
        key, args = ACTIONS.decode(action)
        s = Board()
        do(s, 3, action)
        assert [[*ACTIONS.rows].index(key), 3, *args, 0, 0][:4] == s.did
        assert (key in ("pass_on", "ask")) == is_early(action)
    assert all(is_rule(one) for one in (do, encode_move, seat_of_move, is_early))


def test_every_row_has_a_function_and_no_other() -> None:
    """A forgotten row, or a function that is not a rule, is reported when the module loads."""
    with pytest.raises(TypeError, match="check late"):
        ACTIONS.dispatch(__name__, "do", pass_on=do_pass, move=do_move, ask=do_ask)
    with pytest.raises(TypeError, match="the function for late is not marked @rule"):
        ACTIONS.dispatch(
            __name__, "do", pass_on=do_pass, move=do_move, ask=do_ask, late=lambda: None
        )
    with pytest.raises(TypeError, match="two actions have the same key"):
        Actions(Action("pass"), Action("pass"))


def test_with_options_only_what_can_be_is_numbered() -> None:
    """`numbering` leaves out rows and arguments that do not exist with the options."""
    few, all_there = ACTIONS.numbering({"seats": "2"}), ACTIONS.numbering({"seats": "4"})
    assert (1 + 3 * 2 + 2, ACTIONS.count) == (few.count, all_there.count)
    assert [*range(few.count)] == [few.number_of[action] for action in few.actions]
    assert -1 == few.number_of[ACTIONS.encode("move", 0, 3)]
    assert {-1} == {few.number_of[ACTIONS.encode("late", k)] for k in range(3)}


def test_texts_are_read_back() -> None:
    """A text is a template with the names of the arguments, the longest name first."""
    texts = [ACTIONS.write(None, 0, action) for action in range(ACTIONS.count)]
    assert ["pass", "a-1", "a-2"] == texts[:3]
    assert {"ab-4", "ask-3", "late-ab"} < set(texts)
    assert [*range(ACTIONS.count)] == [ACTIONS.read(None, 0, text) for text in texts]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("go", "expected pass, <letter>-<seat>, ask-<seat>, late-<letter>; got 'go'"),
        ("pass ", "expected pass"),
        ("a-5", "expected a seat from 1 to 4, got '5'"),
        ("a-١", "expected pass"),
        ("x" * 500, "got '" + "x" * 80 + "'"),
    ],
)
def test_what_is_no_action_is_refused(text: str, told: str) -> None:
    """The message says what was expected and what was given, and quotes at most a line of it."""
    with pytest.raises(Unreadable, match=re.escape(told)):
        ACTIONS.read(None, 0, text)


def test_a_text_can_depend_on_the_state() -> None:
    """A row can have functions that write and read its text; None passes it to the next row."""

    def read(s: Board, _seat: int, text: str) -> tuple[int] | None:
        return (s.did[0],) if text == "here" else None

    here = Text(lambda s, _seat, n: "here" if n == s.did[0] else f"at {n}", read, "here")
    table = Actions(Action("at", n=numbered("number", 3), text=here), Action("other"))
    s = Board(did=[2, 0, 0, 0])
    assert ("here", 2, 3) == (
        table.write(s, 0, 2),
        table.read(s, 0, "here"),
        table.read(s, 0, "other"),
    )
    with pytest.raises(Unreadable, match="expected here, other; got 'there'"):
        table.read(s, 0, "there")


def test_paths_and_kinds() -> None:
    """Ids to click are templates; by default the arguments, or the key."""
    assert ("pass_on",) == ACTIONS.path(None, 0, 0)
    assert ("ab", "4") == ACTIONS.path(None, 0, 12)
    assert ("ask", "seat.2.0") == ACTIONS.path(None, 0, ACTIONS.encode("ask", 2))
    assert {"pass_on": "1", "move": "2", "ask": "3", "beg": "4", "late": ""} == ACTIONS.kinds


PAIRED = Actions(
    Action(
        "pair", letter=LETTER, seat=SEAT,
        clicks=lambda s, me, letter, seat: (f"{s}{me}", "abc"[letter]),
        when=lambda options: ((2, 4), (0, 1)) if options["seats"] == "4" else (),
    )
)  # fmt: skip


def test_arguments_can_depend_on_each_other() -> None:
    """A row can list its arguments jointly, in any order, and give its clicks by a function."""
    pairs = PAIRED.numbering({"seats": "4"})
    assert [("pair", (0, 1)), ("pair", (2, 4))] == [PAIRED.decode(n) for n in pairs.actions]
    assert (2, 0) == (pairs.count, PAIRED.numbering({"seats": "2"}).count)
    assert ("x3", "c") == PAIRED.path("x", 3, PAIRED.encode("pair", 2, 4))


# ---- phases


@rule
def second(s: Board) -> int:
    return 1 << s.did[0]


@rule
def list_two(s: Board, seat: int, out: Any) -> int:
    out[0], out[1] = seat, 7
    return 2


@rule
def draw_three(s: Board, out: Any, weights: Any) -> int:
    for k in range(3):
        out[k], weights[k] = k + 1, 1
    return 3


@rule
def fell(s: Board, outcome: int) -> None:
    s.did[0] = outcome


@rule
def is_new(s: Board) -> bool:
    return s.did[1] == 0


@rule
def leave(s: Board) -> None:
    s.did[1] += 1
    s.phase = 3


PHASES = Phases(
    Phase("draw", draws=draw_three, falls=fell, writes=lambda _s, n: f"n{n}"),
    Phase("turn", acts=second, lists=list_two, waits=is_new, ends=leave),
    Phase("draw_again", draws=draw_three, falls=fell, writes=lambda _s, n: f"m{n}", ends=leave),
    Phase("over"),
)
phases_may_act = PHASES.may_act(__name__, "phases_may_act")
phases_legal = PHASES.legal_actions(__name__, "phases_legal")
phases_lists = PHASES.lists(__name__, "phases_lists")
phases_draw = PHASES.chance_outcomes(__name__, "phases_draw")
phases_fall = PHASES.fall(__name__, "phases_fall")
phases_end = PHASES.end(__name__, "phases_end")
phases_settle = PHASES.settle(__name__, "phases_settle")


def test_the_phase_says_who_acts_and_what_can_be_done() -> None:
    """Each function does what the row of the phase says, and nothing if it says nothing."""
    seen = []
    for phase in range(4):
        s, out, weights = Board(phase=phase, did=[1, 0, 0, 0]), [0] * 4, [0] * 4
        told = phases_may_act(s), phases_lists(s, 5, out), phases_draw(s, out, weights)
        phases_fall(s, 3)
        seen.append((*told, s.did[0]))
    assert [
        (CHANCE_BIT, 0, 3, 3), (2, 2, 0, 1), (CHANCE_BIT, 0, 3, 3), (0, 0, 0, 1)
    ] == seen  # fmt: skip


def test_only_seats_that_may_act_have_legal_actions() -> None:
    """The legal actions are those that the phase lists, for the seats that act in it."""
    done = [1, 0, 0, 0]
    counts = [
        [phases_legal(Board(phase=n, did=done.copy()), seat, [0] * 4) for seat in range(3)]
        for n in range(4)
    ]
    assert [[0, 0, 0], [0, 2, 0], [0, 0, 0], [0, 0, 0]] == counts


def test_a_phase_is_left_when_nothing_is_pending() -> None:
    """`settle` ends a phase unless something is pending, `end` in any case."""
    settled = []
    for phase, done in ((0, 0), (1, 0), (1, 1), (2, 0), (3, 0)):
        s = Board(phase=phase, did=[0, done, 0, 0])
        settled.append((bool(phases_settle(s)), s.phase, s.did[1]))
    assert [
        (False, 0, 0), (False, 1, 0), (True, 3, 2), (True, 3, 1), (False, 3, 0)
    ] == settled  # fmt: skip
    s = Board(phase=1)
    phases_end(s)
    assert (3, 1) == (s.phase, s.did[1])
    phases_end(s)
    assert (3, 1) == (s.phase, s.did[1])


def test_outcomes_have_texts() -> None:
    """An outcome is written as its phase says, and read if it is possible now."""
    s = Board(phase=2)
    assert ("m2", 2) == (PHASES.write_outcome(s, 2), PHASES.read_outcome(s, "m2", 4))
    with pytest.raises(Unreadable, match="expected one of m1, m2, m3; got 'n2'"):
        PHASES.read_outcome(s, "n2", 4)
    with pytest.raises(Unreadable, match="expected no outcome of chance; got 'm1'"):
        PHASES.read_outcome(Board(phase=3), "m1", 4)
    with pytest.raises(ValueError, match="nothing is drawn in phase over"):
        PHASES.write_outcome(Board(phase=3), 1)


def test_a_phase_is_of_seats_or_of_chance() -> None:
    """A row with half of a pair of columns is refused."""
    for given in (
        {"acts": second}, {"draws": draw_three, "falls": fell},
        {"acts": lambda s: 0, "lists": list_two}, {"waits": is_new}, {"does": leave},
        {"acts": second, "lists": list_two, "draws": draw_three, "falls": fell, "writes": str},
    ):  # fmt: skip
        with pytest.raises(TypeError, match="phase odd"):
            Phase("odd", **given)


def test_domains_are_what_they_say() -> None:
    """Two domains with the same fields are equal; `present` is not compared."""
    write, read = LETTER.write, LETTER.read
    assert Domain("x", 2, write, read, "a") == Domain(
        "x", 2, write, read, "a", present=lambda _: (1,)
    )


def test_names_are_kept_for_each_map() -> None:
    """A name that depends on the map is made once for each; one that depends on more, each time."""
    made: list[int] = []

    def write(s: Board, n: int) -> str:
        made.append(n)
        return f"{'abc'[n]}{s.phase}"

    def read(_s: Board, text: str) -> int:
        return "abc".index(text[0])

    place = Domain("place", 3, write, read, r"[abc]\d", map_of=lambda s: s.phase)
    loose = Domain("loose", 3, write, read, r"[abc]\d")
    actions = Actions(Action("go", place=place), Action("stay", place=place, loose=loose))
    maps = [Board(phase=n) for n in (1, 2)]
    for _ in range(2):
        assert ["go-c1", "go-c2"] == [actions.write(s, 0, 2) for s in maps]
        assert [("c1",), ("c2",)] == [actions.path(s, 0, 2) for s in maps]
        assert [2, 2] == [actions.read(s, 0, f"go-c{s.phase}") for s in maps]
    assert 4 == len(made)
    last = actions.encode("stay", 1, 2)
    assert ["stay-b1-c1"] * 2 == [actions.write(maps[0], 0, last) for _ in range(2)]
    assert 8 == len(made)
