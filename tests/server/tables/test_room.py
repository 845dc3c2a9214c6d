"""One table: refusals in their order, staleness per seat, steps back, the next game."""

from math import inf
from typing import Any

import pytest

from honjin.bots import BOTS
from honjin.server.people.caller import Caller
from honjin.server.tables.messages import answers, bodies
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.decide import decide
from honjin.server.tables.session.room import Room, rebuild
from honjin.server.tables.store import opening
from honjin.server.work.reading import Reads
from madeup.game import GAME as FAIR
from server.site_client import House, two_at_table

SECRET = "5" * 64


@pytest.fixture(scope="module")
def house(shared: House) -> House:
    """Each test has its own people and tables."""
    return shared


def room_of(journal: list[object]) -> Room:
    """A table made from a journal as it would be loaded."""
    texts = [e.write_entry(entry) for entry in journal]  # type: ignore[arg-type]
    opened, *rest = map(e.read_entry, texts)
    assert isinstance(opened, e.Opened)
    return rebuild("t", FAIR, opened, rest)


def test_refusals_come_in_order(house: House) -> None:
    """Seat, running, to act, version, readable, legal: the first that fails is the answer."""
    first, second = house.browser(), house.browser()
    table = first.open(seats="mo")
    assert first.act(table, 1, "junk", 99).problem == "not-your-seat"
    assert first.act(table, 0, "junk", 99).problem == "not-started"
    second.sit(table, 1)
    for seat, browser in ((0, first), (1, second)):
        browser.do(table, seat, "bid1" if seat else "bid2")
    assert second.act(table, 1, "bid1", 99).problem == "stale-version"
    first.do(table, 0, "bright")
    at = first.view(table).version
    assert first.act(table, 0, "junk", at - 1).problem == "stale-version"
    assert first.act(table, 0, "junk", at).problem == "unreadable"
    assert first.act(table, 0, "bid1", at).problem == "illegal"
    first.do(table, 0, first.view(table).turn.choices[0].do)  # type: ignore[union-attr]
    first.post(f"/api/tables/{table}/resign", seat=0, at=first.view(table).version)
    assert first.act(table, 0, "junk", 0).problem == "over"


def test_a_seat_that_is_not_to_act_is_told_so(house: House) -> None:
    """Not your turn comes before the version and the text."""
    first, second, table = two_at_table(house, offers=False)
    first.do(table, 0, "bid2")
    second.do(table, 1, "bid1")
    assert second.act(table, 1, "junk", 0).problem == "not-your-turn"


def test_a_sealed_choice_does_not_make_anothers_stale(house: House) -> None:
    """Both post their choices at the same version; both are accepted."""
    first, second, table = two_at_table(house)
    at = first.view(table).version
    assert at == second.view(table).version
    assert first.act(table, 0, "bid1", at).status == 200
    assert second.act(table, 1, "bid2", at).status == 200


def test_a_repeated_post_changes_nothing(house: House) -> None:
    """The same post again is stale, and the journal is unchanged."""
    first, _, table = two_at_table(house)
    at = first.view(table).version
    first.act(table, 0, "bid1", at)
    before = house.journal(table)
    assert first.act(table, 0, "bid1", at).problem == "stale-version"
    assert before == house.journal(table)


def test_the_same_choices_in_a_new_round_are_new_choices(house: House) -> None:
    """A post that missed the end of a round does not bid in the next one."""
    first, second, table = two_at_table(house)
    at = second.view(table).version
    first.do(table, 0, "bid1")
    second.do(table, 1, "bid1")  # a tie: the next round begins with the same choices
    assert "bid1" in [choice.do for choice in second.view(table).turn.choices]  # type: ignore[union-attr]
    assert second.act(table, 1, "bid1", at).problem == "stale-version"


