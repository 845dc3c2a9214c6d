"""A game of Japanese Swords in the page: three people, one with a phone, and three bots."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import ViewportSize

from browser.conftest import Invite
from browser.measures import WINDOWS
from browser.page.test_reading import flaws, widest
from browser.visitor import PHONE, Places, Visitor, until

SIX: Final = {"seats": "6", "trade": "full", "max_rounds": "5"}
MAX_DEEDS: Final = 3000
TRADE: Final = ("deal", "give", "ask", "clear", "send", "accept:", "decline:", "counter:", "offer:")
ENDS: Final = ("on", "seal", "enter", "honor")


def must_act(visitor: Visitor) -> bool:
    """Whether the table waits for a seat of this visitor."""
    return visitor.page.locator(".tray.yours").count() > 0


def does_one_thing(visitor: Visitor, rng: Random) -> None:
    """Ends what can be ended, mostly; else clicks what is lit, until something is done."""
    version = visitor.version()
    for _ in range(4):
        lit = [id for id in visitor.lit() if not id.startswith(TRADE)]
        if not lit or visitor.version() != version:
            return
        ends = [id for id in lit if id in ENDS]
        visitor.thing(ends[0] if ends and rng.random() < 0.85 else rng.choice(lit)).click()
        visitor.confirms()
        before = (version, visitor.lit())
        until(lambda: (visitor.version(), visitor.lit()), lambda now, old=before: now != old, 2)


def amount(visitor: Visitor, id: str) -> int:
    """What is written on a piece that counts."""
    label = visitor.thing(id).get_attribute("aria-label") or ""
    return int("".join(mark for mark in label.split(" of ")[0] if mark.isdigit()) or 0)


def play(people: list[Visitor], rng: Random) -> Iterator[Visitor]:
    """Play on until the game is over; before each deed tell who is to do it."""
    for _ in range(MAX_DEEDS):
        until(lambda: any(map(must_act, people)) or people[0].status() == "over", bool)
        if people[0].status() == "over":
            return
        for visitor in people:
            if must_act(visitor):
                yield visitor
                does_one_thing(visitor, rng)


def sit_down(people: list[Visitor], options: dict[str, Any]) -> None:
    """The first opens a table with three bots, the others come."""
    seats = ["me", "open", "open", "greedy", "greedy", "greedy"]
    people[0].opens_table(options, seats, game="swords")
    for seat, visitor in enumerate(people[1:], 1):
        visitor.go(people[0].path)
        visitor.page.get_by_test_id(f"sit-{seat}").click()
    for visitor in people:
        visitor.is_at("running")


@pytest.mark.slow
def test_three_people_and_three_bots_play_to_the_end(invite: Invite) -> None:
    """On desks and a phone, in both languages, with a trade on the way; all see the same end."""
    people = [invite(), invite(viewport=PHONE, has_touch=True), invite(lang="ja")]
    sit_down(people, SIX)
    traded = False
    for visitor in play(people, Random(5)):
        seat = people.index(visitor)
        if not traded and seat < 2 and "on" in visitor.lit() and amount(visitor, f"gold:{seat}"):
            trades(visitor, seat, people[1 - seat], 1 - seat)
            traded = True
    assert traded
    for visitor in people:
        visitor.is_at("over")
    assert 360 >= widest(people[1])
    at_last = open_to_all(people[0])
    assert [at_last] * 2 == [open_to_all(visitor) for visitor in people[1:]]


def open_to_all(visitor: Visitor) -> Places:
    """What lies where, without hands and offers, which each sees otherwise."""
    return {
        place: what
        for place, what in visitor.shown().items()
        if not place.startswith(("hand:", "offer:"))
    }


def trades(giver: Visitor, seat: int, taker: Visitor, other: int) -> None:
    """One gold for one promise: built, sent, accepted; the gold has changed hands (rule 25)."""
    before = amount(giver, f"gold:{seat}"), amount(taker, f"gold:{other}")
    giver.do(["deal", f"side:{other}"])
    giver.do(["give", f"gold:{seat}", "n:1"])
    giver.do(["ask", "promise", "n:1"])
    assert 0 == taker.page.locator(f'[data-id="offer:{seat}.give"]').count()
    giver.do(["send"])
    taker.do([f"accept:{seat}"])
    expected = before[0] - 1, before[1] + 1
    after = until(
        lambda: (amount(giver, f"gold:{seat}"), amount(taker, f"gold:{other}")),
        lambda now: now == expected,
    )
    assert expected == after


@pytest.mark.slow
def test_an_offer_is_countered_and_withdrawn(invite: Invite) -> None:
    """Built by keyboard alone; the other side changes its halves about; it is taken back (Q61)."""
    first, second = invite(), invite()
    first.opens_table({"seats": "2", "trade": "full"}, ["me", "open"], game="swords")
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    people = [first, second]
    place_armies(people)
    first.do_by_keyboard(["deal"])
    first.do_by_keyboard(["give", "promise", "n:2"])
    first.do_by_keyboard(["send"])
    second.do(["counter:0"])
    second.waits_to_be_asked("give")
    assert 1 == second.page.locator('[data-id="offer:1.ask.promises"]').count()
    second.do(["send"])
    first.waits_to_be_asked("accept:1")
    second.do(["clear"])
    assert "accept:1" not in until(first.lit, lambda lit: "accept:1" not in lit)


def place_armies(people: list[Visitor]) -> None:
    """Both set their second army down (rule 7)."""
    for visitor in people:
        visitor.is_at("running")
    while not any("on" in visitor.lit() for visitor in people):
        for visitor in people:
            if must_act(visitor) and "on" not in visitor.lit():
                visitor.do([visitor.lit()[0]])
                until(
                    lambda one=visitor: must_act(one) and "on" not in one.lit(),
                    lambda is_so: not is_so,
                )


@pytest.mark.slow
def test_a_turn_by_keyboard_alone(invite: Invite) -> None:
    """Supplies, a card, honor, a march of two steps, and on: with Tab, arrows and Enter."""
    alone = invite()
    alone.opens_table_by_keyboard({"seats": "2"}, ["me", "greedy"], game="swords")
    alone.is_at("running")
    while "on" not in alone.lit():
        if must_act(alone) and alone.lit():
            alone.do_by_keyboard([alone.lit()[0]])
        until(alone.lit, bool)
    alone.do_by_keyboard(["on"])
    alone.do_by_keyboard(["draw"])
    alone.do_by_keyboard(["on"])
    alone.waits_to_be_asked("on")
    steps = alone.steps()
    while not (starts := [id for id in alone.lit() if is_square(id)]):
        alone.do_by_keyboard(["on"])
        until(alone.steps, lambda now: now > steps)
    alone.do_by_keyboard([starts[0]])
    goals = until(alone.lit, lambda lit: any(id != starts[0] for id in lit))
    alone.do_by_keyboard([next(id for id in goals if is_square(id) and id != starts[0])])
    assert until(alone.steps, lambda now: now > steps) > steps


def is_square(id: str) -> bool:
    """Whether an id names a square."""
    return len(id) <= 3 and id[0].isalpha() and id[1:].isdigit()


def begins_an_offer(alone: Visitor, seats: int) -> None:
    """Open a table with bots, and begin an offer in one's own turn."""
    options = {"seats": str(seats), "trade": "full", "start_hand": "5"}
    alone.opens_table(options, ["me", *["greedy"] * (seats - 1)], game="swords")
    alone.is_at("running")
    while "deal" not in alone.lit() or not must_act(alone):
        if must_act(alone) and (lit := alone.lit()):
            alone.thing(lit[0]).click()
            until(alone.lit, lambda now, old=lit: now != old)
        until(lambda: must_act(alone), bool)
    alone.do(["deal", "side:1"])
    alone.do(["give", "promise", "n:1"])


