"""Playing: accepted and refused actions, the log, the past."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from honjin.core import play as play_module
from honjin.core.contract.rules import Result
from honjin.core.errors import (
    BadOption,
    GameOver,
    Illegal,
    NoSuchStep,
    NotToAct,
    RecordMismatch,
    Unreadable,
)
from honjin.core.game import Game
from honjin.core.options import Option
from honjin.core.play import Play, pick, replay
from honjin.core.record import Record
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.core.words import speak
from honjin.games import load
from madeup.game import GAME
from madeup.state import Fair

game: Game[Any] = GAME
TURN = ("*:1", "*:2", "0:bid1", "1:bid0")


def played(*entries: str, **options: object) -> Play:
    """A fair after some entries."""
    record = Record("madeup", 1, dict(GAME.read_options(options)), entries)
    return replay(GAME, record)


def told(play: Play, viewer: int, entry: int) -> list[str]:
    """A viewer's log lines of one entry, in words."""
    return [speak(GAME.words, event.say) for n, event in play.log(viewer) if n == entry]


def random_game(
    game: Game[Any], seed: int, before: Callable[[Play], None] = lambda _: None
) -> Play:
    """A game played at random; `before` is called with each of its states."""
    play, rng = Play(game), random.Random(seed)
    before(play)
    while play.is_chance() or play.may_act():
        if play.is_chance():
            play.push(CHANCE, pick(game.outcomes(play.state), rng.randrange))
        else:
            seat = rng.choice(play.may_act())
            play.push(seat, rng.choice(play.legal(seat)))
        before(play)
    return play


# ---- who may do what


def test_chance_comes_first() -> None:
    """At the start only chance acts."""
    play = Play(GAME)
    assert play.is_chance()
    assert ((), ()) == (play.may_act(), play.must_act())
    assert (2, None) == (play.seats, play.result())


def test_all_bid_at_once() -> None:
    """Several seats may act; a seat that has bid may change its bid, but need not."""
    play = played("*:1", "*:2")
    assert ((0, 1), (0, 1)) == (play.may_act(), play.must_act())
    play.act_text(1, "bid2")
    assert ((0, 1), (0,)) == (play.may_act(), play.must_act())
    assert ([0, 1, 2], [0, 1]) == (play.legal(0), play.legal(1))


def test_a_seat_that_need_not_act_may_offer() -> None:
    """A seat that the game does not wait for makes an offer."""
    play = played(*TURN)
    assert ((0, 1), (0,)) == (play.may_act(), play.must_act())
    play.act_text(1, "offer0")
    assert ((0,), (0,)) == (play.may_act(), play.must_act())


# ---- doing it


def test_an_action_by_number_and_by_text_is_the_same() -> None:
    """Both ways lead to the same state and entry."""
    one, two = played("*:1", "*:2"), played("*:1", "*:2")
    one.act(0, 2)
    two.act_text(0, "bid2")
    assert (one.state, one.steps) == (two.state, two.steps)


def test_refusals_change_nothing() -> None:
    """Out of turn, illegal or unreadable: the play stays as it was."""
    play = played("*:1", "*:2", "0:bid1")
    before, steps = play.state.copy(), list(play.steps)
    with pytest.raises(Illegal, match="'bid9' is not a legal choice of seat 1 in step 3"):
        play.act_text(1, "bid9")
    with pytest.raises(Illegal, match="seat 1 cannot do action 9"):
        play.act(1, 9)
    with pytest.raises(Unreadable, match="got 'nonsense'"):
        play.act_text(1, "nonsense")
    with pytest.raises(NotToAct, match="seat 2 is not to act; to act: seat 0, 1"):
        play.act(2, 0)
    with pytest.raises(NotToAct, match="seat 3 may not resign now"):
        play.resign(3)
    with pytest.raises(Illegal, match="1 is not an outcome of chance"):
        play.chance(1)
    assert (before, steps) == (play.state, play.steps)


