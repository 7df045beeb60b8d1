"""Every write to the games: one verb a user knows, one function."""
