"""Prompts: a seat's choices now, in one sentence, and why a path of clicks leads to no choice."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from honjin.core.contract.presentation import Prompt
from honjin.core.scene import Reason
from honjin.core.words import Say
from honjin.games.swords.content.cardlist import PRINTED
from honjin.games.swords.content.data import CARD_NAMES, INTRIGUE, MAX_BATTLES, NINJA
from honjin.games.swords.content.maps import IMPASSABLE, is_beside
from honjin.games.swords.info.names import (
    SQUARE_NAMES,
    SQUARE_OF,
    Holes,
    clan,
    clans,
    terrain_say,
)
from honjin.games.swords.rules.actions import ACTIONS, ON
from honjin.games.swords.rules.battles.secret import laid_aside
from honjin.games.swords.rules.expense import can_pay
from honjin.games.swords.rules.play import list_duties, may_act, must_act
from honjin.games.swords.rules.state import (
    ATTACKED,
    BATTLE,
    BUY,
    CHARGE,
    COMMIT,
    DRAW,
    ENTER,
    EXPENSE,
    HONOR,
    LATE,
    LAY,
    MARCH,
    OVER,
    PLACE,
    REDUCE,
    SCOUT,
    SECOND,
    TRAVEL,
    VICTIM,
    YIELD,
    Swords,
    enter_cost,
    is_in,
)
from honjin.games.swords.rules.trading.offers import GIVE, PROMISE
from honjin.games.swords.rules.trading.trade import MAX_TRADE_ACTIONS, can_give, is_sound
from honjin.games.swords.rules.travel import points_of
from honjin.games.swords.view.battle import sum_say
from honjin.games.swords.view.tooltips import PRICES, face_of

MAX_LISTED: Final = 2048
_PROMPTS: Final = {
    LAY: ("lay", "26"), SECOND: ("second", "7"), EXPENSE: ("expense", "12"), DRAW: ("draw", "13"),
    HONOR: ("honor", "14"), BUY: ("buy", "Q25"), VICTIM: ("victim", "Q26"), YIELD: ("yield", "Q26"),
    TRAVEL: ("travel", "15"), BATTLE: ("battle", "16"), MARCH: ("march", "Q47"),
    CHARGE: ("charge", "Q47"), LATE: ("late", "Q47"), SCOUT: ("scout", "W1"),
    COMMIT: ("commit", "18"), ENTER: ("enter", "Q53"), REDUCE: ("reduce", "23"),
}  # fmt: skip


def prompt(seen: Swords, seat: int) -> Prompt:
    """The prompt of a seat."""
    if seen.phase == OVER:
        return Prompt(Say("prompt.over"), "10")
    if not may_act(seen) >> seat & 1:
        return Prompt(Say("prompt.wait", {"who": clans(must_act(seen), seen.seats)}), "11")
    has_more = seen.doings[seat] < MAX_TRADE_ACTIONS
    drafts = has_more and bool(seen.offer_to[seat]) and not seen.offer_sent[seat]
    if must_act(seen) >> seat & 1:
        return _beside_draft(seen, seat) if drafts else _duty(seen, seat)
    if drafts:
        return _draft_prompt(seen, seat)
    if not has_more:
        return Prompt(Say("prompt.close", {"who": clans(must_act(seen), seen.seats)}), "W7")
    return Prompt(Say("prompt.trade", {"who": clans(must_act(seen), seen.seats)}), "25")


def _beside_draft(seen: Swords, seat: int) -> Prompt:
    """The seat's duty, then a mention of the offer that is begun."""
    duty, whom = _duty(seen, seat), clan(seen.offer_to[seat] - 1)
    return replace(duty, say=Say("beside.draft", {"duty": duty.say, "whom": whom}))


def _duty(seen: Swords, seat: int) -> Prompt:
    """The prompt for the decision that a seat must make."""
    if seen.phase == PLACE:
        key = "prompt.fortress" if seen.placed < seen.seats else "prompt.keep"
        return Prompt(Say(key), "26")
    if seen.phase == COMMIT:
        return _commit_prompt(seen, seat)
    key, number = _asked(seen, seat)
    asks = _card_asks(seen, seat) if seen.phase == HONOR else _army_asks(seen, seat)
    return Prompt(Say(f"prompt.{key}", _holes(seen, seat)), number, asks=asks)


