"""Draws a game as SVG: tiles, board, tokens, routes, market and charts. Pure functions, independent of the site."""
