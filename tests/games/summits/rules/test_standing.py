"""Standing orders (W9): given in advance, in secret, and carried out without a pause."""

import pytest

from games.summits.given import GAME, TEN, A, H, actor, do, field, legal, log_lines, opened, refusal
from honjin.core.seats import SPECTATOR
from honjin.games.summits.rules.standing_orders import MAX_ORDERS
from honjin.games.summits.rules.state import Summits

HELD = ("minase=h:takayama_ukon,takayama*4", "yamazaki=a:tsuda_nobuharu,akechi*4", "shimoueno=a:",
        "ogura=a:akechi*2")  # fmt: skip


def waiting(*cards: str) -> Summits:
    """Takayama is about to enter Yamazaki; the Akechi hold at least four cards."""
    s = field(TEN, *HELD, fire=2)
    hand = {name: cards.count(name) for name in cards}
    s.hand[A] = [0, 0, 4 - sum(hand.values()), 0, hand.get("ambush", 0), 0]
    s.hand[A][3] = hand.get("rally", 0)
    s.cards[A] = s.size[A] = sum(s.hand[A])
    return do(s, "down:fire", "gather:minase", seat=H)


def ordered(s: Summits, *orders: str) -> Summits:
    """Give these orders for the Akechi."""
    return do(s, *orders, seat=A)


def test_an_order_is_given_while_the_other_side_acts() -> None:
    """Ruling W9: the seat may act, and nobody waits for it."""
    s = waiting("ambush")
    assert (3, 1) == (GAME.may_act(s), GAME.must_act(s))
    found = {"let-all", "let:yamazaki", "lurk:yamazaki", "let:ogura", "lurk:ogura"}
    assert found == legal(s, A)


def test_an_order_is_given_at_the_start_of_a_phase() -> None:
    """Ruling W9: not once a card has been played."""
    s = opened()
    assert {"let-all", "let:minase"} < legal(s)
    assert not {"let-all", "let:minase"} & legal(do(s, "use:fire"))
    assert H == actor(do(s, "let:minase", "let-all"))


def test_an_ambush_in_advance() -> None:
    """Ruling W9: it is sprung at once when enemies enter."""
    s = ordered(waiting("ambush"), "lurk:yamazaki")
    after = do(s, "move:yamazaki", seat=H)
    assert (1, 0, 0) == (after.shown[A][4], after.hand[A][4], after.lurking[A])
    assert "support:4" in legal(after, A)
    assert ["Hideyoshi moves to Yamazaki", "Akechi ambushes in Yamazaki"] == log_lines(
        s, "move:yamazaki", H
    )


def test_enemies_pass_as_ordered() -> None:
    """Ruling W9: nobody is asked, and everybody sees that they pass."""
    s = ordered(waiting("ambush"), "let:yamazaki")
    assert {"pass"} < legal(do(s, "move:yamazaki", seat=H), A)
    lines = ["Hideyoshi moves to Yamazaki", "Akechi lets them pass"]
    assert lines == log_lines(s, "move:yamazaki", H) == log_lines(s, "move:yamazaki", SPECTATOR)


@pytest.mark.parametrize("order", ["let:ogura", "lurk:ogura"])
def test_elsewhere_one_is_asked(order: str) -> None:
    """Ruling W9: an order applies to its area only."""
    s = do(ordered(waiting("ambush"), order), "move:yamazaki", seat=H)
    assert {"let", "let-all", "ambush"} == legal(s, A)


def test_asked_at_one_area_only() -> None:
    """Ruling W9: the last order for an area counts."""
    s = ordered(waiting("ambush"), "let-all", "ask:yamazaki")
    assert "let:yamazaki" in legal(s, A)
    assert {"let", "let-all", "ambush"} == legal(do(s, "move:yamazaki", seat=H), A)
    assert "pass" in legal(do(ordered(s, "let-all"), "move:yamazaki", seat=H), A)
    again = ordered(s, "lurk:yamazaki", "ask-all")
    assert {"let", "let-all", "ambush"} == legal(do(again, "move:yamazaki", seat=H), A)


