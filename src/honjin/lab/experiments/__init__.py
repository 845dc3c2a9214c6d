"""Experiments: variants of a game, played on the same deals and dice and compared.

plan        the variants, the bots, the number of games, when to stop
looking     what is recorded of a game besides its result: drama, decisions, use of components
rows        one game as a line of the file
file        the file: a head, and one line per game
worker      the workers' code
running     playing a plan until it is done
comparing   differences between variants, game by game on the same random streams
findings    the results of an experiment
"""
