"""Bots at tables: when they think, and how their actions arrive."""
