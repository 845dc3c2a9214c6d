"""Games with cards and numbers of one's own, from the option `cards`."""

from __future__ import annotations

import pytest

from games.swords.given import (
    BARE,
    DEAR,
    GAME,
    LAND,
    LAVISH,
    clash,
    do,
    facing,
    fight,
    forces,
    hand,
    meet,
    plain,
    sight,
    start,
    texts,
    whole,
)
from honjin.core.parts.condition import holds
from honjin.core.parts.rulebook import load_rulebook
from honjin.core.words import speak
from honjin.games.swords.ai.evaluation import state_key, treasure
from honjin.games.swords.ai.weights import USUAL
from honjin.games.swords.content.data import CARD_NAMES, NINJA, NOBODY
from honjin.games.swords.content.maps import KEEP
from honjin.games.swords.rules.effects import LEAST_HONOR, gain, lose
from honjin.games.swords.rules.phases import standing
from honjin.games.swords.rules.state import (
    BUY,
    COMMIT,
    DRAW,
    EXPENSE,
    GLORY,
    HONOR,
    OVER,
    VICTIM,
    Swords,
    gold_income,
)
from honjin.games.swords.text.position import read_position, write_position
from honjin.testing import check_record, random_play


def numbers(**given: int) -> str:
    """A file with these numbers."""
    return "[numbers]\n" + "".join(f"{name} = {n}\n" for name, n in given.items())


def card(name: str, **given: int) -> str:
    """A file with another card."""
    row = ", ".join(f"{part} = {n}" for part, n in given.items())
    return f"[cards]\n{name} = {{ {row} }}\n"


def prompt(s: Swords, seat: int = 0, lang: str = "en") -> str:
    """The prompt of a seat."""
    return speak(GAME.words, GAME.table.prompt(sight(s, seat), seat).say, lang)


# ---- honor


def test_another_goal_ends_the_game() -> None:
    """Rule 10: the first clan to hold as much honor as the list says."""
    s = plain(cards=numbers(honor_to_win=20))
    gain(s, 0, 19)
    assert 0 == s.ended
    assert "19/20" in [piece.text for piece in GAME.table.scene(s).pieces]
    gain(s, 0, 1)
    assert (GLORY, 0) == (s.ended, s.winner)


def test_the_log_and_the_goal_say_how_much() -> None:
    """Buying the last points of 12."""
    s = plain(phase=HONOR, cards=numbers(honor_to_win=12, honor_cost=1))
    s.honor[0], s.gold[0], s.verses, s.phase = 9, 3, 12, BUY
    goal = GAME.table.scene(s).goal
    assert goal is not None
    assert "12" in speak(GAME.words, goal.say)
    before = s.copy()
    action = GAME.notation.read_action(s, 0, "buy-3")
    GAME.apply_action(s, 0, action)
    assert (OVER, 0) == (s.phase, s.gold[0])
    told = [speak(GAME.words, event.say) for event in GAME.tell(before, 0, action, s, 0)]
    assert "Takeda has 12 honor" == told[-1]


def test_battles_bring_other_honor() -> None:
    """Rules 22, 23: what the winner gains, what the loser loses, and how many cards they keep."""
    own = numbers(winner_honor=7, loser_honor=2, winner_hand=1, loser_hand=120)
    s = facing(cards=own)
    s.honor[1] = 5
    hand(s, 0, "ya4")
    hand(s, 1, "bn6")
    fight(s, "hc3", "pr")
    assert [7, 3] == s.honor[:2]
    assert [1, 120] == s.limit[:2]
    assert [0b01] == [GAME.may_act(s)]


def test_treachery_has_its_price() -> None:
    """Ruling Q44: the honor that Treachery costs."""
    s = facing(cards=numbers(treachery_honor=4))
    s.honor[0] = 9
    fight(s, "tr2", "pr")
    assert 9 - 2 * 4 + 3 == s.honor[0]


def test_honor_below_zero_fits() -> None:
    """Ruling Q27: without a floor it stops far below, and seats are still ranked by it."""
    s = plain(honor_floor=False, cards=numbers(treachery_honor=20))
    for _ in range(3):
        lose(s, 0, 20_000)
    s.check()
    assert LEAST_HONOR == s.honor[0]
    s.honor[1] = LEAST_HONOR + 1
    assert 0 <= standing(s, 0) < standing(s, 1)


# ---- gold


def test_an_army_costs_what_the_list_says() -> None:
    """Rule 12: supplies first, then the price."""
    s = plain(phase=EXPENSE, cards=numbers(army_cost=2, supply=3))
    s.gold[0] = 4
    assert "raise-a2" not in texts(s)
    s.gold[0] = 5
    do(s, 0, "raise-a2")
    assert (0, 2) == (s.gold[0], s.armies[0])


