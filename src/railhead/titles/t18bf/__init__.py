"""18BF: The Big Four."""
