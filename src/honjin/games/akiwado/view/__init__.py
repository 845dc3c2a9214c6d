"""The scene on the table, and the clicks of each action."""
