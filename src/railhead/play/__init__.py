"""A table without I/O: the game file, a game being played with undo and redo, and what its choices look like as data."""
