"""The set-up (rules 1 to 8, 26), and how games end (rules 9, 10)."""

import random

import pytest

from games.swords.given import (
    GAME,
    army,
    castle,
    do,
    falls,
    hand,
    holder,
    plain,
    sight,
    start,
    texts,
    traits,
)
from honjin.core.play import Play, replay
from honjin.core.seats import SPECTATOR
from honjin.games.swords.content.data import COPIES, MAX_ROUNDS, TRAIT_ROLLS
from honjin.games.swords.content.maps import SQUARE_OF, designed_for, steps
from honjin.games.swords.rules.phases import advance
from honjin.games.swords.rules.setup import can_second
from honjin.games.swords.rules.state import (
    BATTLE,
    END_TURN,
    EXPENSE,
    LAY,
    OVER,
    PLACE,
    SECOND,
    Swords,
)
from honjin.games.swords.rules.turn import end_turn
from honjin.testing import random_play


def lots(seats: int = 2, **given: str | bool) -> Swords:
    """Draw lots; each castle gets Art of War."""
    s = start(seats, **given)
    falls(s, "seat1")
    while GAME.may_act(s) == 1 << 15:
        GAME.apply_action(s, 15, GAME.outcomes(s)[-1][0] if s.phase < 5 else 9)
    return s


def test_how_many_play() -> None:
    """Rule 2: as many fortresses as players, two or three keeps each."""
    for seats in range(2, 7):
        board = designed_for(seats)
        assert seats == board.players
        assert 2 <= len(board.keeps) / seats <= 3


def test_two_to_six() -> None:
    """Rulings Q2, Q70: on each map fortresses stand on the edge."""
    for seats in range(2, 7):
        assert all(
            square // 10 in (0, 9) or square % 10 in (0, 9)
            for square in designed_for(seats).fortresses
        )


def test_one_deck() -> None:
    """Rule 4: a hundred cards, all in the deck."""
    s = start()
    assert (list(COPIES), 100, 0) == (s.deck, s.left, s.waste)


def test_traits_are_rolled() -> None:
    """Rule 5: three for each fortress, one for each keep."""
    s = lots()
    assert [3, 3, 1, 1, 1, 1, 1, 1] == [sum(map(bool, t)) for t in s.trait[: s.castles]]


def test_traits_are_open() -> None:
    """Rulings Q7, Q66: all see them; only hands and secret choices are hidden."""
    s = lots()
    hand(s, 0, "hc2")
    seen = sight(s, -1)
    assert s.trait == seen.trait
    assert (2, 0) == (seen.held[0], sum(seen.hand[0]))


@pytest.mark.parametrize(("dice", "trait"), [("34", "ninja_house"), ("43", "gunsmiths")])
def test_two_dice(dice: str, trait: str) -> None:
    """Example B30: the first die gives the tens, the second the units."""
    s = falls(start(), "seat0", "e1", "f10", dice)
    t = plain()
    traits(t, 0, trait)
    assert t.trait[0][0] == s.trait[0][0]


def test_all_rows_are_as_likely() -> None:
    """Ruling Q9: 36 equally likely rows."""
    s = falls(start(), "seat0", "e1", "f10")
    assert [1] * 36 == [weight for _, weight in GAME.outcomes(s)]
    assert 36 == len(set(TRAIT_ROLLS))


def test_what_players_begin_with() -> None:
    """Rule 7: a fortress, an army in it, another beside it; no gold, honor or cards."""
    s = lots()
    assert (SECOND, 0b10) == (s.phase, GAME.may_act(s))
    do(s, 1, texts(s, 1)[0])
    do(s, 0, texts(s, 0)[0])
    assert [2, 2] == s.armies[:2]
    assert ([0, 0], [0, 0]) == (s.honor[:2], s.held[:2])
    assert (EXPENSE, 1) == (s.phase, s.turn)


@pytest.mark.parametrize("cards", ["0", "3", "5"])
def test_starting_hands(cards: str) -> None:
    """Ruling Q3: none, three or five cards."""
    s = start(2, start_hand=cards)
    falls(s, "seat1")
    while s.phase != SECOND:
        GAME.apply_action(s, 15, GAME.outcomes(s)[0][0])
    assert [int(cards)] * 2 == s.held[:2]


