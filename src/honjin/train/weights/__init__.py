"""Learning the weights of a game's estimate by matches (docs/decisions/learned-estimates.md).

`config` the settings, `match_loop` a game between two sides, `playing` games in a process,
`trials` what is tried and learned from the scores, `shards` work for workers, `run` a run.
"""
