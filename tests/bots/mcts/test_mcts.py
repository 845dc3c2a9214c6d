"""Monte Carlo tree search: it finds the known values of small games, with secrets and without."""

import random
from fractions import Fraction
from typing import Any

import pytest

from bots.alphabeta.minimax import minimax
from bots.kuhn import KUHN, Kuhn
from bots.mcts.brute import Solver
from bots.tiny import CROSSES, RACE, Race, crosses
from honjin.bots import Budget, MctsBot, SearchHandle, SearchRequest, ask
from honjin.bots.mcts.bot import LOOPS, Search
from honjin.core.game import Game
from honjin.core.jit.compiled import compiled, interpreted
from honjin.core.play import Play
from honjin.core.seats import CHANCE
from madeup.game import GAME
from madeup.state import Fair

FAIR: Game[Any] = GAME
PURE = MctsBot(rollout=-1, prior=0.0)
SLOW = MctsBot(compiles=False)


def task(game: Game[Any], seen: Any, seat: int, work: int = 1000, seed: int = 1) -> SearchRequest:
    budget = Budget(600.0, work)
    return SearchRequest(game, seen.copy(), seat, 2, random.Random(seed), budget, SearchHandle())


def searched(
    game: Game[Any], s: Any, seat: int, work: int, bot: MctsBot = PURE, seed: int = 1,
    join: Any = compiled,
) -> Search:  # fmt: skip
    """A search from what the seat sees of a state."""
    asked = task(game, game.seen_by(s, seat), seat, work, seed)
    found = Search(join(game, LOOPS), bot, asked, 9999)
    found.go_on(work)
    return found


def strategy(search: Search) -> dict[int, float]:
    """The average strategy at the root."""
    t = search.tree
    weights = {int(t.action[edge]): float(t.prior[edge]) for edge in range(int(t.count[0]))}
    return {action: weight / sum(weights.values()) for action, weight in weights.items()}


def root_value(search: Search) -> float:
    """The mean return of the average strategy at the root, divided by the game's best."""
    found = {one.action: one.value or 0.0 for one in search.result(0.0).stats}
    return sum(odds * found[action] for action, odds in strategy(search).items())


def test_an_interim_result_changes_nothing() -> None:
    """A search that is asked for its lines on the way continues as it would have.

    Seen in the made-up game: a search of more than a fifth of a second reports on the way, and
    sampled a world for each line with the search's own random numbers.
    """
    s = FAIR.setup(FAIR.read_options({"seats": "2"}))
    for seat in (0, 1):
        FAIR.apply_action(s, CHANCE, 1 + seat)
    asked, quiet = (searched(FAIR, s, 0, 20, SLOW, join=interpreted) for _ in range(2))
    assert asked.result(0.0).stats[0].line
    for search in (asked, quiet):
        search.go_on(60)
    assert quiet.tree == asked.tree


# ---- bluff: Kuhn's poker


def test_brute_force_knows_kuhn() -> None:
    """The value of Kuhn's poker is -1/18 (Kuhn 1950)."""
    assert abs(KUHN.best * Solver(KUHN, Kuhn()).solve(200) + 1 / 18) < 0.002


@pytest.mark.slow
def test_finds_the_value_of_kuhn() -> None:
    """The mean over the three cards comes to -1/18."""
    found = [
        KUHN.best * root_value(searched(KUHN, Kuhn(card=[card, 0], dealt=2), 0, 200_000))
        for card in (1, 2, 3)
    ]
    assert abs(sum(found) / 3 + 1 / 18) < 0.03, found


@pytest.mark.slow
def test_bluffs_as_often_as_it_should() -> None:
    """After a pass, seat 1 bets its lowest card in a third of games, and its highest always."""
    bets = [
        strategy(searched(KUHN, Kuhn(card=[0, card], dealt=2, done=1), 1, 200_000))[1]
        for card in (1, 2, 3)
    ]
    assert abs(bets[0] - 1 / 3) < 0.12
    assert bets[1] < 0.1
    assert bets[2] > 0.9


