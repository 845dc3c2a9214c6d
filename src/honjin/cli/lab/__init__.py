"""Commands that play bots against each other."""
