"""Tests of Japanese Swords, in the rooms of its code."""
