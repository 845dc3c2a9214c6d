"""Logging in by mailed links, against a real mail server."""

import asyncio
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from authenticator import ORIGIN
from honjin.server.messages.refusals import Unreadable
from honjin.server.people.mail.mailer import hidden, read_address
from honjin.server.settings import BadSetting, Settings
from honjin.server.work.steady import now_ms
from postbox import Mailbox, mail_server
from server.accounts.test_accounts import keep, log_in
from server.moderation.test_house import admin, id_of, suspend
from server.site_client import Answer, Browser, House, open_house, two_at_table

ANN = "ann@example.org"


class Post(NamedTuple):
    house: House
    box: Mailbox

    def browser(self) -> Browser:
        one = self.house.browser()
        one.get("/api/me")
        return one

    def token(self, one: Browser, address: str = ANN, n: int = 1, **more: str) -> str:
        """Request a link, and read the mailbox."""
        assert {} == one.post("/api/login/mail", address=address, **more).json
        return self.fetch(address.strip().lower(), n)

    def fetch(self, address: str, n: int = 1) -> str:
        work = asyncio.to_thread(self.box.token, address, n)
        return str(self.house.run(work))


@pytest.fixture
def post(database: str, tmp_path: Path) -> Iterator[Post]:
    with (
        mail_server() as (box, settings),
        open_house(tmp_path, database=database, origin=ORIGIN, **settings) as house,
    ):
        yield Post(house, box)


@pytest.fixture
def letters(tmp_path: Path) -> Iterator[Post]:
    with (
        mail_server() as (box, settings),
        open_house(tmp_path, origin=ORIGIN, **settings) as house,
    ):
        yield Post(house, box)


def use(one: Browser, token: str, **more: str) -> Answer:
    return one.post("/api/login/mail/use", token=token, **more)


def look(one: Browser, token: str) -> Any:
    return one.post("/api/login/mail/look", token=token).json


@pytest.mark.slow_after(1)
def test_a_guest_keeps_the_games_by_mail_and_finds_them_elsewhere(post: Post) -> None:
    """The first link makes the account; the second logs in another browser."""
    ann, _, table = two_at_table(post.house)
    token = post.token(ann, " Ann@Example.org")
    assert {"kind": "keep", "address": ANN} == {
        key: look(ann, token)[key] for key in ("kind", "address")
    }
    assert "bad-name" == use(ann, token).problem  # a guest's number is not a name
    made = use(ann, token, name="Hana").json
    assert (True, "Hana") == (made["account"], made["name"])
    other = post.browser()
    again = post.token(other, n=2)
    assert {"kind": "login", "address": ANN, "name": "Hana"} == look(other, again)
    assert made["id"] == use(other, again).json["id"]
    assert other.view(table).seats[0].you
    assert ANN == other.get("/api/account").json["mail"]


def test_a_link_is_good_once(post: Post) -> None:
    """Opening it, as mail scanners do, does no harm; one use ends all links to the mailbox."""
    ann = post.browser()
    first, second = post.token(ann), post.token(ann, n=2)
    for _ in range(3):
        look(ann, first)
    assert 200 == use(ann, first, name="Hana").status
    for token in (first, second, "x" * 22):
        assert "no-login" == use(post.browser(), token).problem
    assert 1 == len(ann.get("/api/account").json["sessions"])


def test_a_link_makes_an_account_only_of_who_asked(letters: Post) -> None:
    """Elsewhere it says so, and stays valid: a stranger's guest gets nobody's mailbox."""
    thief, ann = letters.browser(), letters.browser()
    token = letters.token(thief)
    assert "elsewhere" == look(ann, token)["kind"]
    assert "no-login" == use(ann, token, name="Eve").problem
    assert "keep" == look(thief, token)["kind"]


def test_a_link_does_only_what_was_checked(letters: Post) -> None:
    """If its account gives the address up in the same moment, it makes none without a name."""
    ann, bob = letters.browser(), letters.browser()
    keep(ann, "Hana")
    use(ann, letters.token(ann))
    token = letters.token(bob, n=2)
    accounts = letters.house.site.accounts
    look_at = accounts.look_at_link

    async def overtaken(*given: Any) -> Any:
        found = await look_at(*given)
        path, kind = "/api/account/mail/remove", {"content-type": "application/json"}
        assert 200 == (await ann._call("POST", path, b"{}", kind)).status
        return found

    for site in letters.house.sites:
        site.accounts.look_at_link = overtaken  # type: ignore[method-assign]
    assert "no-login" == use(bob, token).problem
    assert "account" not in bob.get("/api/me").json


def test_a_link_used_twice_at_once_is_used_once(post: Post) -> None:
    """One use logs in or makes the account, the other is refused."""
    ann = post.browser()
    for n, name in enumerate(({"name": "Hana"}, {}), 1):
        token = post.token(ann if n == 1 else post.browser(), n=n)
        body = json.dumps({"token": token, **name}).encode()
        kind = {"content-type": "application/json"}

        async def at_once(body: bytes = body, kind: dict[str, str] = kind) -> list[Answer]:
            uses = (ann._call("POST", "/api/login/mail/use", body, kind) for _ in range(4))
            return await asyncio.gather(*uses)

        answers = post.house.run(at_once())
        assert [200] == [one.status for one in answers if one.status == 200]
        assert {"no-login"} == {one.problem for one in answers if one.status != 200}
        ann.post("/api/logout")