def test_the_second_army() -> None:
    """Ruling Q4: a free square beside the fortress that is not a castle; without one, no army."""
    s = lots()
    near = [text.removeprefix("at-") for text in texts(s, 1)]
    home = s.square[s.home[1]]
    assert all(1 == steps(0, home, SQUARE_OF[name]) for name in near)
    for name in near:
        s.terrain[SQUARE_OF[name]] = 4
    s.phase = SECOND
    assert not can_second(s)


def test_lots() -> None:
    """Rule 8: any seat may be first; turns go clockwise."""
    s = start(3)
    assert [(0, 1), (1, 1), (2, 1)] == GAME.outcomes(s)
    s = plain(3)
    s.turn = s.first = 2
    end_turn(s)
    assert 0 == s.turn


def test_fortresses_by_lot() -> None:
    """Ruling Q8: all fortresses are equally likely."""
    s = falls(start(4), "seat2")
    assert [1] * 4 == [weight for _, weight in GAME.outcomes(s)]
    falls(s, "e1")
    assert 0 == s.home[2]


def test_even_fortresses() -> None:
    """Ruling W3: if they are too far apart, all traits are rolled again."""
    s = falls(start(2, balanced_traits=True), "seat0", "e1", "f10")
    falls(s, "11", "12", "13", "31", "31", "31", *["31"] * 6)
    assert (1, 0) == (s.placed, sum(s.trait[0]))


# ---- rule 26: tiles


def laid(**given: str | bool) -> Swords:
    """A game whose board is still to be laid."""
    return falls(start(2, board="laid", **given), "seat0")


def finished(s: Swords, until: int) -> Swords:
    """Play the first choice each time until a phase comes."""
    while s.phase != until:
        if GAME.may_act(s) == 1 << 15:
            GAME.apply_action(s, 15, GAME.outcomes(s)[0][0])
        else:
            GAME.apply_action(s, s.turn, GAME.legal(s, s.turn)[0])
    return s


@pytest.mark.parametrize("spare", [4, 6])
def test_tiles_are_laid(spare: int) -> None:
    """Rule 26: players lay in turn until the board is full; four tiles are left, or six."""
    s = finished(laid(spare_tiles=str(spare)), LAY)
    assert (3, 3, 94 + spare) == (s.tiled[0], s.tiled[1], s.stocked)
    while s.phase != PLACE:
        left = sum(s.stock) + sum(s.tiled)
        finished(do(s, s.turn, texts(s, s.turn)[0]), LAY if left > spare + 1 else PLACE)
    assert spare + 1 == left
    assert 7 not in s.terrain
    assert 0 == sum(s.stock)


def test_tiles_in_hand() -> None:
    """Ruling W5: three tiles, hidden from others; the next goes beside a laid one."""
    s = finished(laid(), LAY)
    assert (0, 0) == (sum(sight(s, 1).tiles[0]), sum(sight(s, 1).stock))
    do(s, 0, "lay-o-e5")
    finished(s, LAY)
    assert {"e4", "d5", "f5", "e6"} == {text[-2:] for text in texts(s, 1)}


@pytest.mark.parametrize(("snake", "order"), [(False, "01" * 3), (True, "011001")])
def test_castles_are_placed(snake: bool, order: str) -> None:
    """Ruling W6: fortresses 5 apart, keeps at most 2 from them, in turn order or there and back."""
    s = finished(laid(snake=snake), PLACE)
    found = ""
    while s.phase == PLACE:
        found += str(s.turn)
        GAME.apply_action(s, s.turn, GAME.legal(s, s.turn)[-1])
    assert order == found
    assert 5 <= steps(0, s.square[0], s.square[1])
    for castle_number in range(2, 6):
        assert min(steps(0, s.square[castle_number], s.square[k]) for k in (0, 1)) <= 2
    assert [7] * 4 == s.control[2:6]


# ---- the end


def test_elimination() -> None:
    """Rules 9, 10: the last one left wins; nobody can act after that."""
    s = plain(3)
    s.army[SQUARE_OF["j10"]] = s.army[SQUARE_OF["j1"]] = 0
    s.armies[1] = s.armies[2] = 0
    army(s, 0, "j9")
    army(s, 0, "j2")
    do(s, 0, "j9-j10")
    assert s.phase != OVER
    do(s, 0, "j2-j1")
    out = [0] * 3
    assert "end.last" == GAME.reasons[GAME.returns(s, out)]
    assert [2, -1, -1] == out


