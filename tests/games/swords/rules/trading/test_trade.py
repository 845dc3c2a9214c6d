"""Trade: rule 25 and its rulings."""

import pytest

from games.swords.given import (
    GAME,
    army,
    at,
    castle,
    do,
    facing,
    falls,
    hand,
    holder,
    is_deal,
    meet,
    plain,
    sight,
    texts,
    traits,
    whole,
)
from honjin.core.seats import SPECTATOR
from honjin.games.swords.content.maps import SQUARE_OF
from honjin.games.swords.rules.state import (
    BATTLE,
    BUY,
    COMMIT,
    DRAW,
    EXPENSE,
    OVER,
    SCOUT,
    TRAVEL,
    VICTIM,
    Swords,
)
from honjin.games.swords.rules.trading.trade import MAX_TRADE_ACTIONS


def market(phase: int = TRAVEL, **given: str | bool) -> Swords:
    """Three clans with 10 gold, 10 honor and some cards each; Takeda has the turn."""
    s = plain(3, phase, **{"trade": "full", **given})
    for seat in range(3):
        s.gold[seat] = s.honor[seat] = 10
    hand(s, 0, "hc2")
    hand(s, 1, "ya2")
    return s


def test_anybody_may_trade() -> None:
    """Rule 25: all may act, but the game waits for one only."""
    s = market()
    assert (0b111, 0b001) == (GAME.may_act(s), GAME.must_act(s))
    assert ["offer-0", "offer-2"] == texts(s, 1)


def test_a_deal() -> None:
    """Rule 25: gold, honor, cards and promises change hands by consent."""
    s = market()
    do(
        s,
        1,
        "offer-0",
        "give-gold-5",
        "give-ya",
        "give-promises-1",
        "ask-hc",
        "ask-honor-2",
        "send",
    )
    do(s, 0, "accept-1")
    assert ([15, 5], [8, 12]) == (s.gold[:2], s.honor[:2])
    assert (1, 1, 1, 1) == (s.hand[0][0], s.hand[0][10], s.hand[1][0], s.hand[1][10])
    assert whole(s)
    assert 0 == s.offer_to[1]


def test_armies_and_keeps() -> None:
    """Ruling Q61: armies change owner where they are, keeps change control."""
    s = market()
    castle(s, "e5", owner=1)
    army(s, 1, "g7", 2)
    do(s, 1, "offer-0", "give-keep-e5", "give-army-g7", "send")
    do(s, 0, "accept-1")
    assert (0, 0, [2, 1, 1]) == (holder(s, "e5"), at(s, "g7"), s.armies[:3])


def test_a_traded_army() -> None:
    """Ruling Q63: experience and marks go with it; the new owner supplies it next turn."""
    s = market()
    army(s, 1, "g7", 2)
    army(s, 1, "c9")
    s.marks[SQUARE_OF["c9"]] = 1
    do(s, 1, "offer-0", "give-army-g7", "give-army-c9", "send")
    do(s, 0, "accept-1")
    assert 2 == s.experience[SQUARE_OF["g7"]]
    assert "g7-g8" in texts(s)
    assert "c9-c8" not in texts(s)
    s.phase, s.turn = EXPENSE, 0
    assert (10, 10 - 3) == (s.gold[0], do(s, 0, "on").gold[0])


@pytest.mark.parametrize(("wins", "phase"), [(True, OVER), (False, TRAVEL)])
def test_honor_by_trade(wins: bool, phase: int) -> None:
    """Example B29: 47 and 3 more win; if the option rules that out, the offer is not acceptable."""
    s = market(trade_wins=wins)
    s.honor[0] = 47
    do(s, 1, "offer-0", "give-honor-3", "send")
    assert wins == ("accept-1" in texts(s))
    if wins:
        do(s, 0, "accept-1")
    assert phase == s.phase


@pytest.mark.parametrize("wins", [True, False])
def test_traded_honor_below_fifty(wins: bool) -> None:
    """Ruling Q62: below 50, honor changes hands with either option."""
    s = market(trade_wins=wins)
    do(s, 1, "offer-0", "give-honor-3", "send")
    assert 13 == do(s, 0, "accept-1").honor[0]


