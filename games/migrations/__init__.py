"""Migrations of the games."""
