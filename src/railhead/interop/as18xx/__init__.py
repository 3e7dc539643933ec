"""Games of 18xx.games: reading its files, and its departures from the rulebooks while a game retraces one."""
