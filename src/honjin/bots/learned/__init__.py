"""Learned values for the tree search: their files, their arithmetic, and the bot.

learned_loop  the search, compiled
weights       weights in the form that the search reads
files         files of weights
bot           the bot that plays with them
"""