def test_goods_only() -> None:
    """Ruling Q61: limited to gold and cards, or none at all."""
    s = do(market(trade="goods"), 1, "offer-0")
    assert {"give-gold-5", "ask-hc"} < set(texts(s, 1))
    assert not [text for text in texts(s, 1) if "honor" in text or "army" in text]
    assert 0b001 == GAME.may_act(market(trade="off"))


@pytest.mark.parametrize("phase", [COMMIT, VICTIM, BUY, SCOUT])
def test_when_there_is_no_trade(phase: int) -> None:
    """Ruling W7: not while a battle or Intrigue is being resolved."""
    s = market(phase)
    s.victim, s.attacker, s.defender = 1, 0, 1
    assert 0 == GAME.may_act(s) >> 2 & 1


def test_no_trade_in_a_battle() -> None:
    """Ruling Q61: no trade from choosing cards until hands have been discarded down."""
    s = meet(facing(trade="full"), "hc", "ya")
    assert GAME.must_act(s) == GAME.may_act(s) == 0b11
    assert not [action for action in GAME.legal(s, 0) if is_deal(action)]


def test_drafts_are_secret() -> None:
    """Ruling W7: drafts are seen by their maker, offers by both sides, a deal by all when done."""
    s = do(market(), 1, "offer-0", "give-gold-5")
    assert sight(s, 0) == sight(do(market(), 1, "offer-2", "ask-hc"), 0)
    do(s, 1, "send")
    assert (1, 0, 0) == tuple(sight(s, seat).offer_sent[1] for seat in (0, 2, SPECTATOR))


def test_doings_are_bounded() -> None:
    """Ruling W7: sixteen per turn, unseen by others; then a seat can only end its trade."""
    s = market(DRAW)
    for k in range(MAX_TRADE_ACTIONS):
        do(s, 1, "offer-0" if k % 2 == 0 else "clear")
    assert sight(market(DRAW), 0) == sight(s, 0)
    assert (["close"], 0b111) == (texts(s, 1), GAME.may_act(s))
    do(s, 1, "close")
    assert ([], 0b101) == (texts(s, 1), GAME.may_act(s))


def test_only_who_can_close_is_shown_how() -> None:
    """Ruling W7: a seat without actions left is told and has a button; others see neither."""
    s = market(DRAW)
    s.doings[1] = MAX_TRADE_ACTIONS
    shown = [[verb.id for verb in GAME.table.scene(sight(s, seat)).verbs] for seat in range(3)]
    assert [False, True, False] == ["close" in ids for ids in shown]
    rules = [GAME.table.prompt(sight(s, seat), seat).rule for seat in (1, 2)]
    assert ["W7", "25"] == rules


def test_a_draft_does_not_take_the_prompt_over() -> None:
    """The table waits for the clan's turn: that is asked first, and the offer only mentioned."""
    before = GAME.table.prompt(sight(market(DRAW), 0), 0)
    found = GAME.table.prompt(sight(do(market(DRAW), 0, "offer-1"), 0), 0)
    assert ("beside.draft", before.rule) == (found.say.k, found.rule)
    assert before.say == found.say.p["duty"]
    waits = do(market(DRAW), 1, "offer-0")
    assert "prompt.draft" == GAME.table.prompt(sight(waits, 1), 1).say.k


def test_an_offer_is_listed_first_while_it_can_be_worked_on() -> None:
    """Ruling W7: after the last trade action, ending the trade no longer comes before the turn."""
    s = do(market(DRAW), 1, "offer-0")
    first = GAME.table.scene(sight(s, 1)).verbs[0].id
    s.doings[1] = MAX_TRADE_ACTIONS
    after = [verb.id for verb in GAME.table.scene(sight(s, 1)).verbs]
    assert first not in ("draw", "on")
    assert after.index("on") < after.index("close")


def test_the_next_turn_brings_new_doings() -> None:
    """Ruling W7: a seat that trades no more this turn can trade in the next."""
    s = market()
    s.doings[1], s.closed = MAX_TRADE_ACTIONS, 0b010
    do(s, 0, "on", "on")
    assert (1, 0, 0) == (s.turn, s.doings[1], s.closed)
    assert "offer-0" in texts(s, 1)


