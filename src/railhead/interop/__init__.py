"""Games of other systems: reading 18xx.games files and replaying them by our own rules."""