def test_the_deal_is_drawn_when_the_last_seat_is_taken(house: House) -> None:
    """No chance before the start; the draws are in the entry that starts the game."""
    first, second = house.browser(), house.browser()
    table = first.open(seats="mo")
    assert first.view(table).status == "open"
    assert first.view(table).step == 0
    second.sit(table, 1)
    started = house.journal(table)[-1]
    assert started["e"] == "started"
    assert len(started["chance"]) == len(started["draws"]) == 2


def test_seats_are_taken_left_and_filled_with_bots(house: House) -> None:
    """The rules of sitting down and standing up, each with its refusal."""
    first, second = house.browser(), house.browser()
    table = first.open(seats="mo")
    path = f"/api/tables/{table}"
    assert second.sit(table, 0).problem == "seat-taken"
    assert second.sit(table, 7).problem == "not-your-seat"
    assert second.post(f"{path}/sit", seat=1, bot="random").problem == "not-your-seat"
    assert first.post(f"{path}/sit", seat=1, bot="nobody").problem == "unknown-bot"
    assert second.post(f"{path}/stand", seat=0).problem == "not-your-seat"
    assert first.post(f"{path}/stand", seat=0).view.seats[0].kind == "empty"
    assert first.sit(table, 0).view.seats[0].you
    assert second.sit(table, 1).view.status == "running"
    assert second.sit(table, 1).status == 200  # again: nothing happens
    assert house.browser().sit(table, 1).problem == "started"
    assert second.post(f"{path}/stand", seat=1).problem == "started"


def test_a_step_back_within_the_turn(house: House) -> None:
    """A player's open choice can be undone until something is revealed or the turn passes."""
    first, second, table = two_at_table(house)
    first.do(table, 0, "bid2")
    assert not first.view(table).can.back  # sealed: different seats see it differently
    second.do(table, 1, "bid1")
    view = first.do(table, 0, "bright")
    assert view.can.back
    back = first.post(f"/api/tables/{table}/back", seat=0, at=view.version).view
    assert view.step - 1 == back.step
    assert "bright" in [choice.do for choice in back.turn.choices]  # type: ignore[union-attr]
    again = first.post(f"/api/tables/{table}/back", seat=0, at=back.version)
    assert again.problem == "nothing-to-take-back"
    assert first.act(table, 0, "bright", view.version).problem == "stale-version"


def test_a_take_back_needs_everybodys_consent(house: House) -> None:
    """Asked, refused, asked again, agreed: the game is back before the asker's last action."""
    first, second, table = two_at_table(house)
    path = f"/api/tables/{table}/takeback"
    first.do(table, 0, "bid2")
    second.do(table, 1, "bid1")
    before = first.do(table, 0, "bright")
    asked = first.post(path, seat=0, at=before.version).view
    assert asked.takeback == answers.Takeback(0, before.step - 1, (1,))
    assert second.post(path, seat=1, at=asked.version).problem == "takeback-open"
    assert first.post(f"{path}/answer", seat=0, agree=True).problem == "nothing-to-take-back"
    assert second.post(f"{path}/answer", seat=1, agree=False).view.takeback is None
    assert second.post(f"{path}/answer", seat=1, agree=True).problem == "nothing-to-take-back"
    first.post(path, seat=0, at=first.view(table).version)
    after = second.post(f"{path}/answer", seat=1, agree=True).view
    assert before.step - 1 == after.step
    assert after.takeback is None


def test_moving_on_does_not_withdraw_the_question(house: House) -> None:
    """Agreed after a further action, the game still goes to the step that was asked for."""
    first, second, table = two_at_table(house)
    path = f"/api/tables/{table}/takeback"
    second.do(table, 1, "bid1")
    asked = second.post(path, seat=1, at=second.view(table).version).view
    first.do(table, 0, "bid2")
    assert asked.takeback == first.view(table).takeback
    assert first.post(f"{path}/answer", seat=0, agree=True).view.step == asked.step - 1


