"""Compilation of rules."""
