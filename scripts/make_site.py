"""Build the site of the docs: gather its pages, build them with Zensical, check for broken links.

    python scripts/make_site.py [FOLDER]      into build/site, or into another folder

Needs the extra `docs`, which `make site` installs.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from client import say, stop
from docsite import reference
from docsite.check import broken, foreign
from docsite.pages import AT_ROOT, DOCS, ROOT, Pages, is_ja, keys, place_of, rules, title_of
from docsite.protocol import filled

CONFIG = DOCS / "site"
MAX_SHOWN = 20
PACKAGES = "<!-- packages -->"
"""The placeholder for the table of packages in docs/api/index.md."""


def main(target: Path) -> None:
    """Build the site into a folder."""
    work = target.with_name(f"{target.name}-pages")
    shutil.rmtree(work, ignore_errors=True)
    say("gathering the pages")
    gather(Pages(work / "pages"))
    (work / "zensical.toml").write_text(config(), "utf-8")
    say("building the site")
    build(work)
    faults = [*broken(work / "built"), *foreign(work / "built")]
    if faults:
        print("\n".join(faults[:MAX_SHOWN]), file=sys.stderr)
        stop("the site has broken links, or needs other hosts")
    shutil.rmtree(target, ignore_errors=True)
    shutil.move(work / "built", target)
    say(f"built: {target / 'index.html'}")


def gather(pages: Pages) -> None:
    """Write all pages and the files they need to the folder."""
    for file in (*DOCS.rglob("*.md"), *(ROOT / name for name in AT_ROOT)):
        pages.take(file)
    for file in rules():
        pages.take_rules(file)
    front = pages.folder / "api" / "index.md"
    front.write_text(front.read_text("utf-8").replace(PACKAGES, reference.table()), "utf-8")
    protocol = pages.folder / "protocol.md"
    protocol.write_text(filled(protocol.read_text("utf-8")), "utf-8")
    for page, text in reference.pages():
        pages.write(page, text)
    for name in ("honjin.css", "crest.svg"):
        (pages.folder / "assets").mkdir(exist_ok=True)
        shutil.copyfile(CONFIG / name, pages.folder / "assets" / name)


def build(work: Path) -> None:
    """Run Zensical; a warning is an error."""
    scripts = str(Path(__file__).resolve().parent)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    env = os.environ | {"PYTHONPATH": scripts}
    done = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True)
    if done.returncode or not (work / "built" / "index.html").exists():
        print(re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr), file=sys.stderr)
        stop("Zensical did not build the site; see its output above.")


# ---- the configuration


def config() -> str:
    """The configuration of docs/site with the navigation and the sources filled in."""
    text = (CONFIG / "zensical.toml").read_text("utf-8")
    return text.replace("nav = []", f"nav = {_toml(nav())}").replace(
        "SOURCES", (ROOT / "src").as_posix()
    )


def nav() -> list[object]:
    """The navigation, grouped by audience."""
    return [
        {"Home": "index.md"},
        {
            "Players": [
                "players.md",
                {"Rules": [_titled(file) for file in rules() if not is_ja(file)]},
                {"規則": [_titled(file) for file in rules() if is_ja(file)]},
                {"The games here": [f"games/{key}.md" for key in keys()]},
                "rulings.md",
                "studies.md",
                "dice.md",
                "programs.md",
                "hosting.md",
                "upgrading.md",
                "capacity.md",
            ]
        },
        {"Designers": ["designers.md", "adding-a-game.md", "balance.md", "experiments.md"]},
        {
            "Researchers": [
                "researchers.md",
                "environments.md",
                "first-bot.md",
                "training.md",
                "learning.md",
                "arena.md",
                "solving.md",
                "games/rokumon_proofs.md",
            ]
        },
        {"API": reference.nav()},
        {
            "Project": [
                {"At a glance": "readme.md"},
                "architecture.md",
                "protocol.md",
                "evening.md",
                {"Decisions": _decisions()},
                "contributing.md",
                "changelog.md",
            ]
        },
    ]


def _titled(file: Path) -> dict[str, object]:
    return {title_of(file): place_of(file)}


def _decisions() -> list[object]:
    names = sorted(file.name for file in (DOCS / "decisions").glob("*.md"))
    names.remove("README.md")
    return [f"decisions/{name}" for name in ("index.md", *names)]


def _toml(value: object) -> str:
    """Lists, tables of one row and strings, as TOML."""
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        rows = (f"{_toml(key)} = {_toml(held)}" for key, held in value.items())
        return f"{{ {', '.join(rows)} }}"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "build" / "site")
