"""Checks of a built site: its internal links work, and no page needs another host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_NEEDED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
_FROM_CSS = re.compile(r"""(?:url\(|@import)\s*["']?\s*((?:https?:)?//[^"')\s]+)""")


class Page(HTMLParser):
    """The links of a page, the files it needs, and its anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.needs: set[str] = set()
        self.anchors: set[str] = set()
        self.styles: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the links, files and anchors of an element."""
        held = {name: value or "" for name, value in attrs}
        self.anchors |= {held[name] for name in ("id", "name") if name in held}
        self.links |= {held[name] for name in ("href", "src") if name in held}
        self.styles += [held["style"]] if "style" in held else []
        self._in_style = tag == "style"
        if tag in _NEEDED and _NEEDED[tag] in held and held.get("rel") != "canonical":
            self.needs.add(held[_NEEDED[tag]])

    def handle_data(self, data: str) -> None:
        """Collect the text of style elements."""
        self.styles += [data] if self._in_style else []


@cache
def read(file: Path) -> Page:
    """A page of the site."""
    page = Page()
    page.feed(file.read_text("utf-8"))
    return page


def broken(site: Path) -> Iterator[str]:
    """Each link of each page to a missing file or anchor of the site."""
    for file in sorted(site.rglob("*.html")):
        for link in sorted(read(file).links):
            if not leads_somewhere(link, file, site):
                yield f"{file.relative_to(site)} links {link}"


def leads_somewhere(link: str, file: Path, site: Path) -> bool:
    """True if a link leads out of the site, or to something in it that exists."""
    to = urlsplit(link)
    if to.scheme or to.netloc:
        return True
    start = site if to.path.startswith("/") else file.parent
    target = (start / unquote(to.path).lstrip("/")).resolve() if to.path else file
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file():
        return False
    anchor = unquote(to.fragment)
    return not anchor or target.suffix != ".html" or anchor in read(target).anchors | {"__top"}


def foreign(site: Path) -> Iterator[str]:
    """Each script, style, picture or font that a page or style would fetch from another host."""
    for file in sorted(site.rglob("*.html")):
        page = read(file)
        needed = {link for link in page.needs if urlsplit(link).netloc}
        for link in sorted(needed.union(*map(_FROM_CSS.findall, page.styles))):
            yield f"{file.relative_to(site)} needs {link}"
    for file in sorted(site.rglob("*.css")):
        for link in _FROM_CSS.findall(file.read_text("utf-8")):
            yield f"{file.relative_to(site)} needs {link}"