def test_draws_are_never_drawn_again(house: House) -> None:
    """A takeback over a draw: the draw is marked undone, the next one has a new number."""
    first, second, table = two_at_table(house)
    second.do(table, 1, "bid1")
    first.do(table, 0, "bid1")  # a tie: the next round draws two cards
    path = f"/api/tables/{table}/takeback"
    first.post(path, seat=0, at=first.view(table).version)
    second.post(f"{path}/answer", seat=1, agree=True)
    first.do(table, 0, "bid1")
    first.post(f"/api/tables/{table}/resign", seat=0, at=first.view(table).version)
    draws = first.view(table).dice.draws
    assert list(range(1, 7)) == [draw.n for draw in draws]
    assert [False, False, True, True, False, False] == [draw.undone for draw in draws]


def test_bots_agree_to_take_backs(house: House) -> None:
    """Alone with a bot at a casual table nobody needs to be asked."""
    me = house.browser()
    table = me.open(seats="ml", casual=True)
    house.wait()
    view = me.view(table)
    me.do(table, 0, "bid1")
    assert "bright" in [choice.do for choice in me.view(table).turn.choices]  # type: ignore[union-attr]
    back = me.post(f"/api/tables/{table}/takeback", seat=0, at=me.view(table).version).view
    assert back.takeback is None
    assert view.step == back.step


@pytest.mark.parametrize(("light", "others"), [(inf, 0), (0.0, 1)])
def test_a_light_rematch_is_set_up_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch, light: float, others: int
) -> None:
    """It needs a reader's thread only if the game before took its process long to set up."""
    house.only()
    read, threads = Reads.do, []

    async def counted(self: Reads, *given: Any) -> Any:
        threads.append(self)
        return await read(self, *given)

    browser = house.browser()
    table = browser.open(seats="mm")
    browser.post(f"/api/tables/{table}/resign", seat=0, at=browser.view(table).version)
    monkeypatch.setattr("honjin.server.tables.store.live_tables.LIGHT", light)
    monkeypatch.setattr(Reads, "do", counted)
    new = browser.post(f"/api/tables/{table}/rematch").json["id"]
    assert ("running", others) == (browser.view(new).status, len(threads))


def test_a_rematch_moves_everybody_one_seat_on(house: House) -> None:
    """Same options, a new commitment; it waits for nonces; asked twice it is one table."""
    first, second = house.browser(), house.browser()
    table = first.open(seats="oo", rounds="1")
    for seat, browser in enumerate((first, second)):
        browser.post(f"/api/tables/{table}/sit", seat=seat, nonce="12")
    path = f"/api/tables/{table}"
    assert first.post(f"{path}/rematch").problem == "not-over"
    assert house.browser().post(f"{path}/rematch").problem == "not-your-seat"
    first.post(f"{path}/resign", seat=0, at=first.view(table).version)
    over = first.view(table)
    assert over.can.rematch
    new = first.post(f"{path}/rematch").json["id"]
    assert new == second.post(f"{path}/rematch").json["id"]
    assert new == second.view(table).next
    view = second.view(new)
    assert view.viewer == 0
    assert over.options == view.options
    assert over.dice.commit != view.dice.commit
    assert (("0", "0"), (0, 1)) == (view.dice.nonces, view.dice.must_act)
    assert "open" == first.post(f"/api/tables/{new}/nonce", nonce="abc").view.status
    view = second.post(f"/api/tables/{new}/nonce", nonce="def").view
    assert ("running", ("def", "abc"), ()) == (view.status, view.dice.nonces, view.dice.must_act)


def test_a_fork_begins_with_what_the_caller_knows(house: House) -> None:
    """A running game with secrets: a position that looks the same; else the record itself."""
    first, _, table = two_at_table(house)
    first.do(table, 0, "bid1")
    step = first.view(table).step
    fork = first.post(f"/api/tables/{table}/fork", step=step).json["id"]
    opened = house.journal(fork)[0]
    assert "actions" not in opened
    assert "start" in opened
    ours, theirs = first.view(table, 0), first.view(fork, 0)
    assert ours.scene == theirs.scene
    assert [True, True] == [holder.you for holder in theirs.seats]
    first.post(f"/api/tables/{table}/resign", seat=0, at=ours.version)
    after = first.post(f"/api/tables/{table}/fork", step=step).json["id"]
    assert step == len(house.journal(after)[0]["actions"])
    assert first.post(f"/api/tables/{table}/fork", step=99).problem == "unknown-step"


