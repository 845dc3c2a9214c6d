"""Positions of Rokumon for tests, and helpers to query them."""

from __future__ import annotations

from honjin.core.game import Game
from honjin.core.play import Play
from honjin.core.seats import CHANCE
from honjin.core.words import speak
from honjin.games import load
from honjin.games.rokumon.rules.state import Rokumon

GAME: Game[Rokumon] = load("rokumon")
NOTATION = GAME.notation
DEALS = {"1": "gggjjj", "5": "fggjjjj", "epilogue": "1725346"}
EMPTY = {"1": ".,.,./.,.,.", "epilogue": ".,./.,.,./.,."}


def options(act: str, deal: str | None = None, **given: str | bool) -> dict[str, str | bool]:
    """All options of an act, with the deal that the tests usually use."""
    deal = DEALS.get(act, "gggjjjj") if deal is None else deal
    return dict(GAME.read_options({"act": act, "deal": deal, **given}))


def start(act: str, deal: str | None = None, **given: str | bool) -> Rokumon:
    """The position right after the deal."""
    return GAME.setup(options(act, deal, **given))


def at(
    act: str,
    dice: str | None = None,
    side: str = "r",
    *,
    deal: str | None = None,
    left: str | None = None,
    moved: str = "-",
    barred: str = "-",
    **given: str | bool,
) -> Rokumon:
    """A position: dice as in position notation, on the usual deal of the act."""
    chosen = options(act, deal, **given)
    cards = NOTATION.write_position(GAME.setup(chosen)).split()[1]
    if left is None:
        left = {"4": "rb", "5": "rb", "epilogue": "r"}.get(act, "-")
    ply = "20" if side == "r" else "21"
    dice = dice or EMPTY.get(act, ".,.,./.,.,.,.")
    letter = act.replace("epilogue", "E")
    fields = (letter, cards, dice, side, left, moved, barred, ply, "-")
    return NOTATION.read_position(" ".join(fields), chosen)


def legal(s: Rokumon, seat: int | None = None) -> set[str]:
    """The legal actions, in notation."""
    seat = s.turn if seat is None else seat
    return {NOTATION.write_action(s, seat, action) for action in GAME.legal(s, seat)}


def kind(s: Rokumon, kind: str) -> set[str]:
    """The legal actions of one kind, in notation."""
    seat = s.turn
    choices = (GAME.table.choice(s, seat, action) for action in GAME.legal(s, seat))
    return {choice.do for choice in choices if choice.kind == kind}


def moves_from(s: Rokumon, card: str) -> set[str]:
    """The cards to which the top die of a card may move."""
    return {text.partition("-")[2] for text in kind(s, "move") if text.startswith(f"{card}-")}


def do(s: Rokumon, *texts: str) -> Rokumon:
    """The position after some actions, each of which must be legal (or the Automa's)."""
    s = s.copy()
    for text in texts:
        automa = GAME.may_act(s) >> CHANCE & 1
        seat = CHANCE if automa else s.turn
        action = NOTATION.read_action(s, seat, text)
        listed = [a for a, _ in GAME.outcomes(s)] if automa else GAME.legal(s, seat)
        assert action in listed, f"{text} is not legal in {NOTATION.write_position(s)}"
        GAME.apply_action(s, seat, action)
    return s


def end(s: Rokumon) -> str:
    """The outcome in position notation: `row:r`, `repetition`, `-` while running."""
    return str(NOTATION.write_position(s).split()[-1])


def field(s: Rokumon, n: int) -> str:
    """A field of the position notation."""
    return str(NOTATION.write_position(s).split()[n])


def dice(s: Rokumon) -> str:
    """The dice on the cards in position notation."""
    return field(s, 2)


def automa(s: Rokumon) -> tuple[str, str]:
    """The Automa's action, and the rule that led to it."""
    ((action, weight),) = GAME.outcomes(s)
    assert weight == 1
    after = s.copy()
    GAME.apply_action(after, CHANCE, action)
    event = GAME.tell(s, CHANCE, action, after, 0)[0]
    return NOTATION.write_action(s, CHANCE, action), event.rule


def refusal(s: Rokumon, *path: str, seat: int | None = None) -> tuple[str, str]:
    """Why a path of clicks is refused, in English, and the rule."""
    reason = GAME.table.why(s, s.turn if seat is None else seat, path)
    return speak(GAME.words, reason.say), reason.rule


def state_of(play: Play) -> Rokumon:
    """The current position of a game."""
    assert isinstance(play.state, Rokumon)
    return play.state


def playing(act: str, deal: str | None = None, **given: str | bool) -> Play:
    """A game right after the deal."""
    return Play(GAME, options(act, deal, **given))