def test_an_offer_that_cannot_be_kept() -> None:
    """Ruling W7: it ends when the thing offered is gone."""
    s = do(market(EXPENSE), 0, "offer-1", "give-gold-10", "send")
    do(s, 0, "raise-a2")
    assert (0, 0) == (s.offer_to[0], s.offer_sent[0])
    assert [] == [text for text in texts(s, 1) if text.startswith("accept")]


@pytest.mark.parametrize(("maker", "other"), [(0, 1), (1, 0)])
def test_both_sides_hear_that_an_offer_is_void(maker: int, other: int) -> None:
    """Ruling W7: whatever their seats; nobody else sees the line."""
    s = market(EXPENSE)
    s.turn = maker
    do(s, maker, f"offer-{other}", "give-gold-10", "send")
    raising = GAME.notation.read_action(s, maker, next(t for t in texts(s, maker) if "raise" in t))
    after = s.copy()
    GAME.apply_action(after, maker, raising)
    seen = [
        [e.say.k for e in GAME.tell(s, maker, raising, after, viewer)]
        for viewer in (maker, other, 2, SPECTATOR)
    ]
    assert [True, True, False, False] == ["void" in keys for keys in seen]


@pytest.mark.parametrize("side", ["give", "ask"])
@pytest.mark.parametrize("thing", ["keep-e5", "army-g7"])
def test_what_is_in_a_draft_is_taken_out_by_its_piece(side: str, thing: str) -> None:
    """Ruling Q61: a keep or an army is put in by clicking the map, taken out in the offer."""
    s = market()
    owner = 1 if side == "give" else 0
    castle(s, "e5", owner=owner)
    army(s, owner, "g7")
    do(s, 1, "offer-0")
    action = GAME.notation.read_action(s, 1, f"{side}-{thing}")
    assert side == path(s, 1, action)[0]
    GAME.apply_action(s, 1, action)
    assert (f"offer:1.{side}.{thing.replace('-', '.')}",) == path(s, 1, action)


def path(s: Swords, seat: int, action: int) -> tuple[str, ...]:
    """The clicks for an action."""
    return GAME.table.choice(sight(s, seat), seat, action).path


def test_answers() -> None:
    """Ruling W7: an offer may be declined, withdrawn, or countered."""
    s = do(market(), 1, "offer-0", "give-gold-5", "ask-hc", "send")
    assert 0 == do(s.copy(), 0, "decline-1").offer_to[1]
    assert 0 == do(s.copy(), 1, "clear").offer_sent[1]
    do(s, 0, "counter-1")
    assert (2, 5, 1) == (s.offer_to[0], s.offer_sums[0][1][0], s.offer_cards[0][0][10])


def test_castles_and_their_armies() -> None:
    """Ruling W8: an army in a castle goes with it or not at all; offered cards become known."""
    s = market()
    castle(s, "e5", owner=1)
    army(s, 1, "e5")
    do(s, 1, "offer-0", "give-army-e5")
    assert "send" not in texts(s, 1)
    do(s, 1, "give-keep-e5", "give-ya", "send")
    assert 1 == sight(s, 0).seen[0][1][0]
    do(s, 0, "accept-1")
    assert (0, 0) == (at(s, "e5"), holder(s, "e5"))
    s = do(market(), 1, "offer-0", "give-army-j10")
    assert "send" not in texts(s, 1)


def test_cards_that_others_saw() -> None:
    """Ruling W8: a seat that saw a hand knows less of it when cards leave it unseen."""
    s = market(BATTLE)
    s.seen[2][1][0] = 2
    do(s, 1, "offer-0", "give-ya", "send")
    do(s, 0, "accept-1")
    assert (1, 0) == (s.seen[2][1][0], s.seen[2][0][0])
    assert 1 == s.seen[1][0][0]


def test_an_offer_ends_when_the_army_it_asks_for_leaves() -> None:
    """Rulings W7, Q63: another army that enters its square is not the one that was meant."""
    s = market()
    army(s, 0, "e5", 5)
    army(s, 0, "d5")
    do(s, 1, "offer-0", "ask-army-e5", "give-gold-9", "send")
    assert "accept-1" in texts(s, 0)
    do(s, 0, "e5-e6", "d5-e5")
    assert "accept-1" not in texts(s, 0)
    assert 0 == s.offer_to[1]


