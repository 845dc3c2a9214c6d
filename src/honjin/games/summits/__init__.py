"""Hideyoshi's Battles at the Summits: Tennōzan (1582) and Shizugatake (1583)."""
