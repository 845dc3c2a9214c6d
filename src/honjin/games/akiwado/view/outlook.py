"""The points of a merchant: those now, those to come at best, those that a market would bring."""

from functools import lru_cache
from typing import Final, NamedTuple

from honjin.games.akiwado.content.data import CARDS
from honjin.games.akiwado.rules.scoring import basic_points, score, special_points
from honjin.games.akiwado.rules.state import EAST, PLACES, WEST, Akiwado
from honjin.games.akiwado.rules.stocking import settle_market

_COUNTING: Final = (
    "seats", "variant", "purveyor_tie", "basic_points_per_article", "special_mode", "white_points",
)  # fmt: skip
"""The numbers that affect how cards are counted; points of sets do as well."""


class Goods(NamedTuple):
    """All cards that points depend on, and the options for counting them."""

    rules: tuple[int, ...]
    set_points: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    markets: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    markers: tuple[int, ...]


class Outlook(NamedTuple):
    """A merchant's points, what all cards to come would bring, and what each market would."""

    points: int
    cards: int
    sets: int
    reach: int
    gain: tuple[int, ...]


def outlook(s: Akiwado, seat: int) -> Outlook:
    """The outlook of a seat."""
    return _outlook(_goods_of(s), seat)


def _goods_of(s: Akiwado) -> Goods:
    return Goods(
        tuple(getattr(s, name) for name in _COUNTING), tuple(s.set_points),
        tuple(map(tuple, s.hand)), tuple(map(tuple, s.market)), tuple(s.deck), tuple(s.marker),
    )  # fmt: skip


@lru_cache(4096)
def _outlook(goods: Goods, seat: int) -> Outlook:
    """Computed once for each set of goods: it stays the same while players decide."""
    s = Akiwado(
        **dict(zip(_COUNTING, goods.rules, strict=True)), set_points=list(goods.set_points),
        deck=list(goods.deck),
        hand=[*map(list, goods.hands)], market=[*map(list, goods.markets)],
        marker=list(goods.markers),
    )  # fmt: skip
    gains = tuple(_gain(s, seat, place) if place in (EAST, WEST) else 0 for place in range(PLACES))
    return Outlook(
        score(s, seat), basic_points(s, seat), special_points(s, seat), _reach(s, seat), gains
    )


def _reach(s: Akiwado, seat: int) -> int:
    """The points of a seat's sets with every card still to come."""
    s = s.copy()
    for card in range(CARDS):
        s.hand[seat][card] += s.deck[card] + s.market[EAST][card] + s.market[WEST][card]
    return special_points(s, seat)


def _gain(before: Akiwado, seat: int, place: int) -> int:
    """The points a seat would gain by buying the cards of a market."""
    s = before.copy()
    s.place[seat], s.bid[seat] = place, 1
    settle_market(s, place)
    return score(s, seat) - score(before, seat)
