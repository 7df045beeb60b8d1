"""The six powers: each effect once, for tokens (rules 2) and for cards (rules 3)."""
