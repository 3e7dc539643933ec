"""The mark of rule tests, which is `railhead.testing.rule`."""

from railhead.testing import rule as rule
