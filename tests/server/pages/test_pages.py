"""Guests, limits, pages and everything else around the tables."""

import stat
from pathlib import Path

import msgspec
import pytest

import honjin
from honjin.core.version import commit
from honjin.server.db.database import CannotOpen
from honjin.server.db.folder import server_key
from honjin.server.health import Health
from honjin.server.messages.refusals import KINDS, TooMany
from honjin.server.people.auth import Guests
from honjin.server.serve import CannotServe, listen
from honjin.server.settings import BadSetting, Settings
from honjin.server.tables.messages import answers, games
from honjin.server.tables.store.store import Store
from honjin.server.web.limits import Bucket
from server.site_client import GAMES, House, open_house


def test_a_guest_is_kept_by_a_cookie(house: House) -> None:
    """Made on the first call, signed, out of reach of scripts; the name can be changed."""
    ann = house.browser()
    first = ann.get("/api/me")
    for flag in ("HttpOnly", "SameSite=Lax", "Path=/"):
        assert flag in first.headers["set-cookie"]
    assert first.json["name"].startswith("Guest ")
    again = ann.get("/api/me")
    assert "set-cookie" not in again.headers
    assert first.json == again.json
    assert ann.post("/api/me", name="  Ann  阿部 ").json == {
        "id": first.json["id"],
        "name": "Ann 阿部",
    }
    assert ann.get("/api/me").json["name"] == "Ann 阿部"
    assert ann.post("/api/me", name="   ").problem == "unreadable"
    assert ann.post("/api/me", name="x" * 41).problem == "unreadable"


def test_a_forged_cookie_is_nobody(house: House) -> None:
    """Signed with another key, cut, or in another form: a new guest."""
    ann = house.browser()
    number = ann.get("/api/me").json["id"]
    forged = Guests("other").set_cookie(house.site.guests.read(ann.cookie), secure=False)  # type: ignore[arg-type]
    for cookie in (forged.split(b";")[0][7:].decode(), ann.cookie[:-2], "x", "", "." * 9):
        ann.cookie = cookie
        assert ann.get("/api/me").json["id"] != number


