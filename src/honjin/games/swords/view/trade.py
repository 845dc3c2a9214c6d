"""Trade in the scene: the offers before each clan, and the clicks for them.

deal, side:1                       begin an offer         accept:1 decline:1 counter:1
give, gold:0, n:5                  an amount; also honor:0, promise
ask, gold:1, n:5                   the same for the other clan
give, hand:0.ninja                 a card                 ask, card, kind:ninja
give, army.e2   give, e2           an army, a keep        ask, army.e2   ask, e2
offer:0.give.ninja                 take out a card, an army (offer:0.ask.army.e2), a keep
clear  send                        drop or withdraw; send
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from honjin.core.scene import Piece, Tray, Verb
from honjin.core.words import Say
from honjin.games.swords.content.data import CARD_NAMES, CARDS, TRAIT_ROLLS
from honjin.games.swords.info.names import SQUARE_NAMES, Holes, card_say, clan
from honjin.games.swords.rules.state import MAX_ITEMS, Swords
from honjin.games.swords.rules.trading.offers import MAX_AMOUNT, SIDES, SUMS
from honjin.games.swords.rules.trading.trade import MAX_TRADE_ACTIONS, is_open
from honjin.games.swords.view.sides import card_piece
from honjin.games.swords.view.tooltips import face_of

STEP: Final = 20
"""Amounts are listed up to a multiple of this, so that a scene seldom changes for them."""
_SUM_LOOKS: Final = ("gold", "honor", "promise")


# ---- trays and pieces


def deal_trays(seen: Swords, seat: int) -> Iterator[Tray]:
    """Both sides of a clan's offer, if the viewer can see it."""
    if seen.offer_to[seat]:
        state = "offer" if seen.offer_sent[seat] else "draft"
        holes: Holes = {"who": clan(seat), "whom": clan(seen.offer_to[seat] - 1)}
        for side in SIDES:
            yield Tray(f"offer:{seat}.{side}", seat, Say(f"tray.{state}.{side}", holes), "panel")


def deal_pieces(seen: Swords, seat: int) -> Iterator[Piece]:
    """Pieces for all that is given and asked for."""
    if seen.offer_to[seat]:
        for side in range(2):
            yield from _sums(seen, seat, side)
            yield from _cards(seen, seat, side)
            yield from _things(seen, seat, side)


def _sums(seen: Swords, seat: int, side: int) -> Iterator[Piece]:
    on = f"offer:{seat}.{SIDES[side]}"
    for what, n in enumerate(seen.offer_sums[seat][side]):
        if n:
            say = Say(f"deal.{SUMS[what]}", {"n": n})
            yield Piece(f"{on}.{SUMS[what]}", on, _SUM_LOOKS[what], say, text=str(n))


def _cards(seen: Swords, seat: int, side: int) -> Iterator[Piece]:
    on = f"offer:{seat}.{SIDES[side]}"
    for card in range(CARDS):
        n = seen.offer_cards[seat][side][card]
        if n:
            yield card_piece(on, face_of(seen, card), n)


def _things(seen: Swords, seat: int, side: int) -> Iterator[Piece]:
    on = f"offer:{seat}.{SIDES[side]}"
    for k in range(MAX_ITEMS):
        square = seen.offer_army[seat][side][k] - 1
        if square >= 0:
            at, n = SQUARE_NAMES[square], seen.experience[square]
            look = f"army-{seen.army[square] - 1}" if seen.army[square] else "army-0"
            text = str(n) if n else ""
            yield Piece(f"{on}.army.{at}", on, look, Say("deal.army", {"at": at}), text=text)
        castle = seen.offer_keep[seat][side][k] - 1
        if castle >= 0:
            yield _keep(seen, on, castle)


def _keep(seen: Swords, on: str, castle: int) -> Piece:
    at = SQUARE_NAMES[seen.square[castle]]
    owner = seen.control[castle] if seen.control[castle] < seen.seats else "n"
    rolls = ".".join(str(TRAIT_ROLLS[trait - 1]) for trait in seen.trait[castle] if trait)
    return Piece(f"{on}.keep.{at}", on, f"keep-{owner}-{rolls}", Say("deal.keep", {"at": at}))


# ---- verbs


def deal_verbs(seen: Swords) -> Iterator[Verb]:
    """All buttons that can be part of a click path about trade."""
    if not is_open(seen):
        return
    for seat in range(seen.seats):
        if seen.offer_sent[seat]:
            yield from _answers(seat)
    yield from _DRAFTING
    yield from _amounts(-(-max(1, *seen.gold, *seen.honor) // STEP) * STEP)
    if MAX_TRADE_ACTIONS in seen.doings:
        yield Verb("close", Say("verb.deal.close"), "W7")
    yield from _PICKED


@cache
def _answers(seat: int) -> tuple[Verb, ...]:
    """The answers to the offer of a seat."""
    return tuple(
        Verb(f"{key}:{seat}", Say(f"verb.deal.{key}", {"who": clan(seat)}), "25")
        for key in ("accept", "decline", "counter")
    )


_DRAFTING: Final = tuple(
    Verb(key, Say(f"verb.deal.{key}"), "25")
    for key in ("send", "give", "ask", "clear", "deal", "promise", "card")
)
_PICKED: Final = tuple(
    Verb(f"kind:{CARD_NAMES[card]}", card_say(card), "25") for card in range(CARDS)
)


@cache
def _amounts(most: int) -> tuple[Verb, ...]:
    """Amounts up to the most that anybody has."""
    return tuple(
        Verb(f"n:{n}", Say("verb.n", {"n": n}), "25") for n in range(min(most, MAX_AMOUNT) + 1)
    )
