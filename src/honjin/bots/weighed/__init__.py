"""The tree search by learned weights of the game's estimate (`core.parts.weights`).

`learned` are the weights, `files` their files, `bot` the bot. See
docs/decisions/learned-estimates.md.
"""
