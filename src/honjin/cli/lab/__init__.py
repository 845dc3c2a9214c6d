"""Commands that let bots play each other."""
