"""What the package says of itself is complete, and claims nothing that has not been decided."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from email import message_from_string
from pathlib import Path
from typing import Any

import pytest
from packaging.specifiers import SpecifierSet

from places import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
CHANGES = SETTINGS["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]
README = (ROOT / "README.md").read_text("utf-8")
PYTHON = "Programming Language :: Python :: "


@pytest.fixture(scope="module")
def metadata() -> Any:
    """What hatchling, which knows all classifiers there are, would write into a package."""
    command = [sys.executable, "-m", "hatchling", "metadata"]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60)
    return json.loads(told.stdout)


def test_metadata_is_complete(metadata: Any) -> None:
    """Whoever finds the package learns what it is, for whom, and with which Python it runs."""
    wanted = ["classifiers", "description", "keywords", "name", "readme", "requires-python"]
    assert [] == [field for field in [*wanted, "version"] if not metadata.get(field)]
    kinds = {line.partition(" :: ")[0] for line in metadata["classifiers"]}
    assert kinds >= {"Development Status", "Environment", "Intended Audience", "Topic", "Typing"}
    languages = {f"Natural Language :: {language}" for language in ("English", "Japanese")}
    assert languages <= set(metadata["classifiers"])


def test_named_pythons_are_those_that_are_required() -> None:
    """Each Python that is named may install Honjin, and the oldest one is named."""
    lines = [line.removeprefix(PYTHON) for line in PROJECT["classifiers"] if PYTHON in line]
    named = [line for line in lines if line[-1].isdigit()]
    assert ["3.11", "3.12", "3.13"] == named
    required = SpecifierSet(PROJECT["requires-python"])
    assert all(required.contains(version) for version in named)
    assert not required.contains("3.10")


def test_types_are_promised_and_marked() -> None:
    """The classifier for types stands for a file that says so."""
    assert "Typing :: Typed" in PROJECT["classifiers"]
    assert (ROOT / "src" / "honjin" / "py.typed").exists()


def test_license_is_claimed_where_one_is_granted() -> None:
    """The metadata name a licence if and only if there is a file of it."""
    files = [*ROOT.glob("LICEN[CS]E*"), *ROOT.glob("COPYING*")]
    assert bool(files) == ("license" in PROJECT)
    assert [] == [line for line in PROJECT["classifiers"] if line.startswith("License")]


def test_one_file_and_one_line_grant_a_license(tmp_path: Path) -> None:
    """With both, the metadata name it; what the README says is true before and after."""
    for path in ROOT.glob("[!.]*"):
        if not path.name.startswith(("LICEN", "COPYING", "pyproject.toml")):
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / "LICENSE").write_text("Do as you like.\n", "utf-8")
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    without = re.sub(r"^license = .*\n", "", text, flags=re.MULTILINE)
    granted = without.replace("[project]\n", '[project]\nlicense = "0BSD"\n')
    (tmp_path / "pyproject.toml").write_text(granted, "utf-8")
    hook = "import hatchling.build as b; b.prepare_metadata_for_build_wheel('made')"
    (tmp_path / "made").mkdir()
    subprocess.run([sys.executable, "-c", hook], cwd=tmp_path, check=True, timeout=60)
    [file] = tmp_path.glob("made/*/METADATA")
    metadata = message_from_string(file.read_text("utf-8"))
    assert "0BSD" == metadata["License-Expression"]
    assert ["LICENSE", "NOTICE"] == metadata.get_all("License-File")
    told = " ".join(metadata.get_payload().split())
    assert "As long as there is none, no licence has been granted" in told


def test_readme_of_the_package_is_the_readme(metadata: Any) -> None:
    """The long description is the README, as Markdown, but for links and pictures."""
    assert "text/markdown" == metadata["readme"]["content-type"]
    plain = [line for line in README.splitlines() if line and "](" not in line]
    assert plain == [line for line in metadata["readme"]["text"].splitlines() if line in plain]


def test_readme_of_the_package_links_nothing_that_is_not_there(metadata: Any) -> None:
    """A path within the project leads nowhere on an index: links are plain text there."""
    assert 20 < len(paths(README))
    assert [] == paths(metadata["readme"]["text"])
    assert "Your own programs can take a seat" in metadata["readme"]["text"]


def test_links_can_lead_to_where_the_project_is() -> None:
    """Once it has an address, only the two replacements change."""
    text = README
    for change, new in zip(CHANGES, (r"![\1](https://a/\2)", r"[\1](https://a/\2)"), strict=True):
        text = re.sub(change["pattern"], new, text)
    assert [] == paths(text)
    assert "](https://a/docs/images/akebono.jpg)" in text
    assert "[Your own programs](https://a/docs/programs.md)" in text


def paths(text: str) -> list[str]:
    """Where links and pictures lead, unless to an address."""
    return [path for path in re.findall(r"\]\(([^)]*)\)", text) if "://" not in path]


def test_commands_exist() -> None:
    """The command that is installed leads to something that can be called."""
    module, _, name = PROJECT["scripts"]["honjin"].partition(":")
    told = f"import {module} as m; assert callable(m.{name})"
    subprocess.run([sys.executable, "-c", told], check=True, timeout=60)
