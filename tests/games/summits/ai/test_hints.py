"""The evaluation: what makes a seat better off; the levels."""

from collections import defaultdict
from collections.abc import Iterator
from heapq import heappop, heappush

import pytest

from games.summits.given import GAME, SHIZU, TEN, A, H, do, field, hands, legal, opened, pick, start
from honjin.bots import LEVELS, find_player
from honjin.core.contract.search import MAX_ESTIMATE
from honjin.games.summits.ai.cards import hand_value
from honjin.games.summits.ai.terrain import REACH, danger, nearness, toll
from honjin.games.summits.ai.weights import USUAL
from honjin.games.summits.rules.battles import read_area
from honjin.games.summits.rules.state import Summits

FAR = "choshi=a:akechi*2"


def worth(*stacks: str, battle: str = TEN) -> int:
    """The evaluation of Hideyoshi's seat."""
    s = field(battle, *stacks)
    assert GAME.evaluate(s, H) == -GAME.evaluate(s, A)
    return GAME.evaluate(s, H)


def test_more_units_are_better() -> None:
    """One more unit, one more general, a unit face up instead of down."""
    base = worth("minase=h:hashiba*3", FAR)
    assert worth("minase=h:hashiba*4", FAR) > base
    assert worth("minase=h:hashiba*2,kuroda_yoshitaka", FAR) > base
    assert worth("minase=h:hashiba*2+1", FAR) < base


def test_ground_is_worth_something() -> None:
    """Nearer to the enemy's honjin; the mountain; the road."""
    base = worth("minase=h:hashiba*3", FAR)
    assert worth("yamazaki=h:hashiba*3", FAR) > base
    assert worth("minase=h:hashiba*3", FAR, "tennozan=h:") > base
    road = worth("kuroda=h:hashiba*3", "yanagase=a:shibata*2", battle=SHIZU)
    assert worth("kuroda=h:hashiba*3", "yanagase=a:shibata*2", "kinomoto=h:", battle=SHIZU) > road


def test_an_open_honjin() -> None:
    """An enemy beside an unguarded honjin."""
    open_ = worth("kinomoto=h:hashiba*3", "kitsunezuka=a:shibata*2", battle=SHIZU)
    guarded = worth("saneyama=h:hashiba*3", "kitsunezuka=a:shibata*2", battle=SHIZU)
    assert guarded > open_ + 200


def test_each_honjin_is_feared_for() -> None:
    """With one of two honjin threatened already, leaving the other open costs no less."""
    shibata = ("yanagase=a:shibata*6", "kinomoto=a:sakuma_morimasa,shibata*4")
    values = [
        worth(f"saneyama=h:hori*{n}", *shibata, "tagamiyama=h:hashiba*5", battle=SHIZU)
        - worth(f"saneyama=h:hori*{n}", *shibata, "kuroda=h:hashiba*5", battle=SHIZU)
        for n in (1, 8)
    ]
    assert min(values) > 200


def test_calling_is_progress() -> None:
    """The marker moves on, even to an empty box: the next group is nearer then."""
    s = field(SHIZU, "kuroda=h:hashiba*3", "yanagase=a:shibata*2")
    called = s.copy()
    called.marker += 1
    assert GAME.evaluate(called, H) > GAME.evaluate(s, H)


def test_a_fuller_hand() -> None:
    """While hands are picked, only the seat's own counts."""
    s = start()
    more = do(s, "take:fire", seat=H)
    assert GAME.evaluate(more, H) > GAME.evaluate(s, H)
    other = do(s, "take:fire", seat=A)
    assert GAME.evaluate(GAME.seen_by(other, H), H) == GAME.evaluate(s, H)
    assert GAME.evaluate(pick(s, H, "fire"), H) > GAME.evaluate(more, H)


def test_a_won_battle() -> None:
    """More than any other value, within the bounds."""
    s = opened()
    GAME.resign(s, A)
    assert 10_000 < GAME.evaluate(s, H) <= MAX_ESTIMATE


def test_fingerprints() -> None:
    """Positions that differ in what matters differ; the order of picks does not matter."""
    s = start()
    one = do(s, "take:fire", "take:rally", seat=H)
    two = do(s, "take:rally", "take:fire", seat=H)
    assert GAME.state_key is not None
    assert GAME.state_key(one) == GAME.state_key(two) != GAME.state_key(s)
    held = s.copy()
    held.held[read_area(s, "tennozan")] = H
    assert GAME.state_key(held) != GAME.state_key(s)


def groups(s: Summits, depth: int) -> Iterator[Summits]:
    """A position, and those in which a group has been gathered and picked from it."""
    yield s
    for text in legal(s, H) if depth else ():
        if text.startswith(("gather", "add", "band")):
            yield from groups(do(s, text, seat=H), depth - 1)


def test_groups_are_told_apart() -> None:
    """No two groups at Tennōzan share a state_key; some did when the game was first searched."""
    found: dict[int, set[str]] = defaultdict(set)
    for s in groups(do(opened(), "use:fire", seat=H), 4):
        assert GAME.state_key is not None
        found[GAME.state_key(s)].add(repr(s))
    assert {1} == {len(alike) for alike in found.values()}
    assert len(found) > 50


def test_a_search_meets_a_hand_again() -> None:
    """Neither the number of cards of a type matters in a phase, nor types once a group acts."""
    two, one = (hands(start(), fire=n, rally=3 - n) for n in (2, 1))
    assert GAME.state_key is not None
    assert GAME.state_key(two) == GAME.state_key(one)
    other = hands(start(), fire=2, assault=1)
    assert GAME.state_key(two) != GAME.state_key(other)
    acting = [do(s, "down:fire", "gather:minase", seat=H) for s in (two, other)]
    assert GAME.state_key(acting[0]) == GAME.state_key(acting[1])


