"""The presentation of the fair."""

from collections.abc import Sequence

from honjin.core.contract.presentation import Choice, Prompt
from honjin.core.scene import Goal, GoalMark, Piece, Reason, Scene, Side, Space, Tray, Verb
from honjin.core.words import Say, Speak
from madeup.actions import ACTIONS
from madeup.log import lantern_id, lantern_name, name
from madeup.state import BID, BRIGHT, CARD, DIM, DRAW, LANTERN, START_COINS, VALUES, Fair

COLOURS = ("#b33", "#36a", "#383", "#a83")


def scene(seen: Fair) -> Scene:
    """Two lanterns, a space and a hand per seat, verbs for bids and offers."""
    return Scene(
        skin="madeup",
        spaces=_spaces(seen),
        pieces=_pieces(seen),
        sides=tuple(_side(seen, seat) for seat in range(seen.seats)),
        trays=tuple(
            Tray(f"hand{seat}", seat, Say("hand", {"who": name(seat), "n": seen.held[seat]}))
            for seat in range(seen.seats)
        ),
        verbs=_verbs(seen),
        goal=_goal(seen),
    )


def _spaces(seen: Fair) -> tuple[Space, ...]:
    lanterns = tuple(
        Space(lantern_id(n), (n * 2.0, 1.0), (1.0, 1.0), "lantern", lantern_name(n))
        for n in (BRIGHT, DIM)
    )
    return lanterns + tuple(
        Space(f"seat{seat}", (seat * 2.0, 4.0), (1.0, 1.0), "seat", name(seat))
        for seat in range(seen.seats)
    )


def _pieces(seen: Fair) -> tuple[Piece, ...]:
    cards = tuple(
        Piece(f"hand{seat}.{value}", f"hand{seat}", "card", Say("card", {"n": value}), n=number)
        for seat in range(seen.seats)
        for value, number in enumerate(seen.hand[seat])
        if number
    )
    purses = tuple(
        Piece(f"purse{seat}", f"seat{seat}", "coin", Say("coins", {"n": n}), text=str(n))
        for seat, n in enumerate(seen.coins[: seen.seats])
    )
    return cards + purses


def _verbs(seen: Fair) -> tuple[Verb, ...]:
    bids = tuple(
        Verb(f"bid{n}", Say("bid", {"n": n}), "3") for n in range(seen.seats * START_COINS + 1)
    )
    rest = (("offer", "8"), ("sell", "9"), ("decline", "9"))
    return bids + tuple(Verb(key, Say(f"verb.{key}"), number) for key, number in rest)


def _side(seen: Fair, seat: int) -> Side:
    facts: tuple[Say, ...] = (Say("score", {"n": seen.score[seat]}),)
    if seen.alive >> seat & 1 == 0:
        facts += (Say("out", {"who": name(seat)}),)
    return Side(seat, name(seat), "crest", COLOURS[seat], seat, facts)


def _goal(seen: Fair) -> Goal:
    """The highest score, or being the last seat left (rule 12)."""
    marks = (
        GoalMark(seat, Say("goal.points"), seen.score[seat])
        for seat in range(seen.seats)
        if seen.alive >> seat & 1
    )
    return Goal(Say("goal", {"n": seen.rounds}), "12", tuple(marks))


def choice(seen: Fair, seat: int, action: int) -> Choice:
    """A choice, taken entirely from the row of its action."""
    (kind,) = ACTIONS.rows[ACTIONS.decode(action).key].kinds
    return Choice(ACTIONS.write(seen, seat, action), ACTIONS.path(seen, seat, action), kind)


def prompt(seen: Fair, seat: int) -> Prompt:
    """What a seat can do now."""
    if seen.phase == BID:
        is_in = seen.bidden >> seat & 1
        return Prompt(Say("ask.rebid"), "4") if is_in else Prompt(Say("ask.bid"), "3")
    if seat == seen.offer_to:
        return Prompt(Say("ask.answer", {"who": name(seen.offer_by)}), "9")
    if seat == seen.actor:
        key, number = ("ask.lantern", "6") if seen.phase == LANTERN else ("ask.card", "7")
        return Prompt(Say(key), number)
    return Prompt(Say("ask.offer"), "8")


def why(seen: Fair, seat: int, path: Sequence[str]) -> Reason:
    """Why a click begins no choice."""
    first = path[0] if path else ""
    if seen.alive >> seat & 1 == 0:
        return Reason(Say("not.out"), "10")
    if first.startswith("bid"):
        return Reason(Say("not.bid" if seen.phase == BID else "not.bids.now"), "3")
    if first.startswith("lantern"):
        return Reason(Say("not.lantern"), "6")
    if first == "offer":
        return Reason(Say("not.offer"), "8")
    if first in ("sell", "decline"):
        return Reason(Say("not.answer"), "9")
    if first.startswith("hand"):
        return Reason(Say("not.card"), "7")
    return Reason(Say("not.anything"), "5")


def sketch(seen: Fair, say: Speak) -> str:
    """The fair in plain text."""
    phases = {DRAW: "draw", BID: "bids", LANTERN: "lantern", CARD: "card"}
    lines = [f"round {seen.round}/{seen.rounds}: {phases.get(seen.phase, 'over')}"]
    for seat in range(seen.seats):
        hand = "".join(str(v) * seen.hand[seat][v] for v in range(1, VALUES + 1))
        hand = hand or "?" * seen.held[seat]
        coins, score = seen.coins[seat], seen.score[seat]
        lines.append(f"seat {seat}: {coins} coins, {score} points, hand {hand}")
    return "\n".join(lines)
