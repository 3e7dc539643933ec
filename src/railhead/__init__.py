"""Railhead plays 18xx railway board games exactly by their rulebooks."""

__version__ = "0.1.0"
