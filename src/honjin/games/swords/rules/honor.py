"""Honor (rule 14): from traits, for gold, by cards; and Intrigue, which takes it."""

from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import (
    CARDS,
    INTRIGUE,
    MUCH_HONOR,
    NINJA,
    NOBODY,
)
from honjin.games.swords.content.maps import SQUARES
from honjin.games.swords.rules.actions import (
    COMPOSE,
    GIVE_CARDS,
    GIVE_HONOR,
    MUCH,
    encode_buy,
    encode_intrigue,
    encode_lose,
    encode_ninja,
)
from honjin.games.swords.rules.effects import gain, lose, play_card
from honjin.games.swords.rules.options import INTRIGUE_PLAYER
from honjin.games.swords.rules.state import (
    BUY,
    HONOR,
    VERSE,
    VICTIM,
    YIELD,
    Swords,
    honor_income,
    is_in,
)
from honjin.games.swords.rules.turn import list_on

WAYS: Final = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""WAYS[n]: the number of the 36 throws of two dice that total n."""

# ---- gained and bought


@rule
def begin_honor(s: Swords) -> None:
    """Collect honor from traits (rule 14)."""
    s.phase = HONOR
    gain(s, s.turn, honor_income(s, s.turn))


@rule
def can_compose(s: Swords) -> bool:
    """True if honor can be bought: once per turn, as far as the dice allow (rule 14, Q25)."""
    return s.verses == 0 and s.gold[s.turn] >= s.honor_cost


@rule
def is_honor_open(s: Swords) -> bool:
    """True if, as far as others can tell, there is a decision: a card to play, honor to buy."""
    return s.held[s.turn] > 0 or can_compose(s)


@rule
def list_honor(s: Swords, seat: int, out: Any) -> int:
    """List buying honor, Much Honor, Intrigue, Ninja, and the end of the phase (rule 14)."""
    n = 0
    hand = s.hand[s.turn]
    if can_compose(s):
        out[n] = COMPOSE
        n += 1
    if hand[MUCH_HONOR]:
        out[n] = MUCH
        n += 1
    if hand[INTRIGUE]:
        for other in range(s.seats):
            if other != s.turn and is_in(s, other):
                out[n] = encode_intrigue(other)
                n += 1
    if hand[NINJA]:
        for square in range(SQUARES):
            if s.army[square]:
                out[n] = encode_ninja(square)
                n += 1
    return list_on(s, out, n)


@rule
def compose(s: Swords, seat: int) -> None:
    """Roll for the honor that can be bought (rule 14)."""
    s.phase = VERSE


@rule
def list_verses(s: Swords, out: Any, weights: Any) -> int:
    """List the totals of two dice with their weights."""
    for n in range(2, len(WAYS)):
        out[n - 2] = n
        weights[n - 2] = WAYS[n]
    return len(WAYS) - 2


@rule
def roll_verses(s: Swords, dice: int) -> None:
    """Set how much honor can be bought."""
    s.verses = dice
    s.phase = BUY


@rule
def list_purchases(s: Swords, seat: int, out: Any) -> int:
    """List amounts of honor from 0 to the roll, as far as the gold lasts (Q25)."""
    most = min(s.verses, s.gold[s.turn] // s.honor_cost)
    for honor in range(most + 1):
        out[honor] = encode_buy(honor)
    return most + 1


@rule
def buy(s: Swords, seat: int, honor: int) -> None:
    """Buy honor for gold (rule 14)."""
    s.bought = 1
    s.gold[s.turn] -= s.honor_cost * honor
    s.phase = HONOR
    gain(s, s.turn, honor)


@rule
def play_much_honor(s: Swords, seat: int) -> None:
    """Play Much Honor (rule 14)."""
    play_card(s, s.turn, MUCH_HONOR)
    gain(s, s.turn, s.much_honor)


@rule
def play_ninja(s: Swords, seat: int, square: int) -> None:
    """Take all experience of an army; the player of the card loses honor (Q28)."""
    play_card(s, s.turn, NINJA)
    s.experience[square] = 0
    lose(s, s.turn, s.ninja_honor)


# ---- Intrigue (Q26)


@rule
def plot(s: Swords, seat: int, victim: int) -> None:
    """Make an opponent lose honor or cards of the opponent's choice."""
    play_card(s, s.turn, INTRIGUE)
    s.victim = victim
    s.phase = VICTIM


@rule
def chooser(s: Swords) -> int:
    """The seat that decides what is lost, as a mask (Q26)."""
    return 1 << (s.turn if s.intrigue == INTRIGUE_PLAYER else s.victim)


@rule
def victim(s: Swords) -> int:
    """The seat that loses cards, as a mask."""
    return 1 << s.victim


@rule
def list_losses(s: Swords, seat: int, out: Any) -> int:
    """List losing honor and losing cards."""
    out[0] = GIVE_HONOR
    out[1] = GIVE_CARDS
    return 2


@rule
def list_yields(s: Swords, seat: int, out: Any) -> int:
    """List all cards of the hand (Q26)."""
    n = 0
    for card in range(CARDS):
        if s.hand[seat][card]:
            out[n] = encode_lose(card)
            n += 1
    return n


@rule
def can_give_honor(s: Swords) -> bool:
    """True if the victim can lose honor; less than asked only if cards are too few as well."""
    if s.honor[s.victim] >= s.intrigue_loss:
        return True
    return s.held[s.victim] < s.intrigue_loss


@rule
def can_give_cards(s: Swords) -> bool:
    """True if the victim can lose cards; fewer than asked only if honor is too low as well."""
    if s.held[s.victim] >= s.intrigue_loss:
        return True
    return s.honor[s.victim] < s.intrigue_loss


@rule
def is_victim_free(s: Swords) -> bool:
    """True if there is a choice between honor and cards."""
    if s.honor[s.victim] <= 0 and s.held[s.victim] == 0:
        return False
    return can_give_honor(s) and can_give_cards(s)


@rule
def submit(s: Swords) -> None:
    """Take the only thing that can be lost, or nothing."""
    if s.honor[s.victim] <= 0 and s.held[s.victim] == 0:
        end_plot(s)
    elif can_give_cards(s):
        give_cards(s, s.victim)
    else:
        give_honor(s, s.victim)


@rule
def give_honor(s: Swords, seat: int) -> None:
    """Take honor from the victim; without a floor, all that is asked."""
    lost = s.intrigue_loss
    if s.honor[s.victim] < s.intrigue_loss:
        lost = max(0, s.honor[s.victim])
    lose(s, s.victim, lost)
    end_plot(s)


@rule
def give_cards(s: Swords, seat: int) -> None:
    """Let the victim choose cards to lose; all are lost if there are too few."""
    s.to_lose = s.intrigue_loss
    s.phase = YIELD
    if s.held[s.victim] <= s.intrigue_loss:
        for card in range(CARDS):
            while s.hand[s.victim][card]:
                play_card(s, s.victim, card)
        end_plot(s)


@rule
def yield_card(s: Swords, seat: int, card: int) -> None:
    """Lose one card."""
    play_card(s, s.victim, card)
    s.to_lose -= 1
    if s.to_lose == 0:
        end_plot(s)


@rule
def end_plot(s: Swords) -> None:
    """Continue the honor phase."""
    s.to_lose = 0
    s.victim = NOBODY
    s.phase = HONOR
