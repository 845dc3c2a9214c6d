"""Studies at a site: several people write them, the rules hold, and what is private stays so."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from honjin.core.game import Game
from honjin.core.record import read_record
from honjin.core.study.file import read_study
from honjin.core.study.tree import MAX_CHAPTERS, Chapter, Head, Tree
from honjin.games import load
from honjin.server.studies import events as ev
from honjin.server.studies import handlers as studies
from honjin.server.studies import orders
from honjin.server.studies import store as kept
from honjin.server.studies.changes import tree_of
from honjin.server.studies.fold import Study
from honjin.server.studies.service import MAX_OF_GUEST
from madeup.game import GAME
from server.site_client import Browser, House, open_house, two_at_table
from server.tables.test_live import Stream

PATH = "/api/studies"


def named(house: House, *names: str) -> list[Browser]:
    """Browsers of guests with these names, who have been here."""
    found = []
    for name in names:
        one = house.browser()
        assert 200 == one.post("/api/me", name=name).status
        one.post("/api/me/program", program=False)
        found.append(one)
    house.flushed()
    return found


def creates(one: Browser, **more: Any) -> str:
    """Create a study; return its path."""
    answer = one.post(PATH, **({"title": "Endgames"} | more))
    assert answer.status == 200, answer.body
    return f"{PATH}/{answer.json['id']}"


def ids(one: Browser, of: str = "yours") -> list[str]:
    """The studies of a list, from its first page."""
    return [row["id"] for row in one.get(f"{PATH}?of={of}").json["studies"]]


def adds(one: Browser, path: str, **more: Any) -> str:
    """Add a chapter; return its path."""
    answer = one.post(f"{path}/chapters", **({"title": "One", "game": "madeup"} | more))
    assert answer.status == 200, answer.body
    return f"{path}/chapters/{answer.json['chapters'][-1]['n']}"


def plays(one: Browser, chapter: str, node: int = 0) -> int:
    """Continue a position by the first choice, or by what chance draws; return the new one."""
    at = one.get(f"{chapter}/nodes/{node}").json
    turn = at.get("turn")
    sent = {"do": turn["choices"][0]["do"], "seat": turn["seat"]} if turn else {}
    answer = one.post(f"{chapter}/nodes/{node}/moves", **sent)
    assert answer.status == 200, answer.body
    return int(answer.json["node"])


def choices(one: Browser, chapter: str, node: int) -> list[tuple[str, int]]:
    """The choices at a position of the seat that is to act."""
    turn = one.get(f"{chapter}/nodes/{node}").json["turn"]
    return [(choice["do"], turn["seat"]) for choice in turn["choices"]]


def to_a_turn(one: Browser, chapter: str) -> int:
    """Play until a seat has at least two choices; return that position."""
    node = 0
    for _ in range(20):
        at = one.get(f"{chapter}/nodes/{node}").json
        if len(at.get("turn", {}).get("choices", ())) > 1:
            return node
        node = plays(one, chapter, node)
    raise AssertionError("nobody ever had two choices")


def test_a_chapter_grows_by_the_rules(house: House) -> None:
    """Legal moves become positions, the same move twice is one, others are refused."""
    (one,) = named(house, "Nene")
    chapter = adds(one, creates(one))
    node = to_a_turn(one, chapter)
    (do, seat), (other, _) = choices(one, chapter, node)[:2]
    first = one.post(f"{chapter}/nodes/{node}/moves", do=do, seat=seat).json
    again = one.post(f"{chapter}/nodes/{node}/moves", do=do, seat=seat).json
    assert first == again
    variant = one.post(f"{chapter}/nodes/{node}/moves", do=other, seat=seat).json
    assert variant["node"] != first["node"]
    children = [row["n"] for row in one.get(chapter).json["nodes"][1:] if row["parent"] == node]
    assert [first["node"], variant["node"]] == children
    wrong = one.post(f"{chapter}/nodes/{node}/moves", do="nonsense", seat=seat)
    assert wrong.problem in ("unreadable", "illegal")
    assert "not-your-turn" == one.post(f"{chapter}/nodes/{node}/moves").problem
    assert "unknown-chapter" == one.post(f"{chapter}/nodes/999/moves", do=do, seat=seat).problem
    assert "unknown-chapter" == one.get(f"{chapter[:-1]}9").problem


def test_a_line_that_grew_meanwhile_is_not_removed(house: House) -> None:
    """A removal names the version that its author saw."""
    host, guest = named(house, "Nene", "Chacha")
    path = creates(host)
    host.post(f"{path}/members", name="Chacha")
    chapter = adds(host, path)
    node = plays(host, chapter)
    seen = host.get(chapter).json["version"]
    plays(guest, chapter, node)
    assert "stale-study" == host.post(f"{chapter}/nodes/{node}/remove", at=seen).problem
    assert "stale-study" == host.post(f"{chapter}/remove", at=seen).problem
    now = host.get(chapter).json["version"]
    assert 200 == host.post(f"{chapter}/nodes/{node}/remove", at=now).status
    assert [0] == [row["n"] for row in host.get(chapter).json["nodes"]]
    assert "unknown-chapter" == guest.get(f"{chapter}/nodes/{node}").problem


def test_who_may_see_and_change(house: House) -> None:
    """Private, by link, public; a member who may only read; leaving, and being dismissed."""
    host, guest, stranger = named(house, "Nene", "Chacha", "Gracia")
    path = creates(host)
    id = path.rpartition("/")[2]
    assert "unknown-study" == stranger.get(path).problem
    assert "unknown-study" == stranger.get(f"{path}/events").problem
    assert "unknown-study" == stranger.post(f"{path}/chapters", title="x", game="madeup").problem
    host.post(f"{path}/members", name="Chacha", role="read")
    assert "read" == guest.get(path).json["role"]
    assert [id] == ids(guest, "joined")
    assert "not-your-study" == guest.post(f"{path}/chapters", title="x", game="madeup").problem
    assert "not-your-study" == guest.post(path, visibility="public").problem
    assert "not-your-study" == guest.post(f"{path}/members", name="Gracia").problem
    assert "not-your-study" == guest.post(f"{path}/remove").problem
    host.post(path, visibility="link")
    assert "" == stranger.get(path).json["role"]
    assert [] == ids(stranger, "public")
    host.post(path, visibility="public")
    assert [id] == ids(house.browser(), "public")
    host.post(path, visibility="private", title="Middle games")
    assert "Middle games" == guest.get(path).json["title"]
    guest.post(f"{path}/members/remove")
    assert "unknown-study" == guest.get(path).problem
    assert [] == ids(guest, "joined")
    assert 200 == host.post(f"{path}/remove").status
    assert "unknown-study" == host.get(path).problem


def test_nobody_is_admitted_where_one_has_blocked_the_other(house: House) -> None:
    """Neither somebody who has blocked the owner, nor somebody whom the owner has blocked."""
    host, guest = named(house, "Nene", "Chacha")
    path = creates(host)
    me = host.get("/api/me").json["id"]
    assert 200 == guest.post("/api/hides", who=me, kind="block").status
    assert "not-welcome" == host.post(f"{path}/members", name="Chacha").problem
    third = named(house, "Gracia")[0].get("/api/me").json["id"]
    assert 200 == host.post("/api/hides", who=third, kind="block").status
    assert "not-welcome" == host.post(f"{path}/members", name="Gracia").problem
    assert 200 == host.post("/api/hides/remove", who=third).status
    assert 200 == host.post(f"{path}/members", name="Gracia").status
    assert "unknown-person" == host.post(f"{path}/members", name="Nobody at all").problem


def test_a_running_game_with_secrets_stays_out(house: House) -> None:
    """Not even for its players; when it is over, its record is the main line."""
    first, second, table = two_at_table(house)
    assert GAME.has_secrets
    path = creates(first)
    assert "not-over" == first.post(f"{path}/chapters", title="x", table=table).problem
    for _ in range(100):
        for one in (first, second):
            view = one.view(table)
            if view.turn:
                one.act(table, view.turn.seat, view.turn.choices[0].do, view.version)
        if first.view(table).status == "over":
            break
    chapter = adds(first, path, table=table, game="")
    record = first.get(f"/api/tables/{table}/record").json
    nodes = first.get(chapter).json["nodes"]
    assert record["actions"] == [row["entry"] for row in nodes[1:]]
    line = read_record(first.get(f"{chapter}/record?node={nodes[1]['n']}").body)
    assert tuple(record["actions"]) == line.actions
    end = first.get(f"{chapter}/nodes/{nodes[-1]['n']}").json
    assert end["outcome"]["returns"]
    taken = first.get(adds(first, path, game="", record=json.dumps(record))).json["nodes"]
    assert [row["entry"] for row in nodes[1:]] == [row["entry"] for row in taken[1:]]


def test_a_study_goes_out_as_a_file_and_comes_back(house: House) -> None:
    """With variants, comments and glyphs; the new study is private and the same file."""
    (one,) = named(house, "Nene")
    path = creates(one)
    chapter = adds(one, path)
    node = to_a_turn(one, chapter)
    for do, seat in choices(one, chapter, node)[:2]:
        last = one.post(f"{chapter}/nodes/{node}/moves", do=do, seat=seat).json
    at = f"{chapter}/nodes/{last['node']}"
    one.post(f"{at}/comment", text="So?")
    one.post(f"{at}/glyph", glyph="?")
    one.post(f"{at}/marks", add=["x", "red!x>y"])
    one.post(f"{at}/promote")
    file = one.get(f"{path}/file")
    assert 1 == len(read_study(file.body).chapters)
    other = house.browser()
    again = other.post(f"{PATH}/file", file=file.body.decode()).json
    assert "private" == again["visibility"]
    assert file.body == other.get(f"{PATH}/{again['id']}/file").body
    spoiled = file.body.decode().replace('"do": "', '"do": "9:')
    assert "unreadable" == other.post(f"{PATH}/file", file=spoiled).problem


def test_a_lesson_and_a_puzzle_of_a_chapter(house: House) -> None:
    """The main line is what is expected; both can be played, and saved as the file of a lesson."""
    (one,) = named(house, "Nene")
    path = creates(one)
    chapter = adds(one, path)
    assert "bad-study" == one.get(f"{chapter}/lesson").problem
    node = 0
    for _ in range(6):
        node = plays(one, chapter, node)
    for kind in ("lesson", "puzzle"):
        made = one.get(f"{chapter}/lesson?kind={kind}").json
        asked = [step for step in made["lesson"]["steps"] if step.get("turn")]
        assert asked
        assert "[[steps]]" in made["file"]
    assert "unreadable" == one.get(f"{chapter}/lesson?kind=song").problem


def test_a_lesson_begins_where_it_is_asked_for(house: House) -> None:
    """What was played before that position is not asked again."""
    (one,) = named(house, "Nene")
    chapter = adds(one, creates(one))
    nodes = [0]
    for _ in range(6):
        nodes.append(plays(one, chapter, nodes[-1]))
    whole, rest = (
        len(one.get(f"{chapter}/lesson?node={node}").json["lesson"]["steps"])
        for node in (0, nodes[2])
    )
    assert rest < whole


def test_a_chapter_is_usable_where_its_rules_are_played(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under other rules, or without the game, the study is still shown."""
    (one,) = named(house, "Nene")
    path = creates(one)
    adds(one, path)
    offered: dict[str, Game[Any]] = {"madeup": GAME}
    monkeypatch.setattr(house.site, "games", offered)

    def is_usable() -> bool:
        return bool(one.get(path).json["chapters"][0].get("usable", True))

    assert is_usable()
    offered["madeup"] = replace(GAME, version=GAME.version + 1)
    assert not is_usable()
    del offered["madeup"]
    assert not is_usable()


