"""Finished games are added to the history once, whatever happens, and can be found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from honjin.server.history import store as history
from honjin.server.history.schema import RESULTS, SEATS
from server.finished import QUIET, UNFAIR, begin, finish, over, people_apart, rows
from server.site_client import Browser, House, open_house, two_at_table


@pytest.fixture
def both(database: str, tmp_path: Path) -> Iterator[House]:
    """A site on each kind of database."""
    with open_house(tmp_path, database=database) as house:
        yield house


def test_a_finished_game_is_taken_in_once(both: House) -> None:
    """With its winner, beginning and end; adding it again changes nothing."""
    first, second, table = over(both)
    [result] = rows(both, RESULTS)
    assert (table, "madeup", "quiet", "persons", "") == (
        result.table_id, result.game, result.scenario, result.against, result.unrated
    )  # fmt: skip
    view = first.view(table)
    assert view.outcome is not None
    assert (view.step, view.outcome.reason) == (result.steps, result.reason)
    assert 0 < result.begun <= result.ended
    seats = rows(both, SEATS)
    assert list(view.outcome.returns) == [seat.score for seat in seats]
    assert {"won", "lost"} == {seat.outcome for seat in seats} or {"drawn"} == {
        seat.outcome for seat in seats
    }
    names = [one.get("/api/me").json["name"] for one in (first, second)]
    assert names == [seat.name for seat in seats]
    assert not both.run(both.site.recorder.take(table))
    assert [result] == rows(both, RESULTS)
    assert seats == rows(both, SEATS)


@pytest.mark.slow
def test_two_processes_do_not_count_a_game_twice(postgres: str, tmp_path: Path) -> None:
    """Both add it at once: one of them is first."""
    with (
        open_house(tmp_path, database=postgres) as one,
        open_house(tmp_path, database=postgres) as other,
    ):
        _, _, table = over(one)
        one.run(one.site.store.change(_forget_all))
        done = [house.run(house.site.recorder.take(table)) for house in (one, other)]
        assert [True, False] == done
        assert 1 == len([row for row in rows(one, RESULTS) if row.table_id == table])


def _forget_all(connection: sa.Connection) -> None:
    for table in ("results", "result_seats", "ratings", "rating_changes"):
        connection.execute(sa.text(f"DELETE FROM {table}"))


def test_what_a_crash_kept_from_it_is_made_up_for(both: House) -> None:
    """The game was over and stored, but its row is missing: the start adds the same row."""
    over(both)
    before = rows(both, RESULTS), rows(both, SEATS)
    both.run(both.site.store.change(_forget_all))
    assert 1 == both.run(both.site.store.ask(history.count_unknown))
    assert 1 == both.run(both.site.recorder.mend(0))
    assert before == (rows(both, RESULTS), rows(both, SEATS))
    assert 0 == both.run(both.site.recorder.mend(0))


def test_games_that_end_together_are_recorded_together(both: House) -> None:
    """In one transaction, with the rows and ratings that each would have got alone."""
    tables = [over(both)[2] for _ in range(3)]
    names = "results", "result_seats", "ratings", "rating_changes"
    before = [_all(both, name) for name in names]
    both.run(both.site.store.change(_forget_all))
    both.run(both.site.recorder.take_soon(tables))
    assert before == [_all(both, name) for name in names]


def test_games_that_end_within_a_moment_are_taken_together(
    both: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one waits a little for others that end in the same process."""
    both.only()
    recorder, together = both.site.recorder, []

    async def take(tables: Sequence[str]) -> None:
        together.append(list(tables))

    monkeypatch.setattr(recorder, "take_soon", take)
    first, second = people_apart(both, 2)
    tables = [begin(first, second) for _ in range(3)]
    for table in tables:
        view = first.view(table)
        assert view.viewer is not None
        assert first.post(f"/api/tables/{table}/resign", seat=0, at=view.version).status == 200
    both.run(recorder.settled())
    assert [tables] == together


