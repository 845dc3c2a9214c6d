"""The evaluation that searches use, and the keys of positions."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.akiwado.given import GAME, MON, SAK, do, in_secret, over, playing, state_of, stocking
from honjin.bots import LEVELS, ask, read_player
from honjin.bots.players import find_player
from honjin.games.akiwado.ai.evaluation import DECIDED
from honjin.games.akiwado.content.data import BLUE, RED, YELLOW
from honjin.games.akiwado.rules.state import Akiwado
from honjin.testing import random_play


def guess(s: Akiwado, seat: int = MON) -> int:
    """The evaluation of a seat."""
    return int(GAME.evaluate(s, seat))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (stocking(("wwyy", "wyr", "wyr")), stocking(("wwyr", "wyr", "wyr"))),
        (stocking(("wwyo", "wyr", "wyr")), stocking(("wwyr", "wyr", "wyr"))),
        (stocking(("wwy", "wyr", "wyr")), stocking(("wyr", "wyr", "wyr"))),
        (stocking(("w", "w", "w"), coins=(6, 5, 5)), stocking(("w", "w", "w"), coins=(5, 5, 5))),
        (stocking(("w", "w", "w")), stocking(("w", "ww", "w"))),
    ],
)
def test_what_is_better(better: Akiwado, worse: Akiwado) -> None:
    """Sets, custom orders, pairs that can become sets, coins; and less for a rival."""
    assert guess(better) > guess(worse)


def test_an_ungrateful_tile_is_worse() -> None:
    """It costs the next touting, and perhaps a turn."""
    s = stocking(said="eppp", deck="wwww")
    honest = in_secret(s, "east1", *["pocket"] * 3)
    s.said[MON] = 2
    lied = in_secret(s, "east1", *["pocket"] * 3)
    assert guess(honest) > guess(lied)


def test_coins_lose_their_worth() -> None:
    """A coin only breaks ties when no card can be bought any more, or beyond twelve of them."""

    def worth(coins: int, *, ends: bool) -> int:
        east, deck = ("", "") if ends else ("y", None)
        rich, poor = (
            stocking(("w", "w", "w"), coins=(n, 5, 5), deck=deck, east=east, west="")
            for n in (coins, coins - 1)
        )
        return guess(rich) - guess(poor)

    assert worth(6, ends=False) > worth(6, ends=True) > 0
    assert worth(6, ends=False) > worth(13, ends=False) > 0


def test_the_estimate_is_a_result() -> None:
    """Equal merchants expect 0; one with everything expects almost to beat all rivals."""
    for seats in (3, 4, 5):
        assert [0] * seats == [
            guess(stocking(["wy"] * seats, turn=seat), seat) - guess(stocking(["wy"] * seats), MON)
            for seat in range(seats)
        ]
        s = stocking(["wwyyrrbbkk", *["w"] * (seats - 1)])
        hopes = [guess(s, seat) / (GAME.eval_scale + abs(guess(s, seat))) for seat in range(seats)]
        assert hopes[MON] == pytest.approx((seats - 1) / GAME.best, abs=0.03)
        assert sum(hopes) == pytest.approx(0, abs=0.06)


def test_the_red_marker_is_dear() -> None:
    """It brings a card of choice: the nearer the end, the surer."""

    def worth(deck: str | None, marker: int) -> int:
        s = stocking(["wy"] * 4, deck=deck, variant="purveyor")
        bare = guess(s)
        s.marker[marker] = MON
        return guess(s) - bare

    assert worth("", RED) > worth(None, RED) > worth(None, YELLOW) > worth(None, BLUE) == 0


@settings(max_examples=20)
@given(st.integers(0, 60))
def test_the_end_is_known(seed: int) -> None:
    """At the end the evaluation is the result."""
    play = random_play(GAME, {"seats": str(3 + seed % 3)}, seed=seed)
    result = play.result()
    assert result is not None
    for seat, got in enumerate(result.returns):
        assert DECIDED * got == guess(state_of(play), seat)


def test_half_way_is_between_nothing_and_all() -> None:
    """One more set of three colours is about half way to winning."""
    lead = guess(stocking(("wwyyrr", "wyrbk", "wyrbk")))
    assert GAME.eval_scale / 2 < lead < DECIDED


# ---- what is the same to a search


def mark(s: Akiwado) -> int:
    """The state_key."""
    assert GAME.state_key is not None
    return GAME.state_key(s)


def test_fingerprints_forget_the_way() -> None:
    """The number of changes of a choice, the viewer, and old bids do not matter."""
    s = do(stocking(said="ewpe", deck="ww"), "west2", seat=SAK)
    other = do(do(stocking(said="ewpe", deck="ww"), "east1", seat=SAK), "west2", seat=SAK)
    assert s != other
    assert mark(s) == mark(other)
    s = in_secret(stocking(said="pppp", deck="wwww"), *["pocket"] * 4)
    other = s.copy()
    other.calls, other.eyes = 3, 2
    assert mark(s) == mark(other)


def test_fingerprints_tell_positions_apart() -> None:
    """In a random game each distinguishable position has its own key."""
    marks = set()
    for seed in range(4):
        play = random_play(GAME, {"seats": "4", "variant": "purveyor"}, seed=seed)
        for n in range(len(play.steps)):
            s = state_of(play.at(n)).copy()
            forget(s)
            marks.add((repr(s), mark(s)))
    assert len({text for text, _ in marks}) == len({found for _, found in marks}) == len(marks)


def forget(s: Akiwado) -> None:
    """What a state_key leaves out."""
    s.changes[:], s.settled, s.calls, s.turns, s.left, s.stock = [0] * 5, 0, 0, 0, 0, 0
    if s.phase not in (10, 11):
        s.place[:], s.bid[:] = [0] * 5, [0] * 5


# ---- bots


@pytest.mark.slow
def test_bots_play() -> None:
    """A greedy one and a search choose something legal, in secret too."""
    for bot in ("greedy", "mcts:60:compiles=0"):
        play = playing(seats="3")
        player = read_player(bot)
        chance = random.Random(1)
        for _ in range(30):
            if play.is_chance():
                play.chance(chance.choice(play.game.outcomes(play.state))[0])
                continue
            seat = play.must_act()[0]
            play.act(seat, ask(player.bot, play, seat, random.Random(3), player.budget).action)
        assert {"says-east", "says-west", "says-pocket"} & {step.text for step in play.steps}


def test_a_greedy_bot_takes_what_pays() -> None:
    """Of two splits it takes the one that pays."""
    play = playing(seats="3")
    texts = ["15:seat0", *["15:white", "15:yellow"] * 2, "15:red", "15:blue", "15:2-5-6"]
    for text in texts:
        seat, _, what = text.partition(":")
        play.chance(GAME.notation.read_action(state_of(play), int(seat), what))
    player = read_player("greedy")
    chosen = ask(player.bot, play, MON, random.Random(3), player.budget).action
    assert "2" in GAME.notation.write_action(state_of(play), MON, chosen).split("/")[0]


def test_levels_can_be_asked_for() -> None:
    """Each of the four levels names a bot that plays the game."""
    options = GAME.read_options()
    specs = GAME.levels(options)
    assert len(LEVELS) == len(specs)
    assert list(LEVELS) == [find_player(GAME, options, level).name for level in LEVELS]


def test_a_game_that_is_over_has_no_hopes() -> None:
    """Only the result counts then."""
    assert [2 * DECIDED, -DECIDED, -DECIDED] == [
        guess(over(("wwyy", "w", "w")), seat) for seat in range(3)
    ]
