"""Shared words of every game: errors, chance, events. Pure."""