def test_seats_wait_for_chance() -> None:
    """While cards are drawn no seat may act or resign."""
    play = Play(GAME)
    with pytest.raises(NotToAct, match="seat 0 is not to act; chance is next"):
        play.act(0, 1)
    with pytest.raises(NotToAct, match="seat 0 may not resign now; chance is next"):
        play.act_text(0, "resign")
    with pytest.raises(Illegal, match="9 is not an outcome of chance"):
        play.chance(9)


def test_chance_is_drawn_by_weight() -> None:
    """`run_chance` draws tickets below the total of the weights, turn after turn."""
    asked: list[int] = []

    def draw(total: int) -> int:
        asked.append(total)
        return total - 1

    play = Play(GAME)
    play.run_chance(draw)
    assert [6, 5] == asked
    assert ["*:3", "*:3"] == list(play.record().actions)


def test_a_single_outcome_needs_no_draw() -> None:
    """With a single outcome `draw` is not called."""
    play = Play(GAME)
    play.state = Fair(seats=2, alive=3, deck=[0, 0, 0, 2], deck_left=2)
    play.run_chance(lambda total: pytest.fail("drawn"))
    assert ["*:3", "*:3"] == list(play.record().actions)


def test_a_ticket_falls_on_an_outcome() -> None:
    """Each outcome has as many tickets as its weight; a ticket beyond the last is refused."""
    outcomes = [(7, 2), (8, 1)]
    assert [7, 7, 8] == [pick(outcomes, partial(min, n)) for n in range(3)]
    with pytest.raises(ValueError, match="from 0 to total - 1"):
        pick(outcomes, lambda total: total)


def test_nothing_can_be_done_after_the_end() -> None:
    """Every action is refused with GameOver."""
    play = played("*:1", "*:2", "0:resign")
    assert Result("end.alone", (-1, 1)) == play.result()
    assert (1,) == (play.result() or Result("", ())).winners()
    for act in (partial(play.act, 1, 0), partial(play.resign, 1), partial(play.chance, 1)):
        with pytest.raises(GameOver, match="the game is over"):
            act()
    assert not play.may_resign(1)


def test_messages_contain_a_position_only_without_secrets() -> None:
    """A refusal names the position, but in a game with secrets only the step."""
    hidden, shown = Play(GAME), Play(replace(GAME, has_secrets=False))
    with pytest.raises(Illegal, match="in step 0"):
        hidden.chance(9)
    with pytest.raises(Illegal, match="in seats=2 rounds=2"):
        shown.chance(9)


def test_all_equal_is_a_draw() -> None:
    """Nobody wins if all returns are equal, or none is positive."""
    assert () == Result("even", (0, 0)).winners()
    assert (0, 2) == Result("two", (1, -2, 1)).winners()
    assert (0,) == Result("solo", (1,)).winners()
    assert () == Result("solo", (-1,)).winners()


# ---- the log


def test_a_secret_is_reported_only_to_its_seat() -> None:
    """The drawer learns the card; others and spectators learn that a card was drawn."""
    play = played("*:1", "*:2")
    assert ["Red draws a 1"] == told(play, 0, 1)
    assert ["Red draws a card"] == told(play, 1, 1) == told(play, SPECTATOR, 1)


def test_the_last_bid_opens_all() -> None:
    """All viewers learn all bids once the last is in."""
    play = played(*TURN)
    assert ["Blue bids", "Red has bid 1", "Blue has bid 0", "Red has the turn"] == told(play, 0, 4)
    assert ["Blue bids 0", *told(play, 0, 4)[1:]] == told(play, 1, 4)


def test_resigning_is_reported_to_all() -> None:
    """All viewers get the same event."""
    play = played("*:1", "*:2", "1:resign")
    assert ["Blue resigns"] == told(play, 0, 3) == told(play, 1, 3) == told(play, SPECTATOR, 3)


