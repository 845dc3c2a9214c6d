"""Experiments: variants of a game are played on the same luck, looked at closely, and compared.

plan        which variants, which bots, how many games, when it may stop
looking     what is noticed of a game beside its result: drama, decisions, what was used
rows        one game as a line of the file
file        the file: a head, and a line a game
worker      what workers do
running     playing a plan until it is done
comparing   differences of variants, game by game on the same luck
findings    what the games of an experiment come to
"""