@pytest.mark.parametrize(("holdings", "owner"), [("neutral", 7), ("captor", 0)])
def test_castles_of_the_beaten(holdings: str, owner: int) -> None:
    """Ruling Q58: neutral again, or the captor's."""
    s = plain(3, holdings=holdings)
    castle(s, "e5", owner=1)
    s.army[SQUARE_OF["j10"]], s.armies[1] = 0, 0
    army(s, 0, "j9")
    do(s, 0, "j9-j10")
    assert owner == holder(s, "e5")


@pytest.mark.parametrize(("switch", "alive"), [(False, 0b101), (True, 0b111)])
def test_which_fortress_counts(switch: bool, alive: int) -> None:
    """Ruling Q59: the clan's own; or any, by the option."""
    s = plain(3, any_fortress=switch)
    s.control[2] = 1
    s.home[2] = 0 if not switch else 2
    s.army[SQUARE_OF["j10"]], s.armies[1] = 0, 0
    s.control[2] = 1
    army(s, 0, "j9")
    do(s, 0, "j9-j10")
    assert alive == s.alive


@pytest.mark.parametrize(
    ("honor", "keeps", "gold", "winner"),
    [
        ((5, 4), 0, (0, 9), 0), ((5, 5), 1, (0, 9), 0), ((5, 5), 0, (0, 9), 1),
        ((5, 5), 0, (4, 4), 7),
    ],
)  # fmt: skip
def test_rounds_are_up(
    honor: tuple[int, int], keeps: int, gold: tuple[int, int], winner: int
) -> None:
    """Ruling Q60: most honor, then castles, then gold; else a draw."""
    s = plain(2, max_rounds="10")
    s.honor[:2], s.gold[:2] = honor, gold
    if keeps:
        castle(s, "e5", owner=0)
    s.turn, s.round, s.phase = 1, 9, END_TURN
    advance(s)
    assert (OVER, winner) == (s.phase, s.winner)


def test_without_armies() -> None:
    """Ruling Q67: a clan stays in while its fortress holds."""
    s = plain()
    s.army[SQUARE_OF["j10"]], s.armies[1] = 0, 0
    do(s, 0, "on")
    while s.turn == 0:
        do(s, 0, texts(s)[0])
    assert 1 == s.turn


def ended_round(rounds: int, limit: str) -> Swords:
    """The end of the last turn of a round; Takeda has more honor."""
    s = plain(2, max_rounds=limit)
    s.honor[:2] = [5, 4]
    s.turn, s.round, s.phase = 1, rounds - 1, END_TURN
    advance(s)
    return s


@pytest.mark.parametrize("rounds", [40, 60, 61, 199])
def test_a_game_without_a_limit_goes_on(rounds: int) -> None:
    """Ruling W9: without a limit, only the last of 200 rounds ends a game."""
    assert (0, rounds) == (ended_round(rounds, "0").ended, ended_round(rounds, "0").round)


def test_a_game_without_a_limit_is_not_endless() -> None:
    """Rulings W9, Q60: after 200 rounds it is decided all the same."""
    s = ended_round(MAX_ROUNDS, "0")
    assert (200, OVER, 0) == (MAX_ROUNDS, s.phase, s.winner)


@pytest.mark.parametrize(("limit", "rule"), [("0", "W9"), ("10", "Q60")])
def test_the_end_cites_its_rule(limit: str, rule: str) -> None:
    """Rulings W9, Q60: the log cites the rule by which the last round ended the game."""
    before = plain(2, BATTLE, max_rounds=limit)
    before.turn, before.round = 1, before.max_rounds - 1
    after = do(before.copy(), 1, "on")
    action = GAME.notation.read_action(before, 1, "on")
    assert rule == GAME.tell(before, 1, action, after, SPECTATOR)[-1].rule


def test_idle_clans_come_to_an_end() -> None:
    """Ruling W9: if everybody only passes, the game ends within its declared length."""
    rng, play = random.Random(1), Play(GAME, {"seats": "2", "trade": "off", "max_rounds": "0"})
    while play.result() is None:
        play.run_chance(rng.randrange)
        for seat in play.may_act():
            play.act(seat, play.legal(seat)[-1])
    result = play.result()
    assert result is not None
    assert result.reason in ("end.limit", "end.even", "end.glory")
    assert len(play.steps) < GAME.longest


def test_a_whole_game() -> None:
    """A recorded game replays, and its facts match the state."""
    play = random_play(GAME, {"seats": "3", "trade": "off", "max_rounds": "10"}, seed=3)
    again = replay(GAME, play.record())
    assert again.state == play.state
    assert play.facts().counts["rounds"] == play.state.round  # type: ignore[attr-defined]