def test_the_log_can_begin_later() -> None:
    """`since` leaves out the entries before it and keeps their numbers."""
    play = played(*TURN, "0:dim")
    assert [5] == [n for n, _ in play.log(1, since=4)]
    assert [1, 2, 3, 4, 4, 4, 4, 5] == [n for n, _ in play.log(1)]


# ---- the past


def test_a_record_replays() -> None:
    """Options, entries and state are those of the play."""
    play = played(*TURN, "0:bright", "1:offer0", "0:card1", seats="2", rounds="1")
    again = replay(GAME, play.record())
    assert (play.state, play.steps, play.options) == (again.state, again.steps, again.options)


def test_a_play_can_be_seen_at_each_step() -> None:
    """`at` returns the play as it was; it can be continued from there (a fork)."""
    play = played(*TURN, "0:bright")
    states = [play.at(n).state for n in range(6)]
    assert (GAME.setup(play.options), play.state) == (states[0], states[5])
    fork = play.at(4)
    fork.act_text(0, "dim")
    assert (*TURN, "0:dim") == fork.record().actions
    assert (*TURN, "0:bright") == play.record().actions
    for step in (-1, 6):
        with pytest.raises(NoSuchStep, match=f"expected a step from 0 to 5, got {step}"):
            play.at(step)


def test_a_state_that_was_handed_out_never_changes() -> None:
    """Acting or resigning makes a new state; the one before stays as it was."""
    play = played(*TURN)
    state, copy = play.state, play.state.copy()
    seat = play.may_act()[0]
    play.act(seat, play.legal(seat)[0])
    assert copy == state
    now, copy = play.state, play.state.copy()
    play.resign(play.may_act()[0])
    assert copy == now
    assert now is not play.state


def test_what_a_viewer_sees_is_made_once_for_each_state() -> None:
    """The same observation is returned until the state changes."""
    play = played(*TURN)
    seen = play.seen(0)
    assert game.seen_by(play.state, 0) == seen
    assert play.seen(0) is seen
    assert play.seen(1) is not seen
    seat = play.may_act()[0]
    play.act(seat, play.legal(seat)[0])
    assert play.seen(0) is not seen
    assert game.seen_by(play.state, 0) == play.seen(0)


@pytest.mark.parametrize("mark", [1, 2, 3])
def test_every_past_state_is_found_again(monkeypatch: pytest.MonkeyPatch, mark: int) -> None:
    """Whichever states are kept, those between them are computed again, and are equal."""
    for name, value in {"MARK": mark, "MAX_MARKS": 2, "RECENT": 2}.items():
        monkeypatch.setattr(play_module, name, value)
    states: list[Any] = []
    play = random_game(
        load("akiwado"), seed=mark, before=lambda play: states.append(play.state.copy())
    )
    rng = random.Random(mark)
    assert 50 < len(states)
    assert len(play.marks) <= 10
    order = [*range(len(states))]
    rng.shuffle(order)
    for n in order:
        assert states[n] == play.state_at(n)
        again = play.at(n)
        assert (states[n], play.steps[:n]) == (again.state, again.steps)


def test_the_state_before_the_last_entry_is_known() -> None:
    """The same holds for a game restored from storage, and for one that has not begun."""
    play = random_game(load("rokumon"), seed=4)
    before = play.state_at(len(play.steps) - 1)
    assert before == play.before
    assert before == play.at(len(play.steps)).before
    first = play.at(0)
    assert first.state == first.before


@pytest.mark.parametrize("game", [GAME, load("rokumon"), load("akiwado")], ids=lambda g: g.key)
def test_log_lines_common_to_all_are_kept_once(game: Game[Any]) -> None:
    """A step has an item for each viewer only if their log lines differ."""
    play = random_game(game, seed=5)
    several = [step for step in play.steps if len(step.told) > 1]
    assert game.has_secrets == bool(several)
    assert all(any(told != step.told[0] for told in step.told) for step in several)


