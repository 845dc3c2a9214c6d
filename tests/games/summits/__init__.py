"""Tests of Hideyoshi's Battles at the Summits."""
