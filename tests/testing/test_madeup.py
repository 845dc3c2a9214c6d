"""The rules of the Lantern Fair, and the helper that counts rules without a test."""

from pathlib import Path

import pytest

from honjin.core.contract.rules import Result
from honjin.core.play import Play, replay
from honjin.core.record import Record
from honjin.testing import examples_tested, rules_without_test
from madeup.actions import ACTIONS
from madeup.game import GAME
from madeup.state import BID, CARD, DRAW, LANTERN, OVER, Fair

TURN = ("*:1", "*:2", "0:bid1", "1:bid0")


def fair(*entries: str, **options: object) -> Fair:
    """The state after some entries."""
    state = play(*entries, **options).state
    assert isinstance(state, Fair)
    return state


def play(*entries: str, **options: object) -> Play:
    return replay(GAME, Record("madeup", 1, dict(GAME.read_options(options)), entries))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up(seats: int) -> None:
    """Rule 1: two coins a seat, as many cards of each value as seats."""
    s = fair(seats=str(seats))
    assert [2] * seats + [0] * (4 - seats) == s.coins
    assert [0, seats, seats, seats] == s.deck


def test_draws() -> None:
    """Rule 2: each seat draws in order; weights are the cards left."""
    assert [(1, 3), (2, 3), (3, 2)] == GAME.outcomes(fair("*:3", seats="3"))
    s = fair("*:3", "*:1", "*:1", seats="3")
    assert [[0, 0, 0, 1], [0, 1, 0, 0], [0, 1, 0, 0]] == s.hand[:3]
    assert BID == s.phase


def test_bids() -> None:
    """Rules 3, 4: any number of own coins, one change each, open when the last is in."""
    game = play("*:1", "*:2")
    assert [0, 1, 2] == game.legal(0) == game.legal(1)
    game.act_text(0, "bid2")
    assert [0, 1] == game.legal(0)
    game.act_text(0, "bid0")
    assert [] == game.legal(0)
    game.act_text(1, "bid1")
    assert LANTERN == fair(*game.record().actions).phase


def test_the_turn() -> None:
    """Rule 5: a single highest bidder pays and has the turn."""
    s = fair(*TURN)
    assert (0, 1, 1) == (s.actor, s.coins[0], s.bank)


def test_a_tie() -> None:
    """Rule 5: if several bid highest nobody pays and the round ends."""
    s = fair("*:1", "*:2", "0:bid2", "1:bid2")
    assert (DRAW, 2, [2, 2]) == (s.phase, s.round, s.coins[:2])


@pytest.mark.parametrize(("lantern", "score"), [("bright", 1), ("dim", 3)])
def test_playing_a_card(lantern: str, score: int) -> None:
    """Rules 6, 7: a lantern, then a card, which scores its value or 4 minus it."""
    assert CARD == fair(*TURN, f"0:{lantern}").phase
    s = fair(*TURN, f"0:{lantern}", "0:card1")
    assert (score, [0, 1, 0, 0], DRAW) == (s.score[0], s.open, s.phase)


SECOND = (*TURN, "0:dim", "0:card1", "*:3", "*:1", "0:bid0", "1:bid1")


def test_an_offer() -> None:
    """Rule 8: once a game, in another's turn, with two coins; the coin is set aside."""
    game = play(*TURN)
    assert {"lantern"} == {ACTIONS.decode(action).key for action in game.legal(0)}
    game.act_text(1, "offer0")
    assert [2 - 1, 1] == fair(*game.record().actions).coins[:2]
    assert [] == game.legal(1)
    game.act_text(0, "decline")
    assert [1, 2] == fair(*game.record().actions).coins[:2]
    assert [] == game.legal(1)


def test_a_sale() -> None:
    """Rule 9: a card that only two see, for the coin, from a seat that holds two."""
    # Red has bid nothing in the second round but holds one coin: no offer.
    assert (1,) == play(*SECOND).may_act()
    entries = ("*:1", "*:2", "0:bid0", "1:bid1", "1:dim", "1:card2", "*:3", "*:1")
    game = play(*entries, "1:bid1", "0:bid2", seats="2")
    assert (0,) == game.may_act()
    three = ("*:1", "*:2", "*:3", "0:bid0", "1:bid0", "2:bid1", "2:dim", "2:card3")
    game = play(*three, "*:1", "*:2", "*:3", "0:bid0", "1:bid1", "2:bid0", seats="3")
    game.act_text(0, "offer1")
    game.act_text(1, "sell2")
    s = fair(*game.record().actions, seats="3")
    assert ([0, 2, 1, 0], [0, 0, 1, 0]) == (s.hand[0], s.hand[1])
    assert [1, 2, 1] == s.coins[:3]
    seen = GAME.seen_by(s, 2)
    assert (3, [0, 0, 0, 0]) == (seen.held[0], seen.hand[0])