@pytest.mark.slow
def test_without_doubt_the_others_know_too_much() -> None:
    """If the others always guess right, every bluff fails; so `doubt` is what makes it bluff."""
    naive = MctsBot(rollout=-1, prior=0.0, doubt=0.0, select="ucb")
    last = Kuhn(card=[0, 1], dealt=2, done=1)
    called = searched(KUHN, last, 1, 20_000, naive).result(0.0)
    doubted = searched(KUHN, last, 1, 20_000).result(0.0)
    assert called.value != pytest.approx(doubted.value, abs=0.05)


# ---- hidden cards and sealed bids: the made-up game


def late(coins: tuple[int, int], score: tuple[int, int]) -> Fair:
    """The last round of two is about to be drawn."""
    s = FAIR.setup(FAIR.read_options({"seats": "2", "rounds": "2", "offers": False}))
    s.round, s.bank = 2, 4 - sum(coins)
    s.coins[:2], s.score[:2] = coins, score
    return s


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("coins", "score"), [((1, 2), (2, 1)), ((3, 2), (0, 1)), ((2, 2), (1, 0)), ((2, 1), (1, 2))]
)
def test_finds_the_values_of_sealed_bids(coins: tuple[int, int], score: tuple[int, int]) -> None:
    """For both seats, the mean over all cards comes to what brute force finds."""
    start = late(coins, score)
    value = FAIR.best * Solver(FAIR, start).solve(40)
    for seat in (0, 1):
        found = []
        for card in (1, 2, 3):
            s = start.copy()
            for drawer in (0, 1):
                FAIR.apply_action(s, CHANCE, card if drawer == seat else 2)
            found.append(FAIR.best * root_value(searched(FAIR, s, seat, 30_000)))
        assert abs(sum(found) / 3 - (value, -value)[seat]) < 0.08, (found, value)


@pytest.mark.slow
def test_sealed_choices_of_others_change_nothing() -> None:
    """Whether a rival has bid already, and what, makes no difference to the search."""
    s = late((3, 2), (0, 1))
    for card in (1, 2):
        FAIR.apply_action(s, CHANCE, card)
    alone = searched(FAIR, s, 0, 3000, join=interpreted)
    for bid in (0, 1, 2):
        after = s.copy()
        FAIR.apply_action(after, 1, bid)
        assert strategy(alone) == strategy(searched(FAIR, after, 0, 3000, join=interpreted))


@pytest.mark.parametrize("seats", ["2", "3", "4"])
def test_plays_whole_games_with_secrets(seats: str) -> None:
    """Offers, sealed bids, elimination, several seats: every choice is legal to the end."""
    rng = random.Random(int(seats))
    play = Play(FAIR, {"seats": seats})
    play.run_chance(rng.randrange)
    while play.result() is None:
        seat = play.must_act()[0]
        play.act(seat, ask(SLOW, play, seat, rng, Budget(60, 40)).action)
        play.run_chance(rng.randrange)


# ---- nothing hidden


@pytest.mark.parametrize("seed", range(6))
def test_keeps_what_a_position_is_worth(seed: int) -> None:
    """From random positions of crosses its move leads to what minimax says is best."""
    rng = random.Random(seed)
    play = Play(CROSSES)
    while len(play.steps) < 3:
        play.act(play.may_act()[0], rng.choice(play.legal(play.may_act()[0])))
    seat = play.may_act()[0]
    found = searched(CROSSES, play.state, seat, 1500, seed=seed, join=interpreted).result(0.0)
    best = minimax(CROSSES, play.state, seat, 9)
    after = play.state.copy()
    CROSSES.apply_action(after, seat, found.action)
    assert best // 10**8 == minimax(CROSSES, after, seat, 9, 1) // 10**8


@pytest.mark.parametrize("seed", range(4))
def test_finds_the_only_move(seed: int) -> None:
    """O must stop the line of X, whatever the seed."""
    found = searched(CROSSES, crosses("xx./o../..."), 1, 400, seed=seed, join=interpreted)
    assert 2 == found.result(0.0).action


