"""Tables for a range of strength, challenges to people, and rematches of several."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from honjin.server.finding.challenges import TASK
from honjin.server.tables.seats.rematch import WAIT
from honjin.server.tables.session.challenges import LIVE, SLOW
from honjin.server.tables.store.lobby import MAX_OF_GUEST
from honjin.server.work.steady import now_ms
from server.finished import QUIET, finish, over, people_apart
from server.site_client import Answer, Browser, House, open_house

NONCE = "ab" * 8


def opens(one: Browser, seats: list[dict[str, Any]], **more: Any) -> str:
    given = {"game": "madeup", "options": QUIET, "seats": seats} | more
    answer = one.post("/api/tables", **given)
    assert answer.status == 200, answer.body
    return str(answer.json["id"])


def row_of(one: Browser, table: str) -> Any:
    return next(row for row in one.get("/api/tables").json["tables"] if row["id"] == table)


def test_a_table_asks_for_a_strength(house: House) -> None:
    """Players within the range may sit down; others see that in the list, and are refused."""
    one, other = people_apart(house, 2)
    for _ in range(3):
        over(house, one, other)
    mine = one.get("/api/people/" + one.get("/api/me").json["id"]).json["ratings"][0]["rating"]
    table = opens(one, [{"kind": "me"}, {"kind": "open"}], strength=50)
    row = row_of(other, table)
    assert [mine - 50, mine + 50] == row["strength"]
    if mine == 1500:  # they drew, and still have the rating of a newcomer
        assert 200 == other.sit(table, 1).status
    else:
        assert "strength" == row["barred"]
        assert "other-strength" == other.sit(table, 1).problem
    assert "barred" not in row_of(one, table)


def test_a_table_is_open_to_a_rating_within_its_strength(house: House) -> None:
    """That of the person who looks, though a newcomer's may be outside."""
    one, other, third = people_apart(house, 3)
    for best in (one, third):
        over(house, best, other)
    ratings = [
        who.get("/api/people/" + who.get("/api/me").json["id"]).json["ratings"][0]["rating"]
        for who in (one, third)
    ]
    wide = max(50, abs(ratings[0] - ratings[1]))
    table = opens(one, [{"kind": "open"}] * 2, strength=wide)
    assert "barred" not in row_of(third, table)


def test_a_table_for_members(house: House) -> None:
    """Guests are told that they cannot join; its opener can."""
    one, other = people_apart(house, 2)
    table = opens(one, [{"kind": "me"}, {"kind": "open"}], members=True)
    assert "members" == row_of(other, table)["barred"]
    assert "no-account" == other.sit(table, 1).problem
    kept = opens(one, [{"kind": "open"}, {"kind": "open"}], members=True)
    assert 200 == one.sit(kept, 0).status


def test_a_rematch_asks_strangers_for_the_same(house: House) -> None:
    """A seat of it that becomes free was open to guests, and to players of any strength."""
    one, other = people_apart(house, 2)
    over(house, one, other)
    house.flushed()
    seats = [{"kind": "me"}, {"kind": "reserved", "who": other.get("/api/me").json["id"]}]
    table = opens(one, seats, strength=50, members=True)
    other.sit(table, 1)
    finish(house, table, one, other)
    following = one.post(f"/api/tables/{table}/rematch").json["id"]
    first, again = house.journal(table)[0], house.journal(following)[0]
    asked = ("strength", "members")
    assert first["members"]
    assert [first[key] for key in asked] == [again.get(key) for key in asked]


def test_a_challenge_by_handle(house: House) -> None:
    """With all options; accepted by sitting down, whatever the table requires of others."""
    one, other = people_apart(house, 2)
    over(house, one, other)
    house.flushed()
    me, who = (who.get("/api/me").json["id"] for who in (one, other))
    seats = [{"kind": "me"}, {"kind": "reserved", "who": who}]
    table = opens(one, seats, private=True, time={"main": 60}, members=True)
    [told] = other.get("/api/challenges").json["received"]
    assert (table, 1, me, True) == tuple(told[key] for key in ("id", "seat", "who", "rated"))
    assert LIVE == told["until"] - house.journal(table)[0]["at"]
    [sent] = one.get("/api/challenges").json["sent"]
    assert who == sent["who"]
    assert 200 == other.sit(table, 1).status
    assert "running" == one.view(table).status
    again = one.post("/api/tables", game="madeup", seats=[{"kind": "reserved", "who": me}])
    assert "unknown-person" == again.problem
    nobody = one.post("/api/tables", game="madeup", seats=[{"kind": "reserved", "who": "nobody"}])
    assert "unknown-person" == nobody.problem


