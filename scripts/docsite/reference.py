"""The API reference: a page for each public package and module, found by walking the package."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import griffe

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "honjin"
PUBLIC = ("core", "games", "bots", "solver", "lab", "geometry", "testing")
ALONE = {"games"}
"""Packages of which only `__init__` is public: a game is reached through the registry."""


def packages() -> Iterator[Path]:
    """The public packages that exist."""
    yield from (PACKAGE / name for name in PUBLIC if (PACKAGE / name / "__init__.py").exists())


def modules(package: Path) -> list[Path]:
    """The public modules and packages inside a package, by name."""
    if package.name in ALONE:
        return []
    inside = [*package.glob("[!_]*.py"), *(file.parent for file in package.glob("*/__init__.py"))]
    return sorted(inside)


def dotted(module: Path) -> str:
    """The name under which a module is imported."""
    parts = module.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def module_page(file: Path) -> str | None:
    """The page of a file of the package; None unless it is a public module."""
    if not file.is_relative_to(PACKAGE):
        return None
    module = file.parent if file.name == "__init__.py" else file
    return next((page for known, page in _all_pages() if known == module), None)


def pages() -> Iterator[tuple[str, str]]:
    """Yield every page of the reference except the first, with its text."""
    for module, page in _all_pages():
        yield page, _package(module) if module.is_dir() else _module(module)


def nav() -> list[object]:
    """The reference's part of the navigation: packages expand to their modules."""
    return ["api/index.md", *({dotted(package): _branch(package)} for package in packages())]


def _branch(package: Path) -> list[object]:
    leaves: list[object] = [_page(package)]
    return leaves + [
        {module.stem: _branch(module) if module.is_dir() else _page(module)}
        for module in modules(package)
    ]


def _all_pages() -> Iterator[tuple[Path, str]]:
    todo = list(packages())
    while todo:
        module = todo.pop()
        yield module, _page(module)
        todo += modules(module) if module.is_dir() else []


def _page(module: Path) -> str:
    name = dotted(module).removeprefix("honjin.").replace(".", "/")
    return f"api/{name}/index.md" if module.is_dir() else f"api/{name}.md"


# ---- contents of a page


def table() -> str:
    """The table of public packages, with a description of each."""
    rows = [
        f"| [`{dotted(package)}`]({_page(package).removeprefix('api/')}) | {_about(package)} |"
        for package in packages()
    ]
    return "\n".join(["| package | contents |", "|---|---|", *rows])


def _package(package: Path) -> str:
    parts = [f"# {dotted(package)}", _directive(package, members=bool(_is_alone(package)))]
    if rows := "\n".join(_exports(package)):
        parts.append(f"## Names to import from here\n\n| name | meaning |\n|---|---|\n{rows}")
    if rows := "\n".join(_rows(package)):
        parts.append(f"## Modules\n\n| module | contents |\n|---|---|\n{rows}")
    return "\n\n".join(parts) + "\n"


def _is_alone(package: Path) -> bool:
    return package.name in ALONE


def _module(module: Path) -> str:
    return f"# {dotted(module)}\n\n{_directive(module, members=True)}\n"


def _directive(module: Path, *, members: bool) -> str:
    text = f"::: {dotted(module)}"
    return text if members else f"{text}\n    options:\n      members: false"


def _rows(package: Path) -> Iterator[str]:
    for module in modules(package):
        page = f"{module.stem}/index.md" if module.is_dir() else f"{module.stem}.md"
        yield f"| [`{module.stem}`]({page}) | {_about(module)} |"


def _about(module: Path) -> str:
    """The first paragraph of a module's docstring."""
    file = module / "__init__.py" if module.is_dir() else module
    return _cell(ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "")


def _cell(docstring: str) -> str:
    return " ".join(docstring.partition("\n\n")[0].split()).replace("|", "\\|")


# ---- the names that a package exports


def _exports(package: Path) -> Iterator[str]:
    if _is_alone(package):
        return
    found = _loaded(dotted(package))
    for name in sorted(found.exports or (), key=lambda name: (str(name).lower(), str(name))):
        member = _meant(found.members[str(name)])
        about = _cell(member.docstring.value) if member.docstring else ""
        yield f"| [`{name}`][{member.path}] | {about} |"


def _meant(member: griffe.Object | griffe.Alias) -> griffe.Object | griffe.Alias:
    """The object that a name refers to; a function hides a module of the same name."""
    if member.is_alias:
        member = member.final_target
    return member.members[member.name] if member.is_module else member


@cache
def _package_tree() -> griffe.Module:
    import griffe  # only needed for a build: paths work without the extra `docs`

    found = griffe.load("honjin", search_paths=[str(PACKAGE.parent)], resolve_aliases=True)
    assert found.is_module
    return found


def _loaded(name: str) -> griffe.Module:
    found = _package_tree()[name.removeprefix("honjin.")]
    assert found.is_module
    return found
