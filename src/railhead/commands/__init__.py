"""The commands of `railhead`, one concept per file; each module registers its own."""
