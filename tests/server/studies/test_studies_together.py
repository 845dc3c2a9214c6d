"""Several authors of a study at once: what each change sends, and that nothing is overwritten."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from honjin.server.studies import changes, fold
from honjin.server.studies import service as studies
from honjin.server.studies import store as kept
from honjin.server.studies.orders import MAX_WORDINGS
from places import TESTS
from server.site_client import Browser, House, open_house
from server.studies.test_studies import PATH, adds, choices, creates, ids, named, plays, to_a_turn

OLD = TESTS / "server" / "journals" / "study.jsonl"
Nodes = list[dict[str, Any]]


def two(house: House) -> tuple[Browser, Browser, str]:
    """Two authors of one chapter."""
    host, guest = named(house, "Nene", "Chacha")
    path = creates(host)
    assert 200 == host.post(f"{path}/members", name="Chacha").status
    return host, guest, adds(host, path)


def node_of(one: Browser, chapter: str, n: int = 0) -> dict[str, Any]:
    """A position as the tree has it."""
    return next(row for row in one.get(chapter).json["nodes"] if row["n"] == n)


def applied(nodes: Nodes, news: dict[str, Any]) -> Nodes:
    """A tree with some changes, as the protocol says that they are to be applied."""
    for change in news.get("changes", ()):
        nodes = _applied(nodes, change["do"], change["node"], change.get("now"))
    return nodes


def _applied(nodes: Nodes, do: str, n: int, now: dict[str, Any] | None) -> Nodes:
    parents = {row["n"]: row["parent"] for row in nodes}

    def way(to: int) -> set[int]:
        found = set()
        while to:
            found.add(to)
            to = parents[to]
        return found

    if do == "remove":
        return [row for row in nodes if not row["n"] or (n and n not in way(row["n"]))]
    if do == "promote":
        first = way(n)
        return sorted(nodes, key=lambda row: row["n"] != 0 and row["n"] not in first)
    if now is None:
        return nodes
    if n in parents:
        return [now if row["n"] == n else row for row in nodes]
    return [*nodes, now]


def in_order(nodes: Nodes) -> Nodes:
    """A tree's positions line by line."""
    children: dict[int, Nodes] = {}
    for row in nodes:
        if row["n"]:
            children.setdefault(row["parent"], []).append(row)
    found, waiting = [], [row for row in nodes if not row["n"]]
    while waiting:
        row = waiting.pop()
        found.append(row)
        waiting += reversed(children.get(row["n"], []))
    return found


# ---------------------------------------------------------------- variants and marks


def test_two_authors_add_variants_at_once(house: House) -> None:
    """Both are kept, and each page gets the other's with the answer to its own."""
    host, guest, chapter = two(house)
    node = to_a_turn(host, chapter)
    tree = host.get(chapter).json
    (first, seat), (second, _) = choices(host, chapter, node)[:2]
    moves = f"{chapter}/nodes/{node}/moves?since={tree['version']}"
    guest.post(moves, do=second, seat=seat)
    news = host.post(moves, do=first, seat=seat).json["news"]
    assert ["add", "add"] == [one["do"] for one in news["changes"]]
    assert in_order(applied(tree["nodes"], news)) == host.get(chapter).json["nodes"]


def test_marks_of_several_authors_are_joined(house: House) -> None:
    """A place has one circle, two places one arrow each way; others stay as they are."""
    host, guest, chapter = two(house)
    marks = f"{chapter}/nodes/0/marks"
    host.post(marks, add=["a", "a>b"])
    guest.post(marks, add=["b", "red!a", "b>a"])
    assert ["red!a", "a>b", "b", "b>a"] == node_of(host, chapter)["marks"]
    host.post(marks, remove=["a>b", "b"])
    assert ["red!a", "b>a"] == node_of(guest, chapter)["marks"]
    assert "study-full" == host.post(marks, add=[f"p{n}" for n in range(23)]).problem
    for wrong in ("", "a b", "a>b>c", "blue!a", "x" * 99):
        assert "unreadable" == host.post(marks, add=[wrong]).problem


def test_a_glyph_that_another_has_changed_is_not_overwritten(house: House) -> None:
    """It names the one that its author saw; the same glyph twice is one."""
    host, guest, chapter = two(house)
    node = plays(host, chapter)
    glyph = f"{chapter}/nodes/{node}/glyph"
    assert 200 == guest.post(glyph, glyph="!").status
    assert "stale-study" == host.post(glyph, glyph="?").problem
    assert 200 == host.post(glyph, glyph="!").status
    assert 200 == host.post(glyph, glyph="?", was="!").status
    assert "?" == node_of(host, chapter, node)["glyph"]


