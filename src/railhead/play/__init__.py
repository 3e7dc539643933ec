"""A table without I/O: the game file, a game in progress with undo and redo, and its choices as data."""
