"""Expansions, one file each; they do not know each other."""