def test_in_earlier_records_an_offer_is_for_a_square() -> None:
    """Ruling W7: records of rules 2 are played by the option that says so."""
    assert GAME.options_under(2, {})["loose_trade"]
    s = market(loose_trade=True)
    army(s, 0, "e5", 5)
    army(s, 0, "d5")
    do(s, 1, "offer-0", "ask-army-e5", "give-gold-9", "send")
    do(s, 0, "e5-e6", "d5-e5")
    assert "accept-1" in texts(s, 0)


def test_an_offer_that_asks_for_gold_waits_for_it() -> None:
    """Ruling W7: nobody learns that the other side cannot pay yet."""
    s = market()
    do(s, 1, "offer-0", "ask-gold-10", "send")
    s.gold[0] = 9
    do(s, 2, "offer-0", "give-gold-1", "send")
    assert "accept-1" not in texts(s, 0)
    do(s, 0, "accept-2")
    assert "accept-1" in texts(s, 0)


def test_an_offer_that_asks_for_a_keep_waits_for_it() -> None:
    """Ruling W7: another clan takes the keep, and the one that was asked gets it back."""
    s = market()
    castle(s, "e5", owner=0)
    do(s, 1, "offer-0", "ask-keep-e5", "give-gold-9", "send")
    s.control[3] = 2
    do(s, 2, "offer-0", "give-gold-1", "send")
    assert "accept-1" not in texts(s, 0)
    do(s, 2, "clear")
    s.control[3] = 0
    do(s, 2, "offer-0", "give-gold-1", "send")
    assert "accept-1" in texts(s, 0)


def test_an_offer_ends_when_its_maker_lacks_what_it_gives() -> None:
    """Ruling W7: what the maker no longer has cannot be accepted."""
    s = market()
    do(s, 1, "offer-0", "give-gold-9", "send")
    do(s, 2, "offer-1", "ask-gold-5", "send")
    do(s, 1, "accept-2")
    assert 0 == s.offer_to[1]


def test_any_amount_that_there_is_can_be_offered() -> None:
    """Ruling W7: gold and honor up to 120, more honor than anybody has; gold above that stays."""
    s = market()
    s.gold[1], s.honor[1] = 130, 49
    do(s, 1, "offer-0")
    amounts = {text for text in texts(s, 1) if text.startswith(("give-gold", "give-honor"))}
    assert {f"give-gold-{n}" for n in range(1, 121)} | {
        f"give-honor-{n}" for n in range(1, 50)
    } == amounts
    do(s, 1, "give-gold-120", "give-honor-39", "send")
    assert (130, 49) == (do(s, 0, "accept-1").gold[0], s.honor[0])


def test_all_cards_of_a_kind_can_be_asked_for() -> None:
    """Ruling W7: as many as the game has, since hands are hidden; three in any case, as before."""
    s = do(market(), 1, "offer-0", *["ask-st"] * 10, *["ask-mh"] * 3)
    assert not {"ask-st", "ask-mh"} & set(texts(s, 1))
    assert {"ask-st-less", "ask-mh-less"} <= set(texts(s, 1))


def test_nine_armies_and_nine_keeps_fit_on_a_side() -> None:
    """Ruling W7: another one does not; one that is in can be taken out."""
    s = market()
    squares = [f"{column}5" for column in "abcdefghij"]
    for square in squares:
        army(s, 1, square)
    do(s, 1, "offer-0", *[f"give-army-{square}" for square in squares[:9]])
    now = {text for text in texts(s, 1) if text.startswith("give-army")}
    assert {f"give-army-{square}" for square in squares[:9]} == now
    do(s, 1, "send")
    assert 10 == do(s, 0, "accept-1").armies[0]
    for square in squares[:9]:
        castle(s, square, owner=2)
        s.army[SQUARE_OF[square]] = 0
    do(s, 2, "offer-0", *[f"give-keep-{square}" for square in squares[:9]], "send")
    do(s, 0, "accept-2")
    assert {0} == {holder(s, square) for square in squares[:9]}


