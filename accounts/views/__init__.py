"""Pages of an account that allauth does not have."""
