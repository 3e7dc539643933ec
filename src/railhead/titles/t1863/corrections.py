"""The corrections of 1863: each names the rule, and the first revision of the rules that plays it right."""
