"""Bots: positions in which a search finds the one right action.

The searches here are interpreted, with fixed numbers of simulations, as levels have them.
"""

import random

import pytest

from games.summits.given import (
    GAME,
    NOTATION,
    SHIZU,
    TEN,
    A,
    H,
    control,
    count,
    do,
    field,
    result,
    start,
)
from honjin.bots.ask import ask_seen
from honjin.bots.bot import Budget, SearchHandle, SearchRequest
from honjin.bots.mcts.bot import MctsBot
from honjin.games.summits.ai.evaluation import BIDS
from honjin.games.summits.content.data import CARD_NAMES
from honjin.games.summits.rules.state import Summits

SEARCH = MctsBot(select="sealed", doubt=0.0, compiles=False)


def chosen(s: Summits, seat: int, simulations: int = 150) -> str:
    """A bot's choice, in notation."""
    budget = Budget(60.0, simulations)
    task = SearchRequest(
        GAME, GAME.seen_by(s, seat), seat, 2, random.Random(1), budget, SearchHandle()
    )
    return NOTATION.write_action(s, seat, ask_seen(SEARCH, task).action)


def played(s: Summits, seat: int, simulations: int = 150) -> tuple[Summits, list[str]]:
    """The position once others have to decide, and a bot's actions until then."""
    done: list[str] = []
    while GAME.must_act(s) == 1 << seat and len(done) < 20:
        done.append(chosen(s, seat, simulations))
        s = do(s, done[-1], seat=seat)
    return s, done


def picked(s: Summits, seat: int) -> dict[str, int]:
    """A hand picked by a bot."""
    while GAME.legal(s, seat):
        s = do(s, chosen(s, seat, 30), seat=seat)
    return {name: s.hand[seat][card] for card, name in enumerate(CARD_NAMES) if s.hand[seat][card]}


def hand(s: Summits, side: int) -> dict[str, int]:
    """The cards of a side."""
    return {name: s.hand[side][card] for card, name in enumerate(CARD_NAMES) if s.hand[side][card]}


def test_a_combination_is_used() -> None:
    """Onbōzuka is open two moves away: an Assault is declared, and all of it is used."""
    column = "yamazaki_higashi=h:takayama_ukon,takayama*4"
    s = field(TEN, column, "ogura=a:akechi*4", "choshi=a:ise_sadaoki", assault=1, rally=1)
    s, done = played(s, H)
    assert "use:assault" == done[0]
    assert "h" == control(s, "onbozuka")
    assert ("end.honjin", (1, -1)) == result(s)


@pytest.mark.slow
def test_two_cards_are_combined() -> None:
    """Tagamiyama is open, and a group that enters at Kinomoto gets there only by an Assault."""
    enemies = ("nakanogo=a:sakuma_morimasa,shibata*5", "yanagase=a:shibata*3")
    own = ("saneyama=h:hori*2", "kinomoto=h:", "kuroda=h:")
    s = field(SHIZU, *own, *enemies, assault=1, reinforce=1)
    s.marker = s.empty
    s, done = played(s, H, 100)
    assert {"use:reinforce", "use:assault"} == {*done[:2]}
    assert count(s, "tagamiyama", H) > 0


OPEN_HONJIN = (
    "kinomoto=h:hashiba_hidenaga,hashiba*6", "saneyama=h:hori_hidemasa,hori*6",
    "nakanogo=a:sakuma_morimasa,shibata*5", "yanagase=a:shibata*3",
)  # fmt: skip


@pytest.mark.slow
def test_it_guards_a_honjin_and_keeps_the_ambush() -> None:
    """Tagamiyama is open beside Sakuma: Hidenaga goes there, by a card other than Ambush."""
    for card in ("rally", "fire"):
        s, _ = played(field(SHIZU, *OPEN_HONJIN, **{"ambush": 1, card: 1}), H)
        assert count(s, "tagamiyama", H) > 0
        assert {"ambush": 1} == hand(s, H)


@pytest.mark.slow
def test_it_brings_the_taisho_out_of_danger() -> None:
    """Mitsuhide is alone before ten enemies, with no area of his around: he goes elsewhere."""
    enemy = "yamazaki=h:takayama_ukon,takayama*4,hashiba*4"
    lost = ("takaradera_kita=h:", "yodogawara=h:", enemy)
    alone = "yamazaki_higashi=a:akechi_mitsuhide"
    s, _ = played(field(TEN, alone, "onbozuka=a:akechi*0+3", *lost, actor=A, combined=1), A)
    assert 0 == count(s, "yamazaki_higashi", A)


def entered(guard: str, group: str) -> Summits:
    """A group has entered Tagamiyama with an Assault; its guard is asked for an ambush."""
    stacks = (f"tagamiyama=h:{guard}", "saneyama=h:hori*6", "yanagase=a:shibata*3")
    s = field(SHIZU, *stacks, f"nakanogo=a:{group}", actor=A, ambush=1, assault=1)
    return do(s, "use:assault", "gather:nakanogo", "move:tagamiyama", seat=A)


@pytest.mark.slow
def test_an_ambush_is_sprung_where_it_hurts() -> None:
    """Two generals with troops ambush a small group; three units under one let it pass."""
    strong = "hashiba_hidenaga,hashiba*5,hori_hidemasa,hori*3"
    assert "ambush" == chosen(entered(strong, "hara_nagayori,shibata*1"), H)
    weak = entered("hashiba_hidenaga,hashiba*3", "sakuma_morimasa,shibata*3")
    assert "ambush" != chosen(weak, H)


@pytest.mark.slow
def test_a_hand_is_planned() -> None:
    """As many cards as allowed: the first group is called; Fire and Ambush where enemies are."""
    quiet = picked(start(TEN), H)
    assert 3 == sum(quiet.values())
    assert 1 == quiet["reinforce"]
    assert not quiet.keys() & {"fire", "ambush", "rally"}
    s = do(start(SHIZU), "box:A", "box:B", "box:C", seat=H)
    near = picked(s, A)
    assert 8 == sum(near.values())
    assert {"fire", "ambush"} <= near.keys()


def test_nobody_bids_too_low() -> None:
    """With fewer turns than these, Hideyoshi wins less than half; for either bidder."""
    for battle, turns in ((TEN, BIDS[0]), (SHIZU, BIDS[1])):
        s = start(battle, auction=True)
        assert [f"bid:{turns}"] * 2 == [chosen(s, seat, 40) for seat in (0, 1)]


def test_hideyoshi_comes_first() -> None:
    """The track begins with Hideyoshi's own group, then the larger ones."""
    _, done = played(start(SHIZU), H, 30)
    assert ["box:A", "box:B", "box:D"] == done[:3]
