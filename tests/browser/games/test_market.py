"""A game of Akiwado in the page: four people, one of them with a phone, and a bot."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from browser.conftest import Invite
from browser.visitor import PHONE, Places, Visitor, until

FIVE: Final = {"seats": "5"}
MAX_ROUNDS: Final = 600


def must_act(visitor: Visitor) -> bool:
    """Whether the table waits for a seat of this visitor."""
    return visitor.page.locator(".tray.yours").count() > 0


@pytest.mark.slow
def test_four_people_and_a_bot_play_to_the_end(invite: Invite) -> None:
    """Everybody decides on his own page; the same merchant wins on all of them."""
    people = [invite(), invite(viewport=PHONE, has_touch=True), invite(lang="ja"), invite()]
    people[0].opens_table(FIVE, ["me", "open", "open", "open", "greedy"], game="akiwado")
    for seat, visitor in enumerate(people[1:], 1):
        visitor.go(people[0].path)
        visitor.page.get_by_test_id(f"sit-{seat}").click()
    for visitor in people:
        visitor.is_at("running")
    rng = Random(3)
    for _ in range(MAX_ROUNDS):
        if people[0].status() == "over":
            break
        for visitor in people:
            if must_act(visitor):
                visitor.does_anything(rng)
        until(lambda: any(map(must_act, people)) or people[0].status() == "over", bool)
    for visitor in people:
        visitor.is_at("over")
    at_last = people[0].shown()
    assert [at_last] * 3 == [visitor.shown() for visitor in people[1:]]


@pytest.mark.slow
def test_a_vote_is_sealed_until_all_have_voted(invite: Invite) -> None:
    """The other page tells that a vote is in, and looks the same whichever it is (rule 19)."""
    first, second, third = invite(), invite(), invite()
    first.opens_table({"seats": "3"}, ["me", "open", "open"], game="akiwado")
    for seat, visitor in ((1, second), (2, third)):
        visitor.go(first.path)
        visitor.page.get_by_test_id(f"sit-{seat}").click()
    for visitor in (first, second, third):
        visitor.is_at("running")
    rng = Random(1)
    while not is_asked_to_vote(first):
        for visitor in (first, second, third):
            if must_act(visitor) and not is_asked_to_vote(first):
                visitor.does_anything(rng)
    looks = [vote(first, second, "accept"), vote(first, second, "challenge")]
    assert looks[0] == looks[1]


def is_asked_to_vote(visitor: Visitor) -> bool:
    """Whether the visitor can accept or challenge a split."""
    return "challenge" in visitor.lit()


def vote(voter: Visitor, other: Visitor, how: str) -> Places:
    """Vote, and what another sees once the vote is in."""
    before = other.version()
    voter.do([how])
    until(other.version, lambda version: version > before)
    assert 1 == other.page.locator('[data-piece="sealed"]').count()
    return other.shown()
