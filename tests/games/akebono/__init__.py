"""Tests of Akebono, in the rooms of its code."""
