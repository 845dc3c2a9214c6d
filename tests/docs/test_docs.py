"""The pages are correct: sessions run, links resolve, nothing is left out."""

from __future__ import annotations

import ast
import doctest
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from honjin import __version__, games
from honjin.cli.main import COMMANDS
from honjin.server import settings
from honjin.testing import CHECKS
from places import ROOT

DOCS = ROOT / "docs"
HELLO = ROOT / "src" / "honjin" / "cli" / "hello"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "web").glob("*.md")])
DECISIONS = sorted({*(DOCS / "decisions").glob("*.md")} - {DOCS / "decisions" / "README.md"})

GAME_HEADINGS = [
    "What it is",
    "Credits",
    "Options",
    "Rulings",
    "Notation",
    "Position text",
    "Scene and click paths",
    "Bots",
    "Measured figures",
    "Doubts",
]
DECISION_HEADINGS = ["Problem", "Decisions", "Costs", "Alternatives", "Decide again when"]


def name(page: Path) -> str:
    """Return a page's path, the id of its test case."""
    return page.relative_to(ROOT).as_posix()


def headings(page: Path, level: int) -> list[str]:
    """Return the headings of one level, outside code."""
    return re.findall(rf"^{'#' * level} (.+)$", prose(page), re.MULTILINE)


def prose(page: Path) -> str:
    """Return a page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def test_readme_session_runs() -> None:
    """The session in the README prints what the README shows."""
    text = (ROOT / "README.md").read_text("utf-8")
    session = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert len(session.examples) > 5
    runner = doctest.DocTestRunner()
    runner.run(session)
    assert 0 == runner.failures


PYTHON_BLOCKS = [
    pytest.param(block, id=f"{name(page)}-{number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    )
]


@pytest.mark.parametrize("block", PYTHON_BLOCKS)
def test_python_on_pages_is_python(block: str) -> None:
    """Each Python block on a page parses, a session by its examples."""
    session = doctest.DocTestParser().get_examples(block)
    code = "".join(example.source for example in session) if session else block
    assert ast.parse(code).body


# ---- links


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    plain = (re.sub(r"[`*]", "", head) for n in range(1, 5) for head in headings(page, n))
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in plain}


def links(page: Path) -> Iterator[str]:
    """Yield the targets of a page's links and pictures, outside code."""
    text = re.sub(r"`[^`\n]*`", "", prose(page))
    yield from re.findall(r"\]\(([^)\s]+)\)", text)
    yield from re.findall(r'(?:src|href)="([^"]+)"', text)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_resolve(page: Path) -> None:
    """Every link inside the project leads to an existing file, and to a heading if it names one."""
    for link in links(page):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name(page)} links {link}"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{name(page)} links {link}"


# ---- commands and settings


def test_make_commands_exist() -> None:
    """Each `make …` on a page is a target of the Makefile, and each target is on some page."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([\w-]+):.*##", makefile, re.MULTILINE))
    named = {
        word
        for page in PAGES
        for word in re.findall(r"(?:`|^    )make ([\w-]+)", page.read_text(), re.MULTILINE)
    }
    assert set() == named - targets
    assert set() == targets - named


def test_honjin_commands_exist() -> None:
    """Each `honjin …` on a page is a command, and each command is in the README."""
    commands = set(COMMANDS)
    pattern = r"(?:`|^    |^\$ )honjin ([a-z][a-z-]*)"
    for page in PAGES:
        assert set() == set(re.findall(pattern, page.read_text("utf-8"), re.MULTILINE)) - commands
    readme = (ROOT / "README.md").read_text("utf-8")
    assert commands == set(re.findall(pattern, readme, re.MULTILINE))


def test_defaults_are_listed_as_they_are_set() -> None:
    """A default can be set as it stands, and a switch is 1 or 0, as its description says."""
    listed = {variable: default for variable, default, _ in settings.table() if default}
    assert settings.Settings() == settings.Settings.read(listed)
    assert set() == {"True", "False"} & set(listed.values())


LABEL = re.compile(r'(?<![*\w])\*([A-Z][^*\n]+)\*(?!\*)|"([A-Z][^"]+)"')
"""What a page calls a part of the site, in italics or in quotes."""


@pytest.mark.parametrize("name", ["players", "studies", "designers", "dice"])
def test_labels_are_those_of_the_site(name: str) -> None:
    """Each label on a page for players is a text of the site, or the beginning of one."""
    files = (ROOT / "web" / "src" / "i18n").glob("*en.json")
    site = [text for file in files for text in json.loads(file.read_text("utf-8")).values()]
    page = prose(DOCS / f"{name}.md").replace("'", "’")
    labels = {" ".join((one or other).split()) for one, other in LABEL.findall(page)}
    assert set() == {one for one in labels if not any(text.startswith(one) for text in site)}


def test_environment_variables_are_documented() -> None:
    """Each environment variable that the code reads is in the docs, or in the file of settings."""
    sources = [*(ROOT / "src").rglob("*.py"), ROOT / "web" / "vite.config.ts"]
    text = "\n".join(file.read_text("utf-8") for file in sources)
    documents = [*PAGES, ROOT / "deploy" / "honjin.env"]
    pages = "\n".join(file.read_text("utf-8") for file in documents)
    assert [] == [
        name for name in sorted(set(re.findall(r"HONJIN_[A-Z_]+", text))) if name not in pages
    ]


def test_every_folder_has_its_place_in_the_readme() -> None:
    """The README lists each package of `honjin` and each folder next to it."""
    readme = (ROOT / "README.md").read_text("utf-8")
    packages = {file.parent.name for file in (ROOT / "src" / "honjin").glob("*/__init__.py")}
    assert [] == [folder for folder in sorted(packages) if f"{folder}/" not in readme]
    others = ("web", "tests", "bench", "docs", "scripts", "examples")
    present = [folder for folder in others if any((ROOT / folder).glob("*"))]
    assert [] == [folder for folder in present if f"{folder}/" not in readme]


# ---- games, decisions, changes


@pytest.mark.parametrize("key", games.keys())
def test_game_has_its_page(key: str) -> None:
    """Every game has a page, and all pages have the same headings in the same order."""
    assert GAME_HEADINGS == headings(DOCS / "games" / f"{key}.md", 2)


@pytest.mark.parametrize("key", games.keys())
def test_game_page_names_every_option(key: str) -> None:
    """A game's page names its options with all their values, its designer and its publisher."""
    game, page = games.load(key), (DOCS / "games" / f"{key}.md").read_text("utf-8")
    assert [] == [option.key for option in game.options if f"`{option.key}`" not in page]
    values = [value for option in game.options for value in option.values]
    assert [] == [value for value in values if f"`{value}`" not in page]
    assert game.designer in page
    assert game.publisher in page


