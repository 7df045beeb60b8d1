"""The rules of every game, pure: no framework, no database, no wall clock. Imports nothing."""
