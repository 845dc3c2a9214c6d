"""Trade by bots."""

import random

import pytest

from games.swords.given import GAME, army, castle, do, hand, is_deal, plain, sight
from honjin.games.swords.ai.trade import (
    GOLD_PRICE,
    MARGIN,
    NOTHING,
    VETERAN_PRICE,
    best_plan,
    deal_value,
    holding,
    off_turn,
    price_of_armies,
    price_of_hand,
    price_of_honor,
    price_of_keep,
    without_trade,
)
from honjin.games.swords.content.data import CARDS
from honjin.games.swords.content.maps import KEEP
from honjin.games.swords.rules.actions import ACTIONS
from honjin.games.swords.rules.state import DRAW, Swords

DRAFTS = {"deal_amount", "deal_card", "deal_less", "deal_army", "deal_keep"}


def market() -> Swords:
    """Takeda is a bot with a large hand, Uesugi is rich."""
    s = plain(2, DRAW, trade="full")
    s.gold[:2], s.honor[:2] = [15, 40], [20, 30]
    hand(s, 0, "hc3ya2st2di")
    hand(s, 1, "nd2")
    castle(s, "e5", owner=0)
    castle(s, "e8", owner=1)
    return s


def wealth(s: Swords, seat: int) -> int:
    """All holdings of a seat, at a bot's prices."""
    value = GOLD_PRICE * s.gold[seat] + price_of_honor(s, s.honor[seat])
    value += price_of_hand(*holding(s, seat)) + price_of_armies(s, s.armies[seat])
    for c in range(s.castles):
        if s.control[c] == seat and s.terrain[s.square[c]] == KEEP:
            value += price_of_keep(s, seat, c)
    for square, owner in enumerate(s.army):
        if owner == seat + 1:
            value += VETERAN_PRICE * s.experience[square]
    return value


def answered(s: Swords) -> str:
    """The answer of Takeda's bot."""
    return GAME.notation.write_action(s, 0, off_turn(sight(s, 0), 0))


def test_a_gift_is_accepted() -> None:
    """Much for nothing is accepted."""
    assert "accept-1" == answered(do(market(), 1, "offer-0", "give-gold-10", "send"))


def test_promises_count_for_nothing() -> None:
    """A card for three promises is not given."""
    s = do(market(), 1, "offer-0", "give-promises-3", "ask-hc", "send")
    assert "decline-1" == answered(s)


def test_a_winning_gift_is_not_made() -> None:
    """Nobody is sold the honor that would win."""
    s = market()
    s.honor[1] = 48
    do(s, 1, "offer-0", "give-gold-20", "give-keep-e8", "ask-honor-2", "send")
    assert "decline-1" == answered(s)


def test_honor_is_not_sold_at_the_end() -> None:
    """A price that is good in the third round from the end is not in the last two."""
    answers = []
    for left in (3, 2, 1):
        s = market()
        s.round = s.max_rounds - left
        answers.append(answered(do(s, 1, "offer-0", "give-gold-20", "ask-honor-2", "send")))
    assert ["accept-1", "decline-1", "decline-1"] == answers


def test_nobody_is_fleeced() -> None:
    """However many offers are made, and however odd, the bot never owns less afterwards."""
    chosen, deals = random.Random(5), 0
    for _ in range(150):
        s = market()
        for _ in range(3):
            deals += _haggle(s, chosen)
    assert deals > 20


def _haggle(s: Swords, chosen: random.Random) -> int:
    before, s.doings[:] = wealth(s, 0), [0] * len(s.doings)
    do(s, 1, "offer-0")
    for _ in range(chosen.randint(1, 6)):
        drafts = [a for a in GAME.legal(s, 1) if ACTIONS.decode(a).key in DRAFTS]
        GAME.apply_action(s, 1, chosen.choice(drafts))
    legal = [GAME.notation.write_action(s, 1, a) for a in GAME.legal(s, 1)]
    if "send" not in legal:
        do(s, 1, "clear")
        return 0
    do(s, 1, "send")
    GAME.apply_action(s, 0, off_turn(sight(s, 0), 0))
    assert wealth(s, 0) >= before
    return int(wealth(s, 0) > before)


def test_a_series_is_worth_as_much_as_one() -> None:
    """Things sold one by one, each as cheaply as accepted, bring no less than all at once."""
    s = market()
    for at in ("c3", "c5", "c7"):
        army(s, 0, at)
    began = wealth(s, 0)
    for item in ("ask-army-c3", "ask-hc", "ask-army-c5", "ask-hc", "ask-keep-e5", "ask-hc"):
        _ask_for(s, item)
    assert wealth(s, 0) > began
    assert s.armies[0] < 4


def _ask_for(s: Swords, item: str) -> None:
    """Find the least gold for which the bot gives something, and pay it."""
    for gold in range(1, min(20, s.gold[1]) + 1):
        s.doings[:] = [0] * len(s.doings)
        do(s, 1, "offer-0", f"give-gold-{gold}", item, "send")
        GAME.apply_action(s, 0, off_turn(sight(s, 0), 0))
        if s.partner[0] == 2:
            s.partner[0] = 0
            return