# The buttons below the board that are cut at a side, or still covered when they are scrolled to.
_AWAY: Final = """() => [...document.querySelectorAll("[data-testid=verb], [data-testid=back]")]
  .filter((button) => {
    const {left, right} = button.getBoundingClientRect();
    button.scrollIntoView({block: "nearest", inline: "nearest"});
    const {top, bottom} = button.getBoundingClientRect();
    const reached = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left < 0 || right > innerWidth || !button.contains(reached);
  }).map((button) => button.innerText)"""


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_action_lies_off_the_screen_of_a_phone(lang: str, invite: Invite) -> None:
    """Below an offer they could be scrolled sideways only, and nothing told of it."""
    alone = invite(lang=lang, viewport=PHONE, has_touch=True)
    alone.may_be_late = True  # bots move as well
    begins_an_offer(alone, 4)
    for path in (["ask"], ["card"]):
        assert [] == alone.page.evaluate(_AWAY)
        alone.do(path)
    assert 12 < sum(id.startswith("kind:") for id in alone.lit())
    assert [] == alone.page.evaluate(_AWAY)


_COVERED: Final = """() => {
  const panel = document.querySelector(".own-panels").getBoundingClientRect();
  return [...document.querySelectorAll(".board [data-space]")].filter((space) => {
    const one = space.getBoundingClientRect();
    return one.width > 0 && one.left < panel.right - 1 && panel.left < one.right - 1
      && one.top < panel.bottom - 1 && panel.top < one.bottom - 1;
  }).map((space) => space.dataset.id);
}"""


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("viewport", WINDOWS, ids=lambda one: str(one["width"]))
def test_an_offer_being_made_covers_no_square(
    seats: int, viewport: ViewportSize, invite: Invite
) -> None:
    """Armies of the lowest row are there to be given, too."""
    alone = invite(viewport=viewport, has_touch=viewport == PHONE)
    alone.may_be_late = True  # bots move as well
    begins_an_offer(alone, seats)
    assert [] == alone.page.evaluate(_COVERED)
    assert viewport["width"] >= widest(alone)


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [WINDOWS[0], PHONE], ids=lambda one: str(one["width"]))
def test_a_card_is_taken_out_of_an_offer_by_keyboard(
    viewport: ViewportSize, invite: Invite
) -> None:
    """Tab reaches what lies in the offer, and Enter takes it out again."""
    alone = invite(viewport=viewport, has_touch=viewport == PHONE)
    alone.may_be_late = True  # bots move as well
    begins_an_offer(alone, 2)
    alone.do(["give"])
    card = next(id for id in alone.lit() if id.startswith("hand:0."))
    alone.do([card])
    offered = alone.thing(card.replace("hand:0", "offer:0.give"))
    offered.wait_for()
    for _ in range(80):
        if offered.evaluate("one => one === document.activeElement"):
            break
        alone.page.keyboard.press("Tab")
    alone.page.keyboard.press("Enter")
    offered.wait_for(state="detached")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_axe_finds_nothing_serious_and_nothing_sticks_out(lang: str, invite: Invite) -> None:
    """On a phone, with a draft of an offer open: nothing to find, and no sideways scrolling."""
    alone = invite(lang=lang, viewport=PHONE, has_touch=True)
    begins_an_offer(alone, 4)
    assert [] == flaws(alone)
    assert 360 >= widest(alone)