# ---------------------------------------------------------------- comments


def test_changes_of_different_sentences_are_merged(house: House) -> None:
    """Whoever saves later loses nothing of either."""
    host, guest, chapter = two(house)
    comment = f"{chapter}/nodes/0/comment"
    was = "A good start. It takes the centre."
    assert "kept" not in host.post(comment, text=was).json
    guest.post(comment, text="A bold start. It takes the centre.", was=was)
    answer = host.post(comment, text=was + " Compare chapter two.", was=was).json
    assert "merged" == answer["kept"]
    merged = "A bold start. It takes the centre. Compare chapter two."
    assert merged == node_of(guest, chapter)["text"]


def test_first_comments_at_once_are_both_kept(house: House) -> None:
    """One after the other, since neither changed what the other wrote."""
    host, guest, chapter = two(house)
    comment = f"{chapter}/nodes/0/comment"
    guest.post(comment, text="Bold!")
    assert "merged" == host.post(comment, text="Foolish.").json["kept"]
    assert "Bold!\nFoolish." == node_of(host, chapter)["text"]


def test_changes_of_the_same_sentence_are_kept_side_by_side(house: House) -> None:
    """Both authors see both until one chooses; nothing is overwritten."""
    host, guest, chapter = two(house)
    comment, was = f"{chapter}/nodes/0/comment", "A good start."
    host.post(comment, text=was)
    guest.post(comment, text="A bold start.", was=was)
    answer = host.post(comment, text="A poor start.", was=was).json
    assert "beside" == answer["kept"]
    seen = node_of(guest, chapter)
    ((n, by, text),) = [(one["n"], one["by"], one["text"]) for one in seen["wordings"]]
    assert ("A bold start.", "A poor start.") == (seen["text"], text)
    assert by == host.get("/api/me").json["id"]
    host.post(comment, text="A poor start.", was=was)  # the same again is not kept twice
    assert 1 == len(node_of(host, chapter)["wordings"])
    assert "stale-study" == host.post(comment, text="", was=was).problem
    assert 200 == guest.post(comment, text=text, was="A bold start.").status
    assert 200 == guest.post(f"{chapter}/nodes/0/wordings/remove", wording=n).status
    left = node_of(host, chapter)
    assert ("A poor start.", []) == (left["text"], left.get("wordings", []))
    for word in range(MAX_WORDINGS):
        assert 200 == host.post(comment, text=f"A start like {word}.", was=was).status
    assert "stale-study" == host.post(comment, text="One too many.", was=was).problem


def test_a_comment_on_what_was_deleted_is_refused(house: House) -> None:
    """Its author is told, and has the words still."""
    host, guest, chapter = two(house)
    node = plays(host, chapter)
    at = host.get(chapter).json["version"]
    assert 200 == host.post(f"{chapter}/nodes/{node}/remove", at=at).status
    assert "unknown-chapter" == guest.post(f"{chapter}/nodes/{node}/comment", text="Oh").problem


# ---------------------------------------------------------------- what is sent


def test_any_changes_lead_a_page_to_the_tree_of_the_server(house: House) -> None:
    """From any version that is remembered; each change comes small."""
    host, guest, chapter = two(house)
    rng, kept_trees = random.Random(5), [host.get(chapter).json]
    for n in range(60):
        who = (host, guest)[n % 2]
        rows = who.get(chapter).json["nodes"]
        node = rng.choice(rows)["n"]
        path, kind = f"{chapter}/nodes/{node}", rng.randrange(8)
        if kind < 4:
            at = who.get(path).json
            turn = at.get("turn")
            do = rng.choice(turn["choices"])["do"] if turn else ""
            who.post(f"{path}/moves", **({"do": do, "seat": turn["seat"]} if turn else {}))
        elif kind == 4:
            who.post(f"{path}/comment", text=f"Words {n}.")
        elif kind == 5:
            who.post(f"{path}/marks", add=[f"m{n}"])
        elif kind == 6:
            who.post(f"{path}/promote")
        elif node and len(rows) > 12:
            who.post(f"{path}/remove", at=who.get(path.rpartition("/nodes")[0]).json["version"])
        kept_trees.append(who.get(chapter).json)
    now = host.get(chapter).json
    for tree in kept_trees:
        news = host.get(f"{chapter}/changes?since={tree['version']}").json
        assert (now["version"], False) == (news["version"], news.get("whole", False))
        assert now["nodes"] == in_order(applied(tree["nodes"], news))
    last = host.get(f"{chapter}/changes?since={now['version']}").json
    assert [] == last.get("changes", [])