def test_windows_see_what_others_do(house: House) -> None:
    """An event tells of the change and of the people who look at the study."""
    host, guest = named(house, "Nene", "Chacha")
    path = creates(host)
    host.post(f"{path}/members", name="Chacha")
    stream = Stream(guest, f"{path}/events")
    assert "private" == stream.news()[-1][1]["visibility"]
    adds(host, path, title="News")
    name, told, _ = stream.news()[-1]
    assert ("study", ["News"]) == (name, [one["title"] for one in told["chapters"]])
    assert ["Chacha"] == host.get(path).json["here"]
    stream.leave()
    assert [] == host.get(path).json.get("here", [])


def test_limits(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Studies, chapters, changes, and bytes are bounded; each refusal changes nothing."""
    (one,) = named(house, "Nene")
    path = creates(one)
    monkeypatch.setattr(orders, "MAX_CHAPTERS", 2)
    chapter = adds(one, path)
    adds(one, path)
    assert "study-full" == one.post(f"{path}/chapters", title="x", game="madeup").problem
    monkeypatch.setattr(orders, "MAX_NODES", 2)
    node = plays(one, chapter)
    at = one.get(f"{chapter}/nodes/{node}").json
    turn = at.get("turn")
    move = {"do": turn["choices"][0]["do"], "seat": turn["seat"]} if turn else {}
    assert "study-full" == one.post(f"{chapter}/nodes/{node}/moves", **move).problem
    monkeypatch.setattr(kept, "MAX_BYTES", 10)
    assert "study-full" == one.post(f"{chapter}/nodes/0/comment", text="more").problem
    monkeypatch.setattr(orders, "MAX_EVENTS", 1)
    assert "study-full" == one.post(f"{chapter}/nodes/0/comment", text="more").problem
    for _ in range(MAX_OF_GUEST - 1):
        creates(one)
    assert "study-full" == one.post(PATH, title="One more").problem
    assert 32 == MAX_CHAPTERS


def test_texts_are_looked_through(tmp_path: Path) -> None:
    """Guests write no links; unwanted words become asterisks."""
    words = tmp_path / "words.txt"
    words.write_text("darn\n!heck\n")
    with open_house(tmp_path, words=str(words)) as house:
        (one,) = named(house, "Nene")
        path = creates(one, title="A darn study")
        assert "A **** study" == one.get(path).json["title"]
        chapter = adds(one, path)
        note = f"{chapter}/nodes/0/comment"
        assert "no-links" == one.post(note, text="see example.com").problem
        assert "bad-study" == one.post(note, text="what the heck").problem
        assert "bad-study" == one.post(PATH, title="\u202e").problem
        assert "bad-study" == one.post(note, text="剣" * 2_000).problem


def file_with(one: Browser, *texts: str) -> str:
    """The file of a study with these comments, each at the start of a chapter."""
    path = creates(one)
    adds(one, path)
    file = one.get(f"{path}/file").json
    (chapter,) = file["chapters"]
    file["chapters"] = [chapter | {"nodes": [{"note": {"text": text}}]} for text in texts]
    return json.dumps(file)


def test_a_file_is_read_beside_the_event_loop(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its texts are looked through there, too, and each of them once.

    A file of three megabytes stopped the server for twenty seconds.
    """
    (one,) = named(house, "Nene")
    file = file_with(one, *["A ring"] * 20, "A geese")
    looked, threads = list[str](), set[int]()
    read, look = read_study, house.site.words.filter

    def reads(text: str) -> Any:
        threads.add(threading.get_ident())
        return read(text)

    def looks(text: str) -> Any:
        threads.add(threading.get_ident())
        looked.append(text)
        return look(text)

    for site in house.sites:
        monkeypatch.setattr(site.words, "filter", looks)
    monkeypatch.setattr(studies, "read_study", reads)
    looked.clear()
    assert 200 == one.post(f"{PATH}/file", file=file).status
    assert ["A geese", "A ring", "Endgames", "One"] == sorted(looked)
    assert threading.get_ident() not in threads


def test_a_comment_that_is_long_once_spelled_out_is_refused(house: House) -> None:
    """Some characters stand for whole phrases, in which words are looked for."""
    (one,) = named(house, "Nene")
    long = "\ufdfa" * 1_300
    answer = one.post(f"{PATH}/file", file=file_with(one, long))
    assert "bad-study" == answer.problem
    note = f"{adds(one, creates(one))}/nodes/0/comment"
    assert "bad-study" == one.post(note, text=long).problem
    assert 200 == one.post(note, text="\u682a\u5f0f\u4f1a\u793e \u337f " * 100).status


def test_nothing_is_left_of_a_person_who_goes(house: House) -> None:
    """Studies and memberships go with the person."""
    host, guest = named(house, "Nene", "Chacha")
    path, other = creates(host), creates(guest)
    adds(host, path)
    host.post(f"{path}/members", name="Chacha")
    guest.post(f"{other}/members", name="Nene")
    me = host.get("/api/me").json["id"]
    house.run(house.site.store.change(lambda connection: kept.forget(connection, me)))
    assert "unknown-study" == guest.get(path).problem
    assert [] == ids(guest, "joined")
    assert 200 == guest.get(other).status


def test_processes_see_each_others_changes(tmp_path: Path, postgres_only: str) -> None:
    """Each request goes to any of three processes; no change is lost and none is made twice."""
    with open_house(tmp_path, database=postgres_only, processes=3) as house:
        (one,) = named(house, "Nene")
        path = creates(one)
        chapter = adds(one, path)
        node = to_a_turn(one, chapter)
        ways = choices(one, chapter, node)

        async def all_at_once() -> list[Any]:
            body = [json.dumps({"do": do, "seat": seat}).encode() for do, seat in ways]
            kind = {"content-type": "application/json"}
            return await asyncio.gather(
                *(one._call("POST", f"{chapter}/nodes/{node}/moves", each, kind)
                  for each in (*body, *body))
            )  # fmt: skip

        answers = house.run(all_at_once())
        assert {200} == {answer.status for answer in answers}
        rows = one.get(chapter).json["nodes"]
        assert len(ways) == sum(row["parent"] == node and row["n"] > 0 for row in rows)


JUNK = (
    b"", b"null", b"[]", b"{", b'{"title": 7}', b'{"title": ""}', b'{"at": -1}',
    b'{"do": "\\u0000"}', b'{"do": "' + b"[" * 400 + b'", "seat": 0}',
    b'{"seat": 7, "do": "x"}', b'{"at": 0, "glyph": "#"}', b'{"add": ["a b"]}',
    b'{"add": ["' + b"x>" * 90 + b'"]}', b'{"glyph": "!", "was": "?"}', b'{"wording": 99}',
    b'{"text": "' + b"\xe5\x89\xa3" * 3_000 + b'"}', b'{"text": 1, "was": []}',
    b'{"title": "x", "game": "madeup", "start": "' + b"9" * 15_000 + b'"}',
    b'{"title": "x", "record": "' + b"[" * 60_000 + b'"}', b'{"title": "x", "table": "nowhere"}',
    b'{"title": "x", "game": "madeup", "options": {"offers": "no"}}', b'{"file": "{}"}',
    b"\xff\xfe",
)  # fmt: skip


def test_junk_is_refused_and_changes_nothing(house: House) -> None:
    """Whatever is posted to whichever address of a study, by its owner or by a stranger."""
    owner, stranger = named(house, "Nene", "Gracia")
    path = creates(owner)
    chapter = adds(owner, path)
    for query in ("?of=all", "?before=x", "?of=public&before=1-", "?before=9-" + "a" * 99):
        assert "unreadable" == owner.get(f"{PATH}{query}").problem
    before = owner.get(path).json["version"]
    nodes = "/chapters/1/nodes"
    ends = ("/members", "/members/remove", "/chapters", "/chapters/1/remove", "/chapters/99",
            f"{nodes}/0/moves", f"{nodes}/0/comment", f"{nodes}/9/remove", f"{nodes}/0/glyph",
            f"{nodes}/0/marks", f"{nodes}/9/marks", f"{nodes}/0/wordings/remove",
            f"{nodes}/9/promote", "/chapters/-1", "/chapters/x/nodes/y/comment")  # fmt: skip
    for one in (owner, stranger):
        for end in (*ends, "/../file"):
            for body in JUNK:
                answer = one.post_bytes(f"{path}{end}", body)
                assert answer.status < 500, (end, body[:80], answer.body)
    assert before == owner.get(path).json["version"]
    for query in ("?seat=9", "?seat=-1", "?seat=x"):
        assert 400 <= owner.get(f"{chapter}/nodes/0{query}").status < 500
    for end in (
        "/changes?since=x",
        "/changes?since=-1",
        "/lesson?node=x",
        "/lesson?seat=7",
        "/record?node=99",
        "/nodes/0/why?path=x",
    ):
        assert owner.get(f"{chapter}{end}").status < 500


def test_a_chapter_of_earlier_rules_names_what_later_options_mean_for_it(tmp_path: Path) -> None:
    """The page filled them with the defaults of today, and showed other rules than were played."""
    game = load("summits")
    study = Study("old", ev.Created(0, "ann", "Ann", "Old", "private"))
    study.chapters[1] = Chapter(Head("Old", "summits", 1), Tree())
    with open_house(tmp_path, games={"summits": game}) as house:
        found = tree_of(house.site, study, 1).options
    assert game.options_under(1, {}).items() <= found.items()
    assert found["rally_again"]


def test_a_file_that_is_too_large_leaves_no_study(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first chapters stayed as a study of their own."""
    (one,) = named(house, "Nene")
    file = file_with(one, "A ring", "A goose" * 300)
    before = one.get(PATH).json
    monkeypatch.setattr(kept, "MAX_BYTES", 2_000)
    assert "study-full" == one.post(f"{PATH}/file", file=file).problem
    assert before == one.get(PATH).json


def test_the_size_of_a_study_is_counted_in_bytes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was counted in characters: a Japanese study could be three times as large as its file."""
    (one,) = named(house, "Nene")
    note = f"{adds(one, creates(one))}/nodes/0/comment"
    monkeypatch.setattr(kept, "MAX_BYTES", 2_500)
    assert "study-full" == one.post(note, text="剣" * 1_000).problem
    assert 200 == one.post(note, text="a" * 1_000).status
