"""The evaluation that searches use, and the keys of positions."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.akebono.content.test_board import small
from games.akebono.given import GAME, NOTATION, RED, WHITE, at, begun, do, legal, playing, start
from honjin.bots import LEVELS, Budget, ask, read_player
from honjin.bots.players import find_player
from honjin.games.akebono.ai.evaluation import DECIDED, ROLLS, siege
from honjin.games.akebono.content.data import SHIPPED_KEY
from honjin.games.akebono.rules.state import PLACING, Akebono
from honjin.testing import random_play


def guess(s: object, seat: int = RED) -> int:
    """The evaluation of a seat."""
    return int(GAME.evaluate(s, seat))  # type: ignore[arg-type]


@settings(max_examples=20)
@given(st.integers(0, 40), st.integers(1, 300))
def test_guesses_are_zero_sum(seed: int, steps: int) -> None:
    """After the set-up one side's advantage is the other side's disadvantage."""
    options = {"setup_revisions": "0"}
    s = random_play(GAME, options, seed=seed, steps=steps).state
    if s.phase > 2:  # type: ignore[attr-defined]
        assert guess(s, RED) == -guess(s, WHITE)
    assert abs(guess(s)) <= DECIDED


def test_results_are_decisive() -> None:
    """A won game has a higher value than any running game; a draw has none."""
    s = do(at("A:F7 S:I8", "T:G8", points=2), "I8-H7")
    assert (DECIDED, -DECIDED) == (guess(s, RED), guess(s, WHITE))
    s = at()
    s.outcome = 1 + GAME.reasons.index("end.rounds")
    assert 0 == guess(s)


def test_odds_of_two_dice() -> None:
    """The table of rolls is that of two dice."""
    sums = [a + b for a in range(1, 7) for b in range(1, 7)]
    assert [sum(total >= n for total in sums) for n in range(14)] == list(ROLLS)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (at("S:E5", taken=("A", "")), at("S:E5")),
        (at("S:E5", taken=("D", "")), at("S:E5", taken=("A", ""))),
        (at("S:E5", taken=("DD", "")), at("S:E5", taken=("SS", ""))),
        (at("S:E5", taken=("SSS", "")), at("S:E5", taken=("SSA", ""))),
        (at("S:E5", valor=(2, 0)), at("S:E5", valor=(1, 0))),
        (at("S:E5", taken=("G", "")), at("S:E5", taken=("S", ""))),
        (at("S:H7 A:F7", "T:G9"), at("S:J5 A:E5", "T:G9")),
        (at("S:F6", "D:F7", points=5), at("S:F6", "D:F7", points=4)),
        (at("S:F6", "D:F7", points=5), at("S:F6", "A:F7", points=5)),
    ],
)
def test_what_is_better(better: object, worse: object) -> None:
    """Prisoners by value, whole types and valor count; so do a tairo nearby and affordable prey."""
    assert guess(better) > guess(worse)


@pytest.mark.parametrize(
    ("red", "white", "points"),
    [
        ("A:F7 S:I8", "T:G8", 1),
        ("A:F7 S:J9", "T:G8", 1 + 1),
        ("A:F6 S:J9", "T:G8", 1 + 1 + 1),
        ("A:F7 S:I8", "T:G8 A:H8", 2),
        ("A:F7 S:I8", "T:G8 A:H7,H8", 1 + 2),
        ("A:F7,H8", "T:G8", 0),
    ],
)
def test_siege(red: str, white: str, points: int) -> None:
    """The points that bring two pieces beside the other tairo, through empty hexes and enemies."""
    assert points == siege(at(red, white), RED)


def test_a_capture_at_hand_is_worth_more_than_one_to_come() -> None:
    """With the points in hand the game is nearly won; with only the next roll it is not."""
    now, later = at("A:F7 S:I8", "T:G8", points=1), at("A:F7 S:I8", "T:G8", points=0)
    assert guess(now) > GAME.eval_scale
    assert guess(now) > guess(later)


@pytest.mark.slow
def test_bots_take_a_formation_and_are_ready() -> None:
    """In the set-up the best action always leads towards finishing it."""
    s = start()
    for bot in ("greedy", "mcts:80:select=ucb:compiles=0"):
        play = playing(setup_revisions="1")
        player = read_player(bot)
        for _ in range(6):
            seat = play.must_act()[0]
            play.act(seat, ask(player.bot, play, seat, random.Random(3), player.budget).action)
        texts = [step.text for step in play.steps]
        assert [True, False] * 2 + [False] * 2 == [text[0] == "=" for text in texts]
        assert 4 == texts.count("ready")
    done = do(s, "=crane", "ready", seat=RED)
    assert guess(done) > guess(do(s, "=crane", seat=RED)) > guess(s)


@pytest.mark.slow
@pytest.mark.parametrize("board", [SHIPPED_KEY, small()])
@pytest.mark.parametrize("midline", ["north_south", "west_east"])
def test_bots_vary_their_formations(board: str, midline: str) -> None:
    """Bots choose every formation of the board, and all are legal."""
    options = {"board": board, "midline": midline, "setup_revisions": "0"}
    known = {text for text in legal(start(**options), RED) if text.startswith("=")}
    chosen = set()
    for seed in range(12):
        play, bot = playing(**options), read_player("mcts:12:select=ucb:compiles=0").bot
        while play.must_act() and play.state.phase == PLACING:
            seat = play.must_act()[0]
            play.act(seat, ask(bot, play, seat, random.Random(seed), Budget(60.0, 12)).action)
        chosen |= {step.text for step in play.steps if step.text != "ready"}
        assert all(law.holds(play.state) for law in GAME.laws)
    assert known == chosen


@pytest.mark.parametrize(
    ("s", "best"),
    [
        (at("A:F7 S:I8", "T:G8 A:H8", points=2), "I8-H7"),
        (at("S:F6 A:A5", "D:F7", points=5, taken=("DD", "")), "F6xF7"),
        (at("S:F6 A:A5", "A:F7", points=3), "F6xF7"),
        (at("G:F3 A:A5", "D:F8", points=6), "F3>F8"),
        (at("G:F3 S:F6", "A:F7 G:F8", points=4), "F6xF7"),
        (at("S:K5", "D:J4 S:J5", dice=(3, 3, 4), hand=(1, 0)), "nxJ4"),
    ],
)
def test_greedy_takes_what_is_there(s: Akebono, best: str) -> None:
    """It captures the tairo, ends the game by a daimyo, defeats, shoots, assassinates."""
    play = playing()
    play.state = s
    action = ask(read_player("greedy").bot, play, RED, random.Random(1)).action
    assert best == NOTATION.write_action(s, RED, action)


def test_greedy_keeps_its_tairo() -> None:
    """It does not walk its tairo between two enemies, which would end the game."""
    play = playing()
    play.state = at("T:F5", "A:F7 S:G7", points=1)
    for seed in range(5):
        action = ask(read_player("greedy").bot, play, RED, random.Random(seed)).action
        assert NOTATION.write_action(play.state, RED, action) != "F5-F6"


def test_fingerprints_follow_the_position() -> None:
    """The same position reached differently has the same key; another position has another."""
    s = begun()
    one = do(s, "5-6", "G8-F7", "G5-F5")
    other = do(s, "5-6", "G5-F5", "G8-F7")
    assert GAME.state_key is not None
    assert GAME.state_key(one) == GAME.state_key(other)
    marks = set()
    for play in (random_play(GAME, seed=seed, steps=200) for seed in range(3)):
        for n in range(0, len(play.steps), 7):
            then = play.at(n)
            text = NOTATION.write_position(then.state).split()
            key = " ".join(text[:8] + text[10:])
            marks.add((key, GAME.state_key(then.state)))
    assert len({key for key, _ in marks}) == len({mark for _, mark in marks}) == len(marks)


def test_levels_can_be_asked_for() -> None:
    """Each of the four levels names a bot that plays the game."""
    options = GAME.read_options()
    specs = GAME.levels(options)
    assert len(LEVELS) == len(specs)
    assert list(LEVELS) == [find_player(GAME, options, level).name for level in LEVELS]