def test_a_play_can_begin_at_a_position() -> None:
    """A record with a start begins there."""
    position = game.notation.write_position(played(*TURN).state)
    record = Record("madeup", 1, {}, ("0:bright",), start=position)
    play = replay(GAME, record)
    assert played(*TURN, "0:bright").state == play.state
    assert record.start == play.record().start == play.at(0).start
    assert played(*TURN).state == play.at(0).state


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (Record("chess", 1, {}), "expected a record of madeup, got one of 'chess'"),
        (Record("madeup", 2, {}), "made under rules 2 of madeup; these are rules 1"),
        (Record("madeup", 1, {}, ("*:1", "0:bid1")), r"entry 2 \('0:bid1'\).*chance is next"),
        (Record("madeup", 1, {}, ("*:7",)), r"entry 1 \('\*:7'\).*expected one of 1, 2"),
        (Record("madeup", 1, {}, ("what",)), r"entry 1 \('what'\).*expected an entry like"),
        (Record("madeup", 1, {}, (*TURN, "1:dim")), r"entry 5 .*'dim' is not a legal choice"),
        (Record("madeup", 1, {}, (*TURN, "1:resign", "0:dim")), r"entry 6 .*game is over"),
    ],
)
def test_a_record_that_does_not_replay_names_the_entry(record: Record, said: str) -> None:
    """The message has the number of the entry, its text and the reason."""
    with pytest.raises(RecordMismatch, match=said):
        replay(GAME, record)


def test_records_of_earlier_rules_keep_their_behaviour() -> None:
    """If a game supports an earlier version of its rules, records of that version replay."""
    added = Option(key="lamps", default="many", values=("many", "few"), since=(3, "few"))
    today = replace(game, version=3, replays=(2,), options=(*game.options, added))
    old, new = (replay(today, Record("madeup", rules, {})) for rules in (2, 3))
    assert ("few", "many") == (old.options["lamps"], new.options["lamps"])
    assert (3, "few") == (old.record().rules, old.record().options["lamps"])
    with pytest.raises(RecordMismatch, match="made under rules 1 of madeup; these are rules 3"):
        replay(today, Record("madeup", 1, {}))


def test_bad_options_and_starts_of_a_record_are_named() -> None:
    """They raise BadOption and Unreadable, not RecordMismatch."""
    with pytest.raises(BadOption, match="option seats is one of 2, 3, 4, not '9'"):
        replay(GAME, Record("madeup", 1, {"seats": "9"}))
    with pytest.raises(Unreadable, match="expected <field>=<numbers>"):
        replay(GAME, Record("madeup", 1, {}, start="nowhere"))


def backs(entries: Iterable[str]) -> list[int | None]:
    """The steps to which each of two seats may go back."""
    play = played(*entries)
    return [play.back_step(seat) for seat in range(2)]


def test_a_small_decision_can_be_taken_back() -> None:
    """A seat can undo its last action within its turn, and no other seat can."""
    assert [4, None] == backs((*TURN, "0:bright"))
    assert [5, None] == backs((*TURN, "1:offer0", "0:bright"))


@pytest.mark.parametrize(
    "entries",
    [
        (),  # no action yet
        ("*:1", "*:2"),  # chance came last
        ("*:1", "*:2", "0:bid1"),  # secret: the bid is known to its seat alone
        TURN,  # the bids were opened
        (*TURN, "0:bright", "0:card1"),  # the turn is over, a card is drawn next
    ],
)
def test_what_was_revealed_cannot_be_taken_back(entries: tuple[str, ...]) -> None:
    """Neither chance, nor a secret, nor a turn that has passed can be taken back."""
    assert [None, None] == backs(entries)


def test_an_answer_ends_what_can_be_taken_back() -> None:
    """Another seat's action came after the seat's own; resigning is final."""
    assert [None, None] == backs((*TURN, "0:bright", "1:offer0"))
    assert [None, None] == backs((*TURN, "0:bright", "1:resign"))
