"""What bots do about trade."""

import random

from honjin.games.swords.bargain import (
    NOTHING,
    aside,
    price_of_card,
    price_of_castle,
    price_of_honor,
    without_trade,
)
from honjin.games.swords.data import CARDS
from honjin.games.swords.deals import OFFER
from honjin.games.swords.hints import ARMY_WORTH, GOLD_WORTH, VETERAN_WORTH
from honjin.games.swords.state import DRAW, Swords

from .given import GAME, castle, do, hand, plain, sight


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
    """All that a seat owns, by the prices of a bot."""
    value = GOLD_WORTH * s.gold[seat] + price_of_honor(s.honor[seat])
    value += sum(n * price_of_card(card) for card, n in enumerate(s.hand[seat]))
    value += sum(price_of_castle(s, c) for c in range(s.castles) if s.control[c] == seat)
    for square, owner in enumerate(s.army):
        if owner == seat + 1:
            value += ARMY_WORTH + VETERAN_WORTH * s.experience[square]
    return value


def answered(s: Swords) -> str:
    """What the bot of Takeda says."""
    return GAME.notation.write_action(s, 0, aside(sight(s, 0), 0))


def test_a_gift_is_accepted() -> None:
    """Much for nothing is taken."""
    assert "accept-1" == answered(do(market(), 1, "offer-0", "give-gold-10", "send"))


def test_promises_count_for_nothing() -> None:
    """A card for three promises is not given."""
    s = do(market(), 1, "offer-0", "give-promises-3", "ask-hc", "send")
    assert "decline-1" == answered(s)


def test_a_winning_gift_is_not_made() -> None:
    """Nobody is sold the honor that wins."""
    s = market()
    s.honor[1] = 48
    do(s, 1, "offer-0", "give-gold-20", "give-keep-e8", "ask-honor-2", "send")
    assert "decline-1" == answered(s)


def test_honor_is_not_sold_at_the_end() -> None:
    """What is a good price in the third round from the end is none in the last two."""
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
        drafts = [a for a in GAME.legal(s, 1) if a > OFFER + 100]
        GAME.apply_action(s, 1, chosen.choice(drafts))
    legal = [GAME.notation.write_action(s, 1, a) for a in GAME.legal(s, 1)]
    if "send" not in legal:
        do(s, 1, "clear")
        return 0
    do(s, 1, "send")
    GAME.apply_action(s, 0, aside(sight(s, 0), 0))
    assert wealth(s, 0) >= before
    return int(wealth(s, 0) > before)


def test_an_own_offer() -> None:
    """A card too many is sold, step by step, for a little more than it is worth."""
    s = market()
    found = []
    while (action := aside(sight(s, 0), 0)) != NOTHING:
        found.append(GAME.notation.write_action(s, 0, action))
        assert action in GAME.legal(s, 0)
        GAME.apply_action(s, 0, action)
    assert ["offer-1", "give-ya", "ask-gold-2", "send"] == found
    assert NOTHING == aside(sight(s, 0), 0)


def test_a_search_without_trade() -> None:
    """What is legal without trade is legal with it, and nothing of trade is left."""
    s = do(market(), 1, "offer-0", "give-gold-5", "send")
    quiet = s.copy()
    without_trade(quiet)
    assert [action for action in GAME.legal(s, 0) if action < OFFER] == GAME.legal(quiet, 0)
    assert 0b01 == GAME.to_act(quiet)
    assert all(law.holds(quiet) for law in GAME.laws)


def test_nothing_to_do() -> None:
    """With trade switched off a bot keeps quiet."""
    assert NOTHING == aside(plain(2, DRAW), 0)
    assert CARDS == len(plain().deck)
