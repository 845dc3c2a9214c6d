"""Packages whose names are imported when they are first used."""

import subprocess
import sys
from importlib import import_module

import pytest

LAZY = ["honjin.bots.net", "honjin.solver"]


@pytest.mark.parametrize("package", LAZY)
def test_every_name_is_there(package: str) -> None:
    """All that a package promises, and no other name."""
    module = import_module(package)
    assert [] == [name for name in module.__all__ if getattr(module, name, None) is None]
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nothing'"):
        module.nothing  # noqa: B018


@pytest.mark.parametrize("package", LAZY)
def test_the_package_alone_needs_no_arrays(package: str) -> None:
    """NumPy takes 15 MB, which a server has no use for."""
    code = f"import {package}, sys; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "False" == done.stdout.strip()
