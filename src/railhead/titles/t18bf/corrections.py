"""The corrections of 18BF: each names the rule, and the first revision of the rules that plays it right."""
