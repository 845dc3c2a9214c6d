"""Private chat lines and promises: their readers, what is stored, what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import rebuild
from honjin.server.tables.session.talk import CHAT_KEPT, Reader, Said, Talk
from madeup.game import GAME as FAIR
from server.site_client import Answer, Browser, House
from server.tables.test_live import Stream


@pytest.fixture(scope="module")
def house(shared: House) -> House:
    """Each test has its own people and tables."""
    return shared


def three_at_table(house: House) -> tuple[list[Browser], str]:
    """Three people at a table that has begun."""
    guests = [house.browser() for _ in range(3)]
    table = opened(guests[0], "moo")
    for seat in (1, 2):
        assert 200 == guests[seat].sit(table, seat).status
    return guests, table


def opened(host: Browser, seats: str) -> str:
    """A new table of three; `seats` as in Browser.open."""
    wishes = [{"kind": {"m": "me", "o": "open"}[letter]} for letter in seats]
    answer = host.post("/api/tables", game="madeup", options={"seats": "3"}, seats=wishes)
    return str(answer.json["id"])


def says(browser: Browser, table: str, text: str, **more: Any) -> Answer:
    return browser.post(f"/api/tables/{table}/chat", text=text, **more)


def settles(browser: Browser, table: str, **more: Any) -> Answer:
    return browser.post(f"/api/tables/{table}/promise", **more)


def lines(browser: Browser, table: str, query: str = "") -> list[dict[str, Any]]:
    """The chat as it is sent on a page load."""
    found: list[dict[str, Any]] = browser.get(f"/api/tables/{table}{query}").json.get("chat", [])
    return found


def texts(browser: Browser, table: str, query: str = "") -> list[str]:
    return [line["text"] for line in lines(browser, table, query)]


# ---------------------------------------------------------------- readers


def test_a_private_line_reaches_two(house: House) -> None:
    """As it is said and after a reload; a third seat and a spectator are sent nothing at all."""
    guests, table = three_at_table(house)
    windows = [Stream(who, f"/api/tables/{table}/events") for who in (*guests, house.browser())]
    for window in windows:
        window.news()
    says(guests[0], table, "before")
    says(guests[0], table, "psst", to=2)
    says(guests[1], table, "after")
    came = [[(name, one["n"], one["text"]) for name, one, _ in w.news()] for w in windows]
    aloud = [("chat", 1, "before"), ("chat", 2, "after")]
    told = [aloud[0], ("chat", 1, "psst"), aloud[1]]
    assert [told, aloud, told, aloud] == came
    assert ["before", "psst", "after"] == texts(guests[2], table)
    assert ["before", "after"] == texts(guests[1], table) == texts(house.browser(), table)


def test_private_lines_are_told_in_the_record_of_nobody(house: House) -> None:
    """Neither in an export nor in the lobby's time of the last change, nor as a version."""
    guests, table = three_at_table(house)
    changed = house.browser().get("/api/tables").json["tables"][0]["changed"]
    version = guests[1].view(table).version
    says(guests[0], table, "psst", to=1)
    for guest in guests:
        assert b"psst" not in guest.get(f"/api/tables/{table}/record").body
    assert version == guests[1].view(table).version
    assert changed == house.browser().get("/api/tables").json["tables"][0]["changed"]


def test_a_new_holder_is_not_told_what_was_said_before(house: House) -> None:
    """Private lines are for the persons who held the seats; a returning person finds them again."""
    guests, table = three_at_table(house)
    says(guests[0], table, "for you alone", to=1)
    guests[1].post(f"/api/tables/{table}/leave", seat=1)
    assert "for you alone" not in texts(guests[1], table)
    assert "nobody-listens" == says(guests[0], table, "hello?", to=1).problem
    other = house.browser()
    assert other.join(table, 1, guests[0], guests[2]).view.seats[1].you
    says(guests[0], table, "welcome", to=1)
    (new,) = [line for line in lines(other, table) if line.get("to") is not None]
    assert (1, "welcome") == (new["n"], new["text"])
    other.post(f"/api/tables/{table}/leave", seat=1)
    window = Stream(guests[1], f"/api/tables/{table}/events")
    window.news()
    guests[1].sit(table, 1)
    views = [view for name, view, _ in window.news() if name == "view"]
    assert "for you alone" in [line["text"] for line in views[-1]["chat"]]
    assert "welcome" not in texts(guests[1], table)