# ---- ground


def steps_of(stack: str, *others: str) -> int:
    """The half actions from Hideyoshi's force to Onbōzuka."""
    s = field(TEN, stack, *others)
    return nearness(s, USUAL, H, s.honjin[A]) & 63


def test_ways_are_counted_in_half_actions() -> None:
    """A plain takes one, a hill two; units in the way take more, face down less than face up."""
    force = "yamazaki_higashi=h:hashiba*5"
    assert 2 == steps_of(force)
    assert 5 == steps_of("kannonji=h:hashiba*5", "enmyoji=a:akechi*1", "ogura=a:akechi*6")
    assert 3 == steps_of("jipposan=h:hashiba*5", "enmyoji=a:akechi*6")
    assert steps_of("enmyoji=h:hashiba*5", "onbozuka=a:akechi*6") > 6
    tolls = [
        toll(field(TEN, f"enmyoji=a:{units}"), USUAL, read_area(start(), "enmyoji"), H)
        for units in ("", "akechi*0+6", "akechi*6", "akechi*8")
    ]
    assert tolls == sorted(set(tolls))


def test_one_unit_is_a_force_only_at_the_door() -> None:
    """A single unit can take an open honjin; from afar it is no threat."""
    assert 2 == steps_of("yamazaki_higashi=h:hashiba*1")
    assert REACH == steps_of("yamazaki=h:hashiba*1")


def test_every_way_is_the_shortest() -> None:
    """The wave finds what a search by distances finds, from every area of both set-ups."""
    for battle in (TEN, SHIZU):
        s = opened(battle)
        for side in (H, A):
            goals = s.honjin[1 - side]
            if goals:
                expected = sum(
                    s.stack[side][area] * max(0, REACH - steps)
                    for area, steps in shortest(s, side, goals).items()
                )
                assert expected == nearness(s, USUAL, side, goals) >> 6


def shortest(s: Summits, side: int, goals: int) -> dict[int, int]:
    """The half actions from each area to the goals (Dijkstra)."""
    found: dict[int, int] = {}
    ahead = [(0, area) for area in range(s.areas) if goals >> area & 1]
    while ahead:
        steps, area = heappop(ahead)
        if area not in found:
            found[area] = steps
            for near in range(s.areas):
                if s.near[area] >> near & 1:
                    heappush(ahead, (steps + toll(s, USUAL, area, side), near))
    return found


def test_who_can_be_cut_off_is_feared_for() -> None:
    """No retreat with enemies nearby; a way out helps; a Taishō counts most."""
    enemy = "enmyoji=a:saito_toshimitsu,akechi*5"
    cut = field(TEN, "choshi=h:kuroda_yoshitaka,hashiba*4", enemy)
    out = field(TEN, "choshi=h:kuroda_yoshitaka,hashiba*4", enemy, "ogura=h:")
    lord = field(TEN, "choshi=h:hashiba_hideyoshi,hashiba*4", enemy)
    assert 0 == danger(out, USUAL, H) < danger(cut, USUAL, H) < danger(lord, USUAL, H)
    assert 0 == danger(field(TEN, "choshi=h:kuroda_yoshitaka", "minase=a:akechi*2"), USUAL, H)


def test_the_last_area_of_the_road() -> None:
    """The Shibata hold three road areas: the nearer they are to the fourth, the worse."""
    three = ("yanagase=a:shibata*3", "kitsunezuka=a:", "nakanogo=a:")
    values = [
        worth(*three, f"{at}=a:shibata*4", "kinomoto=h:", "kuroda=h:hashiba*4", battle=SHIZU)
        for at in ("tochitaniyama", "kitsunezuka", "nakanogo")
    ]
    assert values == sorted(set(values), reverse=True)


# ---- cards


def test_declaring_costs_nothing_and_wasting_does() -> None:
    """A declared card counts until the phase ends without it."""
    s = opened()
    before = GAME.evaluate(s, H)
    declared = do(s, "use:assault", seat=H)
    assert before == GAME.evaluate(declared, H)
    assert before > GAME.evaluate(do(declared, "end", seat=H), H)


def test_damage_to_come_counts() -> None:
    """An attack about to be rolled has the value of its expected damage."""
    stacks = ("minase=h:takayama_ukon,takayama*4", "yamazaki=a:akechi*4")
    s = do(field(TEN, *stacks), "use:fire", "gather:minase", seat=H)
    assert GAME.evaluate(do(s, "fire:yamazaki", seat=H), H) > GAME.evaluate(s, H)


def test_an_ambush_is_kept_while_enemies_can_come() -> None:
    """A hand with Ambush is better than one with Rally as long as the enemy has cards."""
    lurking, resting = (hands(start(), **{card: 1}) for card in ("ambush", "rally"))
    assert hand_value(lurking, USUAL, H) > hand_value(resting, USUAL, H)
    lurking.cards[A] = resting.cards[A] = 0
    assert hand_value(lurking, USUAL, H) <= hand_value(resting, USUAL, H)


@pytest.mark.parametrize("battle", [TEN, SHIZU])
def test_levels_are_players(battle: str) -> None:
    """Each level describes a bot that plays this battle; shogun thinks two seconds at most."""
    options = GAME.read_options({"battle": battle})
    players = [find_player(GAME, options, level) for level in LEVELS]
    assert 4 == len({(player.bot, player.budget) for player in players})
    assert players[-1].budget.seconds <= 2.0
