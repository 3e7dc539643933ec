"""Games of other systems: reading their files, and that nothing in them is believed."""