def _all(house: House, table: str) -> list[tuple[object, ...]]:
    query = sa.text(f"SELECT * FROM {table} ORDER BY 1, 2, 3")
    return [tuple(row) for row in house.run(house.site.store.ask(lambda c: c.execute(query).all()))]


def test_a_game_that_cannot_be_recorded_keeps_no_other_out(both: House) -> None:
    """The others of its transaction are recorded alone."""
    first, second = (over(both)[2] for _ in range(2))
    both.run(both.site.store.change(_forget_all))
    both.run(both.site.recorder.take_soon([first, "unknowntable", second]))
    assert {first, second} == {row.table_id for row in rows(both, RESULTS)}


def test_tables_from_before_there_was_a_history_are_taken_in(tmp_path: Path) -> None:
    """After the start, from their journals, once."""
    with open_house(tmp_path) as house:
        table = over(house)[2]
        house.run(house.site.store.change(_forget_all))
    with open_house(tmp_path) as house:
        house.until(lambda: [table] == [row.table_id for row in rows(house, RESULTS)])


def test_a_table_that_cannot_be_replayed_is_left_aside(house: House) -> None:
    """It is marked, so that later starts do not retry it; nobody finds it."""
    table = over(house)[2]
    house.run(house.site.store.change(_forget_all))
    house.site.tables.sweep(-1, lambda _: False)
    house.site.tables.games = {}
    assert 1 == house.run(house.site.recorder.mend(0))
    assert [(table, "study")] == [(row.table_id, row.against) for row in rows(house, RESULTS)]
    assert [] == rows(house, SEATS)
    assert 0 == house.run(house.site.recorder.mend(0))


# ---------------------------------------------------------------- what is a game, and whose


def test_no_order_brings_a_finished_game_back(house: House) -> None:
    """So a stored outcome stays true: takeback, step back, actions and seats are refused."""
    first, second, table = over(house)
    at = first.view(table).version
    for order, fields in (
        ("takeback", {"seat": 0, "at": at}), ("back", {"seat": 0, "at": at}),
        ("takeback/answer", {"seat": 0, "agree": True}), ("resign", {"seat": 0, "at": at}),
        ("actions", {"seat": 0, "do": "bid1", "at": at}), ("leave", {"seat": 0}),
        ("substitute", {"seat": 0, "bot": "low"}), ("return", {"seat": 0}),
    ):  # fmt: skip
        assert first.post(f"/api/tables/{table}/{order}", **fields).problem == "over", order
    assert second.view(table).status == "over"


def test_forks_and_records_are_no_games_of_their_own(house: House) -> None:
    """Whatever happens there, nobody has played them from their start."""
    first, _, table = over(house)
    fork = first.post(f"/api/tables/{table}/fork", step=2).json["id"]
    assert "over" == first.play_on(fork).status
    record = first.get(f"/api/tables/{table}/record").body.decode()
    first.post("/api/records", record=record)
    house.recorded()
    kept = {row.table_id: row.against for row in rows(house, RESULTS)}
    assert 3 == len(kept)
    assert "study" == kept[fork]
    assert {table} == {seat.table_id for seat in rows(house, SEATS)}


def test_somebody_on_all_seats_neither_wins_nor_loses(house: House) -> None:
    """It is in their history once, and in no statistics."""
    alone = house.browser()
    table = alone.open(seats="mm", **QUIET)
    assert "over" == finish(house, table, alone).status
    seats = rows(house, SEATS)
    assert ["", ""] == [seat.outcome for seat in seats]
    assert [True, False] == [seat.main for seat in seats]
    [result] = rows(house, RESULTS)
    assert ("alone", "seats") == (result.against, result.unrated)
    assert 1 == len(alone.get("/api/history").json["games"])
    who = alone.get("/api/me").json["id"]
    assert [] == alone.get(f"/api/people/{who}").json.get("counts", [])


