"""Schema history of the accounts."""
