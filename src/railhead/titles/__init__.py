"""The titles: each a folder of facts and the few functions that make it different. Titles never import each other."""
