"""What the site answers to a browser, one concern a file."""