def test_who_let_a_bot_play_reads_on(house: House) -> None:
    """A substitute plays the seat and does not hold it: lines wait for the person."""
    guests, table = three_at_table(house)
    guests[1].post(f"/api/tables/{table}/substitute", seat=1, bot="random")
    assert 200 == says(guests[0], table, "when you are back", to=1).status
    assert "when you are back" in texts(guests[1], table)


def test_behind_the_curtain_private_lines_are_hidden(house: House) -> None:
    """On one device each seat finds its own behind its curtain, even when the game is over."""
    host, other = house.browser(), house.browser()
    table = opened(host, "mmo")
    other.sit(table, 2)
    says(other, table, "for the first", to=0)
    says(host, table, "for the second", seat=0, to=1)
    for _ in range(2):
        assert [] == texts(host, table, "?seat=curtain")
        assert ["for the first", "for the second"] == texts(host, table, "?seat=0")
        assert ["for the second"] == texts(host, table, "?seat=1")
        assert [1] == [line["n"] for line in lines(host, table, "?seat=1")]
        assert ["for the first"] == texts(other, table)
        for seat, who in enumerate((host, host, other)):
            view = who.view(table, seat)
            who.post(f"/api/tables/{table}/resign", seat=seat, at=view.version)
    assert "over" == other.view(table).status


def test_after_the_game_private_lines_stay_private(house: House) -> None:
    """A viewer with the perspective of a seat does not then read lines said to it."""
    guests, table = three_at_table(house)
    says(guests[0], table, "psst", to=1)
    for seat in (0, 1):
        at = guests[seat].view(table).version
        guests[seat].post(f"/api/tables/{table}/resign", seat=seat, at=at)
    assert "over" == guests[2].view(table).status
    assert [] == texts(guests[2], table, "?seat=1")
    assert ["psst"] == texts(guests[1], table)


# ---------------------------------------------------------------- refusals


def test_what_cannot_be_said_is_refused(house: House) -> None:
    """Each with its own problem, and nothing is stored."""
    guests, table = three_at_table(house)
    stored = house.journal(table)
    me, watcher = guests[0], house.browser()
    assert "unreadable" == says(me, table, "to myself", to=0).problem
    assert "unreadable" == says(me, table, "to nobody", promise=True).problem
    assert "unreadable" == says(me, table, "to nobody", aloud=True).problem
    assert "nobody-listens" == says(me, table, "to no seat", to=5).problem
    assert "not-your-seat" == says(watcher, table, "who am I", to=0).problem
    assert "not-your-seat" == says(me, table, "as another", seat=1).problem
    assert stored == house.journal(table)
    bots = me.open(seats="mr")
    assert "nobody-listens" == says(me, bots, "to a bot", to=1).problem
    waiting = me.open(seats="mm", rounds="1")
    me.play_on(waiting)
    assert "over" == says(me, waiting, "too late", seat=0, to=1, promise=True).problem


def test_a_game_without_deals_knows_no_private_lines(house: House) -> None:
    """If they are not part of the game, every line is public."""
    guests, table = three_at_table(house)
    page = house.browser().get("/api/games/madeup").json
    assert page["deals"]
    for site in house.sites:
        house.run(site.tables.ready(table)).room.game = replace(FAIR, deals=False)
    assert "no-deals" == says(guests[0], table, "psst", to=1).problem
    assert 200 == says(guests[0], table, "aloud").status


# ---------------------------------------------------------------- promises


def test_who_was_promised_settles_it(house: House) -> None:
    """And may change its outcome; the two are notified each time, nobody else ever."""
    guests, table = three_at_table(house)
    windows = [Stream(guest, f"/api/tables/{table}/events") for guest in guests]
    for window in windows:
        window.news()
    made = says(guests[0], table, "no war this year", to=1, promise=True).json
    assert ("open", 0, 1) == (made["promise"], made["seat"], made["to"])
    (promise,) = lines(guests[1], table)
    assert promise["yours"]
    mine = {"seat": 1, "giver": 0, "n": promise["n"]}
    assert [1, 1, 0] == [len(window.news()) for window in windows]
    for standing in ("broken", "kept", "open", "kept"):
        assert standing == settles(guests[1], table, **mine, standing=standing).json["promise"]
        for window in windows[:2]:
            sent = [(one.get("promise"), one.get("what")) for _, one, _ in window.news()]
            assert [(standing, None), (None, standing)] == sent
    stored = house.journal(table)
    settles(guests[1], table, **mine, standing="kept")
    assert stored == house.journal(table)
    assert (
        "unknown-promise" == settles(guests[1], table, **mine | {"n": 2}, standing="kept").problem
    )
    wrong = {"seat": 0, "giver": 1, "n": 1, "standing": "kept"}
    assert "unknown-promise" == settles(guests[0], table, **wrong).problem
    assert "not-your-seat" == settles(guests[2], table, **mine, standing="broken").problem
    for guest in guests[:2]:
        first, *changes = [line.get("what", "") for line in lines(guest, table)]
        assert ("", ["broken", "kept", "open", "kept"]) == (first, changes)
        assert "kept" == lines(guest, table)[0]["promise"]
    assert [] == windows[2].news()
    assert [] == lines(guests[2], table)