def race_value(at: tuple[int, int], turn: int, depth: int = 40) -> Fraction:
    """The value of the race to seat 0, by expectimax."""
    if at[0] >= 6 or at[1] >= 6 or depth == 0:
        return Fraction(1 if at[0] >= 6 else -1 if at[1] >= 6 else 0)

    def after(steps: int) -> Fraction:
        new = (at[0] + steps * (1 - turn), at[1] + steps * turn)
        return race_value(new, 1 - turn, depth - 1)

    thrown = sum(
        (Fraction(w, 5) * after(k) for k, w in ((1, 1), (2, 1), (3, 2))), Fraction(1, 5) * after(0)
    )
    return max(after(1), thrown) if turn == 0 else min(after(1), thrown)


@pytest.mark.parametrize(("at", "best"), [((5, 5), 0), ((3, 5), 1), ((3, 3), 1)])
def test_weighs_chance_by_its_odds(at: tuple[int, int], best: int) -> None:
    """One step from home it steps; with three to go it throws; and it knows the values."""
    found = searched(RACE, Race(at=list(at)), 0, 4000, join=interpreted).result(0.0)
    assert best == found.action
    assert abs((found.value or 0.0) - float(race_value(at, 0, 8))) < 0.15


# ---- how it runs


def test_compiled_and_interpreted_do_the_same() -> None:
    """Simulation for simulation, with UCB and with regrets, on dice and on secrets."""
    s = late((3, 2), (0, 1))
    for card in (1, 2):
        FAIR.apply_action(s, CHANCE, card)
    for bot in (PURE, MctsBot(rollout=2, prior=0.0, select="ucb")):
        both = [
            searched(FAIR, s, 0, 500, bot, join=join).result(0.0)._replace(seconds=0.0)
            for join in (interpreted, compiled)
        ]
        assert [one.visits for one in both[0].stats] == [one.visits for one in both[1].stats]
        assert both[0].value == pytest.approx(both[1].value, abs=1e-9)


def test_the_same_seed_and_simulations_choose_the_same() -> None:
    """The clock has no say while the simulations last."""
    board = crosses(".../.../...")
    thoughts = [SLOW.think(task(CROSSES, board, 0, 300, seed=5)) for _ in range(3)]
    assert 1 == len({result._replace(seconds=0.0) for result in thoughts})


def test_what_is_about_as_good_is_played_where_choices_are_sealed() -> None:
    """All actions that were tried half as often as the one tried most, and no others."""
    s = late((3, 2), (0, 1))
    for card in (1, 2):
        FAIR.apply_action(s, CHANCE, card)
    found = searched(FAIR, s, 0, 300, MctsBot(rollout=2, select="sealed"))
    tries = {one.action: one.visits for one in found.result(0.0).stats}
    drawn = {found.randomized() for _ in range(200)}
    most = max(tries.values())
    assert {action for action, n in tries.items() if 2 * n >= most} == drawn


def test_without_a_try_the_likeliest_is_played() -> None:
    """A search that has done nothing yet answers by the estimate right after each action."""
    s = late((3, 2), (0, 1))
    for card in (1, 2):
        FAIR.apply_action(s, CHANCE, card)
    found = searched(FAIR, s, 0, 0, MctsBot(select="sealed"))
    t = found.tree
    priors = {int(t.action[edge]): float(t.prior[edge]) for edge in range(int(t.count[0]))}
    most = max(priors.values())
    assert priors[found.result(0.0).action] == most
    assert all(2 * priors[found.randomized()] >= most for _ in range(50))


def test_answers_are_drawn_where_choices_are_sealed() -> None:
    """With `sealed` only while others choose at the same time, whether they have chosen or not."""
    bot, play, found = MctsBot(select="sealed"), Play(FAIR), []
    play.run_chance(lambda total: total - 1)
    for seat, text in ((1, "bid1"), (0, "bid0"), (1, "bright")):
        must_act = play.must_act()[0]
        found.append(bot.randomizes(task(FAIR, play.game.seen_by(play.state, must_act), must_act)))
        play.act_text(seat, text)
    assert [True, True, False] == found


