"""Honjin 本陣: play, study and solve board games of old Japan."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("honjin")
except PackageNotFoundError:  # a source tree that was never installed
    __version__ = "0.0.0"
