"""The contract of a game in four parts; `core.game.Game` is made of them.

    rules          who acts, what is legal, what follows, who has won
    information    what each seat sees and is told
    presentation   words, text forms, the table, what is clicked
    search         estimates and other help for bots

Ten fields have no default: the first seven of the rules, `words`, `table`, and the `key` of a
`Game`. The functions marked † are rule functions (`core.jit.rule`): they run interpreted and
compiled, take the state `s` first, and make any change in place.
"""
