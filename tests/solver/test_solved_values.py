"""Solved values: pinned, and held against slower ways to find them."""

import csv
import random
import tomllib
from pathlib import Path

import pytest

from honjin.core.jit.compiled import batch, compiled
from honjin.solver import Tables, Value, plans_for, solve
from places import ROOT
from solver.slow_solver import look_ahead, solve_slowly
from solver.solved_positions import GAME, played, sampled, start_of

EPILOGUE = Path(__file__).with_name("epilogue.csv")
MINIMAX = ROOT / "bench" / "solve" / "minimax_loop.py"
PINNED = tomllib.loads(Path(__file__).with_name("values.toml").read_text("utf-8"))


def test_act_1_and_2_are_pinned(tables: Tables) -> None:
    """The two deals that the other tests use have the values found before."""
    assert PINNED["1"]["gggjjj"] == tables.value(start_of("1", "gggjjj")).text
    assert PINNED["2"]["gggjjjj"] == tables.value(start_of("2", "gggjjjj")).text


@pytest.mark.slow
@pytest.mark.parametrize("act", ["1", "2"])
def test_every_class_is_pinned(act: str, tmp_path: Path) -> None:
    """All classes of deals of Acts 1 and 2."""
    for deal, text in PINNED[act].items():
        solve(GAME, GAME.read_options({"act": act, "deal": deal}), tmp_path)
        assert text == Tables.open(GAME, tmp_path).value(start_of(act, deal)).text


@pytest.mark.slow
def test_a_position_is_worth_its_best_choice(tables: Tables) -> None:
    """Two thousand positions, by the interpreted rules: the value is that of the best choice."""
    for s in [*sampled("1", "gggjjj", 1000), *sampled("2", "gggjjjj", 1000)]:
        if not s.outcome:
            answer = tables.value(s)
            assert answer.value == max(answer.choices.values(), key=lambda value: value.rank)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("act", "deal", "count"), [("1", "gggjjj", 150), ("2", "gggjjjj", 100)])
def test_a_slow_search_finds_the_same(tables: Tables, act: str, deal: str, count: int) -> None:
    """Minimax of three plies knows the positions decided by then, at the same distance."""
    for s in sampled(act, deal, count):
        if not s.outcome:
            exact = tables.value(s).value
            short = 0 < exact.plies <= 3
            assert (exact if short else None) == look_ahead(GAME, s, 3)


@pytest.mark.slow
def test_a_slow_search_finds_the_same_in_act_3(tmp_path: Path) -> None:
    """Thirty positions of one deal, two plies; `bench/solve/slow_search.py` checks thousands."""
    solve(GAME, GAME.read_options({"act": "3", "deal": "gggjjjj"}), tmp_path)
    tables, met = Tables.open(GAME, tmp_path), 0
    for s in sampled("3", "gggjjjj", 30):
        if not s.outcome:
            exact = tables.value(s).value
            met += (short := 0 < exact.plies <= 2)
            assert (exact if short else None) == look_ahead(GAME, s, 2)
    assert met


@pytest.mark.slow
def test_a_slow_solver_finds_the_same(tables: Tables) -> None:
    """From late positions on, every position by looking forward until nothing is learned."""
    late = [s for s in played("1", "gggjjj", 60) if s.supply[1] + s.supply[4] == 0]
    start = random.Random(4).choice(late)
    found = solve_slowly(GAME, start)
    assert len(found) > 1000
    for s, value in found.values():
        if not s.outcome:
            assert value == tables.value(s).value


@pytest.mark.slow
def test_every_deal_of_the_epilogue_has_its_value() -> None:
    """A list of 420; minimax over seven plies finds a win exactly where it says one in seven."""
    with EPILOGUE.open(encoding="utf-8", newline="") as file:
        listed = {row["deal"]: row["value"] for row in csv.DictReader(file)}
    every = plans_for(GAME, GAME.read_options({"act": "epilogue"}))
    assert [case["deal"] for case in every] == list(listed)
    assert {"red wins in 7", "red wins in 9"} == set(listed.values())
    module = compiled(GAME, MINIMAX)
    for deal in random.Random(6).sample(sorted(listed), 12):
        states = batch(GAME, start_of("epilogue", deal), spare=8)
        rank = module.look_ahead(states, 7, 1 << GAME.reasons.index("end.submission"))
        assert (256 - 7 if listed[deal] == "red wins in 7" else 0) == rank


def test_all_deals_of_a_class_are_worth_the_same(tables: Tables) -> None:
    """A deal that is a mirror image is answered from the table of its class."""
    assert tables.value(start_of("1", "jjjggg")).text == PINNED["1"]["gggjjj"]


def test_where_nothing_can_be_done_one_ply_is_missing(tables: Tables) -> None:
    """Rule 23: an action after which the other side has none wins in 2; it lost in 1."""
    ends = [
        (s, action)
        for s in played("1", "gjjgjj", 60)
        for action in GAME.legal(s, s.turn)
        if is_submission(s, action)
    ]
    assert ends
    for s, action in ends[:20]:
        assert Value(1, 2) == tables.value(s).actions[action]


def test_an_action_that_loses_at_once_loses_in_one(tables: Tables) -> None:
    """Rule 11: a player that uncovers a rival row has lost with that action."""
    ends = [
        (s, action)
        for s in played("2", "gggjjjj", 100)
        for action in GAME.legal(s, s.turn)
        if loses_at_once(s, action)
    ]
    assert ends
    for s, action in ends[:50]:
        assert Value(-1, 1) == tables.value(s).actions[action]


def is_submission(s: object, action: int) -> bool:
    return ended(s, action) == ("end.submission", True)


def loses_at_once(s: object, action: int) -> bool:
    return ended(s, action) == ("end.row", False)


def ended(s: object, action: int) -> tuple[str, bool]:
    after = s.copy()  # type: ignore[attr-defined]
    GAME.apply_action(after, after.turn, action)
    reason = GAME.reasons[after.outcome - 1] if after.outcome else ""
    return reason, after.winner == s.turn  # type: ignore[attr-defined]
