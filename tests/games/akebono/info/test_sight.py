"""What is hidden and logged during the set-up, and that everything is open afterwards."""

import random

import pytest

from games.akebono.given import (
    GAME,
    RED,
    WHITE,
    actor,
    at,
    begun,
    do,
    placed,
    playing,
    rolling,
    start,
)
from honjin.core.jit.rng import seeded
from honjin.core.revealing import shows
from honjin.core.seats import SPECTATOR
from honjin.core.words import LANGUAGES, speak
from honjin.games.akebono.rules.names import read_hex
from honjin.games.akebono.rules.state import Akebono, last_turn
from honjin.testing import random_play

VIEWERS = (RED, WHITE, SPECTATOR)


def told(s: Akebono, text: str, seat: int, viewer: int, language: str = "en") -> list[str]:
    """The log lines that a viewer gets of an action."""
    action = GAME.notation.read_action(s, seat, text)
    after = s.copy()
    GAME.apply_action(after, seat, action)
    events = GAME.tell(s, seat, action, after, viewer)
    return [speak(GAME.words, event.say, language) for event in events]


def test_placing_is_seen_by_oneself_alone() -> None:
    """Others see an empty half, no matter what has been placed, lifted or changed."""
    blank = start()
    for texts in (["=crane"], ["+tairo"], ["+tairo", "@K8", "+samurai"], ["=crane", "+K8"]):
        s = do(start(), *texts, seat=RED)
        assert GAME.seen_by(blank, WHITE) == GAME.seen_by(s, WHITE)
        assert GAME.seen_by(blank, SPECTATOR) == GAME.seen_by(s, SPECTATOR)
        assert s.piece == GAME.seen_by(s, RED).piece
        assert s.changes[RED] == GAME.seen_by(s, RED).changes[RED]


def test_who_has_finished_is_known() -> None:
    """All that is known is whether a side is placing or has finished."""
    s = do(start(), "=crane", "ready", seat=RED)
    other = do(start(), "=arrow", "ready", seat=RED)
    assert GAME.seen_by(s, WHITE) == GAME.seen_by(other, WHITE)
    facts = [side.facts[0].k for side in GAME.table.scene(GAME.seen_by(s, WHITE)).sides]
    assert ["fact.done", "fact.placing"] == facts


def test_rearranging_shows_what_was_revealed() -> None:
    """In a rearrangement others see the pieces where they stood at the reveal."""
    s = placed("crane", "arrow")
    moved = do(s, "+K8", "@K1", seat=RED)
    for viewer in (WHITE, SPECTATOR):
        assert GAME.seen_by(s, viewer) == GAME.seen_by(moved, viewer)
    assert read_hex(s, "K8") == GAME.seen_by(moved, WHITE).tairo[RED]
    assert read_hex(s, "K1") == GAME.seen_by(moved, RED).tairo[RED]


def test_nothing_is_hidden_after_the_set_up() -> None:
    """Ruling Q59: from the draw of the first turn on, everyone sees the state itself."""
    rng = random.Random(4)
    s = begun()
    while GAME.may_act(s):
        for viewer in VIEWERS:
            assert s == GAME.seen_by(s, viewer)
        who = actor(s)
        listed = [a for a, _ in GAME.outcomes(s)] if who > 1 else GAME.legal(s, who)
        GAME.apply_action(s, who, rng.choice(listed))


def test_set_up_is_told_to_oneself_alone() -> None:
    """A change is logged for its side only; that a side has finished is logged for all."""
    s = start()
    for text in ("=crane", "+samurai"):
        assert 1 == len(told(s, text, RED, RED))
        assert [] == told(s, text, RED, WHITE) == told(s, text, RED, SPECTATOR)
    s = do(s, "=crane", seat=RED)
    assert ["Red has placed its army"] == told(s, "ready", RED, WHITE)
    s = do(do(s, "ready", seat=RED), "=crane", seat=WHITE)
    expected = ["White has placed its army", "The mist lifts: both armies are revealed"]
    assert expected == told(s, "ready", WHITE, RED)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("+K8", "Red lifts the tairo from K8"),
        ("=arrow", "Red takes up a formation: Arrowhead"),
    ],
)
def test_own_changes_in_words(text: str, says: str) -> None:
    """A side's own log of its set-up."""
    assert [says] == told(do(start(), "=crane", seat=RED), text, RED, RED)


