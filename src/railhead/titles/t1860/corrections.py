"""The corrections of 1860: each names the rule, and the first revision of the rules that plays it right.

A rule asks `game.follows(...)` whether the game it is asked about is played by a correction.
"""