def houses_of(*seats: int, **given: str | bool) -> Swords:
    """Takeda begins to draw; these seats have a keep with a Ninja House each, on a5, b5 and so on.

    The deck holds cards, and Takeda has drawn the free one.
    """
    s = market(EXPENSE, **given)
    for n, seat in enumerate(seats):
        traits(s, castle(s, f"{'abc'[n]}5", owner=seat), "ninja_house")
    do(s, 0, "on")
    s.drawn = 1
    return s


def swap(s: Swords, *items: str) -> Swords:
    """Takeda makes an offer to Uesugi, who accepts."""
    do(s, 0, "offer-1", *items, "send")
    return do(s, 1, "accept-0")


@pytest.mark.parametrize("stack", [True, False])
@pytest.mark.parametrize("other", [[], [1]])
def test_a_ninja_house_given_away_draws_no_more(stack: bool, other: list[int]) -> None:
    """Rules 6, Q22: a trait is lost with its castle, whoever else has one."""
    s = houses_of(*other, 0, stack_traits=stack)
    assert 1 == s.houses
    swap(s, f"give-keep-{'abc'[len(other)]}5", "ask-gold-1")
    assert 0 == s.houses


@pytest.mark.parametrize("given", ["a5", "b5"])
def test_of_two_that_count_once_either_draws(given: str) -> None:
    """Rulings Q6, Q22: where a trait counts once, one house that is left is enough."""
    s = houses_of(0, 0, stack_traits=False)
    assert 1 == s.houses
    swap(s, f"give-keep-{given}", "ask-gold-1")
    assert 1 == s.houses


def test_the_house_that_is_given_away_has_drawn() -> None:
    """Ruling Q22: of two houses, of which one has drawn, the one that is left still draws."""
    s = houses_of(0, 0)
    falls(do(s, 0, "house"), "di")
    swap(s, "give-keep-a5", "ask-gold-1")
    assert 1 == s.houses
    falls(do(s, 0, "house"), "di")
    assert "house" not in texts(s)


def test_two_houses_given_away_draw_no_more() -> None:
    """Ruling Q22: nobody draws for more houses than are left."""
    s = swap(houses_of(0, 0, 0), "give-keep-a5", "give-keep-b5", "ask-gold-1")
    assert 1 == s.houses


def test_a_house_that_is_passed_on_costs_no_draw() -> None:
    """Ruling Q22: one received in this phase draws nothing, so giving it away loses nothing."""
    s = houses_of(0, 1)
    swap(s, "ask-keep-b5", "give-gold-1")
    assert 1 == s.houses
    swap(s, "give-keep-b5", "ask-gold-1")
    assert 1 == s.houses


@pytest.mark.parametrize(("maker", "offer"), [(0, ("a5", "b5")), (1, ("b5", "a5"))])
def test_of_houses_that_are_exchanged_one_draws(maker: int, offer: tuple[str, str]) -> None:
    """Ruling Q22: what counts is how many are left, whoever made the offer."""
    s = houses_of(0, 1)
    do(s, maker, f"offer-{1 - maker}", f"give-keep-{offer[0]}", f"ask-keep-{offer[1]}", "send")
    do(s, 1 - maker, f"accept-{maker}")
    assert 1 == s.houses


def test_in_records_of_rules_3_a_house_draws_as_the_receiver_counts() -> None:
    """Ruling Q22: a record of rules 3 is played by the option that says so."""
    assert GAME.options_under(3, {})["miscounted_houses"]
    s = houses_of(1, 0, stack_traits=False, miscounted_houses=True)
    swap(s, "give-keep-b5", "ask-gold-1")
    assert 1 == s.houses
    s = houses_of(0, 0, miscounted_houses=True)
    falls(do(s, 0, "house"), "di")
    swap(s, "give-keep-a5", "ask-gold-1")
    assert 0 == s.houses


def test_a_ninja_house_received_draws_in_the_next_turn() -> None:
    """Ruling Q22: houses are counted when the phase begins."""
    s = market(EXPENSE)
    traits(s, castle(s, "e5", owner=1), "ninja_house")
    do(s, 0, "on")
    do(s, 1, "offer-0", "give-keep-e5", "ask-gold-1", "send")
    do(s, 0, "accept-1")
    assert 0 == s.houses