def test_a_challenge_with_two_own_seats_is_unrated(house: House) -> None:
    """As the game itself will be."""
    one, other = people_apart(house, 2)
    over(house, one, other)
    house.flushed()
    reserved = {"kind": "reserved", "who": other.get("/api/me").json["id"]}
    opens(one, [{"kind": "me"}, {"kind": "me"}, reserved], options={"seats": "3"})
    [told] = other.get("/api/challenges").json["received"]
    assert not told.get("rated")


def test_a_guest_is_found_by_name_after_leaving(house: House) -> None:
    """As long as only one guest of that name has played within a month."""
    one, other, third = people_apart(house, 3)
    other.post("/api/me", name="Okita")
    opens(other, [{"kind": "me"}, {"kind": "open"}])
    house.flushed()
    seats = [{"kind": "me"}, {"kind": "reserved", "name": "Okita"}]
    assert 1 == len(opens(one, seats)) // 12
    third.post("/api/me", name="Okita")
    opens(third, [{"kind": "me"}, {"kind": "open"}])
    house.flushed()
    refused = one.post("/api/tables", game="madeup", options=QUIET, seats=seats)
    assert "unknown-person" == refused.problem


def test_nobody_is_challenged_again_and_again(tmp_path: Path) -> None:
    """Three times; then an answer has to come first."""
    with open_house(tmp_path, limits=True) as house:
        one, other = people_apart(house, 2)
        over(house, one, other)
        house.flushed()
        who = other.get("/api/me").json["id"]
        seats = [{"kind": "me"}, {"kind": "reserved", "who": who}]
        tables = [opens(one, seats) for _ in range(3)]
        refused = one.post("/api/tables", game="madeup", options=QUIET, seats=seats)
        assert "too-many" == refused.problem
        assert 200 == other.post(f"/api/tables/{tables[0]}/decline", seat=1).status
        opens(one, seats)


def test_a_challenge_does_not_stand_for_ever(tmp_path: Path) -> None:
    """Without an answer it is withdrawn automatically; a slow one after a week."""
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        one, other = people_apart(house, 2)
        over(house, one, other)
        house.flushed()
        who = other.get("/api/me").json["id"]
        table = opens(one, [{"kind": "me"}, {"kind": "reserved", "who": who}], time={"days": 3})
        [told] = one.get("/api/challenges").json["sent"]
        assert SLOW == told["until"] - house.journal(table)[0]["at"]
        house.run(house.site.jobs.defer(TASK, {"table": table}))
        house.until(lambda: [] == other.get("/api/challenges").json["received"])
        assert "declined" == house.journal(table)[-1]["e"]


def test_somebody_is_told_who_is_wanted(house: House) -> None:
    """Listeners receive challenges as they are made."""
    one, other = people_apart(house, 2)
    over(house, one, other)
    house.flushed()
    heard: list[Any] = []
    for site in house.sites:
        site.tables.wanted.append(heard.append)
    who = other.get("/api/me").json["id"]
    table = opens(one, [{"kind": "me"}, {"kind": "reserved", "who": who}])
    assert [("challenge", who, table)] == [(one.kind, one.who, one.table) for one in heard]


# ---------------------------------------------------------------- the next game


def three(house: House) -> tuple[list[Browser], str]:
    """Three people who have finished a game, each with a nonce; the next table."""
    people = people_apart(house, 3)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    wish = {"game": "madeup", "options": {"seats": "3"}, "seats": seats, "own_nonce": True}
    table = people[0].post("/api/tables", **wish).json["id"]
    people[0].post(f"/api/tables/{table}/nonce", nonce=NONCE)
    for seat, one in enumerate(people[1:], 1):
        one.post(f"/api/tables/{table}/sit", seat=seat, nonce=NONCE)
    finish(house, table, *people)
    following = people[0].post(f"/api/tables/{table}/rematch", own_nonce=True)
    return people, str(following.json["id"])


