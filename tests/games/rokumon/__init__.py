"""Tests of Rokumon, in the chapters of its rules."""
