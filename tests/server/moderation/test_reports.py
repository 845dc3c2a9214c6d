"""Reports, lines held for review, and unwanted words."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from authenticator import ORIGIN
from honjin.server.messages.refusals import TooMany
from honjin.server.people.standing.chatter import MAX_SAME, WHILE, Repeats, has_link
from honjin.server.people.standing.words import MAX_WORDS, BadWords, WordList, read_words
from server.moderation.test_hides import id_of, named, said, say
from server.moderation.test_house import admin
from server.site_client import House, open_house, two_at_table


@pytest.fixture
def club(database: str, tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, database=database, origin=ORIGIN) as found:
        yield found


def reports(browser: Any, done: str = "no") -> list[Any]:
    return list(browser.get(f"/api/admin/reports?done={done}").json["reports"])


# ---------------------------------------------------------------- reports


def test_a_line_is_reported_with_the_chat_around_it(club: House) -> None:
    """As it was; its reporter sees that it was dealt with, and nobody else."""
    mod, ann, bob = admin(club, "Mio", "moderator"), named(club, "Ann"), named(club, "Bob")
    table = ann.open(seats="mo")
    for one, text in ((ann, "hello"), (bob, "boo"), (ann, "please")):
        say(one, table, text)
    n = next(x["n"] for x in ann.get(f"/api/tables/{table}").json["chat"] if x["text"] == "boo")
    wish = {"kind": "line", "reason": "insult", "text": "rude", "table": table, "n": n}
    own = ann.post("/api/reports", **wish).json["reports"]
    assert [("line", "Bob", "insult")] == [(x["kind"], x["name"], x["reason"]) for x in own]
    (found,) = reports(mod)
    assert (id_of(bob), "Bob", "Ann", "rude") == tuple(
        found[key] for key in ("who", "name", "by_name", "text")
    )
    assert [("hello", False), ("boo", True), ("please", False)] == [
        (line["text"], line.get("meant", False)) for line in found["lines"]
    ]
    assert 1 == mod.get("/api/admin").json["reports"]
    decided = {"id": found["id"], "outcome": "suspended", "note": "a day"}
    assert 200 == mod.post("/api/admin/reports/decide", **decided).status
    (told,) = ann.get("/api/reports").json["reports"]
    assert (True, True) == (told["done"], told["acted"])
    assert [] == bob.get("/api/reports").json["reports"] == reports(mod)
    assert "a day" == reports(mod, "yes")[0]["note"]
    assert "unknown-report" == mod.post("/api/admin/reports/decide", **decided).problem


def test_a_report_shows_no_private_line_of_others(club: House) -> None:
    """Only lines that the reporter could read are copied, and can be reported."""
    ann, eve = named(club, "Ann"), named(club, "Eve")
    table = ann.open(seats="mo")
    say(ann, table, "hello")
    for n, private in ((1, True), (7, False), (0, False)):
        wish = {"kind": "line", "reason": "other", "table": table, "n": n, "private": private}
        assert "unreadable" == eve.post("/api/reports", **wish).problem
    wish = {"kind": "line", "reason": "other", "table": "aaaaaaaaaaaa", "n": 1}
    assert "unknown-table" == eve.post("/api/reports", **wish).problem


def test_private_lines_are_not_copied_with_public_ones(club: House) -> None:
    """Nor the other way round: what two have agreed on in a running game stays between them."""
    aki, (ann, bob, table) = admin(club), two_at_table(club)
    chat = f"/api/tables/{table}/chat"
    assert 200 == bob.post(chat, text="my secret plan", seat=1, to=0).status
    say(bob, table, "boo")
    for n, private in ((1, False), (1, True)):
        wish = {"kind": "line", "reason": "insult", "table": table, "n": n, "private": private}
        assert 200 == ann.post("/api/reports", **wish).status
    found = [[line["text"] for line in one["lines"]] for one in reports(aki)]
    assert [["my secret plan"], ["boo"]] == found


def test_a_name_and_a_player_are_reported(club: House) -> None:
    """Not oneself, and no unknown person; duplicates are one report."""
    aki, ann, bob = admin(club), named(club, "Ann"), named(club, "Bob")
    table = ann.open(seats="mo")
    bob.sit(table, 1)
    for kind in ("name", "player", "player"):
        wish = {"kind": kind, "reason": "name", "table": table, "who": id_of(bob)}
        assert 200 == ann.post("/api/reports", **wish).status
    assert [("player", "Bob"), ("name", "Bob")] == [(x["kind"], x["name"]) for x in reports(aki)]
    for who, problem in ((id_of(ann), "unreadable"), ("f" * 16, "unknown-person")):
        wish = {"kind": "name", "reason": "name", "who": who}
        assert problem == ann.post("/api/reports", **wish).problem


def test_so_many_reports_wait_and_no_more(club: House) -> None:
    """Ten of one person at a time; when some are decided there may be others."""
    aki, ann = admin(club), named(club, "Ann")
    wishes = [
        {"kind": "name", "reason": "name", "who": id_of(named(club, f"N{n}"))} for n in range(11)
    ]
    done = [ann.post("/api/reports", **wish) for wish in wishes]
    assert [200] * 10 + [429] == [one.status for one in done]
    aki.post("/api/admin/reports/decide", id=reports(aki)[0]["id"], outcome="nothing")
    assert 200 == ann.post("/api/reports", **wishes[10]).status
    (told,) = [x for x in ann.get("/api/reports").json["reports"] if x.get("done")]
    assert "acted" not in told


def test_a_deleted_account_is_without_a_name_in_reports(club: House) -> None:
    """Even in the copied chat; its text stays with the report."""
    from server.accounts.test_accounts import keep

    aki, ann, bob = admin(club), named(club, "Ann"), club.browser()
    keep(bob, "Bob")
    table = ann.open(seats="mo")
    say(bob, table, "boo")
    wish = {"kind": "line", "reason": "insult", "table": table, "n": 1}
    assert 200 == ann.post("/api/reports", **wish).status
    assert 200 == bob.post("/api/account/delete", name="Bob").status
    (found,) = reports(aki)
    assert ("", "", "boo") == (found["name"], found["lines"][0]["name"], found["lines"][0]["text"])


# ---------------------------------------------------------------- words


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("# a comment\n\ndarn\n*heck*\nばか\n! sell gold\n", "utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("darn it", "**** it"),
        ("DÀRN, darning", "****, darning"),
        ("ｄａｒｎ", "****"),
        ("dаrn dɑrn", "**** ****"),  # Cyrillic, Latin alpha
        ("𝐝𝐚𝐫𝐧", "****"),
        ("da\u200brn", "*****"),
        ("what the heckler", "what the ****ler"),
        ("あのばかな人", "あの**な人"),
        ("ハカ ばが ﾊﾞｶ", "ハカ ばが ﾊﾞｶ"),
        ("ﾊﾞｶ ば\u3099", "ﾊﾞｶ ば\u3099"),
        ("fine", "fine"),
    ],
)
def test_words_become_stars(words: Path, text: str, shown: str) -> None:
    """Whatever letters they are written with; parts of longer words only if requested."""
    assert (shown, False) == tuple(read_words(words).filter(text))


def test_some_words_are_held(words: Path) -> None:
    """With any spaces between; the rest of the file works as before."""
    found = read_words(words).filter("I  SELL   gold, darn")
    assert found.held
    assert not WordList().filter("sell gold").held


@pytest.mark.parametrize("line", ["*", "a*b", "!", "x" * 65])
def test_a_line_that_is_no_word_is_named(tmp_path: Path, line: str) -> None:
    """By the number of the line; a server does not start with such a file."""
    path = tmp_path / "words"
    path.write_text(f"fine\n{line}\n")
    with pytest.raises(BadWords, match="line 2"):
        read_words(path)
    with pytest.raises(BadWords, match="cannot read"):
        read_words(tmp_path / "none")
    path.write_text("x\n" * (MAX_WORDS + 1))
    with pytest.raises(BadWords, match="at most"):
        read_words(path)


def test_words_from_any_editor_are_read(words: Path) -> None:
    """A byte order mark was part of the first word."""
    before = read_words(words)
    words.write_bytes(b"\xef\xbb\xbf" + words.read_bytes().replace(b"\n", b"\r\n"))
    assert before.filter("darn I sell gold") == read_words(words).filter("darn I sell gold")
    words.write_text("darn", "utf-16")
    with pytest.raises(BadWords, match="UTF-16; save it as UTF-8"):
        read_words(words)


def test_the_longest_line_and_file_take_no_time(tmp_path: Path) -> None:
    """5,000 words and 500 letters of the worst kind: some milliseconds."""
    path = tmp_path / "words"
    path.write_text("\n".join(f"*{'a' * 50}{n}*" for n in range(MAX_WORDS)), "utf-8")
    found = read_words(path)
    found.filter("warm up")
    begun = time.process_time()
    assert "a" * 500 == found.filter("a" * 500).text
    assert time.process_time() - begun < 0.25


def test_what_is_stored_is_what_is_shown(tmp_path: Path, words: Path) -> None:
    """The journal has the stars too; names with such words are refused."""
    with open_house(tmp_path / "house", words=str(words)) as house:
        ann = named(house, "Ann")
        table = ann.open(seats="mo")
        assert "**** it" == say(ann, table, "darn it").json["text"]
        stored = [one["text"] for one in house.journal(table) if one["e"] == "chatted"]
        assert ["**** it"] == stored
        assert "bad-name" == ann.post("/api/me", name="Mister Darn").problem


def test_a_held_line_is_said_when_it_was_read(tmp_path: Path, words: Path) -> None:
    """Or dropped. Until then only moderators see it."""
    with open_house(tmp_path / "house", words=str(words), origin=ORIGIN) as house:
        mod, ann = admin(house, "Mio", "moderator"), named(house, "Ann")
        table = ann.open(seats="mo")
        for text in ("we sell gold rings", "sell gold here"):
            assert "held" == say(ann, table, text).problem
        assert [] == said(ann, table)
        second, first = reports(mod)
        assert ("held", "we sell gold rings") == (first["kind"], first["text"])
        decide = "/api/admin/reports/decide"
        assert "unreadable" == mod.post(decide, id=first["id"], outcome="warned").problem
        mod.post(decide, id=first["id"], outcome="said")
        mod.post(decide, id=second["id"], outcome="dropped")
        assert ["we sell gold rings"] == said(ann, table)
        assert [] == ann.get("/api/reports").json["reports"]


def test_a_private_line_is_never_read_by_the_house(tmp_path: Path, words: Path) -> None:
    """It gets stars instead of being held: published later, it would be public."""
    with open_house(tmp_path / "house", words=str(words), origin=ORIGIN) as house:
        mod, (ann, _, table) = admin(house, "Mio", "moderator"), two_at_table(house)
        wish = {"text": "sell gold to me", "seat": 0, "to": 1}
        answer = ann.post(f"/api/tables/{table}/chat", **wish)
        assert (200, "**** **** to me") == (answer.status, answer.json["text"])
        assert [] == reports(mod)


def test_a_line_said_aloud_to_a_seat_is_held(tmp_path: Path, words: Path) -> None:
    """Everybody reads it, so a moderator does so first."""
    with open_house(tmp_path / "house", words=str(words), origin=ORIGIN) as house:
        ann, _, table = two_at_table(house)
        wish = {"text": "sell gold to me", "seat": 0, "to": 1, "aloud": True}
        assert "held" == ann.post(f"/api/tables/{table}/chat", **wish).problem
        assert [] == said(ann, table)


# ---------------------------------------------------------------- links, repeats


@pytest.mark.parametrize(
    ("text", "is_link"),
    [
        ("http://x", True), ("see www.example", True), ("go to Example.COM/a", True),
        ("ｅｘａｍｐｌｅ.com", True), ("mail me@example.org", True),
        ("https://honjin.example/t/x", False),
        ("well...done", False), ("3.5 points", False), ("e.g. this", False), ("end.Comma", False),
    ],
)  # fmt: skip
def test_links_are_seen(text: str, is_link: bool) -> None:
    """As addresses, however wide; not where a sentence ends. The site's own do not count."""
    assert is_link == has_link(text, "https://honjin.example")


def test_guests_send_no_links(club: House) -> None:
    """Accounts may; a link to the site itself does not count."""
    from server.accounts.test_accounts import keep

    ann, uma = named(club, "Ann"), club.browser()
    keep(uma, "Uma")
    table = ann.open(seats="mo")
    assert "no-links" == say(ann, table, "see example.com").problem
    assert 200 == say(ann, table, f"see {ORIGIN}/t/{table}").status
    assert 200 == say(uma, table, "see example.com").status


def test_the_same_line_again_and_again_is_stopped() -> None:
    """However it is written; a greeting counts only at its table; later it may be said again."""
    now = [0.0]
    repeats = Repeats(on=True, clock=lambda: now[0])
    for n in range(MAX_SAME):
        repeats.note("ann", f"t{n}", "BUY my thing now" if n else "buy my thing now")
        repeats.note("ann", "t1", "hello")
    with pytest.raises(TooMany):
        repeats.note("ann", "t9", "buy  my thing now")
    repeats.note("ann", "t9", "hello")
    repeats.note("bob", "t9", "buy my thing now")
    now[0] += WHILE
    repeats.note("ann", "t9", "buy my thing now")
