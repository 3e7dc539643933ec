"""The table in a terminal: board, market, players and companies as text."""