def test_lifting_and_setting_down_in_words() -> None:
    """Placed, moved, swapped, set back."""
    s = do(start(), "+tairo", seat=RED)
    assert ["Red places the tairo on K1"] == told(s, "@K1", RED, RED)
    assert ["Red sets it down again"] == told(s, "@back", RED, RED)
    s = do(start(), "=crane", "+K8", seat=RED)
    assert ["Red moves the tairo from K8 to K1"] == told(s, "@K1", RED, RED)
    swap = "Red swaps the tairo on K8 with the daimyo on K9"
    assert [swap] == told(s, "@K9", RED, RED)


@pytest.mark.parametrize(
    ("s", "text", "says"),
    [
        (at("S:E5", points=9), "E5-F5", ["Red: samurai E5–F5 (1)"]),
        (at("S:E5", "A:F5", points=9), "E5xF5", ["Red: samurai E5–F5 defeats the ashigaru (3)"]),
        (
            at("G:F3", "D:F8", points=9),
            "F3>F8",
            ["Red: the teppo-tai on F3 shoots the daimyo on F8 (6)"],
        ),
        (at(dice=(4, 4), hand=(1, 0)), "nA1", ["A ninja of Red appears on A1"]),
        (
            at(white="A:A1", dice=(4, 4, 3), hand=(1, 0)),
            "nxA1",
            ["A ninja of Red assassinates the ashigaru on A1"],
        ),
        (
            at("S:E5", dice=(3, 5), valor=(2, 0)),
            "die",
            ["Red spends valor on a third die (1 left)"],
        ),
        (at("S:E5", points=3), "end", ["Red ends the turn (3 points unspent)"]),
        (at("S:E5", points=0), "end", ["Red ends the turn"]),
        (
            at("S:E5", "A:F5", points=9, taken=("A", "")),
            "E5xF5",
            ["Red: samurai E5–F5 defeats the ashigaru (3)", "Red has a pair of ashigaru: valor 1"],
        ),
        (
            at("S:E5", "A:F5", points=9, taken=("A", ""), valor=(4, 0)),
            "E5xF5",
            [
                "Red: samurai E5–F5 defeats the ashigaru (3)",
                "Red has a pair of ashigaru, but valor stays 4",
            ],
        ),
        (
            at("A:F7 S:I8", "T:G8", points=2),
            "I8-H7",
            [
                "Red: samurai I8–H7 (2)",
                "Red captures the tairo of White on G8, worth 1",
                "Red 1, white 0: Red wins",
            ],
        ),
        (
            at("A:F7 S:I8", "T:G8 D:H7", points=12, taken=("DD", "")),
            "I8xH7",
            [
                "Red: samurai I8–H7 defeats the daimyo (6)",
                "Red captures the tairo of White on G8, worth 1",
                "Red has defeated all daimyo of White",
                "Red 5, white 0: Red wins",
            ],
        ),
        (
            at("A:F7 S:I8", "T:G8", points=2, valor=(0, 1)),
            "I8-H7",
            [
                "Red: samurai I8–H7 (2)",
                "Red captures the tairo of White on G8, worth 1",
                "Red 1, white 1: Red, who ended the game, wins",
            ],
        ),
    ],
)
def test_turns_in_words(s: Akebono, text: str, says: list[str]) -> None:
    """The log of a turn is the same for everyone."""
    for viewer in VIEWERS:
        assert says == told(s, text, RED, viewer)


def test_dice_in_words() -> None:
    """Points, or the ninja that must come."""
    s = rolling(at(hand=(1, 0)))
    assert ["Red rolls 3 and 5: 8 points"] == told(s, "3-5", 15, WHITE)
    assert ["Red rolls 4 and 4: a ninja must come"] == told(s, "4-4", 15, WHITE)
    s = do(at(dice=(3, 5), valor=(1, 0), hand=(1, 0)), "die")
    assert ["Red rolls 4 with the third die: 12 points"] == told(s, "4", 15, WHITE)
    assert ["Red rolls 3 with the third die: a ninja must come"] == told(s, "3", 15, WHITE)


