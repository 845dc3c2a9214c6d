"""The pages of the site: those of docs/, rules, the changelog, and the files that they link to.

Pages are written to be read in the repository; here their links are adjusted to the places on the
site. A file without a page of its own gets one with its text, so no link leads outside.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from docsite.reference import module_page
from honjin.core.words import fill_numbers
from honjin.games import load

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
GAMES = ROOT / "src" / "honjin" / "games"

AT_ROOT = {
    "README.md": "readme.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
CODE = {
    ".py": "python",
    ".toml": "toml",
    ".env": "ini",
    ".ts": "typescript",
    ".csv": "text",
    ".md": "markdown",
}
LARGEST = 100_000
"""The size in bytes above which a file is offered for download instead of as a page."""

_FENCE = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`(?:[^`\n]|\n(?!\n))+`")
_LINK = re.compile(r"(?P<before>\]\(|(?:src|href)=\")(?P<to>[^)\s\"]+)")
_NUMBER = r"[A-Z]?\d+(?:\.\d+)*"
_RULE = re.compile(rf"^\*\*({_NUMBER})\.\*\*", re.MULTILINE)
_CITED = re.compile(rf"§({_NUMBER})")
_WHEN = re.compile(r"(?<![^\n ])\{([a-z_]+: [^{}\n]*)\}")


class Pages:
    """A folder of pages, with a place for each file of the repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._shown: set[str] = set()

    def write(self, page: str, text: str) -> None:
        """Write a page to the folder."""
        file = self.folder / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def take(self, file: Path) -> None:
        """Add a page of the repository, with its links adjusted."""
        page = place_of(file)
        self.write(page, self._bent(file.read_text("utf-8"), file, page))

    def take_rules(self, file: Path) -> None:
        """Add the rules of a game, with an anchor for each rule and a link to their translation."""
        page = place_of(file)
        numbers = load(file.parent.name).numbers
        text = fill_numbers(file.read_text("utf-8"), numbers, "ja" if is_ja(file) else "en", page)
        text = self._bent(text, file, page)
        title, _, rest = text.partition("\n")
        title += "の規則" if is_ja(file) else ": rules"
        text = f"{title}\n\n{_ways_on(file)}\n{_dressed(rest)}"
        self.write(page, f'<div lang="ja" markdown>\n\n{text}\n</div>\n' if is_ja(file) else text)

    # ---- links

    def _bent(self, text: str, file: Path, page: str) -> str:
        def bend(link: re.Match[str]) -> str:
            return link["before"] + self._to(link["to"], file, page)

        return outside_code(text, lambda part: _LINK.sub(bend, part))

    def _to(self, link: str, file: Path, page: str) -> str:
        path, sharp, anchor = link.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return link
        target = (file.parent / path).resolve()
        if not target.is_relative_to(ROOT) or not target.exists():
            raise SystemExit(f"✗ {file.relative_to(ROOT)} links to {link}, which does not exist")
        place = place_of(target)
        self._show(target, place)
        return os.path.relpath(place, PurePosixPath(page).parent).replace(os.sep, "/") + (
            sharp + anchor
        )

    def _show(self, target: Path, place: str) -> None:
        """Make sure that the place of a linked file or folder exists."""
        if place in self._shown or not place.startswith(("source/", "files/", "images/")):
            return
        self._shown.add(place)
        if target.is_dir():
            self.write(place, self._listing(target, place))
        elif place.startswith("source/"):
            self.write(place, _source(target))
        else:
            (self.folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(target, self.folder / place)

    def _listing(self, folder: Path, place: str) -> str:
        rows = [self._row(file, place) for file in sorted(folder.iterdir()) if _is_listed(file)]
        return f"# {_name(folder)}/\n\n" + "\n".join(rows) + "\n"

    def _row(self, file: Path, place: str) -> str:
        if file.is_dir():
            return f"- `{file.name}/`"
        there = place_of(file)
        self._show(file, there)
        return f"- [`{file.name}`]({os.path.relpath(there, PurePosixPath(place).parent)})"


def place_of(target: Path) -> str:
    """The place of a file or folder of the repository on the site."""
    name = _name(target)
    if name in AT_ROOT:
        return AT_ROOT[name]
    if target.is_relative_to(DOCS):
        return name.removeprefix("docs/").replace("README.md", "index.md")
    if target.parent.parent == GAMES and target.name.startswith("rules"):
        return f"rules/{target.parent.name}{target.name.removeprefix('rules')}"
    if page := module_page(target):
        return page
    if target.is_dir():
        return f"source/{name}/index.md"
    is_page = target.suffix in CODE and target.stat().st_size <= LARGEST
    return f"source/{name}.md" if is_page else f"files/{name}"


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Apply a change to a text except for its blocks and spans of code."""
    kept: list[str] = []

    def keep(code: re.Match[str]) -> str:
        kept.append(code[0])
        return f"\0{len(kept) - 1}\0"

    held = _CODE.sub(keep, _FENCE.sub(keep, text))
    changed = change(held)
    while "\0" in changed:
        changed = re.sub(r"\0(\d+)\0", lambda at: kept[int(at[1])], changed)
    return changed


def rules() -> Iterator[Path]:
    """The rules of all games in both languages."""
    yield from sorted(GAMES.glob("*/rules*.md"))


def is_ja(file: Path) -> bool:
    """True if a page is in Japanese."""
    return file.name.endswith(".ja.md")


def keys() -> list[str]:
    """The games with rules, by the names of their folders."""
    return sorted(file.parent.name for file in GAMES.glob("*/rules.md"))


def title_of(page: Path) -> str:
    """The title of a page of the repository."""
    return page.read_text("utf-8").partition("\n")[0].removeprefix("# ")


# ---- parts of a page


def _ways_on(file: Path) -> str:
    key = file.parent.name
    about, other = f"../games/{key}.md", f"{key}.md" if is_ja(file) else f"{key}.ja.md"
    if is_ja(file):
        return f"[English]({other}){{ lang=en }} · [このゲームについて（英語）]({about})\n"
    return f"[日本語]({other}){{ lang=ja }} · [About the game]({about})\n"


def _dressed(rules: str) -> str:
    """Rules with anchors, links for cited rules, and conditions marked up."""
    text = _WHEN.sub(r'<em class="when">\1:</em>', rules)
    return _RULE.sub(_anchored, _CITED.sub(r"[§\1](#rule-\1)", text))


def _anchored(rule: re.Match[str]) -> str:
    return f'<span class="rule" id="rule-{rule[1]}">**{rule[1]}.**</span>'


def _source(file: Path) -> str:
    text = file.read_text("utf-8").rstrip("\n")
    fence = "`" * max(4, *(len(run) + 1 for run in [*re.findall("`+", text), ""]))
    return f"# {file.name}\n\n`{_name(file)}`\n\n{fence}{CODE[file.suffix]}\n{text}\n{fence}\n"


def _is_listed(file: Path) -> bool:
    return not file.name.startswith((".", "__pycache__"))


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()
