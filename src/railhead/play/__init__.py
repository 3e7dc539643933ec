"""A table without I/O: the game file, a game being played with undo and redo, its choices as data, safe storing."""