def test_castles_bring_what_the_list_says() -> None:
    """Rule 11: fortresses and keeps."""
    s = plain(cards=numbers(fortress_gold=5, keep_gold=2))
    assert 5 == gold_income(s, 0)
    s.terrain[s.square[0]] = KEEP
    assert 2 == gold_income(s, 0)


def test_cards_and_honor_have_other_prices() -> None:
    """Rules 13, 14: the prompts and the buttons name them."""
    s = plain(phase=DRAW, cards=numbers(draw_cost=3, honor_cost=4))
    s.gold[0], s.drawn = 7, 1
    assert "Draw another card for 3 gold, or finish drawing: you have 7 gold" == prompt(s)
    s.phase = HONOR
    verbs = [speak(GAME.words, verb.label) for verb in GAME.table.scene(sight(s, 0)).verbs]
    assert "Roll to buy honor, 4 gold each" in verbs
    s.verses, s.phase = 9, BUY
    assert ["buy-0", "buy-1"] == texts(s)
    assert "Buy up to 9 honor for 4 gold each: you have 7 gold" == prompt(s)


# ---- cards


def test_the_deck_is_that_of_the_list() -> None:
    """Rule 4: as many of each card, and none is lost."""
    s = start(cards=card("ninja", copies=11))
    assert (11, 106) == (s.deck[NINJA], s.left)
    assert whole(s)


def test_a_card_has_another_force_and_bonus() -> None:
    """Rules 20, Q48: 9 + 4 when attacking."""
    s = facing(cards=card("no_dachi_swordsmen", force=9, bonus=4))
    fight(s, "nd", "nd")
    assert (13, 9) == forces(s)


def test_a_card_in_hand_shows_its_force() -> None:
    """And its bonus, where the drawing says otherwise; so does the tooltip, in both languages."""
    s = plain(cards=card("no_dachi_swordsmen", force=9, bonus=4))
    hand(s, 0, "ndhc")
    pieces = {piece.id: piece for piece in GAME.table.scene(sight(s, 0)).pieces}
    assert ("9+4", "") == (
        pieces["hand:0.no_dachi_swordsmen"].text, pieces["hand:0.heavy_cavalry"].text,
    )  # fmt: skip
    label = pieces["hand:0.no_dachi_swordsmen"].label
    assert "No-Dachi Swordsmen: force 9, 4 more when attacking" == speak(GAME.words, label)
    assert "9" in speak(GAME.words, label, "ja")


def test_a_card_without_bonus_is_plain() -> None:
    """A bonus of 0 is not told."""
    s = plain(cards=card("no_dachi_swordsmen", bonus=0))
    hand(s, 0, "nd")
    labels = [speak(GAME.words, one.label) for one in GAME.table.scene(sight(s, 0)).pieces]
    assert "No-Dachi Swordsmen: force 7" in labels


def test_the_deck_says_what_is_in_it() -> None:
    """With other numbers of cards; as printed the rules say so."""

    def label(s: Swords) -> str:
        return next(
            speak(GAME.words, one.label)
            for one in GAME.table.scene(s).pieces
            if one.id == "deck.cards"
        )

    assert "11 Ninja" in label(start(cards=card("ninja", copies=11)))
    assert "cards left: 100" == label(start())


def test_more_or_fewer_cards_are_set_aside() -> None:
    """Rules 17, 18: what is drawn, how many can be chosen, and how many of them limited."""
    s = meet(facing(cards=numbers(commit_max=3, limited_max=2)), "hc4st2", "pr")
    assert COMMIT == s.phase
    assert prompt(s).startswith("Set aside at least one card, at most 3. ")
    assert "3枚" in prompt(s, 0, "ja")
    do(s, 0, "+hc", "+hc")
    assert "+hc" not in texts(s)
    do(s, 0, "+st")
    assert not [text for text in texts(s) if text.startswith("+")]
    why = speak(GAME.words, GAME.table.why(sight(s, 0), 0, ("seal",)).say)
    assert "at most 3, and at most 2 of them peasants" in why


def test_nothing_may_be_drawn_for_a_battle() -> None:
    """Rule 17: with 0, cards are chosen at once."""
    s = facing(cards=numbers(battle_draw=0))
    hand(s, 0, "hc")
    hand(s, 1, "hc")
    do(s, 0, "e5xe6")
    assert s.phase > EXPENSE
    assert [1, 1] == s.held[:2]
    assert 98 == s.left


