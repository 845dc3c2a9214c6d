"""The log, and that coins are shown only where they may be."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.akiwado.given import (
    GAME,
    MON,
    OIC,
    ROK,
    SAK,
    cards,
    do,
    in_secret,
    over,
    start,
    state_of,
    stocking,
    told,
    touting,
)
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.core.words import LANGUAGES, speak
from honjin.games.akiwado.rules.state import OVER, ROLL, Akiwado
from honjin.testing import random_play

# ---- the log


def test_lots_in_words() -> None:
    """Colours, the first player, waste, dice, cards."""
    assert ["Oichi goes first"] == told(start(), CHANCE, "seat2", MON)
    s = do(start(), "seat2")
    assert ["Turned up into the destruction area: red"] == told(s, CHANCE, "red", MON)
    lots = start(colours="lot")
    assert ["Monzaemon plays black"] == told(lots, CHANCE, "black", SPECTATOR)
    s.phase = ROLL
    assert ["Oichi rolls 1, 4 and 5"] == told(s, CHANCE, "1-4-5", MON)
    s.again = 1
    assert ["Oichi rolls again: 1, 4 and 5"] == told(s, CHANCE, "1-4-5", MON)
    assert ["お市の振り直し：1、4、5"] == told(s, CHANCE, "1-4-5", MON, "ja")


def test_a_split_in_words() -> None:
    """The dice kept and given away, and incomes at once if nobody can challenge."""
    assert ["Monzaemon keeps 1 5 and gives away 4"] == told(touting(), MON, "15/4", OIC)
    alone = touting(("b", "w", "w"), unjust=(SAK, OIC))
    expected = [
        "Monzaemon keeps 1 5 and gives away 4",
        "Monzaemon touts alone: nobody can challenge",
        "Monzaemon earns 2",
        "Tiles are turned back: Sakichi and Oichi",
        "A coin goes to the coin area, now 1",
    ]
    assert expected == told(alone, MON, "15/4", OIC)


@pytest.mark.parametrize(
    ("again", "callers", "says"),
    [
        (
            False,
            (OIC, ROK),
            [
                "Oichi challenges",
                "Rokusuke challenges",
                "2 of 4 challenge (2 needed): the dice are rolled again",
            ],
        ),
        (
            True,
            (OIC, ROK),
            [
                "Oichi challenges",
                "Rokusuke challenges",
                "2 of 4 challenge again (2 needed): nobody earns anything",
                "A coin goes to the coin area, now 1",
            ],
        ),
        (
            False,
            (ROK,),
            [
                "Rokusuke challenges",
                "1 of 4 challenges (2 needed): the split stands",
                "Monzaemon earns 2",
                "Sakichi earns 2",
                "Rokusuke earns 1",
                "A coin goes to the coin area, now 1",
            ],
        ),
        (
            False,
            (),
            [
                "Nobody challenges the split: 0 of 4 (2 needed)",
                "Monzaemon earns 2",
                "Sakichi earns 2",
                "Rokusuke earns 1",
                "A coin goes to the coin area, now 1",
            ],
        ),
    ],
)
def test_challenges_in_words(again: bool, callers: tuple[int, ...], says: list[str]) -> None:
    """All are revealed at once, in the order of the seats, whoever was last."""
    s = do(touting(again=again), "15/4")
    for last in (SAK, OIC, ROK):
        before = s
        for seat in {SAK, OIC, ROK} - {last}:
            before = do(before, "challenge" if seat in callers else "accept", seat=seat)
        text = "challenge" if last in callers else "accept"
        assert says == told(before, last, text, MON)[1:]


def test_a_challenge_of_black_in_words() -> None:
    """Rule 24: it counts as two but is one: the log said that two of four had challenged."""
    s = do(touting(variant="purveyor"), "15/4")
    s.marker[4] = OIC
    for seat, text in ((SAK, "accept"), (OIC, "challenge")):
        s = do(s, text, seat=seat)
    says = "1 of 4 challenges, black counting as two (2 needed): the dice are rolled again"
    assert says == told(s, ROK, "accept", MON)[-1]
    s.again = 1
    again = "2 of 4 challenge again, black counting as two (2 needed): nobody earns anything"
    assert again in told(s, ROK, "challenge", MON)


def test_open_challenges_in_words() -> None:
    """One after the other, with the option."""
    s = do(touting(challenge_order="in_order"), "15/4")
    assert ["Sakichi lets the split stand"] == told(s, SAK, "accept", OIC)
    s = do(s, "accept", "challenge")
    assert "2 of 4 challenge (2 needed): the dice are rolled again" in told(
        s, ROK, "challenge", SPECTATOR
    )


def test_an_auction_in_words() -> None:
    """Screens, markets, pocket money, tiles, the turn lost."""
    s = stocking(said="weew", pool=2, deck="ww")
    for seat, text in ((MON, "west2"), (SAK, "pocket"), (OIC, "east3")):
        s = do(s, text, seat=seat)
    expected = [
        "Rokusuke has decided",
        "Monzaemon: 2 on the west",
        "Sakichi said east, but earns pocket money, 0 coins bid",
        "Oichi: 3 on the east",
        "Rokusuke: 2 on the west",
        "Oichi buys in the east for 3: yellow",
        "Tied at 2 in the west; the goods stay: blue",
        "Sakichi earns 3 coins of pocket money",
        "Sakichi did not do as declared: ungrateful",
        "Sakichi is skipped",
    ]
    assert expected == told(s, ROK, "west2", MON)
    assert "Rokusuke: 2 on the west" == told(s, ROK, "west2", ROK)[0]


def test_losses_and_lies_in_words() -> None:
    """A market without a bid, a market without cards, all tiles kept."""
    s = stocking(("w", "w", "w"), west="", said="epe", deck="ww")
    s = do(do(s, "west2", seat=MON), "west1", seat=SAK)
    expected = [
        "Monzaemon said east, but bids 2 on the west",
        "Sakichi said pocket money, but bids 1 on the west",
        "Oichi said east, but earns pocket money, 0 coins bid",
        "No bid on the east; to the destruction area: yellow",
        "Monzaemon pays 2 in the west and gets nothing",
        "Oichi earns 2 coins of pocket money",
        "All broke their word: no tile is turned",
    ]
    assert expected == told(s, OIC, "pocket", SPECTATOR)[1:]


def test_purveyors_in_words() -> None:
    """Coins taken back, markers that move or go back."""
    s = stocking(("yy", "", "", ""), said="eppp", deck="ww", variant="purveyor")
    s.marker[3], s.marker[1] = MON, SAK
    s = in_secret(s, "east2", *["pocket"] * 3)
    lines = told(s, MON, "back", OIC)
    assert "Monzaemon, blue purveyor, takes back a coin: 1" == lines[0]
    assert "Monzaemon becomes purveyor of yellow" in lines
    assert "Monzaemon, blue purveyor, leaves the bid at 2" == told(s, MON, "leave", OIC)[0]
    s.bid[MON] = 1
    assert "Monzaemon, blue purveyor, withdraws the bid: 0" == told(s, MON, "back", OIC)[0]
    tied = stocking(("yy", "y", "", ""), said="eppp", variant="purveyor", purveyor_tie="return")
    tied.marker[1], tied.deck[:], tied.left = MON, cards("ww"), 2
    for seat, text in ((MON, "pocket"), (SAK, "east1"), (OIC, "pocket")):
        tied = do(tied, text, seat=seat)
    assert "Monzaemon is no longer purveyor of yellow" in told(tied, ROK, "pocket", MON)


def test_the_end_in_words() -> None:
    """Scores and the winner; the card of the red purveyor."""
    s = stocking(("ww", "y", ""), east="", west="", said="ppp", deck="", variant="purveyor")
    s.marker[0], s.marker[2], s.waste[:] = MON, SAK, cards("y")
    s = do(do(s, "pocket", seat=MON), "pocket", seat=SAK)
    assert "The deck is empty: the game ends" == told(s, OIC, "pocket", MON)[-1]
    s = do(s, "pocket", seat=OIC)
    expected = [
        "Sakichi, red purveyor, takes from the destruction area: yellow",
        "Monzaemon: points 5, 2 for cards, 0 for sets, 3 as white purveyor",
        "Sakichi: points 2, 2 for cards, 0 for sets",
        "Oichi: points 0, 0 for cards, 0 for sets",
        "Monzaemon wins",
    ]
    assert expected == told(s, SAK, "take-yellow", OIC)


def test_a_shared_victory_in_words() -> None:
    """All winners are named."""
    s = stocking(("w", "w", ""), east="", west="", said="ppp", deck="")
    s = do(do(s, "pocket", seat=MON), "pocket", seat=SAK)
    assert "Monzaemon and Sakichi share the victory" == told(s, OIC, "pocket", MON)[-1]


@pytest.mark.parametrize("variant", ["base", "purveyor"])
def test_every_game_can_be_told_in_every_language(variant: str) -> None:
    """A whole game in words, for all seats and spectators."""
    play = random_play(GAME, {"seats": "5", "variant": variant}, seed=3)
    for viewer in (*range(5), SPECTATOR):
        for _, event in play.log(viewer):
            for language in LANGUAGES:
                assert speak(GAME.words, event.say, language)


# ---- coins


def moved(s: Akiwado, giver: int, taker: int) -> Akiwado:
    """The same with one coin moved behind another seat's screen."""
    other = s.copy()
    other.coins[giver] -= 1
    other.coins[taker] += 1
    return other