def test_who_leaves_has_lost(house: House) -> None:
    """The seat's new holder finishes the game, and the person who left is listed last."""
    first, second, table = two_at_table(house, **UNFAIR)
    third = house.browser()
    assert second.post(f"/api/tables/{table}/leave", seat=1).status == 200
    third.join(table, 1, first)
    assert "over" == finish(house, table, first, third).status
    ids = [one.get("/api/me").json["id"] for one in (first, second, third)]
    told = {seat.who: (seat.role, seat.place, seat.outcome) for seat in rows(house, SEATS)}
    assert ("left", 3, "lost") == told[ids[1]]
    assert "late" == told[ids[2]][0]
    assert "" == told[ids[0]][0]
    assert 1 == len(second.get("/api/history").json["games"])


def test_a_name_can_be_taken_out(both: House) -> None:
    """A deleted account's games stay, its name does not."""
    first, second, _ = over(both)
    who = first.get("/api/me").json["id"]
    both.run(both.site.store.change(partial(history.forget_name, who=who)))
    [game] = second.get("/api/history").json["games"]
    assert ["", second.get("/api/me").json["name"]] == [
        seat.get("name", "") for seat in game["seats"]
    ]


# ---------------------------------------------------------------- finding


def found(browser: Browser, query: str = "") -> list[str]:
    """The ids of the games in a history."""
    return [game["id"] for game in browser.get(f"/api/history?{query}").json["games"]]


def test_games_are_found_by_what_they_were(both: House) -> None:
    """By game, scenario, outcome, opponents, rating, time, and opening."""
    ann, bob = people_apart(both, 2)
    with_bob = over(both, ann, bob)[2]
    long = over(both, ann, bob, **UNFAIR)[2]
    with_bot = ann.open(seats="ml", **QUIET)
    finish(both, with_bot, ann)
    assert [with_bot, long, with_bob] == found(ann)
    assert [long, with_bob] == found(bob)
    assert [with_bot] == found(ann, "against=bots")
    assert [long, with_bob] == found(ann, "against=persons")
    assert [with_bot, with_bob] == found(ann, "scenario=quiet")
    assert [with_bob] == found(ann, "rated=yes")
    assert [] == found(ann, "game=other")
    name = bob.get("/api/me").json["name"]
    assert [long, with_bob] == found(ann, f"opponent={name.replace(' ', '%20').upper()}")
    assert [] == found(ann, "opponent=%25")
    ended = {row.table_id: row for row in rows(both, RESULTS)}
    today = datetime.now(UTC).date()
    assert [with_bot, long, with_bob] == found(ann, f"first={today}&last={today}")
    assert [] == found(ann, f"first={today + timedelta(days=1)}")
    assert [] == found(ann, f"last={today - timedelta(days=1)}")
    opening = ended[with_bob].opening.replace(" ", "%20")
    assert with_bob in found(ann, f"opening={opening}")
    assert [] == found(ann, "opening=_")
    won = {seat.table_id: seat.outcome for seat in rows(both, SEATS) if seat.name == name}
    lost_to_ann = [table for table, outcome in won.items() if outcome == "lost"]
    assert sorted(lost_to_ann) == sorted(found(bob, "outcome=lost"))


