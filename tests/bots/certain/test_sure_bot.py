"""A level that asks what is certain before it searches."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bots.certain.test_proving import GAME, LEGAL, OPTIONS, Guessing, Proof
from honjin.bots import (
    LEVELS,
    Budget,
    GreedyBot,
    MctsBot,
    SearchHandle,
    SearchRequest,
    SearchResult,
    SlippingBot,
    SureBot,
    all_loops_of,
    find_player,
    fresh,
    level_text,
    read_player,
)
from honjin.bots.certain.sure import SHARE
from honjin.core.errors import HonjinError, UnknownBot
from honjin.core.parts.index import Unsolvable
from honjin.games import keys, load

SHORT = Budget(0.3)


@dataclass
class Asked:
    """The results of an inquiry: some are known before, the rest are found by searching."""

    known: Mapping[int, Proof]
    found: Mapping[int, Proof]
    limits: list[int]
    values: dict[int, Proof] = field(default_factory=dict)

    def recall(self) -> None:
        self.values |= self.known

    def run(self, is_over: Callable[[], bool], most: int = 0) -> None:
        self.limits.append(most)
        for action, value in self.found.items():
            if not is_over():
                self.values[action] = value


@dataclass
class Knowing:
    """Tables and proofs that hold what a test wants; `tables` and `proves` are itself."""

    exact: Mapping[int, Proof] | Exception = field(default_factory=lambda: Unsolvable("no table"))
    known: Mapping[int, Proof] = field(default_factory=dict)
    found: Mapping[int, Proof] = field(default_factory=dict)
    results: Mapping[int, int] | Exception = field(default_factory=lambda: Unsolvable("no stage"))
    loops: tuple[Path, ...] = ()
    limits: list[int] = field(default_factory=list)
    begun: int = 0

    @property
    def tables(self) -> Knowing:
        return self

    @property
    def provers(self) -> Knowing:
        return self

    def fresh(self) -> Knowing:
        return Knowing(self.exact, self.known, self.found, self.results, begun=self.begun + 1)

    def suits(self, game: Any, options: Any) -> bool:
        return True

    def action_values(self, game: Any, s: Any) -> Mapping[int, Proof]:
        if isinstance(self.exact, Exception):
            raise self.exact
        return self.exact

    def action_results(self, game: Any, s: Any) -> Mapping[int, int]:
        if isinstance(self.results, Exception):
            raise self.results
        return self.results

    def can_prove(self, game: Any, s: Any) -> bool:
        return True

    @contextmanager
    def asked(self, game: Any, s: Any) -> Iterator[Asked]:
        yield Asked(self.known, self.found, self.limits)


def asked_of(
    knowledge: Knowing, bot: Any = None, budget: Budget = SHORT, seed: int = 1
) -> SearchResult:
    s = GAME.setup(OPTIONS)
    rng = random.Random(seed)
    task = SearchRequest(GAME, s, 0, 2, rng, budget, SearchHandle())
    return SureBot(bot or Guessing(), knowledge).think(task)


LOST = Proof(-1, 6)


@dataclass
class Hoping(Guessing):
    """Expects as much as it is told to."""

    hope: float = 0.0

    def think(self, task: SearchRequest) -> SearchResult:
        return SearchResult(task.only[0], self.hope)


# ---- wins


def test_a_table_is_believed_before_all() -> None:
    """The quickest win; nothing is proved and nothing searched."""
    other = Guessing()
    values = dict.fromkeys(LEGAL, LOST) | {LEGAL[4]: Proof(1, 9), LEGAL[6]: Proof(1, 5)}
    knowledge = Knowing(exact=values)
    result = asked_of(knowledge, other)
    assert (LEGAL[6], 1.0, None) == (result.action, result.value, result.says)
    assert ([], []) == (other.asked, knowledge.limits)


def test_what_is_known_of_a_proof_takes_no_time() -> None:
    """Of several wins, the quickest is played; nothing is searched."""
    other, knowledge = Guessing(), Knowing(known={LEGAL[2]: Proof(1, 21), LEGAL[3]: Proof(1, 19)})
    result = asked_of(knowledge, other)
    assert (LEGAL[3], 1.0, 19) == (result.action, result.value, result.stats[0].plies)
    assert ([], []) == (other.asked, knowledge.limits)


def test_a_win_that_is_found_ends_the_search_for_proofs() -> None:
    """And is played, whatever the other bot would have liked."""
    other = Guessing()
    knowledge = Knowing(found={LEGAL[5]: LOST, LEGAL[3]: Proof(1, 7), LEGAL[1]: Proof(1, 5)})
    assert LEGAL[3] == asked_of(knowledge, other).action
    assert [] == other.asked


# ---- who wins is known by stages, but not how soon


@pytest.mark.parametrize("result", [1, 0])
def test_only_what_keeps_the_result_is_searched(result: int) -> None:
    """Neither a choice that gives it away, nor one of another value that is proved."""
    other, keeping = Guessing(), LEGAL[2:5]
    results = dict.fromkeys(LEGAL, -1) | dict.fromkeys(keeping, result)
    found = asked_of(Knowing(results=results, found={LEGAL[0]: LOST}), other)
    (task,) = other.asked
    assert tuple(keeping) == task.only
    assert found.action in keeping
    assert found.value == result


def test_the_only_choice_that_wins_is_played_at_once() -> None:
    """Without proofs or a search."""
    other, results = Guessing(), dict.fromkeys(LEGAL, 0) | {LEGAL[3]: 1}
    knowledge = Knowing(results=results)
    found = asked_of(knowledge, other)
    assert (LEGAL[3], 1.0) == (found.action, found.value)
    assert ([], []) == (other.asked, knowledge.limits)


def test_a_proved_win_comes_before_others_that_are_known_to_win() -> None:
    """It has an end that comes nearer."""
    other, results = Guessing(), dict.fromkeys(LEGAL, 1)
    assert (
        LEGAL[5] == asked_of(Knowing(results=results, found={LEGAL[5]: Proof(1, 9)}), other).action
    )
    assert [] == other.asked


def test_a_draw_is_not_taken_where_a_win_is_known() -> None:
    """Although the search expects no more than a draw."""
    results = dict.fromkeys(LEGAL, 0) | {LEGAL[3]: 1, LEGAL[4]: 1}
    knowledge = Knowing(results=results, found={LEGAL[0]: Proof(0, 0)})
    assert LEGAL[3] == asked_of(knowledge, Hoping(hope=0.02)).action


@pytest.mark.parametrize("problem", [HonjinError("damaged"), OSError("no disk")])
def test_a_stage_that_cannot_be_read_is_done_without(problem: Exception) -> None:
    """All choices are searched then."""
    other = Guessing()
    asked_of(Knowing(results=problem), other)
    assert [()] == [task.only for task in other.asked]


# ---- what is not won


def test_proved_losses_are_not_searched() -> None:
    """The other bot weighs the rest, and what it likes best of that is played."""
    other, lost = Guessing(), LEGAL[:3]
    result = asked_of(Knowing(found=dict.fromkeys(lost, LOST)), other)
    (task,) = other.asked
    assert tuple(LEGAL[3:]) == task.only
    assert task.legal()[0] == LEGAL[0]
    assert result.action in LEGAL[3:]
    assert set(lost) == {one.action for one in result.stats[-3:]}


@pytest.mark.parametrize("seed", range(5))
def test_a_bot_that_looks_at_all_does_not_choose_a_proved_loss(seed: int) -> None:
    """Greedy and random choices are held to what is left open."""
    open_ = LEGAL[7]
    found = {action: LOST for action in LEGAL if action != open_}
    for other in (GreedyBot(), SlippingBot(GreedyBot(), 1.0)):
        assert open_ == asked_of(Knowing(found=found), other, seed=seed).action


def test_a_draw_at_hand_is_not_lost_to_hope() -> None:
    """It is taken unless the search expects clearly more."""
    knowledge = Knowing(found={LEGAL[9]: Proof(0, 0)})
    assert LEGAL[9] == asked_of(knowledge, Hoping(hope=0.02)).action
    assert LEGAL[0] == asked_of(knowledge, Hoping(hope=0.6)).action


@pytest.mark.slow
def test_where_all_is_lost_the_hardest_problem_is_set() -> None:
    """Nothing is searched; it says that it is lost."""
    other = Guessing()
    result = asked_of(Knowing(found=dict.fromkeys(LEGAL, LOST)), other, Budget(60.0, 100))
    assert [] == other.asked
    assert -1.0 == result.value
    assert result.says is not None
    assert result.says.k.startswith("certain.lost")


# ---- what it cannot know


def test_without_knowledge_it_is_the_other_bot(caplog: pytest.LogCaptureFixture) -> None:
    """A table that is damaged or cannot be opened is logged, and the bot continues without it."""
    for problem in (Unsolvable("no table"), HonjinError("damaged"), PermissionError("locked")):
        assert LEGAL[0] == asked_of(Knowing(exact=problem)).action
    told = ["damaged; continuing without it", "locked; continuing without it"]
    assert told == caplog.messages


def test_a_game_with_secrets_is_left_alone() -> None:
    """The tables are not consulted: they would know more than the seat does."""
    game = load("akiwado")
    options = game.read_options()
    s = game.setup(options)
    while not (seats := [seat for seat in range(3) if game.legal(s, seat)]):
        game.apply_action(s, -1, game.outcomes(s)[0][0])
    other, knowledge = Guessing(), Knowing(exact=HonjinError("asked"))
    task = SearchRequest(
        game, game.seen_by(s, seats[0]), seats[0], 3, random.Random(1), Budget(0.1), SearchHandle()
    )
    SureBot(other, knowledge).think(task)
    assert [task] == other.asked


# ---- the budget


def test_proofs_and_search_share_a_count() -> None:
    """Two fifths of a count go to proofs; a simulation stands for as many actions as it costs."""
    other, knowledge = Guessing(), Knowing()
    asked_of(knowledge, other, Budget(60.0, 1000))
    assert [400] == knowledge.limits
    assert 600 == other.asked[0].budget.work
    mcts, knowledge = MctsBot(compiles=False), Knowing()
    asked_of(knowledge, mcts, Budget(60.0, 10))
    assert [int(SHARE * 10) * mcts.actions_a_unit] == knowledge.limits


def test_a_clock_is_shared_too() -> None:
    """What proofs have used is gone for the search."""
    other = Guessing()
    asked_of(Knowing(), other, Budget(0.5))
    assert 0.3 < other.asked[0].budget.seconds <= 0.5


# ---- levels


@pytest.mark.parametrize("key", keys())
def test_levels_below_daimyo_stay_as_they_are(key: str) -> None:
    """Those above have proofs where a game has an index, in all its forms; others stay too."""
    game, knowledge = load(key), Knowing()
    for preset in game.presets:
        options = game.read_options(preset.options)
        for level, text in zip(LEVELS, game.levels(options), strict=True):
            player = find_player(game, options, level, knowledge)
            is_sure = level in ("daimyo", "shogun") and game.index is not None
            assert is_sure == isinstance(player.bot, SureBot)
            assert text + ":proofs=1" * is_sure == level_text(game, options, level)
            plain = player.bot.bot if isinstance(player.bot, SureBot) else player.bot
            assert find_player(game, options, text) == player._replace(name=text, bot=plain)


def test_a_text_asks_for_proofs() -> None:
    """It can be combined with other settings; without a source of knowledge it is refused."""
    player = read_player("mcts:proofs=1:400:slip=0.1", Knowing())
    assert isinstance(player.bot, SureBot)
    assert isinstance(player.bot.bot, SlippingBot)
    assert 400 == player.budget.work
    assert read_player("mcts:400:proofs=0")[1:] == read_player("mcts:400")[1:]
    for text, why in (
        ("mcts:proofs=2", "proofs=0 or proofs=1"),
        ("mcts:proofs=1", "no tables or proofs"),
    ):
        with pytest.raises(UnknownBot, match=why):
            read_player(text)


def test_a_new_game_begins_with_nothing_learned() -> None:
    """The bot that plays it is another one, but for bots that remember nothing."""
    bot = SureBot(MctsBot(), Knowing())
    assert 1 == fresh(bot).knowledge.begun  # type: ignore[attr-defined]
    assert bot.bot is fresh(bot.bot)


def test_it_names_all_that_it_wants_compiled() -> None:
    """Its search, what proves, and what weighs problems."""
    bot = SureBot(MctsBot(), Knowing(loops=(Path("prove.py"),)))
    assert ["mcts_loop", "prove", "alphabeta_loop"] == [path.stem for path in all_loops_of(bot)]
