"""The table for rule tests, which is `railhead.testing`."""

from railhead.testing import Table as Table
