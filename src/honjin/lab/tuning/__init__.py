"""Balancing a game: options vary within limits until all seats win equally often.

    Search --Space--> points --games--> Course --> the next point ... --> Found --games--> Tuned

varied     what may vary, and its values
space      the options of each choice
filed      values in files
plan       the parameters of a search
model      the expected shares at points that were not played
course     the results so far, the next point, and the final choice
journal    the games of a search, saved one by one
running    the search itself, its games played by workers
proof      fresh games that verify the choice, and the result
"""