def test_a_promise_aloud_is_known_to_all(house: House) -> None:
    """And so is its outcome; the step is in each viewer's count, in the end the record's."""
    guests, table = three_at_table(house)
    guests[0].do(table, 0, "bid1")
    for site in house.sites:
        room = house.run(site.tables.ready(table)).room
        room.counted[1].missed.append(room.step - 1)  # as if seat 1 had missed a step
    says(guests[0], table, "peace", to=1, aloud=True, promise=True)
    told = [lines(guest, table)[0]["step"] for guest in (*guests, house.browser())]
    assert [guest.view(table).step for guest in (*guests, house.browser())] == told
    assert [told[0], told[0] - 1] == told[:2]
    assert (
        200 == settles(guests[1], table, seat=1, giver=0, n=1, aloud=True, standing="broken").status
    )
    seen = lines(house.browser(), table)
    assert [("broken", ""), (None, "broken")] == [
        (one.get("promise"), one.get("what", "")) for one in seen
    ]
    assert "yours" not in seen[0]
    for seat in (0, 1):
        at = guests[seat].view(table).version
        guests[seat].post(f"/api/tables/{table}/resign", seat=seat, at=at)
    assert told[0] == lines(house.browser(), table)[0]["step"]


def test_the_journal_remembers_all(house: House) -> None:
    """A table that is loaded again has the same lines, numbers and promises."""
    guests, table = three_at_table(house)
    says(guests[0], table, "psst", to=1)
    says(guests[1], table, "peace", to=0, promise=True)
    settles(guests[0], table, seat=0, giver=1, n=2, standing="kept")
    says(guests[2], table, "hello")
    first, *rest = [e.read_entry(line) for line in house.run(house.site.store.journal(table))]
    assert isinstance(first, e.Opened)
    room = house.run(house.site.tables.ready(table)).room
    assert room.talk.lines == rebuild(table, FAIR, first, rest).talk.lines
    assert ["", "kept", "", ""] == [line.promise for line in room.talk.lines]


# ---------------------------------------------------------------- numbers

PEOPLE: list[Reader] = [(0, "ann"), (1, "bob"), (2, "eve")]
said = st.tuples(st.sampled_from([(0, 1), (1, 2), (2, 0), (1, 0)]), st.sampled_from("apl"))


def talk_of(parts: list[tuple[tuple[int, int], str]]) -> Talk:
    """Lines of three people: public, private, or private promises."""
    talk = Talk()
    for n, ((seat, to), how) in enumerate(parts):
        line = Said(n, "", f"{n}", seat)
        if how != "a":
            pair = (PEOPLE[seat], PEOPLE[to])
            line = line._replace(
                to=to, pair=pair, aloud=False, promise="open" if how == "l" else ""
            )
        talk.write(line)
    return talk


@given(st.lists(said, max_size=40))
def test_what_one_is_told_tells_nothing_of_the_rest(
    parts: list[tuple[tuple[int, int], str]],
) -> None:
    """Texts and numbers are those of a table at which nothing else was said."""
    for seat, who in PEOPLE:
        own = [(pair, how) for pair, how in parts if how == "a" or seat in pair]
        shown = [
            [(one.number(who, (seat,)), one.seat, one.to) for one in talk_of(some).lines]
            for some in (parts, own)
        ]
        assert [one for one in shown[0] if one[0] is not None] == shown[1]


@pytest.mark.parametrize("how", ["a", "p", "l"])
def test_many_lines_push_out_their_own_kind_only(how: str) -> None:
    """However much two others say, public lines stay, and so do promises."""
    first = [((0, 1), "a"), ((0, 1), "p"), ((0, 1), "l"), ((1, 2), "p")]
    talk = talk_of([*first, *[((0, 1), how)] * (CHAT_KEPT + 5)])
    left = [one.text for one in talk.lines[:4]]
    gone = "apl".index(how)
    assert [str(n) for n in range(4) if n != gone] == left[:3]
    assert CHAT_KEPT + 3 == len(talk.lines)
