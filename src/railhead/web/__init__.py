"""The site: a lobby, tables to play at in the browser, and the same for programs."""
