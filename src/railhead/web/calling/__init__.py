"""Calling players to the table when it is their turn: by mail, at webhooks, on their devices."""
