"""Rules that titles share, one rulebook concept per file. What differs between titles is in rule groups."""