def test_pages_follow_each_other_without_gaps(both: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is on one page; the last page says that nothing follows."""
    monkeypatch.setattr(history, "PAGE", 2)
    ann, bob = people_apart(both, 2)
    tables = [over(both, ann, bob)[2] for _ in range(5)]
    seen, query = [], ""
    for _ in range(3):
        page = ann.get(f"/api/history?{query}").json
        seen += [game["id"] for game in page["games"]]
        query = f"before={page.get('after', '')}"
    assert tables[::-1] == seen
    assert "after" not in page


@pytest.mark.slow_after(5)
@pytest.mark.parametrize(
    "query",
    [
        "before=1", "before=9999999999999999-abcdefghjkmn", "before=1-abcdefghjkm%27",
        "before=1-abcdefghjkmn%20OR%201", "outcome=winning", "against=me", "rated=maybe",
        "first=-1", "first=2026-13-01", "last=9999-12-31", "first=2026-1-1", "game=" + "x" * 100,
        "opponent=" + "x" * 80, "opponent=%00", "opening=" + "x" * 300, "scenario=" + "x" * 100,
        "who=" + "x" * 60,
    ],
)  # fmt: skip
def test_made_up_questions_are_refused(house: House, query: str) -> None:
    """In one line that says what was expected."""
    over(house)
    answer = house.browser().get(f"/api/history?{query}")
    assert answer.problem in ("unreadable", "unknown-person"), answer


def test_texts_that_mean_something_to_a_database_do_not(house: House) -> None:
    """Quotes, wildcards and statement terminators are ordinary characters."""
    first, _, table = over(house)
    for text in ("'", "%25", "_", "\\", "');DROP%20TABLE%20results;--"):
        assert [] == found(first, f"opponent={text}"), text
    assert [table] == found(first)


# ---------------------------------------------------------------- who may look


def test_a_profile_says_what_is_public_and_no_more(both: House) -> None:
    """A closed list; of private tables only the counts."""
    ann, bob = people_apart(both, 2)
    table = over(both, ann, bob)[2]
    secret = over(both, ann, bob, private=True)[2]
    who = ann.get("/api/me").json["id"]
    stranger = both.browser()
    profile = stranger.get(f"/api/people/{who}").json
    allowed = {"who", "name", "counts", "months", "ratings", "hidden", "you"}
    assert set(profile) <= allowed
    assert 2 == sum(count["n"] for count in profile["counts"])
    assert [table] == found(stranger, f"who={who}")
    assert [secret, table] == found(ann)
    assert [table] == found(bob, f"who={who}")
    assert "unknown-person" == stranger.get("/api/people/nobody").problem
    assert profile == stranger.get(f"/api/people/{profile['name']}").json


def test_a_profile_can_be_kept_to_oneself(both: House) -> None:
    """Then others find neither it nor the history, but its owner does."""
    ann, bob = people_apart(both, 2)
    over(both, ann, bob)
    who = ann.get("/api/me").json["id"]
    assert ann.post("/api/me/profile", hidden=True).status == 200
    for path in (f"/api/people/{who}", f"/api/history?who={who}"):
        assert "hidden-profile" == bob.get(path).problem
        assert 200 == ann.get(path).status
    assert ann.get(f"/api/people/{who}").json["hidden"]
    assert ann.post("/api/me/profile", hidden=False).status == 200
    assert 200 == bob.get(f"/api/people/{who}").status


def test_a_running_game_is_nobodys_history(house: House) -> None:
    """Nothing about it is shown before it is over."""
    first, _, _ = two_at_table(house)
    who = first.get("/api/me").json["id"]
    assert [] == found(first)
    assert "unknown-person" == house.browser().get(f"/api/people/{who}").problem


def test_names_that_two_people_had_mean_nobody(house: House) -> None:
    """Guests' names are not unique: one's page must not be shown for the other."""
    ann, bob = people_apart(house, 2)
    ann.post("/api/me", name="Kiku")
    over(house, ann, bob)
    assert 200 == house.browser().get("/api/people/kiku").status
    ann.post("/api/me", name="Other")
    bob.post("/api/me", name="Kiku")
    over(house, ann, bob)
    assert "unknown-person" == house.browser().get("/api/people/kiku").problem


def test_turns_are_told_with_the_longest_waiting_first(house: House) -> None:
    """The tables that wait for the caller, and no others."""
    first, second, table = two_at_table(house)
    house.wait(0.01)
    later = first.open(seats="mo")
    second.sit(later, 1)
    mover = (first, second)[first.view(table).must_act[0]]
    waiting = [turn["id"] for turn in mover.get("/api/turns").json["turns"]]
    assert table in waiting
    assert waiting == sorted(waiting, key=[table, later].index)
    assert [] == house.browser().get("/api/turns").json["turns"]