def _commit_prompt(seen: Swords, seat: int) -> Prompt:
    """How many cards can be set aside, and what those that are come to."""
    most, holes = seen.commit_max, {"sum": sum_say(seen, seat)}
    if most == PRINTED.number("commit_max"):
        return Prompt(Say("prompt.commit", {**holes}), "18")
    return Prompt(Say("prompt.commit.own", {**holes, "most": most}), "18")


def _card_asks(seen: Swords, seat: int) -> dict[str, Say]:
    """The prompt after a card with an effect of its own number is clicked."""
    asks = {}
    for card, has_aim in ((INTRIGUE, True), (NINJA, any(seen.army))):
        name, n = CARD_NAMES[card], face_of(seen, card).price
        if seen.hand[seat][card] and has_aim and n != PRINTED.number(PRICES[name]):
            asks[f"hand:{seat}.{name}"] = Say(f"ask.{name}.own", {"n": n})
    return asks


def _asked(seen: Swords, seat: int) -> tuple[str, str]:
    """The prompt of the phase for a seat that must act, and its rule."""
    key, number = _PROMPTS[seen.phase]
    if seen.phase == EXPENSE and not can_pay(seen):
        return "expense.short", number
    if (EXPENSE < seen.phase <= LATE or seen.phase == SCOUT) and _has_nothing(seen, seat):
        return "nothing", number if seen.phase == SCOUT else "11"
    if seen.phase == EXPENSE and seen.raised:
        return "expense.raised", number
    if seen.phase == DRAW and seen.drawn:
        return ("draw.more", number) if seen.gold[seat] >= seen.draw_cost else ("draw.house", "Q22")
    return key, number


def _army_asks(seen: Swords, seat: int) -> dict[str, Say]:
    """The prompt after an army is clicked: how far it can go, or what it can attack."""
    if not TRAVEL <= seen.phase <= LATE:
        return {}
    out, asks = [0] * MAX_LISTED, dict[str, Say]()
    for action in out[: list_duties(seen, seat, out)]:
        key, args = ACTIONS.decode(action)
        if key in ("step", "leap", "strike"):
            name = SQUARE_NAMES[args[0]]
            ask = "ask.army.strike" if key == "strike" else "ask.army"
            asks[name] = Say(ask, {"at": name, "n": points_of(seen, args[0])})
    return asks


def _has_nothing(seen: Swords, seat: int) -> bool:
    """True if a seat is asked only because it could hold a card to play."""
    duties = [0] * MAX_LISTED
    return list_duties(seen, seat, duties) == 1 and duties[0] == ON


def _draft_prompt(seen: Swords, seat: int) -> Prompt:
    """The prompt for an offer that is begun: it can be sent, or needs more."""
    is_right = is_sound(seen, seat) and can_give(seen, seat, 0, seat)
    key = "prompt.draft" if is_right else "prompt.draft.unsound"
    if is_right and seen.offer_sums[seat][GIVE][PROMISE]:
        key = "prompt.draft.promise"
    return Prompt(Say(key, {"whom": clan(seen.offer_to[seat] - 1)}), "25")


def _holes(seen: Swords, seat: int) -> Holes:
    return {
        "gold": seen.gold[seat], "armies": seen.armies[seat],
        "due": seen.supply * seen.armies[seat], "n": _asked_for(seen, seat),
        "cost": seen.honor_cost if seen.phase == BUY else seen.draw_cost,
    }  # fmt: skip


def _asked_for(seen: Swords, seat: int) -> int:
    """How much honor can be bought, how much or how many cards are lost."""
    if seen.phase == REDUCE:
        return seen.held[seat] - seen.limit[seat] - laid_aside(seen, seat)
    return {BUY: seen.verses, VICTIM: seen.intrigue_loss, YIELD: seen.to_lose}.get(seen.phase, 0)


# ---- why not

