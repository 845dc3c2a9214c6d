"""Spies before a battle (rule 17, ruling W1)."""

from random import Random

import pytest

from games.swords.given import GAME, clash, do, facing, hand, sight, texts
from honjin.bots import Budget, SearchHandle, SearchRequest
from honjin.bots.greedy import GreedyBot
from honjin.bots.mcts.bot import LOOPS, MctsBot, Search
from honjin.core.jit.compiled import interpreted
from honjin.core.words import LANGUAGES, speak
from honjin.games.swords.content.data import SPIES
from honjin.games.swords.rules.state import COMMIT, NOBODY, SCOUT, Swords


def asked(s: Swords) -> int:
    """The one seat that is to act."""
    assert GAME.may_act(s) == GAME.must_act(s) == 1 << s.scout
    return s.scout


def test_spies_come_before_anything_is_set_aside() -> None:
    """Rulings Q46, W1: the attacker is asked, then the defender; then both choose."""
    s = clash(facing(), "sphc", "spya")
    assert (SCOUT, 0, ["spy-1", "on"]) == (s.phase, asked(s), texts(s))
    assert [] == texts(s, 1)
    do(s, 0, "on")
    assert (SCOUT, 1, ["spy-0", "on"]) == (s.phase, asked(s), texts(s, 1))
    do(s, 1, "on")
    assert (COMMIT, 0b11, NOBODY) == (s.phase, GAME.may_act(s), s.scout)
    assert ["+hc", "+sp"] == texts(s)


def test_it_goes_on_until_both_have_passed_in_a_row() -> None:
    """Ruling W1: after spies the other side is asked again, even if it has passed before."""
    s = clash(facing(), "sp2hc", "spya")
    order = []
    for text in ("on", "spy-0", "spy-1", "on", "spy-1", "on", "on"):
        order.append(asked(s))
        do(s, s.scout, text)
    assert [0, 1, 0, 1, 0, 1, 0] == order
    assert (COMMIT, 3) == (s.phase, s.discard[SPIES])


def test_spies_show_the_whole_hand() -> None:
    """Rulings Q46, W1: the side that sent them sees all that the other can set aside."""
    s = do(clash(facing(), "sphc", "ya2di"), 0, "spy-1")
    assert s.hand[1] == sight(s, 0).seen[0][1]
    assert (1, 1) == (s.held[0], s.discard[SPIES])
    assert not any(map(any, sight(s, 1).seen[0]))


def test_it_is_no_secret_told_who_is_asked() -> None:
    """Ruling W1: to the other side it looks the same with or without spies in hand."""
    seen = []
    for cards in ("sphc", "hcya"):
        s = clash(facing(), cards, "bn2")
        s.deck, s.discard[0] = [0] * len(s.deck), 0
        seen.append((sight(s, 1), GAME.table.prompt(sight(s, 1), 1)))
        do(s, 0, "on")
        seen[-1] = (*seen[-1], sight(s, 1))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("attack", "defence", "out", "phase"),
    [
        ("hc", "ya", 0, SCOUT),
        ("hc", "ya", 5, COMMIT),
        ("sp", "-", 0, COMMIT),
        ("-", "sp", 0, COMMIT),
    ],
)
def test_nobody_is_asked_in_vain(attack: str, defence: str, out: int, phase: int) -> None:
    """Ruling W1: not with all spies on the discard pile, nor if a side holds no cards."""
    s = facing()
    s.discard[SPIES], s.deck[SPIES] = out, 5 - out
    s.waste, s.left = out, s.left - out
    assert phase == clash(s, attack, defence).phase


def test_the_last_spies_end_it() -> None:
    """Ruling W1: when the fifth card is out, cards are chosen at once."""
    s = facing()
    s.discard[SPIES], s.deck[SPIES], s.waste, s.left = 4, 1, 4, s.left - 4
    assert COMMIT == do(clash(s, "sphc", "ya"), 0, "spy-1").phase


def test_as_a_switch_spies_are_sent_meanwhile() -> None:
    """Ruling W1: by the option, both choose at once, and a choice already made stands."""
    s = clash(facing(spies="meanwhile"), "sphc", "ya2")
    assert (COMMIT, 0b11) == (s.phase, GAME.may_act(s))
    do(s, 1, "+ya", "seal")
    assert "spy-1" in texts(s)
    assert 1 == do(s, 0, "spy-1").aside[1][0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hand_without_spies_is_told_why_it_is_asked(lang: str) -> None:
    """The prompt says that there is nothing to do and cites the ruling."""
    with_spies, without = (
        GAME.table.prompt(sight(clash(facing(), cards, "ya"), 0), 0) for cards in ("sphc", "hc")
    )
    assert ("W1", "W1") == (with_spies.rule, without.rule)
    assert speak(GAME.words, with_spies.say, lang) != speak(GAME.words, without.say, lang)


def test_a_pass_is_told_to_all() -> None:
    """Everybody reads the same line about it."""
    s = clash(facing(), "sphc", "ya")
    action, after = GAME.notation.read_action(s, 0, "on"), s.copy()
    GAME.apply_action(after, 0, action)
    lines = {
        speak(GAME.words, GAME.tell(s, 0, action, after, viewer)[0].say) for viewer in (0, 1, -1)
    }
    assert {"Takeda sends no spies"} == lines


def searched(s: Swords, seat: int) -> int:
    """The choice of a search of a few simulations, from the seat's observation."""
    task = SearchRequest(GAME, sight(s, seat), seat, 2, Random(1), Budget(60.0), SearchHandle())
    search = Search(interpreted(GAME, LOOPS), MctsBot(compiles=False), task, 64)
    search.go_on(20)
    return search.result(0.0).action


@pytest.mark.parametrize("cards", ["sphc", "hcya"])
def test_bots_are_asked_too(cards: str) -> None:
    """Their choices here are legal, with or without spies in hand."""
    s = clash(facing(), cards, "ya2")
    task = SearchRequest(GAME, sight(s, 0), 0, 2, Random(1), Budget(60.0), SearchHandle())
    assert GreedyBot(worlds=2).think(task).action in GAME.legal(s, 0)
    assert searched(s, 0) in GAME.legal(s, 0)


def test_a_position_between_spies_is_read_back() -> None:
    """Which side is asked, and whether the other has just passed."""
    s = do(clash(facing(), "sphc", "ya"), 0, "on")
    text = GAME.notation.write_position(s)
    assert {"phase=scout", "scout=1", "passes=1"} < set(text.split())
    hand(s, 1, "sp")
    assert ["spy-0", "on"] == texts(s, 1)
