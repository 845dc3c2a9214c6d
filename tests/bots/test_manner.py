"""A manner of play: what is mixed up, what is overlooked, and what never happens."""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from bots.tiny import CROSSES
from honjin.bots import (
    ActionStats,
    AlphaBetaBot,
    Bot,
    Budget,
    GreedyBot,
    ManneredBot,
    MctsBot,
    SearchHandle,
    SearchRequest,
    SearchResult,
)
from honjin.bots.manner import noticed, weigh
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.play import Play
from honjin.games import keys, load
from madeup.game import GAME

FAIR: Game[Any] = GAME
VALUES = (0.5, 0.4, -0.5, None)
"""The values that `Judge` finds for the first legal actions."""


@dataclass(frozen=True)
class Judge:
    """Finds these values for the actions 0, 1, 2, ..., and plays the first that it may."""

    name: str = "judge"

    def suits(self, game: Game[Any], options: Options) -> bool:
        return True

    def think(self, task: SearchRequest) -> SearchResult:
        legal = [one for one in task.legal() if one in task.only] or task.legal()
        values = dict(enumerate(VALUES))
        stats = tuple(ActionStats(one, values.get(one), 1, ((0, one),)) for one in legal)
        return SearchResult(legal[0], stats[0].value, stats)


def request(play: Play, seed: int = 1, **more: Any) -> SearchRequest:
    """What a bot on the first seat that must act is asked."""
    seat = play.must_act()[0]
    seen = play.game.seen_by(play.state, seat)
    task = SearchRequest(
        play.game, seen, seat, play.seats, random.Random(seed), Budget(60.0, 60), SearchHandle()
    )
    return task._replace(**more)


def begun(game: Game[Any], steps: int = 0) -> Play:
    """A game of the first preset after some random actions."""
    play, rng = Play(game, game.presets[0].options if game.presets else None), random.Random(3)
    play.run_chance(rng.randrange)
    for _ in range(steps):
        seat = play.must_act()[0]
        play.push(seat, rng.choice(play.legal(seat)))
        play.run_chance(rng.randrange)
    return play


# ---- temperature


@pytest.mark.parametrize("bot", [GreedyBot(compiles=False), MctsBot(compiles=False)])
def test_without_a_manner_a_bot_plays_as_before(bot: Bot) -> None:
    """Temperature 0 and nothing overlooked: the same result from the same random numbers."""
    for game in (CROSSES, FAIR):
        for seed in range(4):
            asked = request(begun(game), seed)
            again = request(begun(game), seed)
            assert bot.think(asked)[:4] == ManneredBot(bot).think(again)[:4]


def test_an_action_is_drawn_by_its_value() -> None:
    """Each weighs exp((value - best) / temperature); what was not tried is never played."""
    bot, rng, play = ManneredBot(Judge(), 0.2), random.Random(1), Play(CROSSES)
    chosen = Counter(bot.think(request(play, rng=rng)).action for _ in range(4000))
    weights = weigh(Judge().think(request(play)), 0.2)
    assert {0: 1.0, 1: pytest.approx(0.6065, abs=1e-4), 2: pytest.approx(0.0067, abs=1e-4)} == (
        weights
    )
    total = sum(weights.values())
    for action, weight in weights.items():
        assert abs(chosen[action] / 4000 - weight / total) < 0.02
    assert {0, 1, 2} >= set(chosen)


def test_a_far_worse_action_is_rarer_the_lower_the_temperature() -> None:
    """And near 0 only the best is played."""
    found = Judge().think(request(Play(CROSSES)))
    shares = [weigh(found, heat)[2] for heat in (1.0, 0.3, 0.1, 0.01)]
    assert sorted(shares, reverse=True) == shares
    assert shares[-1] < 1e-40


def test_no_action_is_preferred_to_the_choice_of_the_search() -> None:
    """A value better than that of the choice, from a visit or two, counts as equal to it."""
    stats = (ActionStats(3, 0.1, 40, ()), ActionStats(5, 0.9, 1, ()))
    assert {3: 1.0, 5: 1.0} == weigh(SearchResult(3, 0.1, stats), 0.1)


def test_a_bot_that_values_nothing_keeps_its_choice() -> None:
    """Without a value there is nothing to mix up."""
    stats = (ActionStats(3, None, 0, ()), ActionStats(5, 0.9, 1, ()))
    assert {3: 1.0} == weigh(SearchResult(3, None, stats), 0.1)


def test_alphabeta_values_several_actions_one_by_one() -> None:
    """Its choice, then the best of the rest, four at most, with its budget shared out."""
    play, bot, budget = Play(CROSSES), AlphaBetaBot(depth=2, compiles=False), Budget(60.0, 4000)
    for cell in (0, 4, 8):
        play.push(play.must_act()[0], cell)
    warm = [ManneredBot(bot, 5.0).think(request(play, seed, budget=budget)) for seed in range(20)]
    for found in warm:
        values = [one.value for one in found.stats]
        assert 4 == len({one.action for one in found.stats})
        assert sorted(values, key=lambda value: -(value or 0.0)) == values
        assert found.value == {one.action: one.value for one in found.stats}[found.action]
    assert any(found.action != found.stats[0].action for found in warm)
    cold = ManneredBot(bot, 0.001).think(request(play, budget=budget))
    assert bot.think(request(play, budget=Budget(60.0, 1000))).value == cold.value


