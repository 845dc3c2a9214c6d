"""The clicks of each action, and the prompt of the seat to act.

split    keep:15             declare       east, west or pocket
accept   accept              bid           east, coins:3
call     challenge           no bid        pocket
blue     leave, back         red           waste.red
colour   screen:red
"""

from collections.abc import Callable
from typing import Final

from honjin.core.contract.presentation import Choice, Prompt
from honjin.core.words import Say
from honjin.games.akiwado.content.data import BLACK, COLOUR_NAMES, YELLOW
from honjin.games.akiwado.info.names import Holes, all_of, cards_say, house, place_say
from honjin.games.akiwado.rules.actions import ACTIONS, PLACE_NAMES, dice_text
from honjin.games.akiwado.rules.play import may_act, must_act
from honjin.games.akiwado.rules.scoring import score
from honjin.games.akiwado.rules.state import (
    BID,
    CALL,
    CHOOSE_COLOUR,
    DECLARE,
    EAST,
    MAX_CHANGES,
    OVER,
    POCKET,
    SALVAGE,
    SPLIT,
    TAKE_BACK,
    WEST,
    Akiwado,
    holds,
    participants,
    quorum,
)
from honjin.games.akiwado.rules.stocking import salvage
from honjin.games.akiwado.rules.touting import income
from honjin.games.akiwado.view.outlook import outlook

# ---- choices


def choice(seen: Akiwado, seat: int, action: int) -> Choice:
    """One action as notation, as ids to click, with its benefit."""
    key, args = ACTIONS.decode(action)
    return Choice(
        ACTIONS.write(seen, seat, action), ACTIONS.path(seen, seat, action), key,
        _NOTES[key](seen, seat, *args), price=args[-1] if key == "bid" else None,
    )  # fmt: skip


def _split_note(seen: Akiwado, _seat: int, kept: int) -> Say:
    s = seen.copy()
    s.kept = kept
    return Say("note.split", {"incomes": _incomes(s)})


def _incomes(s: Akiwado) -> Say:
    """The income of each merchant from the split (rules 12-16)."""
    return all_of(
        Say("gain", {"who": house(seat), "n": income(s, seat)}) for seat in range(s.seats)
    )


def _accept_note(seen: Akiwado, seat: int) -> Say:
    return Say("note.accept", {"n": income(seen, seat), "incomes": _incomes(seen)})


def _challenge_note(seen: Akiwado, seat: int) -> Say:
    holes: Holes = {"need": quorum(seen), "of": participants(seen).bit_count()}
    key = "note.challenge.again" if seen.again else "note.challenge"
    return Say(f"{key}.two" if holds(seen, seat, BLACK) else key, holes)


def _place_note(seen: Akiwado, seat: int, place: int) -> Say:
    if place == POCKET:
        key = "note.pool.two" if holds(seen, seat, YELLOW) else "note.pool"
        return Say(key, {"n": seen.pool})
    gain = outlook(seen, seat).gain[place]
    return Say("note.market", {"cards": cards_say(seen.market[place]), "n": gain})


def _pocket_note(seen: Akiwado, seat: int) -> Say:
    said = place_say(seen.said[seat])
    key = "note.true" if seen.said[seat] == POCKET else "note.lie"
    return Say(key, {"what": _place_note(seen, seat, POCKET), "said": said})


def _bid_note(seen: Akiwado, seat: int, place: int, coins: int) -> Say:
    holes: Holes = {"what": _place_note(seen, seat, place), "said": place_say(seen.said[seat])}
    holes |= {"n": coins, "left": seen.coins[seat] - coins}
    return Say("note.bid" if place == seen.said[seat] else "note.bid.lie", holes)


def _leave_note(seen: Akiwado, seat: int) -> Say:
    return Say("note.leave", {"n": seen.bid[seat]})


def _back_note(seen: Akiwado, seat: int) -> Say:
    coins = seen.bid[seat] - 1
    return Say("note.back" if coins else "note.withdraw", {"n": coins})


def _take_note(seen: Akiwado, seat: int, colour: int) -> Say:
    s = seen.copy()
    salvage(s, seat, colour)
    return Say("note.salvage", {"n": score(s, seat) - score(seen, seat)})


def _screen_note(seen: Akiwado, _seat: int, colour: int) -> Say:
    pip = seen.colour_of.index(colour)
    return Say("note.screen", {"colour": Say(f"colour.{COLOUR_NAMES[colour]}"), "n": pip})


_NOTES: Final[dict[str, Callable[..., Say]]] = {
    "split": _split_note, "accept": _accept_note, "challenge": _challenge_note,
    "declare": _place_note, "leave": _leave_note, "back": _back_note, "take": _take_note,
    "pocket": _pocket_note, "bid": _bid_note, "screen": _screen_note,
}  # fmt: skip
"""The note on each kind of action."""


# ---- prompts


def prompt(seen: Akiwado, seat: int) -> Prompt:
    """The prompt: what a seat can do now."""
    if seen.phase == OVER:
        return Prompt(Say("prompt.over"), "49")
    if not may_act(seen) >> seat & 1:
        return Prompt(Say("prompt.wait", {"who": _waited_for(seen)}), "9")
    if seen.phase == CALL:
        return _call_prompt(seen, seat)
    if seen.phase == BID:
        return _bid_prompt(seen, seat)
    if seen.phase == TAKE_BACK:
        return Prompt(Say("prompt.back", {"n": seen.bid[seat]}), "46")
    key, number = _PROMPTS[seen.phase]
    return Prompt(Say(f"prompt.{key}"), number)


_PROMPTS: Final = {
    CHOOSE_COLOUR: ("screen", "W3"), SPLIT: ("split", "11"), DECLARE: ("declare", "27"),
    SALVAGE: ("salvage", "47"),
}  # fmt: skip
"""The prompts without numbers, and their rules."""


def _waited_for(seen: Akiwado) -> Say:
    mask = must_act(seen)
    return all_of(house(seat) for seat in range(seen.seats) if mask >> seat & 1)


def _change_prompt(seen: Akiwado, seat: int) -> Prompt:
    """The prompt after a choice, which can be changed until the last one is in (W1)."""
    holes: Holes = {"who": _waited_for(seen), "n": MAX_CHANGES - seen.changes[seat]}
    return Prompt(Say("prompt.anew", holes), "W1")


def _call_prompt(seen: Akiwado, seat: int) -> Prompt:
    if seen.decided >> seat & 1:
        return _change_prompt(seen, seat)
    holes: Holes = {
        "who": house(seen.turn), "kept": dice_text(seen, seen.kept), "n": income(seen, seat)
    }  # fmt: skip
    return Prompt(Say("prompt.call.again" if seen.again else "prompt.call", holes), "19")


def _bid_prompt(seen: Akiwado, seat: int) -> Prompt:
    if seen.decided >> seat & 1:
        return _change_prompt(seen, seat)
    coins = seen.coins[seat]
    holes: Holes = {"n": coins, "said": place_say(seen.said[seat])}
    if not coins:
        return Prompt(Say("prompt.bid.poor", holes), "28")
    asks = {
        PLACE_NAMES[place]: Say("ask.bid", {"n": coins, "place": place_say(place)})
        for place in (EAST, WEST)
    }
    return Prompt(Say("prompt.bid", holes), "28", asks=asks)