def test_lots_in_words() -> None:
    """The midline and the first player."""
    s = start(midline="random")
    assert ["The midline divides west and east"] == told(s, "west_east", 15, RED)
    assert ["White goes first"] == told(placed(setup_revisions="0"), "white", 15, RED)
    assert ["白軍が先手"] == told(placed(setup_revisions="0"), "white", 15, RED, "ja")


def test_the_end_of_the_last_round_in_words() -> None:
    """A draw at the limit is logged as one, and cites the rule that sets the limit."""
    s = at("S:E5", points=3)
    s.turns = last_turn(s) - 1
    assert "The game is over after 60 rounds" == told(s, "end", RED, WHITE)[1]
    assert "Red 0, white 0: a draw" == told(s, "end", RED, WHITE)[2]
    rules = {}
    for rounds in ("0", "20"):
        s = at("S:E5", points=3, max_rounds=rounds)
        s.turns = last_turn(s) - 1
        after = do(s, "end")
        rules[rounds] = GAME.tell(s, RED, GAME.legal(s, RED)[-1], after, RED)[1].rule
    assert {"0": "W1", "20": "Q54"} == rules


def test_imagined_armies_stand_in_formation() -> None:
    """A side that has finished is resampled in any formation; otherwise with a full tray."""
    s = do(start(), "=crane", "ready", seat=RED)
    seen = GAME.seen_by(s, WHITE)
    found = set()
    for seed in range(40):
        guess = seen.copy()
        GAME.resample(guess, WHITE, seeded(seed))
        assert 0 == sum(guess.tray[RED])
        found.add(tuple(guess.piece))
    assert 5 == len(found)
    seen = GAME.seen_by(do(start(), "=crane", seat=RED), WHITE)
    GAME.resample(seen, WHITE, seeded(1))
    assert 15 == sum(seen.tray[RED])


def test_a_rearranged_army_may_stand_otherwise() -> None:
    """Ruling Q8: whether a side that has finished has changed anything is not known."""
    seen = GAME.seen_by(do(placed(), "ready", seat=RED), WHITE)
    found = set()
    for seed in range(40):
        guess = seen.copy()
        GAME.resample(guess, WHITE, seeded(seed))
        assert all(law.holds(guess) for law in GAME.laws)
        assert sorted(seen.piece) == sorted(guess.piece)
        found.add(tuple(guess.piece))
    assert tuple(seen.piece) in found
    assert 10 < len(found) < 40


@pytest.mark.parametrize("change", ["", "=geese"])
def test_the_end_of_a_rearrangement_reveals_it(change: str) -> None:
    """Ruling Q8: also if nothing was rearranged, which is then known."""
    play = playing(setup_revisions="2")
    for seat in (RED, WHITE):
        play.act_text(seat, "=crane")
        play.act_text(seat, "ready")
    if change:
        play.act_text(RED, change)
    play.act_text(RED, "ready")
    before = play.state.copy()
    play.act_text(WHITE, "ready")
    assert shows(GAME, before, play.steps[-1], WHITE)


def test_every_game_can_be_told_in_every_language() -> None:
    """A whole game in words, for both sides and spectators."""
    play = random_play(GAME, seed=3)
    for viewer in VIEWERS:
        for _, event in play.log(viewer):
            for language in LANGUAGES:
                assert speak(GAME.words, event.say, language)


def test_step_back_until_the_dice_fall() -> None:
    """Within a turn the last action can be taken back, but not dice or a finished turn."""
    play = random_play(GAME, {"setup_revisions": "0"}, seed=5)
    backs = {"step": 0, "chance": 0}
    for n in range(1, len(play.steps)):
        then = play.at(n)
        seat = then.may_act()[0] if then.may_act() else None
        if seat is None:
            continue
        if then.steps[-1].seat > 1:
            backs["chance"] += 1
            assert None is then.back_step(seat)
        elif then.steps[-1].seat == seat and "-" in then.steps[-1].text:
            backs["step"] += 1
            assert n - 1 == then.back_step(seat)
        if sum(backs.values()) > 40:
            break
    assert min(backs.values()) > 3