def test_one_change_is_small_in_a_long_chapter(house: House) -> None:
    """An answer does not grow with the chapter."""
    host, _, chapter = two(house)
    node = 0
    for _ in range(20):
        node = plays(host, chapter, node)
        if "outcome" in host.get(f"{chapter}/nodes/{node}").json:
            break
    version = host.get(chapter).json["version"]
    answer = host.post(f"{chapter}/nodes/0/glyph?since={version}", glyph="!")
    assert len(answer.body) < 400
    assert 1 == len(answer.json["news"]["changes"])


def test_a_page_that_was_away_for_long_asks_for_the_tree(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After too many changes, and after too many words."""
    monkeypatch.setattr(fold, "RECENT", 4)
    host, _, chapter = two(house)
    since = host.get(chapter).json["version"]
    for n in range(4):
        host.post(f"{chapter}/nodes/0/marks", add=[f"m{n}"])
    news = host.get(f"{chapter}/changes?since={since}").json
    assert (False, 1) == (news.get("whole", False), len(news["changes"]))
    monkeypatch.setattr(changes, "MAX_NEWS", 3)
    assert host.get(f"{chapter}/changes?since={since}").json["whole"]
    monkeypatch.undo()
    monkeypatch.setattr(fold, "RECENT", 4)
    host.post(f"{chapter}/nodes/0/marks", add=["m9"])
    assert host.get(f"{chapter}/changes?since={since}").json["whole"]
    assert host.get(f"{chapter}/changes").json["whole"]


# ---------------------------------------------------------------- lists


def test_lists_come_page_by_page(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each study once, the last changed first, also where several changed at the same time."""
    monkeypatch.setattr(kept, "PAGE", 3)
    monkeypatch.setattr(studies, "MAX_OF_GUEST", 8)
    (one,) = named(house, "Nene")
    clock = house.site.studies.clock
    monkeypatch.setattr(house.site.studies, "clock", lambda: 1_000 * (clock() // 1_000_000_000))
    made = {creates(one, title=f"No. {n}", visibility="public") for n in range(8)}
    for of, browser in (("yours", one), ("public", house.browser())):
        found, after, pages = list[str](), "", 0
        while pages == 0 or after:
            more = f"&before={after}" if after else ""
            page = browser.get(f"{PATH}?of={of}{more}").json
            assert len(page["studies"]) <= 3
            found += [f"{PATH}/{row['id']}" for row in page["studies"]]
            after, pages = page.get("after", ""), pages + 1
        assert (8, made) == (len(found), set(found))
        assert 3 == pages
    assert [] == ids(house.browser())


# ---------------------------------------------------------------- studies of earlier versions


def test_a_study_of_an_earlier_version_opens_and_goes_on(tmp_path: Path) -> None:
    """Its journal replaced whole notes; they are read, and then changed part by part."""
    events = [kept.JOURNAL.read_event(line) for line in OLD.read_text("utf-8").splitlines()]
    with open_house(tmp_path) as house:
        host, guest = named(house, "Nene", "Chacha")
        own, other = (one.get("/api/me").json["id"] for one in (host, guest))
        for event in events:
            event.by = own
            if hasattr(event, "who"):
                event.who = other
        first, *rest = events
        study = fold.Study("a" * 12, first)
        house.run(house.site.store.change(lambda one: kept.create(one, study, first, 9)))
        after = study.after(rest)
        house.run(house.site.store.change(lambda one: kept.append(one, 1, rest, after)))
        chapter = f"{PATH}/{study.id}/chapters/1"
        nodes = guest.get(chapter).json["nodes"]
        assert ["Here it begins.", "", "Good."] == [row.get("text", "") for row in nodes]
        assert (["r1c1"], "!") == (nodes[0]["marks"], nodes[2]["glyph"])
        at = f"{chapter}/nodes/{nodes[2]['n']}"
        assert 200 == guest.post(f"{at}/comment", text="Good. Better.", was="Good.").status
        assert 200 == guest.post(f"{at}/marks", add=["r1c1>r1c2"]).status
        assert "Good. Better." == node_of(host, chapter, nodes[2]["n"])["text"]
        assert 1 == len(json.loads(host.get(f"{PATH}/{study.id}/file").body)["chapters"])
