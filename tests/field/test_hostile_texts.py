"""What people type stands as text wherever it is put: in SVG, HTML, feeds, calendars and mails.

A name with `]]>` broke every picture and preview of its table.
"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import feedparser
import pytest
from icalendar import Calendar

from honjin.server.notifications import feeds, wording
from honjin.server.notifications.fold import Matter
from honjin.server.notifications.messages import CallWishes
from honjin.server.notifications.wording import Told
from honjin.server.tournaments.handlers import plain_cell
from server.conftest import drawing
from server.site_client import House, open_house, two_at_table

__all__ = ["drawing"]  # a fixture

ORIGIN = "https://honjin.test"
TEXT = "{http://www.w3.org/2000/svg}text"
HOSTILE = [
    "]]>", "<![CDATA[x]]>", "--><b>", "<!--", "<?xml?>", "</text><script>", "&lt;&amp;&#0;",
    "&nbsp;", "\"'><img src=x>", "{{x}}", "${x}", "`x`", "\\n;,:", "END:VEVENT", "%0d%0a",
    "=cmd()", "＝cmd()", "+1", "@x", "|x", "<svg/onload=x>", "javascript:x", "</title>", "</style>",
]  # fmt: skip
"""Names of up to forty characters, all visible."""


@pytest.fixture(scope="module")
def house(drawing: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    static = tmp_path_factory.mktemp("static")
    Path(static, "index.html").write_text("<head><title>Honjin</title></head><body></body>")
    with open_house(tmp_path_factory.mktemp("data"), static=static, origin=ORIGIN) as found:
        yield found


def test_pictures_and_previews_show_the_name(house: House) -> None:
    """Each is well-formed, and holds the name as it was typed."""
    first, _, table = two_at_table(house)
    for name in HOSTILE:
        assert 200 == first.post("/api/me", name=name).status, name
        answer = first.get(f"/t/{table}/picture?format=svg")
        assert 200 == answer.status, name
        drawn = ET.fromstring(answer.body)
        assert name in ["".join(one.itertext()) for one in drawn.iter(TEXT)]
        page = Page(first.get(f"/t/{table}").body.decode())
        assert {"meta", "link", "head", "title", "body"} >= page.tags
        assert name in page.told["og:title"] + page.told["og:description"]
        frame = Page(first.get(f"/oembed?url={ORIGIN}/t/{table}").json["html"])
        assert {"iframe"} == frame.tags


def test_feeds_calendars_and_mails_show_the_name() -> None:
    """Each is read by other programs' parsers as it was meant."""
    for name in HOSTILE:
        told = Told("turn", "Your turn", "Rokumon", f"against {name}", "", "/t/x")
        entry = feeds.FeedEntry(Matter("x", "turn", "1", 0), told, 0)
        feed = feeds.Feed(CallWishes(), ORIGIN, [entry], 0)
        found = feedparser.parse(feeds.atom(feed, "1", f"{ORIGIN}/a"))
        assert (False, 1) == (found.bozo, len(found.entries))
        # The parser reads summaries as HTML where they have something of it.
        assert told.line in (found.entries[0].summary, html.unescape(found.entries[0].summary))
        [event] = Calendar.from_ical(feeds.calendar(feed)).walk("VEVENT")
        assert f"{told.line}\n{ORIGIN}/t/x" == str(event["description"])
        mail = wording.letter((told,), ORIGIN, f"{ORIGIN}/stop", "en")
        assert not {"script", "img", "b", "svg"} & Page(mail.html).tags
        assert name in "".join(Page(mail.html).texts)


def test_no_spreadsheet_reads_a_name_as_a_formula() -> None:
    """Nor in full-width signs, which some take for the same."""
    for name in HOSTILE:
        text = io.StringIO()
        csv.writer(text).writerow([plain_cell(name)])
        assert [plain_cell(name)] == next(csv.reader(io.StringIO(text.getvalue())))
        assert plain_cell(name)[0] not in "=+-@＝＋－＠"


class Page(HTMLParser):
    """The elements and texts of a page, and the properties of its preview."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.told: dict[str, str] = {}
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        given = dict(attrs)
        self.tags.add(tag)
        self.told[given.get("property") or ""] = given.get("content") or ""

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.texts.append(data)