def test_a_stopped_search_answers() -> None:
    """Whoever waits may ask for the answer; it is legal."""
    asked = task(CROSSES, crosses("x../.../..."), 1, 10**9)
    asked.handle.stop()
    assert SLOW.think(asked).action in range(1, 9)


def test_a_single_choice_is_taken_at_once() -> None:
    """There is nothing to think about."""
    result = SLOW.think(task(CROSSES, crosses(".xo/oox/xox"), 0))
    assert (0, 0) == (result.action, result.work)


def test_tells_its_line_and_its_share() -> None:
    """The principal line is legal, action after action; the share of the budget is used up."""
    asked = task(CROSSES, crosses("xo./.../..."), 0, 500)
    result = SLOW.think(asked)
    s = crosses("xo./.../...")
    line = result.stats[0].line
    assert result.action == line[0][1]
    assert len(line) > 2
    for seat, action in line:
        assert action in CROSSES.legal(s, seat)
        CROSSES.apply_action(s, seat, action)
    assert 1.0 == asked.handle.share
    assert 500 == result.work == sum(one.visits for one in result.stats)


def test_keeps_searching_when_its_tree_is_full() -> None:
    """Without room for new nodes the simulations go on over the old ones."""
    seen = crosses(".../.../...")
    found = Search(interpreted(CROSSES, LOOPS), PURE, task(CROSSES, seen, 0), 5)
    found.go_on(300)
    assert 300 == found.done
    assert 5 == int(found.tree.control[4])


@pytest.mark.parametrize(
    "bad", [{"select": "best"}, {"doubt": 1.0}, {"doubt": -0.1}, {"rollout": -2}]
)
def test_refuses_settings_that_cannot_be(bad: dict[str, Any]) -> None:
    """A ValueError names what was expected and what came."""
    with pytest.raises(ValueError, match=str(next(iter(bad.values())))):
        MctsBot(**bad)


def test_a_line_ends_where_others_decide_in_secret() -> None:
    """A rival's actions with hidden cards are guesses, so the line leaves them out."""
    s = Kuhn(card=[3, 1], dealt=2)
    assert all(
        len(one.line) == 1 for one in searched(KUHN, s, 0, 500, join=interpreted).result(0.0).stats
    )


def test_a_search_can_be_narrowed_to_some_actions() -> None:
    """Only these are tried, each often, in open games and others, compiled and interpreted."""
    for game, bot, joins in (
        (CROSSES, PURE, [interpreted]), (FAIR, MctsBot(), [compiled, interpreted]),
    ):  # fmt: skip
        play = Play(game)
        play.run_chance(lambda total: total - 1)
        (seat, *_) = play.must_act()
        only = tuple(play.legal(seat)[1:3])
        for join in joins:
            asked = task(game, game.seen_by(play.state, seat), seat)._replace(only=only)
            found = Search(join(game, LOOPS), bot, asked, 9999)
            found.go_on(1000)
            stats = found.result(0.0).stats
            assert set(only) == {one.action for one in stats}
            assert min(one.visits for one in stats) >= 10


def test_actions_without_any_prior_are_alike() -> None:
    """Narrowed to those whose priors are all 0: it divided by their sum.

    The usual weight gives 0 to an action that is alone behind 250 others; here a great weight does.
    """
    edges = (1, 3, 5, 7)
    asked = task(CROSSES, crosses("........."), 0)._replace(only=edges)
    found = Search(interpreted(CROSSES, LOOPS), MctsBot(prior=1e6), asked, 999)
    first = int(found.tree.first[0])
    assert [1 / 4] * 4 == [float(found.tree.prior[n]) for n in range(first, first + 4)]
    found.go_on(40)
    assert set(edges) == {one.action for one in found.result(0.0).stats}
