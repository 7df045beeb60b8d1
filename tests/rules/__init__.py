"""Tests of the rules: no database, no clock."""
