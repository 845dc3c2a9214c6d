"""Tests of Akebono, in the chapters of its rules."""