_TRADE: Final = (
    "deal", "give", "ask", "clear", "send", "accept:", "decline:", "counter:", "offer:",
)  # fmt: skip


def why(seen: Swords, seat: int, path: Sequence[str]) -> Reason:
    """Why a path of ids leads to no choice of the seat."""
    if seen.phase == OVER:
        return Reason(Say("why.over"), "10")
    if not is_in(seen, seat):
        return Reason(Say("why.out"), "9")
    if not may_act(seen) >> seat & 1:
        if not must_act(seen):
            return Reason(Say("why.chance"), "4")
        return Reason(Say("why.turn", {"who": clans(must_act(seen), seen.seats)}), "11")
    if not must_act(seen) >> seat & 1 or (path[:1] and path[0].startswith(_TRADE)):
        return Reason(Say("why.trade"), "25")
    return _why_here(seen, path)


def _why_here(seen: Swords, path: Sequence[str]) -> Reason:
    first = path[0] if path else ""
    squares = [SQUARE_OF[name] for name in path if name in SQUARE_OF]
    if seen.phase == COMMIT:
        return Reason(Say("why.five") if first.startswith("hand") else _commit_say(seen), "18")
    if first.startswith("hand:") and seen.phase not in (YIELD, REDUCE):
        return Reason(Say("why.card"), "11")
    if seen.phase in (TRAVEL, MARCH):
        return _why_step(seen, squares)
    if BATTLE <= seen.phase <= LATE:
        return _why_strike(seen, squares)
    if seen.phase == PLACE:
        return Reason(Say("why.place"), "26")
    key, number = _PROMPTS[seen.phase]
    return Reason(Say(f"why.{key}"), number)


def _commit_say(seen: Swords) -> Say:
    """How many cards of the hand are to be set aside."""
    most, limited = seen.commit_max, seen.limited_max
    if (most, limited) == (PRINTED.number("commit_max"), PRINTED.number("limited_max")):
        return Say("why.commit")
    return Say("why.commit.own", {"most": most, "limited": limited})


def _why_step(seen: Swords, squares: Sequence[int]) -> Reason:
    """Why an army of the active player cannot go to a square."""
    if not squares or seen.army[squares[0]] != seen.turn + 1:
        return Reason(Say("why.step"), "15")
    points = points_of(seen, squares[0])
    if points == 0:
        return Reason(Say("why.step.moved"), "Q37")
    if len(squares) == 1:
        return Reason(Say("why.step"), "15")
    return _why_not_enter(seen, squares[0], squares[1], points)


def _why_not_enter(seen: Swords, base: int, to: int, points: int) -> Reason:
    at: Holes = {"at": SQUARE_NAMES[to]}
    if seen.terrain[to] >= IMPASSABLE and seen.castle[to] == 0:
        return Reason(Say("why.step.peaks", at | {"terrain": terrain_say(seen.terrain[to])}), "1")
    if seen.army[to]:
        return Reason(Say("why.step.full", at), "Q32")
    if not is_beside(seen.adjacency, base, to):
        return Reason(Say("why.step.away", at), "15")
    cost = enter_cost(seen, to)
    return Reason(Say("why.step.far", at | {"n": points, "cost": cost}), "Q31")


def _why_strike(seen: Swords, squares: Sequence[int]) -> Reason:
    """Why an army of the active player cannot attack."""
    if not squares or seen.army[squares[0]] != seen.turn + 1:
        return Reason(Say("why.strike"), "16")
    if seen.fought >= MAX_BATTLES:
        return Reason(Say("why.strike.most", {"n": MAX_BATTLES}), "W10")
    if seen.attacks and seen.marks[squares[0]] & ATTACKED:
        return Reason(Say("why.strike.done"), "Q38")
    if len(squares) == 1:
        return Reason(Say("why.strike"), "16")
    at: Holes = {"at": SQUARE_NAMES[squares[1]]}
    if seen.army[squares[1]] in (0, seen.turn + 1):
        return Reason(Say("why.strike.nobody", at), "16")
    return Reason(Say("why.strike.away", at), "Q5")