def test_an_offer_lapses() -> None:
    """Rule 9: the coin of an offer not answered goes back when the turn ends."""
    s = fair(*TURN, "1:offer0", "0:dim", "0:card1")
    assert [1, 2] == s.coins[:2]


def test_without_coins_a_seat_is_out() -> None:
    """Rule 10: at the end of the round, cards open; one left alone wins (rule 12)."""
    game = play("*:1", "*:2", "0:bid2", "1:bid0", "0:bright", "0:card1")
    assert Result("end.alone", (-1, 1)) == game.result()
    three = ("*:1", "*:2", "*:3", "0:bid2", "1:bid0", "2:bid0", "0:bright", "0:card1")
    s = fair(*three, seats="3")
    assert (0b110, 1, DRAW) == (s.alive, s.drawer, s.phase)


def test_resigning() -> None:
    """Rule 11: out at once; the bids of the others open if they are all in."""
    s = fair("*:1", "*:2", "*:3", "0:bid1", "1:bid0", "2:resign", seats="3")
    assert (LANTERN, 0, 0b11, 2 + 1) == (s.phase, s.actor, s.alive, s.bank)
    assert [0, 0, 0, 1] == s.open
    assert not play().may_resign(0)


def test_resigning_in_the_own_turn() -> None:
    """Rule 11: the round goes with who had the turn."""
    s = fair("*:1", "*:2", "*:3", "0:bid1", "1:bid0", "2:bid0", "0:resign", seats="3")
    assert (DRAW, 2, 0b110) == (s.phase, s.round, s.alive)


def test_the_end() -> None:
    """Rule 12: the highest score wins after the last round; a tie is nobody's."""
    game = play(*TURN, "0:dim", "0:card1", rounds="1")
    assert (OVER, Result("end.score", (1, -1))) == (
        fair(*game.record().actions, rounds="1").phase,
        game.result(),
    )
    even = play("*:1", "*:2", "0:bid0", "1:bid0", rounds="1")
    assert Result("end.even", (0, 0)) == even.result()


def test_every_rule_of_the_fair_has_a_test() -> None:
    """The helper finds a test for each number."""
    assert [] == rules_without_test(GAME.home / "rules.md", Path(__file__))


BOOK = "# G\n\n## C\n\n**1.** a\n\n**2.** b\n\n**M1.** c\n\n**26.3.** d\n"


def write_tests(folder: Path, *docstrings: str) -> Path:
    for n, text in enumerate(docstrings):
        path = folder / f"test_{n}.py"
        path.write_text(f'def test_it():\n    """{text}"""\n')
    return folder


def test_citations_are_read_from_docstrings(tmp_path: Path) -> None:
    """Rule, Rules, Ruling, Rulings at the beginning of a test's docstring count."""
    (tmp_path / "rules.md").write_text(BOOK)
    assert ["1", "2", "M1", "26.3"] == rules_without_test(tmp_path / "rules.md", tmp_path)
    write_tests(tmp_path, "Rules 1, 26.3: so.", "Ruling M1: so.", "About rule 2: no.")
    (tmp_path / "helper.py").write_text('def helper():\n    """Rule 2: no test."""\n')
    assert ["2"] == rules_without_test(tmp_path / "rules.md", tmp_path)


def test_a_citation_of_no_rule_is_an_error(tmp_path: Path) -> None:
    """A test cannot cite a number that is not there."""
    (tmp_path / "rules.md").write_text(BOOK)
    write_tests(tmp_path, "Rules 1, 3: so.")
    with pytest.raises(ValueError, match=r"test_0.py: test_it cites Rule 3, which is not in"):
        rules_without_test(tmp_path / "rules.md", tmp_path)


def test_examples_are_counted_apart(tmp_path: Path) -> None:
    """Examples have numbers of their own."""
    (tmp_path / "rules.md").write_text(BOOK)
    write_tests(tmp_path, "Example R-05: so.", "Examples R-05, R-12: so.")
    assert ["R-05", "R-12"] == examples_tested(tmp_path)
    assert ["1", "2", "M1", "26.3"] == rules_without_test(tmp_path / "rules.md", tmp_path)


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    """No tests is not the same as no folder."""
    (tmp_path / "rules.md").write_text(BOOK)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        rules_without_test(tmp_path / "rules.md", tmp_path / "nowhere")