def come(table: str, *people: Browser) -> None:
    for one in people:
        assert 200 == one.post(f"/api/tables/{table}/nonce", nonce=NONCE).status


def test_seats_are_moved_on_and_all_have_to_come(house: House) -> None:
    """Nobody has the same seat again; the game begins when the last player is there."""
    people, table = three(house)
    view = people[0].view(table)
    assert view.before
    assert [1, 2, 0] == [one.view(table).viewer for one in people]
    come(table, *people[:2])
    assert "open" == people[0].view(table).status
    come(table, people[2])
    assert "running" == people[0].view(table).status


def test_somebody_declines(house: House) -> None:
    """Then the seat is free, and a bot can take it at once."""
    people, table = three(house)
    come(table, *people[:2])
    assert 200 == people[2].post(f"/api/tables/{table}/stand", seat=0).status
    assert "empty" == people[0].view(table).seats[0].kind
    assert 200 == people[0].post(f"/api/tables/{table}/sit", seat=0, bot="low").status
    assert "running" == people[0].view(table).status


def test_the_others_agree_to_do_without(tmp_path: Path) -> None:
    """Not before three minutes, and only together: the last wish of each counts."""
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        people, table = three(house)
        path = f"/api/tables/{table}/replace"
        assert "not-at-table" == people[2].post(path, seat=0).problem
        come(table, *people[:2])
        assert "still-here" == people[0].post(path, seat=0, bot="low").problem
        assert "not-your-seat" == people[0].post(f"/api/tables/{table}/stand", seat=0).problem
        late = WAIT + 1
        assert "not-awaited" == people[0].post(path, seat=1).problem
        assert "unknown-bot" == people[0].post(path, seat=0, bot="nobody").problem
        people[0].post(path, seat=0, bot="low")
        view = people[1].view(table)
        assert [(0, "low", (1,))] == [(one.seat, one.bot, one.by) for one in view.replaced]
        people[1].post(path, seat=0)
        assert "open" == people[1].view(table).status
        people[1].post(path, seat=0, bot="low")
        view = people[0].view(table)
        assert ("running", "bot") == (view.status, view.seats[0].kind)
        assert "started" == people[0].post(path, seat=0).problem


def test_who_comes_after_all_is_no_more_replaced(tmp_path: Path) -> None:
    """A wish for a seat ends when its person comes."""
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        people, table = three(house)
        come(table, people[0])
        late = WAIT + 1
        people[0].post(f"/api/tables/{table}/replace", seat=0)
        assert "empty" == people[0].view(table).seats[0].kind
        come(table, people[1])
        assert () == people[0].view(table).replaced


def test_requests_at_once_pass_no_limit_of_tables(tmp_path: Path) -> None:
    """Each counted the tables and challenges that were there before any of them.

    Challenges at tables where the challenger had no seat were not counted at all. Each process
    counts waiting tables for itself.
    """
    with open_house(tmp_path, limits=True, processes=1) as house:
        one, other = people_apart(house, 2)
        who = other.get("/api/me").json["id"]
        opens(other, [{"kind": "me"}, {"kind": "open"}])
        house.flushed()
        kept = [{"kind": "reserved", "who": who}, {"kind": "open"}]
        assert 3 == opened_at_once(house, one, kept)
        assert "too-many" == one.post("/api/tables", game="madeup", seats=kept).problem
        free = [{"kind": "open"}, {"kind": "open"}]
        assert MAX_OF_GUEST - 3 == opened_at_once(house, one, free)


def opened_at_once(house: House, one: Browser, seats: list[dict[str, Any]]) -> int:
    """How many of several tables that are opened at once are opened; the caller sits at none."""
    body = json.dumps({"game": "madeup", "options": QUIET, "seats": seats}).encode()
    kind = {"content-type": "application/json"}

    async def all_of_them() -> list[Answer]:
        posts = (one._call("POST", "/api/tables", body, kind) for _ in range(8))
        return await asyncio.gather(*posts)

    return sum(answer.status == 200 for answer in house.run(all_of_them()))