def test_spies_are_asked_for_while_there_are_any() -> None:
    """Ruling W1: a side is not asked if no spies are left to be held."""
    assert COMMIT == clash(facing(cards=card("shinobi_spies", copies=0)), "hc", "hc").phase
    assert COMMIT != clash(facing(), "hc", "hc").phase


# ---- Intrigue and Ninja


@pytest.mark.parametrize(("n", "lost"), [(1, 1), (6, 6)])
def test_intrigue_takes_what_the_list_says(n: int, lost: int) -> None:
    """Ruling Q26: honor or cards."""
    s = plain(phase=HONOR, cards=numbers(intrigue=n))
    hand(s, 0, "in")
    hand(s, 1, "ya6bn2")
    s.honor[1] = 9
    asks = GAME.table.prompt(sight(s, 0), 0).asks
    assert str(n) in speak(GAME.words, asks["hand:0.intrigue"])
    do(s, 0, "intrigue-1")
    assert VICTIM == s.phase
    assert f"takes: {n} honor or {n} card" in prompt(s, 1)
    again = do(s.copy(), 1, "honor")
    assert 9 - lost == again.honor[1]
    do(s, 1, "cards")
    for _ in range(n):
        do(s, 1, next(text for text in texts(s, 1) if text.startswith("lose-")))
    assert (8 - lost, NOBODY) == (s.held[1], s.victim)


def test_who_loses_how_much_makes_a_position() -> None:
    """Bots tell apart who loses cards, however many."""
    s = plain(3, phase=HONOR, cards=numbers(intrigue=12))
    keys = set()
    for victim in range(3):
        for n in range(13):
            s.victim, s.to_lose = victim, n
            keys.add(state_key(s))
    assert 39 == len(keys)


def test_events_bring_what_the_list_says() -> None:
    """Rulings Q20, Q28, rule 14: Prosperity, Ninja, Much Honor."""
    s = plain(phase=EXPENSE, cards=numbers(prosperity_gold=8, much_honor=6, ninja_honor=1))
    hand(s, 0, "prmhni")
    do(s, 0, "prosperity")
    assert 8 == s.gold[0]
    s.phase = HONOR
    do(s, 0, "much-honor", "ninja-j10")
    assert 6 - 1 == s.honor[0]


def test_a_prompt_is_as_before_where_the_numbers_are() -> None:
    """No card asks anything of its own in a game as printed."""
    s = plain(phase=HONOR)
    hand(s, 0, "inni")
    assert {} == GAME.table.prompt(sight(s, 0), 0).asks


# ---- bots


def test_gold_is_worth_the_honor_that_it_buys() -> None:
    """Spare gold counts for less, the dearer honor is, and buying honor is always a gain."""
    for cost in range(1, 21):
        s = plain(cards=numbers(honor_cost=cost))
        assert treasure(s, USUAL, 40 + cost) - treasure(s, USUAL, 40) <= 72


# ---- the rules beside the table


def test_printed_lists_are_no_part_of_a_game_with_other_cards() -> None:
    """Rules C1 to C20 and their rows state printed numbers only."""
    options = GAME.read_options({"cards": LAVISH})
    book = load_rulebook(GAME.home / "rules.md", GAME.numbers).conditions()
    hidden = [number for number, when in book.items() if not holds(when, options)]
    assert [f"C{n + 1}" for n in range(len(CARD_NAMES))] == [n for n in hidden if n[0] == "C"]
    rows = GAME.reference.tables[0].rows
    assert not any(holds(row.when, options) for row in rows)
    assert all(holds(row.when, GAME.read_options({})) for row in rows)


# ---- whole games


@pytest.mark.parametrize("cards", [LAVISH, DEAR, LAND, BARE])
def test_the_laws_hold_in_random_games(cards: str) -> None:
    """Three hundred random steps, with positions that read as they are written."""
    options = GAME.read_options({"seats": "3", "start_hand": "5", "cards": cards})
    play = random_play(GAME, options, seed=3, steps=300)
    assert isinstance(play.state, Swords)
    for law in GAME.laws:
        assert law.holds(play.state), law.name
    assert whole(play.state)
    assert play.state == read_position(write_position(play.state), options)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [LAVISH, DEAR, LAND, BARE])
def test_own_lists_conform(cards: str) -> None:
    """The kit finds no fault at the beginning of such a game."""
    given = {"seats": "3", "trade": "full", "start_hand": "5", "max_rounds": "10", "cards": cards}
    play = random_play(GAME, given, seed=7, steps=150)
    assert 1 == check_record(GAME, play.record(), compiled=False).games
