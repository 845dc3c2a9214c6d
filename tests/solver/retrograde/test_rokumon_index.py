"""Rokumon's perfect index: every position has one number, and links are what the rules say."""

import random
from collections import Counter
from typing import Any

import pytest

from honjin.core.parts.index import Unsolvable
from honjin.solver.retrograde.graph import numbered
from solver.solved_positions import GAME, INDEX, played, sampled, start_of

ACTS = [("1", "gggjjj"), ("2", "ggjgjjj"), ("3", "gjjgjjg")]


@pytest.mark.parametrize(("act", "deal"), ACTS)
def test_a_number_leads_back_to_its_position(act: str, deal: str) -> None:
    """Family and member of a position, written out again, give the same position."""
    for s in played(act, deal, 20):
        plan = INDEX.plan(s)
        image = plan.turned(s)
        back = INDEX.position(plan.start, INDEX.family(image), INDEX.member(image))
        assert (image.dice, image.supply, image.turn) == (back.dice, back.supply, back.turn)


@pytest.mark.parametrize(("act", "deal"), ACTS)
def test_different_positions_have_different_numbers(act: str, deal: str) -> None:
    """Positions of random games share a number only when they are the same."""
    seen: dict[tuple[int, int], tuple[int, int]] = {}
    for s in played(act, deal, 30):
        number = INDEX.family(s), INDEX.member(s)
        assert (s.dice, s.turn) == seen.setdefault(number, (s.dice, s.turn))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("act", "deal", "positions"),
    [("1", "gggjjj", 73_970), ("2", "gggjjjj", 248_180), ("3", "gggjjjj", 139_365_014)],
)
def test_the_index_counts_all_positions(act: str, deal: str, positions: int) -> None:
    """Both sides to move, dice within limits, no finished row: so many."""
    assert positions == numbered(GAME, INDEX.plan(start_of(act, deal))).positions


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("rulings"),
    [{}, {"fight_tie": "forbidden"}, {"fight_own_pair": False}, {"reveal": "landing"}],
    ids=str,
)
def test_links_are_what_the_rules_say(rulings: dict[str, object]) -> None:
    """Act 3: the links of a member are the actions of that position under the rules themselves."""
    plan = INDEX.plan(start_of("3", "gggjjjj", **rulings))
    graph = numbered(GAME, plan)
    rng = random.Random(2)
    for place in rng.sample(range(graph.families), 300):
        member = rng.randrange(int(graph.sizes[place]))
        s = INDEX.position(plan.start, int(graph.numbers[place]), member)
        assert by_rules(s) == by_graph(graph, place, member)


def by_rules(s: Any) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for action in GAME.legal(s, s.turn):
        after = s.copy()
        GAME.apply_action(after, s.turn, action)
        runs = GAME.may_act(after) or after.outcome == 1 + GAME.reasons.index("end.submission")
        won = -1 if after.winner == s.turn else -2
        found[(INDEX.family(after), INDEX.member(after)) if runs else won] += 1
    return found


def by_graph(graph: Any, place: int, member: int) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for k in range(graph.head[place], graph.head[place + 1]):
        target, after = int(graph.target[k]), int(graph.maps[graph.ways[k]][member])
        if after >= 0:
            found[(int(graph.numbers[target]), after) if target >= 0 else target] += 1
    return found


@pytest.mark.parametrize(("act", "classes"), [("1", 4), ("2", 8), ("3", 8), ("epilogue", 420)])
def test_deals_fall_into_classes(act: str, classes: int) -> None:
    """Boards that a symmetry takes to each other are one game: 4, 8 and 8 deals, and 420."""
    assert classes == len(INDEX.plans(GAME.read_options({"act": act})))


@pytest.mark.parametrize(("act", "deal"), [("1", "jgjgjg"), ("2", "jgjgjgj"), ("3", "jjjgggj")])
def test_a_turned_position_has_the_turned_choices(act: str, deal: str) -> None:
    """In the image of a position as many actions lead to the images of what they led to before."""
    for s in played(act, deal, 3):
        plan = INDEX.plan(s)
        image = plan.turned(s)
        assert turned_after(s, plan) == turned_after(image, INDEX.plan(image))


def turned_after(s: Any, plan: Any) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for action in GAME.legal(s, s.turn):
        after = s.copy()
        GAME.apply_action(after, s.turn, action)
        found[plan.turned(after).dice, after.outcome, after.winner] += 1
    return found


def test_sampled_positions_can_be_read_back() -> None:
    """A position of the index has a notation that gives the same dice again."""
    options = GAME.read_options({"act": "3", "deal": "gggjjjj"})
    for s in sampled("3", "gggjjjj", 200):
        if not s.outcome:
            back = GAME.notation.read_position(GAME.notation.write_position(s), options)
            assert s == back


@pytest.mark.parametrize("act", ["4", "5"])
def test_acts_with_two_surprises_are_too_large(act: str) -> None:
    """The refusal gives the number of positions and bytes it would take."""
    with pytest.raises(Unsolvable, match=r"131,003,113,160 in all.*131 GB"):
        INDEX.plan(start_of(act, ""))


def test_a_deal_is_needed() -> None:
    """Every deal is a separate game."""
    with pytest.raises(Unsolvable, match="expected a deal"):
        INDEX.plan(start_of("2", ""))
