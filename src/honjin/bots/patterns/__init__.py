"""Alpha-beta by learned weights of patterns.

`patterns_loop` is the estimate, `weights` what was learned, `files` its files, `bot` the bot,
`bots.learned` finds it by name. See docs/decisions/learned-estimates.md.
"""
