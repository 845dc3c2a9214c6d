"""The extras of the package: which of them are installed, and what to install otherwise."""

import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import wraps
from importlib.metadata import PackageNotFoundError, distribution, requires
from importlib.util import find_spec
from pathlib import Path
from typing import ParamSpec, TypeVar

from packaging.requirements import Requirement

from honjin.core.errors import HonjinError

P = ParamSpec("P")
T = TypeVar("T")


class MissingExtra(HonjinError):
    """A command needs packages that are not installed."""


def needs(extra: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorate a command to raise MissingExtra, before it does any work, without the extra."""

    def decorate(command: Callable[P, T]) -> Callable[P, T]:
        @wraps(command)
        def checked(*args: P.args, **kwargs: P.kwargs) -> T:
            require_extra(extra, "this command")
            return command(*args, **kwargs)

        return checked

    return decorate


def require_extra(extra: str, purpose: str) -> None:
    """Raise MissingExtra, naming the purpose and what to install, unless the extra is there."""
    if missing := list(missing_packages(extra)):
        raise MissingExtra(f"{purpose} needs {_listed(missing)}: {install_command(extra)}")


def missing_packages(extra: str) -> Iterator[str]:
    """Yield the names of the packages of an extra that are not installed."""
    try:
        lines = requires("honjin") or ()
    except PackageNotFoundError:  # a source tree that was never installed says nothing of extras
        return
    for line in lines:
        requirement = Requirement(line)
        marker = requirement.marker
        if not marker or marker.evaluate() or not marker.evaluate({"extra": extra}):
            continue
        try:
            distribution(requirement.name)
        except PackageNotFoundError:
            yield requirement.name


def install_command(extra: str) -> str:
    """The command that installs an extra for the Python that runs this.

    Pip takes the extra of the package that is installed, be it from an index, a file or a folder.
    """
    here, found = Path(sys.executable).parent, shutil.which("pip")
    if not find_spec("pip") and shutil.which("uv"):  # whose environments have no pip
        return shlex.join(["uv", "pip", "install", "--python", sys.executable, f"honjin[{extra}]"])
    pip = ["pip"] if found and Path(found).parent == here else [sys.executable, "-m", "pip"]
    return shlex.join([*pip, "install", f"honjin[{extra}]"])


def _listed(names: list[str]) -> str:
    """The first names of a list, and how many follow.

    >>> _listed(["a"]), _listed(["a", "b"]), _listed(["a", "b", "c", "d"])
    ('a', 'a and b', 'a, b and 2 more')
    """
    if len(names) < 3:
        return " and ".join(names)
    return f"{names[0]}, {names[1]} and {len(names) - 2} more"
