"""Making a game even: numbers and places vary within limits, and bots tell where all win alike.

    Search --Space--> points --games--> Course --> the next point ... --> Found --games--> Tuned

varied     what may vary, and its values
space      the options of each choice
filed      values in files
plan       what a search is asked
model      what shares are to be expected where nobody has played
course     what was seen, where to look next, what it comes to
journal    the games of a search, kept one by one
running    the search itself, its games played by workers
proof      fresh games that prove what was found, and the result
"""
