"""The commands of `railhead`, one concept a file; each module adds its own to the command line."""
