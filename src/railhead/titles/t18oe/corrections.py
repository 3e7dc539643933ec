"""Corrections of 18OE's rules: the id of the rule, and the first revision of the rules that plays it right."""
