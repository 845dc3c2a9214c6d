"""What the estimate prefers of two positions that differ in one thing; what the levels are."""

import pytest

from honjin.bots import LEVELS, find_player
from honjin.games.swords.data import HONOR_TO_WIN, NOBODY
from honjin.games.swords.hints import castle_worth, evaluate, glory
from honjin.games.swords.maps import FORTRESS
from honjin.games.swords.state import Swords

from .given import GAME, army, castle, do, facing, hand, meet, plain, traits


def gain(better: Swords, worse: Swords, seat: int = 0) -> int:
    """By how much the estimate of a seat is higher in the one."""
    return evaluate(better, seat) - evaluate(worse, seat)


def standing(*armies: str, seats: int = 2) -> Swords:
    """The plain with armies of Takeda on these squares."""
    s = plain(seats)
    for at in armies:
        army(s, 0, at)
    return s


def test_honor_counts_for_more_near_the_end() -> None:
    """Each point is worth more than the one before, up to what wins."""
    steps = [glory(n + 1) - glory(n) for n in range(HONOR_TO_WIN)]
    assert steps == sorted(set(steps))
    assert glory(HONOR_TO_WIN + 5) == glory(HONOR_TO_WIN)


def test_a_castle_counts_for_less_near_the_end() -> None:
    """What a keep brings ends with the game."""
    s = plain()
    keep = castle(s, "e5")
    traits(s, keep, "shinto_temple")
    worth = []
    for left in range(12, -1, -1):
        s.round = s.max_rounds - left
        worth.append(castle_worth(s, keep))
    assert worth == sorted(worth, reverse=True)
    assert worth[0] > worth[-1] == 0


def test_armies_go_for_castles() -> None:
    """Every step towards a castle that nobody holds is worth something; towards an own one not."""
    told: dict[bool, list[int]] = {True: [], False: []}
    for is_own, rows in told.items():
        for at in ("c8", "c7", "c6", "c5"):
            s = standing(at)
            castle(s, "c4", owner=0 if is_own else NOBODY)
            rows.append(evaluate(s, 0))
    assert told[False] == sorted(set(told[False]))
    assert told[True] != sorted(set(told[True]))


def test_an_enemy_near_the_fortress_is_feared() -> None:
    """The nearer the more, and most of all if nobody stands in it."""
    fears = []
    for at in ("a6", "a4", "a3", "a2"):
        s = standing("j1")
        army(s, 1, at)
        bare = s.copy()
        bare.army[0] = 0
        fears.append((evaluate(s, 0), evaluate(bare, 0)))
    guarded, bare_told = zip(*fears, strict=True)
    assert list(guarded) == sorted(guarded, reverse=True)
    assert list(bare_told) == sorted(bare_told, reverse=True)
    assert bare_told[0] - bare_told[-1] > 2 * (guarded[0] - guarded[-1]) > 0


def test_cards_are_kept_for_battles() -> None:
    """A card in hand is better than none, a strong one better than a weak one."""
    bare, weak, strong = (plain(), plain(), plain())
    hand(weak, 0, "ya")
    hand(strong, 0, "hc")
    assert gain(strong, weak) > 0
    assert gain(weak, bare) > 0


def test_a_stronger_army_has_better_prospects() -> None:
    """Before cards are sealed the hands count, and the ground."""
    weak, strong = meet(facing(), "ya", "hc"), meet(facing(), "hc3", "hc")
    assert gain(strong, weak) > gain(strong, weak, seat=1)
    open_ground, wood = meet(facing(), "hc", "hc"), meet(facing(terrain=2), "hc", "hc")
    assert gain(open_ground, wood) > 0


def test_setting_a_card_aside_is_a_step_forward() -> None:
    """A strong card set aside is worth its loss where the battle is open; a bluff is not."""
    s = meet(facing(), "hc2di", "hc2")
    before = s.copy()
    assert gain(do(s.copy(), 0, "+hc"), do(before, 0, "+di")) > 0


def test_the_fortress_is_the_dearest_stake() -> None:
    """A defender who is behind fears more for the home fortress than for any other."""
    told = []
    for home in (True, False):
        s = meet(facing(), "hc3", "-")
        held = castle(s, "e6", FORTRESS, owner=1)
        s.home[1] = held if home else s.home[1]
        told.append(evaluate(s, 1))
    assert told[0] < told[1]


@pytest.mark.parametrize("seats", ["2", "6"])
def test_levels_are_players(seats: str) -> None:
    """Each level describes a bot that plays this game; shogun thinks two seconds at most."""
    options = GAME.read_options({"seats": seats})
    players = [find_player(GAME, options, level) for level in LEVELS]
    assert 4 == len({(player.bot, player.budget) for player in players})
    assert players[-1].budget.seconds <= 2.0
