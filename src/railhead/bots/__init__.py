"""Players that see only a view of the table and their choices, and the games they play among themselves."""
