"""Tests of the bots: no database, no clock."""
