"""Tags for the templates of the site."""
