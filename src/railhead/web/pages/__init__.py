"""The site's pages, one concern per file."""