@settings(max_examples=30)
@given(st.integers(0, 40), st.integers(12, 120))
def test_coins_of_others_are_not_shown(seed: int, steps: int) -> None:
    """Ruling Q11: nothing a seat is shown reveals what others have."""
    s = state_of(random_play(GAME, {"seats": "4"}, seed=seed, steps=steps))
    if s.phase == OVER or not s.coins[SAK]:
        return
    other = moved(s, SAK, OIC)
    for viewer in (MON, ROK, SPECTATOR):
        one, two = GAME.seen_by(s, viewer), GAME.seen_by(other, viewer)
        assert GAME.table.scene(one) == GAME.table.scene(two)
        assert GAME.sketch(one) == GAME.sketch(two)


def purses(s: Akiwado, viewer: int) -> list[str]:
    """What a viewer sees of each purse."""
    pieces = {piece.id: piece for piece in GAME.table.scene(GAME.seen_by(s, viewer)).pieces}
    return [pieces[f"purse:{seat}"].text for seat in range(s.seats)]


def test_whose_coins_are_shown() -> None:
    """Ruling Q11: a seat sees its own coins; with the option, or at the end, all."""
    s = stocking(said="eeee", coins=(1, 2, 3, 4))
    assert ["", "2", "", ""] == purses(s, SAK)
    assert [""] * 4 == purses(s, SPECTATOR)
    s = stocking(said="eeee", coins=(1, 2, 3, 4), show_coins=True)
    assert ["1", "2", "3", "4"] == purses(s, SAK) == purses(s, SPECTATOR)
    assert ["5"] * 3 == purses(over(("w", "w", "w")), SPECTATOR)


def test_purses_can_be_reckoned() -> None:
    """Ruling Q11: everyone's coins follow from five coins each and the public log."""
    play = random_play(GAME, {"seats": "4"}, seed=8)
    known = [5] * 4
    for _, event in play.log(SPECTATOR):
        if event.by is None:
            continue
        if event.say.k in ("earns", "pockets"):
            known[event.by] += int(str(event.say.p["n"]))
        elif event.say.k in ("buys", "buys.nothing"):
            known[event.by] -= int(str(event.say.p["n"]))
    assert state_of(play).coins[:4] == known


def test_cards_are_no_secret() -> None:
    """Hands are open and the deck can be counted; its order is drawn by chance."""
    s = state_of(random_play(GAME, {"seats": "3"}, seed=2, steps=30))
    for viewer in (0, 1, 2, SPECTATOR):
        seen = GAME.seen_by(s, viewer)
        assert (s.deck, s.hand) == (seen.deck, seen.hand)