def test_a_record_can_be_brought_back(house: House) -> None:
    """The export of a finished game opens a table to read and fork, not to play at."""
    first, _, table = two_at_table(house)
    first.post(f"/api/tables/{table}/resign", seat=0, at=first.view(table).version)
    record = first.get(f"/api/tables/{table}/record").body.decode()
    other = house.browser()
    brought = other.post("/api/records", record=record).json["id"]
    view = other.view(brought)
    assert view.status == "over"
    assert first.view(table).outcome == view.outcome
    assert other.get(f"/api/tables/{brought}/steps/2?seat=1").status == 200
    assert other.sit(brought, 0).problem == "started"
    fork = other.post(f"/api/tables/{brought}/fork", step=2).json["id"]
    assert other.view(fork).status == "running"
    assert other.post("/api/records", record="{}").problem == "unreadable"
    bad = record.replace('"0:resign"', '"0:bid9"')
    assert other.post("/api/records", record=bad).problem == "record-mismatch"


def test_who_holds_several_seats_sees_the_one_to_act(house: House) -> None:
    """Pass and play: the view moves on by itself, or stays with the seat that is named."""
    me = house.browser()
    table = me.open(seats="mm")
    assert me.view(table).viewer == 0
    view = me.do(table, 0, "bid1")
    assert view.viewer == 1
    assert me.view(table, 0).viewer == 0
    assert me.get(f"/api/tables/{table}?seat=2").problem == "not-your-seat"
    assert house.browser().get(f"/api/tables/{table}?seat=0").problem == "not-your-seat"
    assert house.browser().view(table).viewer is None
    assert house.browser().view(table).turn is None


def test_only_who_plays_may_ask_why(house: House) -> None:
    """A reason for a click that begins no choice; spectators get none."""
    me = house.browser()
    table = me.open(seats="mm")
    path = f"/api/tables/{table}/why?seat=0&path="
    assert me.get(f"{path}lantern.bright").json == {"say": {"k": "not.lantern"}, "rule": "6"}
    assert me.get(f"{path}nothing").problem == "unreadable"
    assert me.get(f"{path}bid0").problem == "unreadable"
    assert house.browser().get(f"/api/tables/{table}/why?path=bid0").problem == "not-your-seat"


def test_the_fold_of_the_journal_is_the_table() -> None:
    """A table rebuilt from its journal has the same version, record, draws and choices."""
    me = Caller("me", "Me")
    wishes = [bodies.SeatWish("me"), bodies.SeatWish("me")]
    order = bodies.OpenTable("madeup", {}, wishes)
    opened, *rest = opening.open_table(FAIR, order, me, SECRET, 1, BOTS)
    assert isinstance(opened, e.Opened)
    room, journal = Room("t", FAIR, opened), [opened]
    journal += [room.apply(entry) for entry in rest]  # type: ignore[misc]
    while room.status == "running":
        seat = room.play.may_act()[0]
        action = room.legal(seat)[-1]
        do = FAIR.notation.write_action(room.play.state, seat, action)
        for entry in decide(room, bodies.Act(seat, do, room.version), me, 2, BOTS):
            journal.append(room.apply(entry))  # type: ignore[arg-type]
        again = room_of(journal)  # type: ignore[arg-type]
        assert room.play.state == again.play.state
        assert (room.version, room.draws, room.renewed, room.kept) == (
            again.version, again.draws, again.renewed, again.kept,
        )  # fmt: skip
        assert [room.legal(s) for s in (0, 1)] == [again.legal(s) for s in (0, 1)]
