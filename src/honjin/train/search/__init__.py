"""Learning from a tree search that the network guides, as AlphaZero does (Silver et al. 2018).

searcher     a search for each decision of a game, and the odds it finds
playing      games played by searches
replay       decisions that wait for the end of their game, and those to learn from
imitation    the arithmetic of learning, in JAX
by_search    the method
"""
