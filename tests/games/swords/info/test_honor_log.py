"""The log has one line for each gain and loss of honor, in order (Q30, Q44)."""

import pytest

from games.swords.given import GAME, army, cards, do, facing, falls, hand, meet, plain, traits
from honjin.core.seats import SPECTATOR
from honjin.core.words import speak
from honjin.games.swords.content.data import CARD_LETTERS
from honjin.games.swords.content.maps import SQUARE_OF
from honjin.games.swords.rules.effects import remove_army
from honjin.games.swords.rules.state import BATTLE, HONOR, OVER, Swords


def log(s: Swords, seat: int, text: str) -> list[str]:
    """The log lines of an action for spectators."""
    action, after = GAME.notation.read_action(s, seat, text), s.copy()
    assert action in GAME.legal(s, seat)
    GAME.apply_action(after, seat, action)
    return [speak(GAME.words, e.say) for e in GAME.tell(s, seat, action, after, SPECTATOR)]


def honor(lines: list[str]) -> list[str]:
    """The lines about honor."""
    return [line for line in lines if line.endswith("honor")]


def before_the_last_seal(s: Swords, attack: str, defence: str) -> Swords:
    """A battle with all cards set aside; Takeda has decided, Uesugi is about to."""
    meet(s, attack, defence)
    for seat, text in ((0, attack), (1, defence)):
        for card, n in enumerate(cards(text)):
            do(s, seat, *[f"+{CARD_LETTERS[card]}"] * n)
    return do(s, 0, "seal")


def test_treachery_and_victory_are_told_apart() -> None:
    """Ruling Q44: 7 lost when the cards are revealed, then 3 gained and 1 lost by the battle."""
    s = facing()
    s.honor[:2] = [20, 9]
    lines = log(before_the_last_seal(s, "trhc", "trpr"), 1, "seal")
    expected = [
        "Takeda loses 7 honor", "Uesugi loses 7 honor", "Takeda gains 3 honor",
        "Uesugi loses 1 honor",
    ]  # fmt: skip
    assert expected == honor(lines)
    reveals, first = (
        lines.index("Uesugi reveals Treachery and Prosperity"),
        lines.index(expected[0]),
    )
    assert reveals < first < lines.index("Takeda wins the battle") < lines.index(expected[2])


def test_changes_that_cancel_out_are_told() -> None:
    """Ruling Q44: 3 honor lost to Treachery and 3 won are two lines, though nothing has changed."""
    s = facing()
    s.honor[0] = 3
    assert ["Takeda loses 3 honor", "Takeda gains 3 honor"] == honor(
        log(before_the_last_seal(s, "trhc", "pr"), 1, "seal")
    )


@pytest.mark.parametrize(("had", "lost"), [(0, []), (2, ["Takeda loses 2 honor"])])
def test_only_what_is_there_is_lost(had: int, lost: list[str]) -> None:
    """Ruling Q27: a loss is logged only as far as there was honor to lose."""
    s = facing()
    s.honor[0] = had
    lines = honor(log(before_the_last_seal(s, "tr", "hc5st2"), 1, "seal"))
    assert [*lost, "Uesugi gains 3 honor"] == lines


def test_honor_that_wins_ends_the_tale() -> None:
    """Ruling Q30: nothing more is lost once a clan has 50 honor."""
    s = facing()
    s.honor[:2] = [48, 5]
    lines = log(before_the_last_seal(s, "hc", "pr"), 1, "seal")
    assert ["Takeda gains 3 honor", "Takeda has 50 honor"] == lines[-2:]


def test_diplomacy_changes_no_honor() -> None:
    """Rule 19: there is no line."""
    s = facing()
    s.honor[:2] = [20, 9]
    assert [] == honor(log(before_the_last_seal(s, "trdi", "hc"), 1, "seal"))


def test_incomes_come_after_the_turn_they_belong_to() -> None:
    """Rule 14: the next turn begins, gold comes in, then honor."""
    s = plain(2, BATTLE)
    traits(s, 1, "palace")
    remove_army(s, SQUARE_OF["j10"])
    s.deck, s.left = [0] * len(s.deck), 0
    expected = [
        "Takeda stops fighting", "Round 1: Uesugi's turn", "Uesugi gains 3 gold",
        "Uesugi gains 1 honor",
    ]  # fmt: skip
    assert expected == log(s, 0, "on")


def test_a_fallen_clan_loses_its_honor_last() -> None:
    """Ruling Q58: 1 for the battle, then, with the fortress, the rest."""
    s = plain(3, BATTLE)
    army(s, 0, "i10")
    s.honor[1] = 5
    meet(s, "hc5st2", "pr", "i10xj10")
    do(s, 0, *["+hc"] * 5, *["+st"] * 2, "seal")
    lines = log(do(s, 1, "+pr"), 1, "seal")
    assert ["Takeda gains 3 honor", "Uesugi loses 1 honor", "Uesugi loses 4 honor"] == honor(lines)
    fallen = next(n for n, line in enumerate(lines) if "is out;" in line)
    assert lines.index("Uesugi loses 1 honor") < fallen < lines.index("Uesugi loses 4 honor")


def test_a_deal_tells_who_gave_and_who_received() -> None:
    """Ruling Q62: first the loss, then the gain."""
    s = plain(2, HONOR, trade="full")
    hand(s, 0, "sp")
    s.honor[:2] = [6, 1]
    do(s, 0, "offer-1", "give-honor-5", "ask-promises-1", "send")
    assert ["Takeda loses 5 honor", "Uesugi gains 5 honor"] == honor(log(s, 1, "accept-0"))
    assert OVER != s.phase


def test_no_honor_bought_is_told_as_that() -> None:
    """Ruling Q25: after the roll, none may be bought; the log said "buys 0 honor"."""
    s = plain(2, HONOR)
    s.gold[0] = 20
    falls(do(s, 0, "compose"), "2")
    assert "Takeda buys no honor" == log(s, 0, "buy-0")[0]
    assert "Takeda buys 1 honor" == log(s, 0, "buy-1")[0]
