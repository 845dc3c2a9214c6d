"""Tests of Japanese Swords, in the chapters of its rules."""
