"""Games from 18xx.games: reading its files, and that system's departures from the rulebooks while retracing one."""