def test_page_of_rulings_tells_todays_defaults() -> None:
    """Each ruling that was judged again is listed with its switch and the default that it has."""
    page = (DOCS / "rulings.md").read_text("utf-8")
    rows = re.findall(r"^\| \[(\w+) (\w+)\].* \| `(\w+)` \| `\w+` \| `(\w+)`", page, re.MULTILINE)
    assert 9 == len(rows)
    for game, rule, switch, now in rows:
        (option,) = (o for o in games.load(game.lower()).options if o.key == switch)
        assert (rule, now) == (option.rule, str(option.default).lower())


@pytest.mark.parametrize("page", DECISIONS, ids=name)
def test_decision_has_its_headings(page: Path) -> None:
    """A page of decisions has its headings, and a row with its title in the list."""
    assert DECISION_HEADINGS == headings(page, 2)
    row = f"| [{headings(page, 1)[0]}]({page.name}) |"
    assert row in (DOCS / "decisions" / "README.md").read_text("utf-8")


def test_numbered_decisions_are_forwarded() -> None:
    """Each number that decisions once had, 0001 to 0072, is in the list of pages."""
    page = (DOCS / "decisions" / "README.md").read_text("utf-8")
    assert {f"{n:04}" for n in range(1, 73)} == set(re.findall(r"\b\d{4}\b", page))


def test_changelog_begins_with_what_is_not_released() -> None:
    """The first chapter of the changelog is "Unreleased"."""
    assert "Unreleased" == headings(ROOT / "CHANGELOG.md", 2)[0]


def test_changelog_names_the_version() -> None:
    """The chapter after that is this version's, with its date."""
    told = re.escape(__version__) + r" \(\d{4}-\d\d-\d\d\)"
    assert re.fullmatch(told, headings(ROOT / "CHANGELOG.md", 2)[1])


# ---- the tutorial


def test_tutorial_shows_the_made_up_game_as_it_is() -> None:
    """Every line of code in the tutorial is in the made-up game or one of the two small ones."""
    page = (DOCS / "adding-a-game.md").read_text("utf-8")
    blocks = re.findall(r"^```(?:python|toml)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    kit = ROOT / "src" / "honjin" / "testing" / "__init__.py"
    files = [kit, *HELLO.glob("*.py"), *(ROOT / "tests" / "testing").rglob("*.py")]
    for kind in ("py", "toml"):
        files += (ROOT / "tests" / "madeup").rglob(f"*.{kind}")
    known = {bare(line) for file in files for line in file.read_text("utf-8").splitlines()}
    shown = {bare(line) for block in blocks for line in block.splitlines()}
    assert len(shown) > 10
    assert set() == {line for line in shown if line not in known and f"{line}," not in known}


def test_tutorial_counts_the_parts_of_a_card_game() -> None:
    """A game with hidden hands has at most twelve parts besides key, words and laws, all listed."""
    tree = ast.parse((HELLO / "yomi.py").read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    (made,) = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Game"]
    given = {str(part.arg) for part in made.keywords} - {"key", "words", "laws"}
    page = (DOCS / "adding-a-game.md").read_text("utf-8")
    _, _, table = page.partition("| part | says |\n|---|---|\n")
    rows = re.findall(r"^\| `(\w+)` \|", table.partition("\n\n")[0], re.MULTILINE)
    assert given == set(rows)
    assert len(rows) <= 12


def test_tutorial_lists_every_check() -> None:
    """The tutorial's table of checks matches the kit."""
    page = (DOCS / "adding-a-game.md").read_text("utf-8")
    table = page.partition("| check | what holds |\n|---|---|\n")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", table, re.MULTILINE))
    assert {check.name: check.about for check in CHECKS} == rows


def bare(line: str) -> str:
    """Return a line of code without its comment."""
    return re.sub(r"\s+#.*", "", line).strip()
