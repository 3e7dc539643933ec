"""Games from other systems: reading 18xx.games files and replaying them under our own rules."""
