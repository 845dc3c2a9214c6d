"""The facts of a finished game, against its log and its state."""

from collections import Counter
from functools import cache

import pytest

from games.swords.given import GAME, plain
from honjin.core.parts.facts import Facts
from honjin.core.play import Play
from honjin.core.seats import SPECTATOR
from honjin.games.swords.content.data import TRAIT_GOLD, TRAIT_HONOR, TRAIT_HOUSE
from honjin.games.swords.info.facts import AMOUNT, OF_WAR, ORDER, facts
from honjin.games.swords.rules.state import Swords
from honjin.testing import random_play

SEEDS = (1, 2, 3)


@cache
def played(seed: int) -> tuple[Facts, Swords, Counter[str]]:
    """The facts of a random game of three, its last state, and a count of its log lines."""
    play: Play = random_play(GAME, {"seats": "3", "trade": "off", "max_rounds": "10"}, seed=seed)
    assert isinstance(play.state, Swords)
    lines = Counter(event.say.k for _, event in play.log(SPECTATOR))
    return play.facts(), play.state, lines


@pytest.mark.parametrize("seed", SEEDS)
def test_battles_add_up(seed: int) -> None:
    """Every attack is won by one side and lost by the other, or ended by Diplomacy."""
    facts, _, lines = played(seed)
    figures = facts.figures
    assert facts.counts["battles"] == sum(figures["attacks"]) == lines["attacks"]
    fought = facts.counts["battles"] - facts.counts["diplomacies"]
    assert fought == sum(figures["battles_won"]) == sum(figures["battles_lost"])
    for won, attacks, battles in zip(
        figures["attacks_won"], figures["attacks"], figures["battles_won"], strict=True
    ):
        assert won <= min(attacks, battles)


@pytest.mark.parametrize("seed", SEEDS)
def test_marks_of_the_home(seed: int) -> None:
    """Its place on the map, and its traits of each kind: three with Ninja Houses."""
    facts, s, _ = played(seed)
    for seat in range(3):
        home = s.home[seat]
        assert ORDER[home] == facts.marks["fortress"][seat]
        kinds = sum(AMOUNT.index(facts.marks[kind][seat]) for kind in ("tribute", "fame", "war"))
        houses = sum(TRAIT_HOUSE[trait - 1] for trait in s.trait[home] if trait)
        assert 3 == kinds + houses


@pytest.mark.parametrize("seed", SEEDS)
def test_one_clan_attacks_first(seed: int) -> None:
    """Its mark is `first`, that of the others `later`; without a battle it is `none`."""
    facts, _, lines = played(seed)
    expected = ["first", "later", "later"] if lines["attacks"] else ["none"] * 3
    assert expected == sorted(facts.marks["blow"])
    assert ["1", "2", "3"] == sorted(facts.marks["order"])


def test_who_fell_is_counted() -> None:
    """Of three clans one is out."""
    s = plain(3)
    s.alive, s.winner = 0b101, 2
    assert 1 == facts(s, ()).counts["fallen"]


def test_every_trait_is_of_one_kind() -> None:
    """Gold, honor, Ninja House or war."""
    kinds = zip(TRAIT_GOLD, TRAIT_HONOR, TRAIT_HOUSE, OF_WAR, strict=True)
    assert all(1 == sum(map(bool, kind)) for kind in kinds)
