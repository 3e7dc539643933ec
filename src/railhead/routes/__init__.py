"""What trains may run and earn: the model titles fill in, the check of posted runs, and the exact search."""
