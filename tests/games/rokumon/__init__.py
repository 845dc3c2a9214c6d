"""Tests of Rokumon, in the rooms of its code."""