def test_without_the_card_one_is_asked() -> None:
    """Ruling W9: an ambush is ordered with the card in hand; once it is gone, the side is asked."""
    assert not {"lurk:yamazaki"} & legal(waiting("rally"), A)
    s = ordered(waiting("ambush"), "lurk:yamazaki")
    s.hand[A][4], s.hand[A][2] = 0, s.hand[A][2] + 1
    assert {"let", "let-all"} == legal(do(s, "move:yamazaki", seat=H), A)


def test_orders_are_secret() -> None:
    """Ruling W9: others neither see them nor read of them."""
    s = waiting("ambush")
    for order in ("lurk:yamazaki", "let:ogura", "let-all"):
        for viewer in (H, SPECTATOR):
            assert [] == log_lines(s, order, viewer, seat=A)
            assert GAME.seen_by(s, viewer) == GAME.seen_by(ordered(s, order), viewer)
    assert ["Akechi will ambush in Yamazaki"] == log_lines(s, "lurk:yamazaki", A, seat=A)
    assert ["明智方は山崎で待ち伏せる"] == log_lines(s, "lurk:yamazaki", A, "ja", A)


def test_who_may_give_orders_is_public() -> None:
    """Ruling W9: whatever the hand, and however many orders were given."""
    s = waiting("ambush")
    for one in (waiting("rally"), ordered(s, "let-all"), ordered(s, "lurk:ogura")):
        assert GAME.may_act(s) == GAME.may_act(one)


def test_an_ordered_answer_looks_like_another() -> None:
    """Ruling W9: letting all pass, without a card, looks the same as letting this one pass."""
    one = do(ordered(waiting("ambush"), "lurk:ogura", "let:yamazaki"), "move:yamazaki", seat=H)
    two = do(ordered(waiting("rally"), "let-all"), "move:yamazaki", seat=H)
    assert GAME.seen_by(one, H) == GAME.seen_by(two, H)
    assert GAME.seen_by(one, SPECTATOR) == GAME.seen_by(two, SPECTATOR)


def test_orders_come_to_an_end() -> None:
    """Ruling W9: after ten, a side can only announce that there are no more."""
    s = waiting("ambush")
    for n in range(MAX_ORDERS):
        s = ordered(s, "ask:yamazaki" if n % 2 else "let:yamazaki")
    assert {"no-more"} == legal(s, A)
    assert ["Akechi gives no more standing orders this turn"] == log_lines(s, "no-more", H, seat=A)
    s = ordered(s, "no-more")
    assert (set(), 1) == (legal(s, A), GAME.may_act(s))


def test_orders_are_for_a_turn() -> None:
    """Ruling W9: they end with the turn."""
    s = do(opened(), "let-all", "pass", "let:ogura", "pass")
    assert ([0, 0], [0, 0], [0, 0]) == (s.letting, s.lurking, s.orders)


def test_orders_lie_on_the_map() -> None:
    """Ruling W9: marks where enemies pass or are ambushed, for the ordering side alone."""
    s = ordered(waiting("ambush"), "lurk:yamazaki", "let:ogura")
    marks = {
        one.id: one.look
        for one in GAME.table.scene(GAME.seen_by(s, A)).pieces
        if one.id.startswith("order:")
    }
    assert {"order:1.yamazaki": "order-lurk", "order:1.ogura": "order-let"} == marks
    seen = GAME.table.scene(GAME.seen_by(s, H)).pieces
    assert not [one for one in seen if one.id.startswith("order:")]


def test_an_order_that_is_none() -> None:
    """Ruling W9: in an area where no unit of the side could ambush."""
    s = waiting("ambush")
    assert ("This order is not possible now", "W9") == refusal(s, A, "lurk", "onbozuka")
    assert "W9" == refusal(opened(), H, "lurk", "minase")[1]
