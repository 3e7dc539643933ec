"""Rules that titles share, one rulebook concept a file. What differs between titles is a slot of the rulebook."""
