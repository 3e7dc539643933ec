"""Pictures of a table as SVG: tiles, board, tokens, routes, market and charts. Pure functions, no files, no site."""
