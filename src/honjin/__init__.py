"""Honjin 本陣: play, study and solve board games of old Japan."""

__version__ = "0.2.0"
