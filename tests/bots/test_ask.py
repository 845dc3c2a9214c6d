"""Bots are handed what their seat sees, and held to the legal actions."""

import random
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bots.tiny import CROSSES
from honjin.bots import (
    BOTS,
    Budget,
    RandomBot,
    SearchHandle,
    SearchRequest,
    SearchResult,
    SlippingBot,
    ask,
    ask_seen,
)
from honjin.core.errors import Illegal, NotToAct
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.play import Play
from honjin.core.state import State
from madeup.game import GAME

FAIR: Game[Any] = GAME


@dataclass
class Snoop:
    """Reads and modifies all it is given, and answers what it was told to."""

    answer: int
    tasks: list[SearchRequest] = field(default_factory=list)
    name: str = "snoop"

    def suits(self, game: Game[Any], options: Options) -> bool:
        return True

    def think(self, task: SearchRequest) -> SearchResult:
        self.tasks.append(task._replace(observation=task.observation.copy()))
        for name in ("deck", "bid", "cell"):
            if hasattr(task.observation, name):
                getattr(task.observation, name)[:] = [9] * len(getattr(task.observation, name))
        return SearchResult(self.answer)


def bidding() -> Play:
    """The fair after the first draw."""
    play = Play(FAIR)
    play.run_chance(lambda total: total - 1)
    return play


def shown_to(game: Game[Any]) -> State:
    """What a bot on seat 1 is shown after seat 0 has bid."""
    play, snoop = Play(game), Snoop(0)
    play.run_chance(lambda total: total - 1)
    play.act_text(0, "bid1")
    ask(snoop, play, 1, random.Random(1))
    (told,) = snoop.tasks
    assert [told.observation] == [part for part in told if isinstance(part, State)]
    return told.observation


def has_secrets(seen: Any) -> bool:
    """Whether anything of the rival's hand or bid, or of the deck, can be read."""
    return any([*seen.hand[0], seen.bid[0], *seen.deck])


def test_a_bot_is_shown_what_its_seat_sees() -> None:
    """A bot that looks for the rival's hand and bid and for the deck finds them empty."""
    seen = shown_to(FAIR)
    assert not has_secrets(seen)
    play = bidding()
    play.act_text(0, "bid1")
    expected = FAIR.seen_by(play.state, 1)
    FAIR.prune_optional(expected)
    assert expected == seen


def test_a_bot_that_is_awaited_looks_at_nothing_else() -> None:
    """Optional actions are left out for a seat that must act, and kept for others."""
    play = bidding()
    play.act_text(0, "bid1")
    play.act_text(1, "bid0")
    for seat in play.may_act():
        snoop = Snoop(play.legal(seat)[0])
        ask(snoop, play, seat, random.Random(1))
        expected = play.game.seen_by(play.state, seat)
        if seat in play.must_act():
            FAIR.prune_optional(expected)
        assert expected == snoop.tasks[0].observation
    assert 2 == len(play.may_act())
    assert 1 == len(play.must_act())


def test_the_bot_that_looks_would_find_a_leak() -> None:
    """If the game hid nothing, the same bot would read the rival's hand, the bid and the deck."""
    assert has_secrets(shown_to(replace(FAIR, observe=lambda s, seat: None)))


def test_a_bot_is_told_who_it_is_and_how_long_it_may_think() -> None:
    """Seat, number of seats, budget, randomness and handle come with the observation."""
    play, snoop, rng, handle = bidding(), Snoop(0), random.Random(1), SearchHandle()
    budget = Budget(2.5, 99)
    ask(snoop, play, 1, rng, budget)
    assert (FAIR, 1, 2, rng, budget) == (*snoop.tasks[0][:1], *snoop.tasks[0][2:6])
    asked = snoop.tasks[0]._replace(handle=handle)
    ask_seen(snoop, asked)
    assert snoop.tasks[1].handle is handle


def test_a_bot_cannot_change_the_table() -> None:
    """What a bot does to its observation stays with the bot."""
    play = bidding()
    before = play.state.copy()
    ask(Snoop(0), play, 0, random.Random(1))
    assert before == play.state


def test_an_illegal_answer_is_refused() -> None:
    """An answer outside the legal actions raises Illegal and names the bot."""
    with pytest.raises(Illegal, match="snoop chose 9 for seat 0 of crosses; expected one of its 9"):
        ask(Snoop(9), Play(CROSSES), 0, random.Random(1))


def test_only_a_seat_to_act_is_asked() -> None:
    """Asking a bot for a seat that may not act raises NotToAct."""
    with pytest.raises(NotToAct, match="seat 1 of crosses"):
        ask(RandomBot(), Play(CROSSES), 1, random.Random(1))


def test_bots_stand_under_their_names() -> None:
    """The four kinds of bots."""
    assert ["random", "greedy", "alphabeta", "mcts"] == list(BOTS)
    assert list(BOTS) == [bot.name for bot in BOTS.values()]


def test_who_suits() -> None:
    """All but alpha-beta play everything; that plays only where nothing is hidden."""
    fair = FAIR.read_options({})
    assert ["random", "greedy", "mcts"] == [
        bot.name for bot in BOTS.values() if bot.suits(FAIR, fair)
    ]
    assert list(BOTS) == [bot.name for bot in BOTS.values() if bot.suits(CROSSES, {})]


def test_a_slipping_bot_slips_as_often_as_told() -> None:
    """In so large a share of its turns it takes any legal action, else what the other bot would."""
    for share, low, high in ((0.0, 0, 0), (0.5, 380, 500), (1.0, 850, 930)):
        bot, play, rng = SlippingBot(Snoop(4), share), Play(CROSSES), random.Random(1)
        chosen = [ask(bot, play, 0, rng).action for _ in range(1000)]
        assert low <= sum(action != 4 for action in chosen) <= high


def test_a_slipping_bot_suits_what_the_other_suits() -> None:
    """It goes by the other's name too."""
    bot = SlippingBot(BOTS["alphabeta"], 0.2)
    assert ("alphabeta", False, True) == (
        bot.name, bot.suits(FAIR, FAIR.read_options({})), bot.suits(CROSSES, {}),
    )  # fmt: skip