def test_the_key_is_for_its_owner_only(tmp_path: Path) -> None:
    """Made once, kept, and not readable by others."""
    key = server_key(tmp_path)
    assert len(key) == 64
    assert key == server_key(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


def test_who_posts_without_a_cookie_becomes_a_guest(house: House) -> None:
    """Opening a table first of all: the seat still belongs to the guest afterwards."""
    ann = house.browser()
    table = ann.open(seats="mo")
    assert ann.view(table).seats[0].you


def test_games_have_pages(house: House) -> None:
    """The lobby's list, and a game with the rules of its choices."""
    ann = house.browser()
    (info,) = msgspec.json.decode(ann.get("/api/games").body, type=tuple[games.GameInfo, ...])
    assert [preset.seats for preset in info.presets] == [2, 3, 4, 2]
    page = msgspec.json.decode(ann.get("/api/games/madeup").body, type=games.GamePage)
    assert GAMES["madeup"].kinds == page.kinds
    assert ann.get("/api/games/chess").problem == "unknown-game"
    assert ann.post("/api/tables", game="chess").problem == "unknown-game"


def test_a_list_of_games_has_the_words_of_lists_and_a_page_all(house: House) -> None:
    """Titles, options, presets, seats and endings; the first visit to the lobby paid for all."""
    ann, game = house.browser(), GAMES["madeup"]
    (info,) = msgspec.json.decode(ann.get("/api/games").body, type=tuple[games.GameInfo, ...])
    page = msgspec.json.decode(ann.get("/api/games/madeup").body, type=games.GamePage)
    assert game.words == page.game.words
    named = {"title", "about", "seat.0", "seat.1", *game.reasons}
    named |= {f"option.{option.key}" for option in info.options}
    named |= {f"preset.{preset.key}" for preset in info.presets}
    named |= {side.k for preset in info.presets for side in preset.sides}
    assert named <= info.words.keys()
    assert info.words.items() < game.words.items()
    assert not any(key.startswith(("kind.", "ask.", "facts.")) for key in info.words)


def test_games_have_rules(house: House) -> None:
    """Summary, chapters with their parents, tables; one answer for all options."""
    ann = house.browser()
    rules = msgspec.json.decode(ann.get("/api/games/madeup/rules").body, type=games.Rules)
    assert ["en"] == list(rules.rulebooks)
    book = rules.rulebooks["en"]
    statements = [one for chapter in book.chapters for one in chapter.statements]
    assert [str(n) for n in range(1, 13)] == [one.number for one in statements]
    assert ["8", "9"] == [one.number for one in statements if one.when]
    assert {"offers": (True,)} == statements[7].when == book.summary[1].when
    assert GAMES["madeup"].reference.tables == rules.tables
    assert ann.get("/api/games/chess/rules").problem == "unknown-game"


def test_options_are_checked(house: House) -> None:
    """Unknown keys and values, and more wishes than seats."""
    ann, wishes = house.browser(), [{"kind": "me"}] * 3
    for options in ({"seats": "9"}, {"seats": True}, {"colour": "red"}):
        assert ann.post("/api/tables", game="madeup", options=options).problem == "bad-option"
    assert ann.post("/api/tables", game="madeup", seats=wishes).problem == "bad-option"
    told = [
        ann.post("/api/tables", game="madeup", options=options).json.get("option", "")
        for options in ({"seats": "9"}, {"colour": "red"})
    ]
    assert ["seats", ""] == told


def test_the_lobby_hides_private_tables(house: House) -> None:
    """They are found by their link and by those who sit there."""
    ann, bob = house.browser(), house.browser()
    bob.get("/api/me")
    shown = ann.open(seats="mo")
    hidden = ann.post("/api/tables", game="madeup", seats=[{"kind": "me"}], private=True).json["id"]
    assert [shown] == [row["id"] for row in bob.get("/api/tables").json["tables"]]
    assert {shown, hidden} == {row["id"] for row in ann.get("/api/tables").json["yours"]}
    assert bob.view(hidden).status == "open"
    rows = msgspec.json.decode(ann.get("/api/tables").body, type=answers.Tables)
    assert [True, False] == [holder.you for holder in rows.tables[0].seats]


def test_the_lobby_lists_what_concerns_strangers(house: House) -> None:
    """A free seat, or two persons at a table: no games against bots or of one person alone."""
    ann, bob, eve = house.browser(), house.browser(), house.browser()
    for alone in ("mm", "ml"):
        ann.open(seats=alone)
    met = ann.open(seats="mo")
    waiting = ann.open(seats="mo")
    bob.sit(met, 1)
    listed = [row["id"] for row in eve.get("/api/tables").json["tables"]]
    assert {met, waiting} == set(listed)
    assert 4 == len(ann.get("/api/tables").json["yours"])


def test_an_open_table_names_its_host(house: House) -> None:
    """By the current name, even if the host has no seat; a running table names none."""
    ann, bob = house.browser(), house.browser()
    ann.post("/api/me", name="Ann")
    table = ann.open(seats="mo")
    assert answers.Holder("person", "Ann") == bob.view(table).host
    assert answers.Holder("person", "Ann", you=True) == ann.view(table).host
    ann.post("/api/me", name="Anne")
    assert answers.Holder("person", "Anne") == bob.view(table).host
    ann.post(f"/api/tables/{table}/stand", seat=0)
    assert answers.Holder("person", "Anne") == bob.view(table).host
    assert answers.Holder("person", "Anne", you=True) == ann.view(table).host
    for seat, one in enumerate((ann, bob)):
        one.sit(table, seat)
    assert bob.view(table).host is None


def test_past_steps_are_shown_as_they_were_seen(house: House) -> None:
    """With the things that the step touched; steps outside the record do not exist."""
    ann = house.browser()
    table = ann.open(seats="mm")
    now = ann.do(table, 0, "bid1")
    past = ann.get(f"/api/tables/{table}/steps/{now.step}?seat=0").json
    assert past["last"] == past["step"] == now.step
    assert ann.get(f"/api/tables/{table}?seat=0").json["scene"] == past["scene"]
    assert "hand0.1" not in str(ann.get(f"/api/tables/{table}/steps/0").json)
    for junk in ("99", "-1", "x", "1e3", "٣"):
        assert ann.get(f"/api/tables/{table}/steps/{junk}").problem == "unknown-step"


def test_health_tells_that_the_database_answers(tmp_path: Path) -> None:
    """And reports when it does not."""
    with open_house(tmp_path, database="sqlite") as house:
        ann = house.browser()
        table = ann.open(seats="mo")
        found = msgspec.json.decode(ann.get("/api/health").body, type=Health)
        assert (found.tables, found.windows) == (1, 0)
        assert (honjin.__version__, commit()) == (found.version, found.commit)
        assert ann.view(table)
        house.site.store.engine.dispose()
        (tmp_path / "honjin.db").rename(tmp_path / "gone")
        (tmp_path / "honjin.db").mkdir()
        assert ann.get("/api/health").problem == "not-stored"
        (tmp_path / "honjin.db").rmdir()
        (tmp_path / "gone").rename(tmp_path / "honjin.db")
        assert ann.get("/api/health").status == 200


def test_problem_types_can_be_looked_up(house: House) -> None:
    """Each type is an address that explains it."""
    ann = house.browser()
    for kind, found in KINDS.items():
        answer = ann.get(f"/problems/{kind}")
        assert answer.status == 200
        assert found.title in answer.body.decode()


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built client."""
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<title>Honjin</title>")
    (tmp_path / "static" / "assets" / "app-1a2b.js").write_text("1")
    (tmp_path / "static" / "icon.svg").write_text("<svg/>")
    return tmp_path / "static"


def test_the_client_is_served(static: Path, tmp_path: Path) -> None:
    """Its page for every address outside /api, hashed files for a year, nothing external.

    An address that is no page has it too, with status 404.
    """
    with open_house(tmp_path / "data", static=static) as house:
        ann = house.browser()
        for path, status in (("/", 200), ("/rules/go", 200), ("/tables/abc", 404), ("/x/y", 404)):
            answer = ann.get(path)
            assert answer.status == ann.call("HEAD", path).status == status
            assert b"Honjin" in answer.body
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["cache-control"] == "no-cache"
        asset = ann.get("/assets/app-1a2b.js")
        assert "immutable" in asset.headers["cache-control"]
        assert ann.get("/icon.svg").body == b"<svg/>"
        assert ann.get("/assets/old.js").problem == "unknown-path"
        assert ann.call("POST", "/").problem == "wrong-method"
        assert b"Honjin" in ann.get("/../../etc/passwd").body
        assert ann.call("HEAD", "/api/me").body == b""


def test_a_missing_client_is_named(house: House, tmp_path: Path) -> None:
    """One line says what is missing and how to make it."""
    with open_house(tmp_path / "other", static=tmp_path / "none") as other:
        answer = other.browser().get("/")
    assert answer.status == 503
    assert b"index.html is missing" in answer.body


def test_tables_and_chat_are_limited(tmp_path: Path) -> None:
    """A guest who opens tables or chats without end has to wait; each process counts for itself."""
    with open_house(tmp_path, limits=True, processes=1) as house:
        ann = house.browser()
        ann.get("/api/me")
        both = [{"kind": "me"}, {"kind": "me"}]
        last = [ann.post("/api/tables", game="madeup", seats=both) for _ in range(21)]
        assert [200] * 20 == [answer.status for answer in last[:20]]
        assert last[20].problem == "too-many"
        table = last[0].json["id"]
        lines = [ann.post(f"/api/tables/{table}/chat", text="hi") for _ in range(9)]
        assert lines[8].problem == "too-many"


def test_a_bucket_fills_again() -> None:
    """A burst at once, then one per interval; keys do not affect each other."""
    time = [0.0]
    bucket = Bucket(2, 10.0, lambda: time[0])
    bucket.take("a"), bucket.take("a"), bucket.take("b")
    with pytest.raises(TooMany):
        bucket.take("a")
    time[0] = 10.0
    bucket.take("a")
    with pytest.raises(TooMany):
        bucket.take("a")


def test_settings_come_from_the_environment() -> None:
    """Arguments take precedence; a bad value names its variable."""
    read = Settings.read({"HONJIN_PORT": "9", "HONJIN_LIMITS": "0", "HONJIN_HOST": "a"}, host="b")
    assert (read.port, read.limits, read.host) == (9, False, "b")
    with pytest.raises(BadSetting, match="HONJIN_PORT"):
        Settings.read({"HONJIN_PORT": "x"})


def test_a_taken_port_is_named() -> None:
    """One line, no traceback."""
    with listen("127.0.0.1", 0) as taken, pytest.raises(CannotServe, match="is taken"):
        listen("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(CannotServe, match="cannot listen"):
        listen("256.0.0.1", 0)


def test_a_new_name_shows_at_the_tables(house: House) -> None:
    """If the game is not over; windows there are notified, and no choices become stale."""
    ann = house.browser()
    table = ann.open(seats="mm")
    at = ann.view(table).version
    ann.post("/api/me", name="Ann")
    assert ["Ann", "Ann"] == [holder.name for holder in ann.view(table).seats]
    assert [["Ann", "Ann"]] == [
        [seat["name"] for seat in row["seats"]] for row in ann.get("/api/tables").json["yours"]
    ]
    before = house.journal(table)
    ann.post("/api/me", name="Ann")
    assert before == house.journal(table)
    assert ann.act(table, 0, "bid1", at).status == 200


def test_a_database_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """One line with its address, without the password."""
    with pytest.raises(CannotOpen, match=r"cannot use the database sqlite:////nowhere/x\.db"):
        Store("sqlite:////nowhere/x.db").open()
    url = Settings(database=f"postgresql://ann:secret@/x?host={tmp_path}").url
    with pytest.raises(CannotOpen) as problem:
        Store(url).open()
    assert "secret" not in str(problem.value)
