"""Every read of the games."""
