"""Why a path of clicks leads to no choice, and the rule that says so."""

from collections.abc import Sequence
from typing import Final

from honjin.core.scene import Reason
from honjin.core.words import Say
from honjin.games.akiwado.content.data import CARD_NAMES, ORDER
from honjin.games.akiwado.info.names import all_of, house
from honjin.games.akiwado.rules.play import may_act, must_act
from honjin.games.akiwado.rules.state import (
    BID,
    CALL,
    CHOOSE_COLOUR,
    DECLARE,
    OVER,
    SPLIT,
    TAKE_BACK,
    Akiwado,
    callers,
    stockers,
)

_MARKETS: Final = ("east", "west")


def why(seen: Akiwado, seat: int, path: Sequence[str]) -> Reason:
    """Why a path of ids leads to no choice of the seat."""
    if seen.phase == OVER:
        return _reason("over", "49")
    if not may_act(seen) >> seat & 1:
        return _why_not_now(seen, seat)
    first = path[0] if path else ""
    if seen.phase == CHOOSE_COLOUR:
        return _reason("screen", "W3")
    if seen.phase == SPLIT:
        return _why_no_split(first)
    if seen.phase == CALL:
        return _why_no_call(first)
    if seen.phase == DECLARE:
        return _reason("declare.first", "27")
    if seen.phase == BID:
        return _why_no_bid(seen, seat, path)
    return _reason("back", "46") if seen.phase == TAKE_BACK else _why_no_salvage(first)


def _reason(key: str, number: str, **holes: int | str | Say) -> Reason:
    return Reason(Say(f"why.{key}", holes), number)


def _why_not_now(seen: Akiwado, seat: int) -> Reason:
    if seen.phase == CALL and seat == seen.turn:
        return _reason("own.split", "19")
    if seen.phase == CALL and not callers(seen) >> seat & 1:
        return _reason("ungrateful", "16")
    if seen.phase == BID and not stockers(seen) >> seat & 1:
        return _reason("absent", "Q8")
    if seen.settled >> seat & 1:
        return _reason("settled", "W1")
    waiting = [other for other in range(seen.seats) if must_act(seen) >> other & 1]
    if not waiting:
        return _reason("chance", "4")
    return _reason("turn", "9", who=all_of(house(other) for other in waiting))


def _why_no_split(first: str) -> Reason:
    if first.startswith("die"):
        return _reason("choose.split", "11")
    return _reason("split.first", "11")


def _why_no_call(first: str) -> Reason:
    if first in _MARKETS or first == "pocket":
        return _reason("touting", "25")
    return _reason("call", "19")


def _why_no_bid(seen: Akiwado, seat: int, path: Sequence[str]) -> Reason:
    first, rest = (path[0] if path else ""), path[1:]
    if first.startswith(("coins", "purse", "screen")):
        return _reason("market.first", "28")
    if first in _MARKETS:
        if not seen.coins[seat]:
            return _reason("no.coins", "28")
        if rest and rest[0].startswith("coins"):
            return _reason("too.many", "28", n=seen.coins[seat])
        if rest and rest[0] in _MARKETS:
            return _reason("both", "Q9")
        return _reason("choose.coins", "28")
    return _reason("bid", "28")


def _why_no_salvage(first: str) -> Reason:
    if first == f"waste.{CARD_NAMES[ORDER]}":
        return _reason("order.lost", "47")
    return _reason("salvage", "47")