def bazaar() -> Swords:
    """Three clans: Takeda has more armies than it needs, Uesugi gold and two armies."""
    s = plain(3, DRAW, trade="full")
    s.gold[:3] = [0, 15, 1]
    for at in ("c3", "c5", "c7", "e3"):
        army(s, 0, at)
    return s


def offered(s: Swords, seat: int) -> list[str]:
    """A bot's own trade actions, step by step."""
    found = []
    while (action := off_turn(sight(s, seat), seat)) != NOTHING:
        found.append(GAME.notation.write_action(s, seat, action))
        assert action in GAME.legal(s, seat)
        GAME.apply_action(s, seat, action)
    return found


def test_an_own_offer() -> None:
    """A surplus army is sold, step by step, at a price by which both gain."""
    s = bazaar()
    assert ["offer-1", "give-army-c3", "ask-gold-4", "send"] == offered(s, 0)
    assert min(deal_value(s, 0, 0), deal_value(s, 0, 1)) >= MARGIN


@pytest.mark.parametrize("left", ["give-honor-3", "give-army-c5", "ask-hc", "ask-promises-1"])
def test_what_another_hand_left_in_a_draft_is_not_sent(left: str) -> None:
    """A bot that takes over a seat clears a draft with anything that its own offer has not."""
    s = bazaar()
    s.honor[0] = 5
    do(s, 0, "offer-1", "give-army-c3", left)
    assert ["clear"] == offered(s, 0)


def test_a_price_left_in_a_draft_is_replaced() -> None:
    """A draft with the goods of the bot's own offer is kept, at the bot's own price."""
    s = do(bazaar(), 0, "offer-1", "give-army-c3", "ask-gold-9")
    assert ["ask-gold-4", "send"] == offered(s, 0)


def test_a_full_draft_leads_to_no_illegal_step() -> None:
    """Where three armies are given already, the bot's own can find no room."""
    s = do(bazaar(), 0, "offer-1", "give-army-c5", "give-army-c7", "give-army-e3")
    assert ["clear"] == offered(s, 0)


def test_bots_deal_with_each_other() -> None:
    """One accepts what the other offers, and both own more than before."""
    s = bazaar()
    before = [wealth(s, 0), wealth(s, 1)]
    offered(s, 0)
    assert ["accept-0"] == offered(s, 1)
    assert [5 - 1, 1 + 1] == s.armies[:2]
    assert all(now > then for now, then in zip([wealth(s, 0), wealth(s, 1)], before, strict=True))


def test_a_keep_far_from_home_is_sold() -> None:
    """To the clan that is near it."""
    s = plain(3, DRAW, trade="full")
    s.gold[:3] = [0, 20, 20]
    castle(s, "j7", owner=0)
    plan = best_plan(sight(s, 0), 0)
    assert plan is not None
    assert 1 == plan.other
    assert "give-keep-j7" == GAME.notation.write_action(do(s, 0, "offer-1"), 0, plan.steps[0])


def test_cards_go_to_who_has_few() -> None:
    """Cards of a large hand are sold, above all to a clan without any; a small hand is kept."""
    s = plain(3, DRAW, trade="full")
    s.gold[:3] = [0, 9, 9]
    hand(s, 0, "hc4nd4sa4")
    hand(s, 1, "st3ya4")
    plan = best_plan(sight(s, 0), 0)
    assert plan is not None
    assert 2 == plan.other
    few = plain(3, DRAW, trade="full")
    few.gold[:3] = [0, 9, 9]
    hand(few, 0, "hc2")
    assert best_plan(sight(few, 0), 0) is None


def test_whose_turn_it_is_gets_no_offer() -> None:
    """Of two similar clans, the one that is waiting gets the offer."""
    for turn, other in ((1, 2), (2, 1)):
        s = bazaar()
        s.gold[:3], s.turn = [0, 15, 15], turn
        plan = best_plan(sight(s, 0), 0)
        assert plan is not None
        assert other == plan.other


def test_where_two_are_left_nobody_helps_the_other() -> None:
    """The whole gain of the other is a loss, so no offer is made."""
    s = plain(2, DRAW, trade="full")
    s.gold[:2] = [0, 15]
    for at in ("c3", "c5", "c7", "e3"):
        army(s, 0, at)
    assert best_plan(sight(s, 0), 0) is None


@pytest.mark.parametrize("trade", ["goods", "full"])
def test_only_what_may_be_traded_is_offered(trade: str) -> None:
    """With `goods`, no armies."""
    s = plain(3, DRAW, trade=trade)
    s.gold[:3] = [0, 15, 1]
    for at in ("c3", "c5", "c7", "e3"):
        army(s, 0, at)
    assert (best_plan(sight(s, 0), 0) is None) == (trade == "goods")


def test_a_search_without_trade() -> None:
    """Actions that are legal without trade are legal with it, and no trade is left."""
    s = do(market(), 1, "offer-0", "give-gold-5", "send")
    quiet = s.copy()
    without_trade(quiet)
    assert [action for action in GAME.legal(s, 0) if not is_deal(action)] == GAME.legal(quiet, 0)
    assert 0b01 == GAME.may_act(quiet)
    assert all(law.holds(quiet) for law in GAME.laws)


def test_nothing_to_do() -> None:
    """With trade off, a bot does nothing."""
    assert NOTHING == off_turn(plain(2, DRAW), 0)
    assert CARDS == len(plain().deck)
