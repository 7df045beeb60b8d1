"""Every write on accounts."""