# ---- overlooking


@pytest.mark.parametrize("share", [0.3, 0.95])
@pytest.mark.parametrize("steps", [0, 5])
def test_never_is_everything_overlooked(share: float, steps: int) -> None:
    """Something is always considered, all of it legal, and actions without a place always."""
    for game in (CROSSES, *map(load, keys())):
        play = begun(game, steps if game is not CROSSES else 0)
        task = request(play)
        legal = task.legal()
        plain = {one for one in legal if not game.actions.decode(one).args}
        for _ in range(20):
            seen = noticed(task, legal, share)
            assert seen
            assert set(legal) >= set(seen) >= plain


def test_all_that_a_piece_can_do_is_overlooked_together() -> None:
    """Of Rokumon's moves those from a card are considered together, or not at all."""
    game = load("rokumon")
    play = begun(game, 12)
    task = request(play)
    legal = task.legal()
    by_place: dict[str, set[int]] = {}
    for action in legal:
        by_place.setdefault(game.actions.path(task.observation, 0, action)[0], set()).add(action)
    assert any(len(group) > 1 for group in by_place.values())
    for _ in range(20):
        seen = set(noticed(task, legal, 0.5))
        assert all(not group & seen or group <= seen for group in by_place.values())


def test_places_are_overlooked_as_often_as_told() -> None:
    """Each with the given probability."""
    task = request(Play(CROSSES))
    sizes = [len(noticed(task, task.legal(), 0.25)) for _ in range(2000)]
    assert abs(sum(sizes) / (9 * 2000) - 0.75) < 0.02


@pytest.mark.parametrize("bot", [GreedyBot(compiles=False), MctsBot(compiles=False)])
def test_what_is_overlooked_is_not_played(bot: Bot) -> None:
    """With half of the cells overlooked, the one that wins is missed every other time."""
    play, rng = Play(CROSSES), random.Random(1)
    for cell in (0, 8, 1, 7):  # cell 2 wins, and so does nothing else
        play.push(play.must_act()[0], cell)
    chosen = [
        ManneredBot(bot, overlook=0.5).think(request(play, rng=rng)).action for _ in range(200)
    ]
    assert 70 <= chosen.count(2) <= 140


@pytest.mark.parametrize("work", [0, 1, 3, 4, 60])
def test_lines_share_the_work_of_one_search(work: int) -> None:
    """No line is without a limit where the request has one."""
    seen: list[int] = []

    @dataclass(frozen=True)
    class OneLine(Judge):
        values_one: ClassVar[bool] = True

        def think(self, task: SearchRequest) -> SearchResult:
            seen.append(task.budget.work)
            return super().think(task)

    ManneredBot(OneLine(), 0.5).think(request(begun(CROSSES), budget=Budget(1.0, work)))
    assert {max(1, work // 4) if work else 0} == set(seen)


def test_a_restricted_request_stays_restricted() -> None:
    """Of the actions in `only`, some are overlooked, but no other is considered."""
    play, rng = Play(CROSSES), random.Random(1)
    bot = ManneredBot(GreedyBot(compiles=False), 1.0, 0.5)
    chosen = {bot.think(request(play, rng=rng, only=(2, 5, 7))).action for _ in range(60)}
    assert {2, 5, 7} == chosen


def test_a_single_legal_action_is_found() -> None:
    """However much is overlooked."""
    play = Play(CROSSES)
    for cell in (0, 1, 2, 4, 3, 5, 7, 6):
        play.push(play.must_act()[0], cell)
    for bot in (GreedyBot(compiles=False), MctsBot(compiles=False), AlphaBetaBot(compiles=False)):
        assert 8 == ManneredBot(bot, 1.0, 0.95).think(request(play)).action


def test_the_same_seed_gives_the_same_choice() -> None:
    """Whatever else is asked in between."""
    bot = ManneredBot(MctsBot(compiles=False), 0.3, 0.3)
    for game in (CROSSES, FAIR):
        play = begun(game)
        first = [bot.think(request(play, seed)).action for seed in range(12)]
        assert first == [bot.think(request(play, seed)).action for seed in range(12)]
        assert len(set(first)) > 1


def test_a_mannered_bot_suits_what_the_other_suits() -> None:
    """It has the other's name, loops and unit of work."""
    bot = ManneredBot(AlphaBetaBot(), 0.2)
    assert ("alphabeta", False, True) == (
        bot.name, bot.suits(FAIR, FAIR.read_options({})), bot.suits(CROSSES, {}),
    )  # fmt: skip
    assert MctsBot().loops == ManneredBot(MctsBot()).loops
    assert MctsBot().actions_a_unit == ManneredBot(MctsBot()).actions_a_unit