def test_who_is_suspended_gets_no_account_by_mail(letters: Post) -> None:
    """As with a passkey: not as another guest from the same browser; the link stays valid."""
    aki, bob = admin(letters.house), letters.browser()
    bob.open(seats="mm")
    letters.house.flushed()
    assert 200 == suspend(aki, id_of(bob), "play", now_ms() + 1_000_000).status
    again = letters.browser()
    again.device = bob.device
    token = letters.token(again)
    assert "suspended" == use(again, token, name="Bo").problem
    assert 200 == suspend(aki, id_of(bob), "play", 0).status
    assert use(again, token, name="Bo").json["account"]


def test_an_account_gets_an_address(letters: Post) -> None:
    """Only from the browser that requested it; then it is one more way to log in."""
    ann, bob = letters.browser(), letters.browser()
    device = keep(ann, "Hana")
    token = letters.token(ann)
    assert "elsewhere" == look(bob, token)["kind"]
    assert "add" == look(ann, token)["kind"]
    assert "Hana" == use(ann, token).json["name"]
    (key,) = ann.get("/api/account").json["passkeys"]
    left = ann.post("/api/account/passkeys/remove", passkey=key["id"])
    assert ANN == left.json["mail"]
    assert "no-login" == log_in(bob, device).problem
    assert "last-way-in" == ann.post("/api/account/mail/remove").problem


def test_nothing_tells_whether_an_address_is_known(letters: Post) -> None:
    """The same answer, the same mail but for the secret, the same work."""
    ann, bob = letters.browser(), letters.browser()
    use(ann, letters.token(ann), name="Hana")
    letters.house.wait()  # for what is stored after an answer
    commits = []

    async def counted(change: Callable[[Any], Any], write: Any) -> Any:
        commits.append(1)
        return await change(write)

    for site in letters.house.sites:
        site.store.change = partial(counted, site.store.change)  # type: ignore[method-assign]
    answers = [bob.post("/api/login/mail", address=one) for one in (ANN, "eve@example.org")]
    for answer in answers:
        del answer.headers["honjin-now"]
    assert answers[0] == answers[1]
    assert 2 == len(commits)
    known, unknown = letters.fetch(ANN, 2), letters.fetch("eve@example.org")
    mails = [letters.box.of(ANN, 2), letters.box.of("eve@example.org")]
    texts = [
        mail.get_content().replace(token, "")
        for mail, token in zip(mails, (known, unknown), strict=True)
    ]
    assert texts[0] == texts[1]
    assert mails[0]["Subject"] == mails[1]["Subject"]


def test_mails_are_in_the_readers_language(letters: Post) -> None:
    letters.token(letters.browser(), language="ja")
    assert "本陣" in letters.box.of(ANN)["Subject"]
    assert f"{ORIGIN}/login#" in letters.box.of(ANN).get_content()


def test_a_mail_that_is_not_taken_is_sent_again(letters: Post) -> None:
    for site in letters.house.sites:
        site.mailer._pause = 0.01
    letters.box.refuses = 2
    assert letters.token(letters.browser())


def test_a_mail_that_is_refused_for_good_is_sent_once(letters: Post) -> None:
    """A second and third try made the mails after it wait."""
    for site in letters.house.sites:
        site.mailer._pause = 60.0
    letters.box.unknown.add("nobody@example.org")
    one = letters.browser()
    assert {} == one.post("/api/login/mail", address="nobody@example.org").json
    assert letters.token(one)


def test_a_mailbox_is_not_flooded(tmp_path: Path) -> None:
    """Whoever requests them, from anywhere: a few links, then one in ten minutes, a process."""
    with (
        mail_server() as (_, settings),
        open_house(tmp_path, origin=ORIGIN, limits=True, processes=1, **settings) as house,
    ):
        asked = [house.browser().post("/api/login/mail", address=ANN) for _ in range(4)]
    assert [200, 200, 200, 429] == [answer.status for answer in asked]


def test_the_host_that_a_client_names_is_in_no_mail(letters: Post) -> None:
    """Links lead to the address in the settings."""
    one = letters.browser()
    body = b'{"address": "ann@example.org"}'
    told = {"content-type": "application/json", "host": "evil.example"}
    assert 200 == one.call("POST", "/api/login/mail", body, told).status
    letters.fetch(ANN)
    assert "evil" not in letters.box.of(ANN).as_string()


@pytest.mark.parametrize(
    "text", ["", "ann", "ann@", "@b.org", "a@b", "a b@c.org", "a@b.org\nBcc: c@d.org", "a@b..org"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_address(text)


def test_the_log_has_no_addresses() -> None:
    assert "…@example.org" == hidden(ANN)


def test_without_a_mail_server_it_is_said(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        assert "no-mail" == house.browser().post("/api/login/mail", address=ANN).problem


@pytest.mark.parametrize(
    "given",
    [{"smtp_host": "mail"}, {"smtp_tls": "no"}, {"club": "shut"},
     {"smtp_host": "mail", "origin": ORIGIN, "smtp_from": "honjin"}],
)  # fmt: skip
def test_settings_that_cannot_be_used_are_named(given: dict[str, str]) -> None:
    with pytest.raises(BadSetting, match="HONJIN_"):
        Settings(**given)  # type: ignore[arg-type]


def test_a_password_is_not_shown() -> None:
    assert "pa55" not in repr(Settings(smtp_password="pa55"))
