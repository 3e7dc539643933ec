"""Hexes, tiles and the network of laid track: geometry only, no rule of any title."""
